"""Linear regression in many dimensions, as JT13 learns it, on generated records.

JT13's own data (KDD Cup 2010, algebra: two million columns) do not come with the project, so that
records are generated: x uniform on the unit sphere of r = `RANK` dimensions of R^d, outcome
y = u·x + s e held to [-1, 1], with ‖u‖ = 1 and e standard normal. The learner fits

    w* = argmin (1/n) Σ (w·x_i - y_i)²/2 + (λ/2)‖w‖²  with ‖w‖ ≤ C = 1,

where no slope exceeds L = C + 1 = 2 in any record. The ball is what gives the squared loss a bound;
one record then moves w* by at most 2L/(nλ), as without a ball.

**d costs nothing here.** All records lie in the r dimensions, so that of an x in R^d only its r
coordinates are kept, and of noise b in R^d its r coordinates and the length of the rest:
‖b‖ ~ Gamma(d), the direction r normal numbers and a χ² of d - r. That is exact, and d may be
anything. Objective perturbation (CMS11 Algorithm 2, over the ball as in Kifer, Smith and Thakurta
2012) minimises the objective with b·w/n and (Δ/2)‖w‖² added.

Errors are relative, ‖Xw - y‖₂/‖y‖₂ over the test records: 1 is that of always answering 0.

Examples
--------
>>> problem = make_problem(n=20_000, d=2_000_000, spread=0.1, lam=0.01, seed=0, fold=0)
>>> float(relative_error(problem.optimum[None], problem.tested, problem.outcomes)[0].round(2))
0.31
>>> lost = objective(problem, 0.5, n_draws=3, rng=np.random.default_rng(0))
>>> relative_error(lost, problem.tested, problem.outcomes).round(2).tolist()
[1.0, 1.0, 1.0]
"""

from dataclasses import dataclass

import numpy as np

from dpcore import checks
from dpcore.checks import Array
from dpcore.erm.losses import HuberHinge
from dpcore.privacy.mechanisms import calibrate
from dplab.kernels.points import least_strength
from dplab.simulation.sources import stream

DATA = "linear_outcomes"
"""What an entry names as its data."""

LOSS = "squared"
"""(w·x - y)²/2: no loss of the margin, so that only what stands here knows it."""

RANK = 10
"""The r dimensions that hold all records."""

BALL, LIPSCHITZ = 1.0, 2.0
"""C and L."""

TRAINED = 20_000
"""Training records, as in JT13, where no number is named."""

TESTED = 5_000
"""Test records: an error of 0.3 is then known to 0.3 points."""


@dataclass(frozen=True, eq=False)
class LinearProblem:
    """Training records by their moments, the minimiser, and test records.

    d counts dimensions in which noise is drawn. `gram` (RANK, RANK) is XᵀX/n and `moment` (RANK,)
    is Xᵀy/n, both private.
    """

    n: int
    d: int
    lam: float
    gram: Array
    moment: Array
    tested: Array
    outcomes: Array

    @property
    def optimum(self) -> Array:
        """w*, (RANK,); private."""
        (found,) = _in_the_ball(self, self.lam, self.moment[None], np.zeros(1))
        return np.asarray(found)


def make_problem(
    *, n: int, d: int, spread: float, lam: float, seed: int, fold: int
) -> LinearProblem:
    """Return records of one data seed and fold.

    d is more than `RANK`; `spread` is s, of the noise in the outcomes, and not negative.

    Raises
    ------
    InvalidInput
        If a value is out of range.
    """
    checks.whole("n", n)
    checks.whole("d", d, low=RANK + 1)
    rng = stream(seed, DATA, fold)
    u = _sphere(1, rng)[0]
    X, y = _records(u, n, spread, rng)
    tested, outcomes = _records(u, TESTED, spread, rng)
    lam = checks.positive("lam", lam)
    return LinearProblem(n, d, lam, X.T @ X / n, X.T @ y / n, tested, outcomes)


def relative_error(coefs: Array, X: Array, y: Array) -> Array:
    """Return ‖Xw - y‖₂/‖y‖₂ of each row w of coefs."""
    return np.asarray(np.linalg.norm(coefs @ X.T - y, axis=1) / np.linalg.norm(y))


def objective(
    problem: LinearProblem, epsilon: float, n_draws: int, rng: np.random.Generator
) -> Array:
    """Return draws of objective perturbation, (n_draws, RANK): their part along the records.

    Guarantee
    ---------
    Each draw by itself is ε-DP for neighbours that differ in one record, n and d public, exact
    minimisers: CMS11 Theorem 2, over a ball by Kifer, Smith and Thakurta 2012, Theorem 2.
    """
    # Half of the squared loss has slope 1 and curvature 1/2: this hinge's, and all that a plan
    # asks of a loss.
    plan = calibrate(
        "objective", epsilon, lam=problem.lam / LIPSCHITZ, n=problem.n, loss=HuberHinge(h=1.0)
    )
    along = rng.standard_normal((n_draws, RANK))
    rest = np.sqrt(rng.chisquare(problem.d - RANK, n_draws))
    lengths = LIPSCHITZ * rng.gamma(problem.d, 1 / plan.noise_rate, n_draws)
    scale = lengths / np.hypot(np.linalg.norm(along, axis=1), rest) / problem.n
    lam = problem.lam + LIPSCHITZ * plan.extra_lam
    return _in_the_ball(problem, lam, problem.moment - scale[:, None] * along, scale * rest)


def _in_the_ball(problem: LinearProblem, lam: float, moments: Array, rest: Array) -> Array:
    """Return the minimisers over ‖w‖ ≤ C for moments (k, RANK) and lengths of the rest (k,)."""
    values, vectors = np.linalg.eigh(problem.gram)
    pulled = np.column_stack([moments @ vectors, rest])
    stiff = np.append(values, 0.0) + lam
    strength = least_strength(pulled, stiff, BALL)
    return np.asarray((pulled / (stiff + strength[:, None]))[:, :RANK] @ vectors.T)


def _records(u: Array, n: int, spread: float, rng: np.random.Generator) -> tuple[Array, Array]:
    X = _sphere(n, rng)
    return X, np.clip(X @ u + spread * rng.standard_normal(n), -1, 1)


def _sphere(n: int, rng: np.random.Generator) -> Array:
    X = rng.standard_normal((n, RANK))
    return np.asarray(X / np.linalg.norm(X, axis=1, keepdims=True))
