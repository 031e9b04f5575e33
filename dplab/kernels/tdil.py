"""TDIL (JT13 Algorithm 3): the learner asks itself, for the linear kernel on the unit ball.

Each round selects z in the ball with probability ∝ exp(a |z·(w_t - w*)|), where the public
classifier w_t seems furthest off, takes a noisy look at w*·z - w_t·z, and moves w_t by ±η z if that
exceeds the threshold. n enters through the plan's constants only, so that it may be as large as
the theory wants: with the mended exponent there is no update below about n = 1e7.

The selection is exact: the part of z along w_t - w* is ±(1 - τ) with the density of τ
∝ e^{-κτ} (τ(2-τ))^m on [0, 1], m = (d-1)/2, κ = a‖w_t - w*‖; and since 2 - τ ≤ 2e^{-τ/2}, a Gamma
variable of shape m + 1 and rate κ + m/2, cut off at 1, is kept with probability
(1 - τ/2)^m e^{mτ/2} ≥ 0.82^m. (JT13 takes a net of points of the ball; the limit of fine nets.)

Examples
--------
>>> from dplab.kernels.plans import KernelProblem, plan_tdil
>>> plan = plan_tdil(KernelProblem(n=10**8, lam=0.1, epsilon=1.0, delta=1e-9))
>>> run = learn(plan, np.array([0.8, 0.6]), rounds=200, n_draws=3, rng=np.random.default_rng(0))
>>> run.distances.shape, bool((run.distances[:, -1] < run.distances[:, 0]).all())
((3, 201), True)
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

from dpcore import checks
from dpcore.checks import Array
from dplab.kernels.plans import UpdatePlan


@dataclass(frozen=True, eq=False)
class SelfTaught:
    """What TDIL learned, round by round.

    Coefs (n_draws, d) are w_t after the last round; `distances` (n_draws, rounds + 1), from the
    start on, are ‖w_t - w*‖, and not private.
    """

    coefs: Array
    updated: npt.NDArray[np.bool_]
    distances: Array

    @property
    def share_updated(self) -> float:
        """Share of the rounds that update; 0 where there is no round."""
        return float(self.updated.mean()) if self.updated.size else 0.0


def learn(
    plan: UpdatePlan, optimum: Array, *, rounds: int, n_draws: int, rng: np.random.Generator
) -> SelfTaught:
    """Run TDIL with the linear kernel; at most its B rounds.

    The plan is from `plan_tdil`, and the optimum (d,) is w*. Of the B rounds that the plan allows,
    a part spends no more.

    Guarantee
    ---------
    Each draw by itself, the selected points included: that of the plan.
    """
    (found,) = learn_in_step([plan], optimum, rounds=[rounds], n_draws=n_draws, rngs=[rng])
    return found


def learn_in_step(
    plans: Sequence[UpdatePlan],
    optimum: Array,
    *,
    rounds: Sequence[int],
    n_draws: int,
    rngs: Sequence[np.random.Generator],
) -> list[SelfTaught]:
    """Run TDIL by several plans at once: each as `learn` runs it alone, to the last bit.

    A round is some twenty small operations, whose price hardly grows with their rows. Each run has
    `n_draws` rows and takes its random numbers from its own source.

    Guarantee
    ---------
    That of `learn` for each plan by itself.
    """
    most = [
        min(checks.whole("rounds", each), int(plan.most_updates))
        for each, plan in zip(rounds, plans, strict=True)
    ]
    order = sorted(range(len(plans)), key=lambda run: -most[run])  # who is under way comes first
    laws = [(plans[k].exponent, plans[k].scale, plans[k].threshold, plans[k].step) for k in order]
    exponent, scale, threshold, step = np.repeat(laws, n_draws, axis=0).T
    W = np.zeros((len(exponent), len(optimum)))
    updated = np.zeros((len(W), max(most)), dtype=bool)
    distances = np.full((len(W), max(most) + 1), np.linalg.norm(optimum))
    for t in range(max(most)):
        sources = _Sources([rngs[k] for k in order if most[k] > t], n_draws)
        now = slice(len(sources.rngs) * n_draws)
        left = optimum - W[now]
        Z = _select(left, exponent[now], sources)
        seen = np.einsum("ij,ij->i", Z, left) + scale[now] * sources.laplace()
        updated[now, t] = np.abs(seen) > threshold[now]
        W[now] += np.where(updated[now, t], step[now] * np.sign(seen), 0)[:, None] * Z
        distances[now, t + 1] = np.linalg.norm(optimum - W[now], axis=1)
    found = {}
    for place, k in enumerate(order):
        rows = slice(place * n_draws, (place + 1) * n_draws)
        found[k] = SelfTaught(W[rows], updated[rows, : most[k]], distances[rows, : most[k] + 1])
    return [found[k] for k in range(len(plans))]


def select(left: Array, exponent: float, rng: np.random.Generator) -> Array:
    """Draw one z of the unit ball for each row, with density ∝ exp(exponent |z·row|).

    The rows of `left` (n_draws, d) are w* - w_t of each draw; the exponent, a, is not negative.

    Guarantee
    ---------
    ε-DP with ε = 2·exponent·s, if one record moves each score |z·row| by at most s: the
    exponential mechanism (McSherry and Talwar 2007).
    """
    return _select(left, np.full(len(left), exponent), _Sources([rng], len(left)))


@dataclass(frozen=True)
class _Sources:
    """The sources of several runs, which have so many rows each, one run after the other."""

    rngs: Sequence[np.random.Generator]
    n_draws: int

    def uniform(self) -> Array:
        """Return a number of [0, 1) for each row."""
        return np.concatenate([rng.random(self.n_draws) for rng in self.rngs])

    def uniform_of(self, rows: npt.NDArray[np.intp]) -> Array:
        """Return the same for some rows, which ascend: a run without any draws nothing."""
        counts = np.bincount(rows // self.n_draws, minlength=len(self.rngs)).tolist()
        drawn = [rng.random(count) for rng, count in zip(self.rngs, counts, strict=True)]
        return np.concatenate(drawn)

    def normal(self, d: int) -> Array:
        """Return d standard normal numbers for each row."""
        return np.concatenate([rng.standard_normal((self.n_draws, d)) for rng in self.rngs])

    def laplace(self) -> Array:
        """Return a Laplace number of scale 1 for each row."""
        return np.concatenate([rng.laplace(size=self.n_draws) for rng in self.rngs])


def _select(left: Array, exponent: Array, sources: _Sources) -> Array:
    """Draw as `select` does, with an exponent for each row."""
    d = left.shape[1]
    lengths = np.linalg.norm(left, axis=1)
    # Where nothing is left, any direction will do: z is uniform.
    first = np.eye(1, d)
    axis = np.where(lengths[:, None] > 0, left / np.maximum(lengths, 1e-300)[:, None], first)
    along = 1 - _gaps(exponent * lengths, d, sources)
    along *= np.where(sources.uniform() < 0.5, -1.0, 1.0)
    across = sources.normal(d)
    across -= np.einsum("ij,ij->i", across, axis)[:, None] * axis
    if d > 1:
        across /= np.linalg.norm(across, axis=1, keepdims=True)
        # Uniform in a ball of d - 1 dimensions and radius √(1 - along²).
        across *= (np.sqrt(1 - along**2) * sources.uniform() ** (1 / (d - 1)))[:, None]
    return np.asarray(along[:, None] * axis + (across if d > 1 else 0))


def _gaps(kappa: Array, d: int, sources: _Sources) -> Array:
    """Draw τ in [0, 1] of density ∝ e^{-κτ} (τ(2-τ))^m, one for each κ."""
    m = (d - 1) / 2
    rate = np.maximum(kappa + m / 2, 1e-9)  # at d = 1 and κ = 0 uniform, up to rounding
    found, open_ = np.empty(len(kappa)), np.arange(len(kappa))
    while len(open_):
        r = rate[open_]
        share = special.gammainc(m + 1, r)
        gaps = np.minimum(special.gammaincinv(m + 1, sources.uniform_of(open_) * share) / r, 1)
        kept = sources.uniform_of(open_) < (1 - gaps / 2) ** m * np.exp(m * gaps / 2)
        found[open_[kept]] = gaps[kept]
        open_ = open_[~kept]
    return found
