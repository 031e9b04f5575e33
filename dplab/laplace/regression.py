"""Private regression: a bound on the sensitivity that is false, and a ridge that keeps its own.

Records have ‖x‖₂ ≤ M and |y| ≤ N. TU's Theorem 6 claims for least squares over a ball of radius P
that one record moves the minimiser by 2M√k(N+PM)/n at most (in the 1-norm). Its proof quotes
CMS11's Lemma 7 without the 1/λ of strong convexity, and least squares has none: with features near
0 one record moves the line as far as one likes (`counterexample`).

*Ridge* regression has it:

    J(θ) = 1/(2n) Σ (y_i - θᵀx_i)² + λ/2 ‖θ‖²,   ‖θ*‖ ≤ P = N/√λ   because J(θ*) ≤ J(0) ≤ N²/2,

and one record changes the gradient at θ* by 2M(N+PM)/n at most, so that θ* moves by
2M(N+PM)/(nλ) in the 2-norm (CMS11 Lemma 7). Noise of density ∝ exp(-β‖b‖₂), with β = ε over that,
is ε-DP: the log-density changes by β times the move at most.

Examples
--------
>>> made = counterexample(n=50, small=0.001, large=0.01)
>>> theta, moved_to = least_squares(made.X, made.y), least_squares(made.X, made.neighbour_y)
>>> round(float((theta - moved_to)[0]), 1)
134.2
>>> round(paper_sensitivity(n=50, radius=float(theta[0])), 2)
2.72
"""

from dataclasses import dataclass

import numpy as np

from dpcore import checks
from dpcore.checks import Array
from dpcore.privacy.noise import sample


@dataclass(frozen=True)
class TwoDataSets:
    """Neighbours that differ in the outcome of one record."""

    X: Array
    y: Array
    neighbour_y: Array


def counterexample(n: int, small: float, large: float) -> TwoDataSets:
    """Return n records on which one outcome turns the line: all x small, one large, and one y ±1.

    Parameters
    ----------
    n : int
        At least 2.
    small, large : float
        In (0, 1]; the record that changes has the large one.
    """
    checks.whole("n", n, low=2)
    X = np.full((n, 1), checks.between("small", small, 0, 1))
    X[-1] = checks.between("large", large, 0, 1)
    y = np.zeros(n)
    y[-1] = 1.0
    return TwoDataSets(X, y, -y)


def least_squares(X: Array, y: Array) -> Array:
    """Return the minimiser of the squared error, shape (d,)."""
    return np.asarray(np.linalg.lstsq(X, y, rcond=None)[0])


def paper_sensitivity(
    *, n: int, radius: float, features: int = 1, bound_x: float = 1.0, bound_y: float = 1.0
) -> float:
    """Return TU's Theorem 6, 2M√k(N+PM)/n, which is false.

    `radius` is P, of the ball that θ is searched in; k is the number of features; `bound_x` and
    `bound_y` are M and N.
    """
    return float(2 * bound_x * np.sqrt(features) * (bound_y + radius * bound_x) / n)


def ridge(X: Array, y: Array, lam: float) -> Array:
    """Return the minimiser of J, shape (d,); see above for J."""
    n, d = X.shape
    gram = X.T @ X / n + checks.positive("lam", lam) * np.eye(d)
    return np.asarray(np.linalg.solve(gram, X.T @ y / n))


def ridge_sensitivity(*, n: int, lam: float, bound_x: float = 1.0, bound_y: float = 1.0) -> float:
    """Return 2M(N+PM)/(nλ) with P = N/√λ: the most that one record moves the ridge, in the 2-norm.

    The bounds M and N are `bound_x` and `bound_y`.
    """
    lam = checks.positive("lam", lam)
    M, N = checks.positive("bound_x", bound_x), checks.positive("bound_y", bound_y)
    return float(2 * M * (N + N / np.sqrt(lam) * M) / (checks.whole("n", n) * lam))


def private_ridge(
    X: Array, y: Array, *, lam: float, epsilon: float, n_draws: int, rng: np.random.Generator
) -> Array:
    """Draw private ridge coefficients: the minimiser plus Gamma noise.

    X (n, d) has ‖x‖₂ ≤ 1, and |y| ≤ 1. Each draw, (d,), by itself costs ε.

    Raises
    ------
    InvalidInput
        If a record is outside of its bounds: the promise rests on them.

    Notes
    -----
    **Guarantee.** Each draw is ε-DP where neighbours differ in one record (x, y) and n is public:
    sensitivity 2(1+1/√λ)/(nλ) in the 2-norm by CMS11 Lemma 7, noise of density ∝ exp(-β‖b‖₂) with
    β = ε/sensitivity.
    """
    if np.linalg.norm(X, axis=1).max() > 1 + 1e-12 or np.abs(y).max() > 1 + 1e-12:
        raise checks.InvalidInput("Private ridge needs ‖x‖ ≤ 1 and |y| ≤ 1 for each record.")
    n, d = X.shape
    rate = checks.positive("epsilon", epsilon) / ridge_sensitivity(n=n, lam=lam)
    return ridge(X, y, lam) + sample("gamma", rate, n_draws, d, rng)
