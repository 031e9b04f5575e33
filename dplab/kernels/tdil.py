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
    rounds = min(checks.whole("rounds", rounds), int(plan.most_updates))
    W = np.zeros((n_draws, len(optimum)))
    updated = np.zeros((n_draws, rounds), dtype=bool)
    distances = np.full((n_draws, rounds + 1), np.linalg.norm(optimum))
    for t in range(rounds):
        left = optimum - W
        Z = select(left, plan.exponent, rng)
        seen = np.einsum("ij,ij->i", Z, left) + plan.scale * rng.laplace(size=n_draws)
        updated[:, t] = np.abs(seen) > plan.threshold
        W += np.where(updated[:, t], plan.step * np.sign(seen), 0)[:, None] * Z
        distances[:, t + 1] = np.linalg.norm(optimum - W, axis=1)
    return SelfTaught(W, updated, distances)


def select(left: Array, exponent: float, rng: np.random.Generator) -> Array:
    """Draw one z of the unit ball for each row, with density ∝ exp(exponent |z·row|).

    The rows of `left` (n_draws, d) are w* - w_t of each draw; the exponent, a, is not negative.

    Guarantee
    ---------
    ε-DP with ε = 2·exponent·s, if one record moves each score |z·row| by at most s: the
    exponential mechanism (McSherry and Talwar 2007).
    """
    n_draws, d = left.shape
    lengths = np.linalg.norm(left, axis=1)
    # Where nothing is left, any direction will do: z is uniform.
    first = np.eye(1, d)
    axis = np.where(lengths[:, None] > 0, left / np.maximum(lengths, 1e-300)[:, None], first)
    along = 1 - _gaps(exponent * lengths, d, rng)
    along *= np.where(rng.random(n_draws) < 0.5, -1.0, 1.0)
    across = rng.standard_normal((n_draws, d))
    across -= np.einsum("ij,ij->i", across, axis)[:, None] * axis
    if d > 1:
        across /= np.linalg.norm(across, axis=1, keepdims=True)
        # Uniform in a ball of d - 1 dimensions and radius √(1 - along²).
        across *= (np.sqrt(1 - along**2) * rng.random(n_draws) ** (1 / (d - 1)))[:, None]
    return np.asarray(along[:, None] * axis + (across if d > 1 else 0))


def _gaps(kappa: Array, d: int, rng: np.random.Generator) -> Array:
    """Draw τ in [0, 1] of density ∝ e^{-κτ} (τ(2-τ))^m, one for each κ."""
    m = (d - 1) / 2
    rate = np.maximum(kappa + m / 2, 1e-9)  # at d = 1 and κ = 0 uniform, up to rounding
    found, open_ = np.empty(len(kappa)), np.arange(len(kappa))
    while len(open_):
        r = rate[open_]
        share = special.gammainc(m + 1, r)
        gaps = np.minimum(special.gammaincinv(m + 1, rng.random(len(r)) * share) / r, 1)
        kept = rng.random(len(r)) < (1 - gaps / 2) ** m * np.exp(m * gaps / 2)
        found[open_[kept]] = gaps[kept]
        open_ = open_[~kept]
    return found
