"""Minimisers within a tolerance: what doubles may hide is counted, and what is missed is made good.

Newton's method loses its way where ℓ'' is large beside λ: at a hinge of h = 0.01 and λ = 1e-6 some
tables were always released, and others never. So what is beyond c²/(λ+Δ) = `STEEPEST` is refused,
by public quantities and before anything is charged. Where it misses all the same, plain steps go on
whose number is proven to be enough (`descent`); whether they are, settings alone decide.
"""

from functools import cache

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.erm.losses import Loss
from dpcore.erm.solver import solve
from dpcore.release.exact import descent

Sizes = tuple[int, int, float, float]
"""n, d, c and λ+Δ."""

STEEPEST = 1e5
"""Largest c²/(λ+Δ) at which a draw is planned.

A draw that converged (`solver.TOLERANCE`) counts: its gradient is then at most a tenth of the first
part of τ, and since (λ+Δ)‖w‖ ≤ 1 + ‖b‖/n + ‖∇‖, the second part holds what rounding may hide
wherever ‖b‖ ≤ q. So records can make a draw miss only by keeping Newton's method from converging.
In exact arithmetic damped steps do converge, but the number that can be proved is of the order of
((c+λ+Δ)/(λ+Δ))², far more than the solver takes: what follows is evidence, and no proof.

From 0.3 times the limit up to it, 0 of 16,571 draws missed, with all losses, half-widths from 1e-4
to 1e6, all pure mechanisms, 2 to 2,000 records and 1 to 300 features: on the sphere, repeated,
one-hot, nearly separable, tiny, of mixed lengths, of one label, in pairs of opposed labels, of low
rank, of decaying columns, on a ray, in a corner. With Gaussian noise 0 of 27,332 likewise, up to
1,000 records and 100 features. Convergence was noted for 10,220 of the first: the 13 that stopped
short had h ≥ 1e4, and gradients far below τ. From the limit to 2e7, 0 of 4,227 missed; from 1e8 to
3e9, 2 of 32. Before, on 72 tables each, Huber hinges missed at 1e6 with h = 0.1 (once) and at 1.5e7
with h = 0.01 (twice): the limit is a tenth of the least.
"""


def hidden(
    n: int,
    d: int,
    curvature: float,
    lam: float,
    w: npt.ArrayLike,
    b: npt.ArrayLike,
    *,
    roundings: int | None = None,
) -> Array:
    """Return what doubles may hide of a gradient, for the lengths of minimisers and of noise.

    c is the loss's `curvature`, `lam` is λ+Δ, `w` and `b` are ‖w‖ and ‖b‖. `roundings` are those on
    the way of one record into a sum over all of them; left out, n, as in any order.
    """
    added = n if roundings is None else roundings
    w, b = np.asarray(w), np.asarray(b)
    # The three terms of a gradient, |ℓ'| ≤ 1 among them, each right to 4.5 units in its last place;
    # then sums over n records and margins of d products, in any order, and the division of b.
    terms = 1e-15 * (1 + (curvature + lam) * w + b / n)
    return np.asarray(terms + 2.0**-53 * (added + curvature * d * w + 2 * b / n))


def n_steps(loss: Loss, sizes: Sizes, tau: float, most: float) -> int | None:
    """Return how many plain steps reach τ on every table, for ‖b‖ ≤ `most`; None if unproven."""
    n, _, curvature, lam = sizes
    longest = descent.longest(loss, lam, most / n)
    at = (2 * longest + tau / (curvature + lam), most)
    # `minimised` supposes this much to be hidden of what the steps end with.
    if hidden(*sizes, *at) > tau / 4:
        return None
    e = float(hidden(*sizes, *at, roundings=descent.roundings(n)))
    return descent.n_steps(tau, curvature=curvature, lam=lam, longest=longest, hidden=e)


def minimised(
    X: Array,
    y: Array,
    loss: Loss,
    lam: float,
    linear: Array,
    bounds: tuple[float, int | None],
    weight: Array | None = None,
) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return minimisers, and which of them are certainly within a tolerance.

    `lam` is λ+Δ, and `linear` (n_draws, n_features) is b/n of each draw. The bounds are τ, and how
    many plain steps reach it, if any number is known to. `weight` (n,) is what each record counts,
    at most 1; left out, its class by the loss.
    """
    tau, steps = bounds
    n, d = X.shape

    def is_exact(grad_norm: Array, coefs: Array) -> npt.NDArray[np.bool_]:
        lengths = (np.linalg.norm(each, axis=1) for each in (coefs, n * linear))
        return np.asarray(grad_norm + hidden(n, d, loss.curvature, lam, *lengths) <= tau)

    with _threads().limit(limits=1):  # as everywhere: small matrices gain nothing from threads
        solution = solve(X, y, loss, lam, linear, record_weight=weight)
        coefs, grad_norm = np.array(solution.coefs), np.array(solution.grad_norm)
        for k in np.flatnonzero(~is_exact(grad_norm, coefs)) if steps else ():
            coefs[k] = descent.descend(X, y, loss, lam, linear[k], steps or 0, weight)
            left = descent.gradient(X, y, loss, lam, linear[k], coefs[k], weight)
            grad_norm[k] = np.linalg.norm(left)
    return coefs, is_exact(grad_norm, coefs)


@cache
def _threads() -> ThreadpoolController:
    """Return what limits the threads of matrix products; to look for them takes 5 ms."""
    return ThreadpoolController()


def check_steepness(loss: Loss, lam: float) -> None:
    """Refuse where Newton's method may lose its way: by public quantities, before a charge."""
    least = loss.curvature**2 / STEEPEST
    if lam < least:
        raise InvalidInput(
            f"λ + Δ must be at least {checks.written(least)} for this loss, whose curvature is at "
            f"most c = {checks.written(loss.curvature)}; got {checks.written(lam)}. Below that, "
            "the minimiser may miss its tolerance, and whether it does would reveal something "
            "about the records. Take a larger λ, or a wider h."
        )
