"""What no neighbours and no output can exceed: the ceilings of the privacy loss.

*Output perturbation.* A pair of records pulls the minimiser apart by 2/(nλ) at most, and the loss
is at most β times how far: just that beyond the two minimisers, on their line.

*Objective perturbation.* Two data sets that differ in z and z' give the same output w by noise
vectors b and b', and with A the Hessian of the records that both have, n(λ+Δ)I included,

    L = β(‖b'‖ - ‖b‖) + log(1 + ℓ''(t) zᵀA⁻¹z) - log(1 + ℓ''(t') z'ᵀA⁻¹z'),  t = z·w,  t' = z'·w.

Here ‖b'‖ - ‖b‖ ≤ ‖z ℓ'(t) - z' ℓ'(t')‖ ≤ |ℓ'(t)| + 1, zᵀA⁻¹z ≤ 1/(n(λ+Δ)), and the last term is
not positive. So, for every n, every number of features and every output,

    |L| ≤ S = sup over t of β(1 + |ℓ'(t)|) + log(1 + ℓ''(t)/(n(λ+Δ))).

S is at most 2β + log(1 + c/(n(λ+Δ))), and that for the Huber hinge alone: elsewhere no margin has
the steepest slope and the largest curvature at once. In two features or more S is the limit of many
records (`limit`); with a hinge of h < 1 it is reached in one. It is computed to 1e-12 of itself.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> from dpcore.privacy.mechanisms import calibrate
>>> plan = calibrate("objective_2008", 0.1, lam=0.01, n=14_000, loss=Logistic())
>>> ceiling(plan, Logistic(), lam=0.01, n=14_000, n_features=10)
0.1
"""

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import family_of
from dpcore.privacy.noise import NORM_LAWS

# How far inside of a band's ends, in widths of it, a margin still counts as at the end: records and
# outputs that make it round by 1e-12, and beyond the end there is no curvature.
INTERIOR_OFFSET = 1e-7

# The place of the largest sum is halved in so many times: until neighbours in double precision.
HALVINGS = 60


def ceiling(plan: Plan, loss: Loss, *, lam: float, n: int, n_features: int) -> float:
    """Return an upper bound on |L| over all neighbours and outputs; ∞ where there is none.

    Parameters
    ----------
    plan : Plan
    loss : Loss
    lam : float
        Regularization that the user set.
    n, n_features : int
    """
    law = NORM_LAWS[plan.norm_law]
    # A Gaussian's loss grows with the distance from the data sets' answers: δ bounds its tail.
    if np.isinf(plan.noise_rate) or law.pole_order(n_features) or law.power > 1:
        return float("inf")
    if not family_of(plan).has_jacobian:
        return plan.noise_rate * plan.sensitivity
    pull, rate = np.array([n * (lam + plan.extra_lam)]), np.array([plan.noise_rate])
    return float(supremum(loss, pull, rate)[0])


def supremum(loss: Loss, pull: Array, rate: Array) -> Array:
    """Return S for each n(λ+Δ) and β, of any one shape.

    The margin is written by its position p: β(3 - σ(p))/2 + log(1 + ℓ''(p)/(n(λ+Δ))). ℓ'' is even,
    so that no positive p is better than its mirror image; from -1 to 0 both terms are concave.
    """
    p = worst_position(loss, pull, rate)
    return _sum(loss, p, pull, rate)


def worst_position(loss: Loss, pull: Array, rate: Array) -> Array:
    """Return the position p of the margin at which S is reached, from -1 to 0."""
    # The open end: on the very edge of a band ℓ'' may be either side's value.
    low = np.full(np.shape(pull), np.nextafter(-1.0, 0.0))
    high = np.zeros(np.shape(pull))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        beside = middle + (high - low) / 1024
        rising = _sum(loss, beside, pull, rate) > _sum(loss, middle, pull, rate)
        low, high = np.where(rising, middle, low), np.where(rising, high, beside)
    ends = np.stack([np.full_like(low, np.nextafter(-1.0, 0.0)), low, high])
    sums = _sum(loss, ends, pull, rate)
    return np.asarray(np.take_along_axis(ends, sums.argmax(axis=0)[None], axis=0)[0])


def worst_margin(loss: Loss, pull: Array, rate: Array) -> Array:
    """Return the margins t at which S is reached, or nearly where only the limit reaches it.

    They are finite, and inside of a band by a hair.
    """
    p = worst_position(loss, pull, rate)
    # Positions grow with margins. Without a band, they are at their ends 40 widths away.
    ends = (min(loss.kinks), max(loss.kinks)) if loss.kinks else (-40 * loss.width, 40 * loss.width)
    low, high = (np.full(np.shape(pull), end) for end in ends)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        below = loss.positions(middle) < p
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    hair = INTERIOR_OFFSET * (ends[1] - ends[0])
    return np.asarray(np.clip(high, ends[0] + hair, ends[1] - hair))


def _sum(loss: Loss, p: Array, pull: Array, rate: Array) -> Array:
    slope = (1 - loss.sigmoid(p)) / 2
    return np.asarray(rate * (1 + slope) + np.log1p(loss.second_derivative(p) / pull))
