"""The minimiser of the regularised empirical risk, for a whole batch of draws at once.

    w = argmin (1/n) Σ ℓ(y_i w·x_i) + (λ/2)‖w‖² + B·w

Newton's method for all draws in step, steered in single precision and certified in double. A map
of what happens in one call, file by file:

1. `solver` checks the arguments, sorts the records if they are sparse (`rows`) and cuts the
   draws into blocks of one λ.
2. `newton/warm_start` solves the noiseless problem, whose minimiser, moved by each draw's noise,
   is where the draw begins (`newton/series`: to third order); under strong noise, parts of the
   records come first.
3. `newton/descent` takes the steps, first in single precision, then in double. For each step
4. `newton/directions` (few features) or `newton/conjugate` (many) solves for -H⁻¹g,
5. `newton/line_search` finds how far to go, by the slope along that direction,
6. `objective` gives gradients and Hessians, in one pass over the records,
7. `rows` hands it the records in tiles that stay in cache, and
8. `losses` turns margins into positions, and these into ℓ' and ℓ''.
9. `newton/continuation` leads the draws that lost their way there through easier losses.

The last step in single precision is taken unchecked, so that mostly two gradients a draw pay the
full price: one that finds the last step, and one that certifies where it leads. Draws that have
converged drop out.

A minimiser is only as private as it is exact, so each draw brings its residual ‖∇J(w)‖ along:
the exact minimiser is within ‖∇J(w)‖/λ of w. A draw that missed the tolerance says so.

The residual is itself computed in double precision. Margins are rounded at 1e-16 ‖w‖, and slopes
by c times as much: where c‖w‖ is beyond 1e5 (a hinge of h = 0.01 under λ = 1e-6, say), what
rounding hides is no longer small beside the tolerance.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> X, y = np.array([[1.0], [0.5]]), np.array([1.0, -1.0])
>>> solve(X, y, Logistic(), lam=0.1).coefs.round(4)
array([[0.4929]])
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.erm.newton.continuation import descend_by_continuation
from dpcore.erm.newton.descent import MixedPrecision, Newton, Steps
from dpcore.erm.newton.warm_start import FEWEST_DRAWS, warm_start
from dpcore.erm.objective import DrawIndex, Objective
from dpcore.erm.rows import Rows, sparsity_order
from dpcore.erm.weighted import is_weighted

# Residual asked for, relative to max(1, ‖B‖): far above rounding, far below any noise.
#
# A gradient is a mean of vectors no longer than 1, in double precision off by about 1e-16, or by
# 1e-16 ‖B‖ where that is longer. At λ = 1e-3 the exact minimiser is then within 1e-7.
TOLERANCE = 1e-10

# Residual up to which single precision leads, for ‖w‖ up to 1: what its gradients are off by.
#
# One rounding is 6e-8; those of different records cancel in the mean. Margins round by 6e-8 ‖w‖,
# so that the tolerance grows with 1 + ‖w‖.
SINGLE_TOLERANCE = 5e-8

# What gradients in single precision may be off by at worst, some 64 roundings: on records that
# repeat one another all round alike, and nothing cancels.
SINGLE_RESOLUTION = 4e-6

# Share of SINGLE_TOLERANCE that is as good as 0: steps to there are taken unchecked. A gradient
# in single precision could not tell what is left there from its own rounding.
UNCHECKED_SHARE = 0.1

# Least λ for which single precision steers: a Hessian in single precision is off by some 6e-8 in
# each entry, which must stay below a hundredth of λ, its least eigenvalue.
SINGLE_PRECISION_LAM = 1e-5

# Longest classifier for which single precision steers: margins are up to as long, so that it tells
# them apart by no less than 0.006, about a hundredth of the half-width 0.5 that CMS11 uses.
LONGEST_SINGLE = 1e5

SMALLEST_LAM, LARGEST_LAM = 1e-30, 1e30
"""Beyond these the Hessian is singular, or the minimiser 0, in double precision."""

# Steps in each precision before a draw counts as lost. From a warm start up to five in single
# precision and one or two in double are usual. Continuation takes a few steps for each doubling of
# ‖w‖, and leads where more of the same steps would not.
FIRST_STEPS = 20

BLOCK_ELEMENTS = 2**23
"""Margins of one block of draws: 64 MiB of doubles, so that n × n_draws may be any size."""


@dataclass(frozen=True, eq=False)
class Solution:
    """Minimisers and how exact they are.

    Parameters
    ----------
    coefs : array (n_draws, n_features)
    grad_norm : array (n_draws,)
        ‖∇J‖ at coefs, in double precision, which may hide up to about
        1e-15(1 + (c + λ)‖coefs‖ + ‖linear‖): more than `tol` where a band is narrow and λ small.
    n_iter : array (n_draws,)
        Newton steps taken on all rows in double precision.
    converged : bool array (n_draws,)
        Whether grad_norm ≤ tol · max(1, ‖linear‖).
    """

    coefs: Array
    grad_norm: Array
    n_iter: npt.NDArray[np.int64]
    converged: npt.NDArray[np.bool_]


def solve(
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    loss: Loss,
    lam: float | Array,
    linear: Array | None = None,
    sample_weight: Array | None = None,
    tol: float = TOLERANCE,
    own: Array | None = None,
    record_weight: Array | None = None,
) -> Solution:
    """Minimise the regularised risk for every row of `linear`.

    Parameters
    ----------
    X : array (n, n_features)
        Records of norm at most 1.
    y : array (n,)
        Labels, -1 or +1.
    loss : Loss
    lam : float or array (n_draws,)
        Regularization, positive.
    linear : array (n_draws, n_features), optional
        B of each draw, which is b/n in objective perturbation; one draw with B = 0 if left out.
    sample_weight : array (n,), optional
        Weights of the records, not negative, relative to their sum: counts of equal records.
    tol : float
        Residual asked for, relative to max(1, ‖B‖).
    own : array (n_draws, n_features), optional
        One record u = y x more in each draw's problem, of weight 1, ‖u‖ ≤ 1: data sets that differ
        in one record are solved in one batch. The loss has no class weights then.
    record_weight : array (n,), optional
        a of each record, from above 0 to 1, beside 1/n; that of its class by the loss if left out.

    Returns
    -------
    Solution

    Raises
    ------
    InvalidInput
        If an argument has the wrong shape, sign or range.
    """
    X, y = checks.records(X, y)
    linear = np.zeros((1, X.shape[1])) if linear is None else _linear(linear, X.shape[1])
    lam = _regularization(lam, len(linear))
    share, own_share = _share(sample_weight, len(y)), 0.0
    # Factors beside 1/n, and no relative weights: a sum of them would move with one label.
    share = share * (loss.class_weights(y) if record_weight is None else record_weight)
    if own is not None:
        if is_weighted(loss):  # a label is inside u = y x, and no weight can be told from it
            raise checks.InvalidInput("own records need a loss without class weights.")
        own = _own(own, linear.shape)
        own_share = 1 / (1 + (len(y) if sample_weight is None else float(np.sum(sample_weight))))
        share = share * (1 - own_share)
    tolerance = checks.positive("tol", tol) * np.maximum(1.0, np.linalg.norm(linear, axis=1))
    blocks = list(_blocks(lam, max(1, BLOCK_ELEMENTS // len(y))))
    # Sorting is worth its price, as the noiseless problem is, where enough draws share it.
    order = sparsity_order(X) if len(lam) >= FEWEST_DRAWS else slice(None)
    rows = Rows(X[order] * y[order, None], share[order], max(map(len, blocks)))
    objective = Objective(rows, loss, lam, linear, own, own_share)
    # The kernels of matrix products may raise a flag over what lies beyond a matrix's edge, and
    # leave it out. Nothing hides behind it: what is not finite misses its tolerance.
    with np.errstate(invalid="ignore"):
        parts = [_minimise(objective.of_draws(block), tolerance[block]) for block in blocks]
    back = np.argsort(np.concatenate(blocks))
    return Solution(*(np.concatenate(part)[back] for part in zip(*parts, strict=True)))


def _blocks(lam: Array, size: int) -> Iterator[DrawIndex]:
    """Yield draws in blocks of at most `size`, each of one λ unless that would be a few draws."""
    # Draws of one λ share their noiseless problem, and so their warm start.
    order, cuts = np.arange(len(lam)), np.empty(0, dtype=np.intp)
    if len(np.unique(lam)) * FEWEST_DRAWS <= len(lam):
        order = np.argsort(lam, kind="stable")
        cuts = 1 + np.flatnonzero(np.diff(lam[order]))
    for group in np.split(order, cuts):
        for start in range(0, len(group), size):
            yield group[start : start + size]


_Parts = tuple[Array, Array, Steps, npt.NDArray[np.bool_]]


def _minimise(objective: Objective, tolerance: Array) -> _Parts:
    steering = objective.rounded() if _suits_single_precision(objective) else objective
    newton = Newton(steering, warm_start(steering, tolerance))
    if steering is not objective:
        longest = 1 + np.linalg.norm(newton.W, axis=1)
        near = np.maximum(tolerance, SINGLE_TOLERANCE * longest)
        mixed = MixedPrecision(SINGLE_RESOLUTION, np.maximum(tolerance, UNCHECKED_SHARE * near))
        newton.descend(steering, near, FIRST_STEPS, mixed)
    # Certifies every draw, also those whose last step was not checked, and goes on where needed.
    grad_norm, n_iter = newton.descend(objective, tolerance, FIRST_STEPS)
    W, lost = newton.W, np.flatnonzero(grad_norm > tolerance)
    if len(lost):
        W[lost], grad_norm[lost], steps = descend_by_continuation(
            objective.of_draws(lost), W[lost], tolerance[lost]
        )
        n_iter[lost] += steps
    return W, grad_norm, n_iter, grad_norm <= tolerance


def _suits_single_precision(objective: Objective) -> bool:
    # No draw of the batch may be too little regularized, or its classifier too long: at the
    # minimiser λ‖w‖ = ‖mean of ℓ' z + B‖ ≤ 1 + ‖B‖.
    longest = (1 + np.linalg.norm(objective.linear, axis=1)) / objective.lam
    return bool(objective.lam.min() > SINGLE_PRECISION_LAM and longest.max() < LONGEST_SINGLE)


def _linear(linear: npt.ArrayLike, n_features: int) -> Array:
    array = checks.finite("linear", linear, 2)
    if array.shape[1] != n_features or not len(array):
        raise checks.InvalidInput(
            f"linear must have a row per draw and a column per feature, {n_features}; "
            f"got the shape {array.shape}."
        )
    return array


def _own(own: npt.ArrayLike, shape: tuple[int, ...]) -> Array:
    array = checks.finite("own", own, 2)
    if array.shape != shape:
        raise checks.InvalidInput(
            f"own must hold one record per draw, an array of shape {shape}; got {array.shape}."
        )
    return checks.records(array, np.ones(len(array)))[0]


def _regularization(lam: float | Array, n_draws: int) -> Array:
    array = (
        checks.finite("lam", lam, 1)
        if isinstance(lam, np.ndarray)
        else np.full(n_draws, checks.positive("lam", lam))
    )
    if len(array) != n_draws:
        raise checks.InvalidInput(
            f"lam must be one number or one per draw, {n_draws}; got {len(array)}."
        )
    for extreme in (array.min(), array.max()):
        checks.between("lam", checks.positive("lam", extreme), SMALLEST_LAM, LARGEST_LAM)
    return array


def _share(sample_weight: Array | None, n: int) -> Array:
    if sample_weight is None:
        return np.full(n, 1 / n)
    weight = checks.finite("sample_weight", sample_weight, 1)
    if len(weight) != n or weight.min() < 0 or weight.max() <= 0:
        raise checks.InvalidInput(
            f"sample_weight must hold {n} weights, none negative and not all zero."
        )
    weight = weight / weight.max()  # so that the sum cannot overflow
    share: Array = weight / weight.sum()
    return share
