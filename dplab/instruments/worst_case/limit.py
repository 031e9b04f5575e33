"""The largest privacy loss of objective perturbation, in the limit of many records.

Many others very near to the origin add any gradient s to the problem and next to no curvature:
n - 1 records at z = -2s/n, say, add s²/n to the logistic one. In the limit of many records at the
same nλ the noise is then b = u - z ℓ'(z·w) for any u, and the loss is f(w, u, z) - f(w, u, z') with

    f(w, u, z) = log(n(λ+Δ) + ℓ''(z·w) ‖z‖²) - β‖u - z ℓ'(z·w)‖,

so that the worst z and the worst z' are found one by one. With two features or more, a long w at a
right angle to everything else gives a record any margin t by a tilt that is hardly one; with u
longer still, the worst loss is the ceiling S itself (`bound`).

In one feature u is best beyond ±1, where every z ℓ' lies on the same side of it, so that

    f(w, u, z) - f(w, u, z') = log((k + ℓ''z²)/(k + ℓ''z'²)) ± β(z ℓ'(zw) - z' ℓ'(z'w))

with k = n(λ+Δ), ℓ'' at zw and at z'w. That is looked at on a grid of w, z and z', which is finer
inside a band.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> epsilons, pulls = np.array([0.1, 1.0]), np.array([0.1])
>>> worst_case_limit("objective_2008", epsilons, pulls, Logistic(), n_features=2).round(2)
array([[1.33, 2.02]])
"""

from dataclasses import dataclass

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.privacy.mechanisms import calibrate
from dplab.instruments.worst_case.bound import INTERIOR_OFFSET, supremum, worst_margin

# Outputs w in one feature; those below 0 are these, mirrored. At 8 the logistic curvature is 3e-4.
OUTPUTS = np.linspace(0.0, 8.0, 65)

# Outputs inside a band, at which a record of length 1 has a margin there. The worst margin of the
# plane is one more: with a hinge of h < 1, and n(λ+Δ) large, it lies a hair inside.
BAND_STEPS = 64

# z in one feature, with both ends and the origin.
RECORDS = np.linspace(-1.0, 1.0, 33)


@dataclass(frozen=True)
class LinePlace:
    """Where the loss in one feature is largest.

    `coef` is the output w, not negative; `before` and `after` are z and z'; `side` is the sign of
    u.
    """

    privacy_loss: float
    coef: float
    before: float
    after: float
    side: float


def worst_case_limit(
    mechanism: str, epsilons: Array, pulls: Array, loss: Loss, *, n_features: int = 1
) -> Array:
    """Return the worst privacy loss of objective perturbation over ε and nλ, as n grows.

    The mechanism is one of objective perturbation, with noise of Gamma length and without a δ.
    `pulls` are nλ, what λ pulls with, in records. From 2 features on, their number makes no
    difference. What is returned, (n_pulls, n_epsilons), is never above `bound.ceiling`;
    `search.worst_case` comes close to it where n is large.
    """
    pull, rate = np.empty((2, len(pulls), len(epsilons)))
    for place in np.ndindex(pull.shape):
        lam = float(pulls[place[0]])
        plan = calibrate(mechanism, float(epsilons[place[1]]), lam=lam, n=1, loss=loss)
        pull[place], rate[place] = lam + plan.extra_lam, plan.noise_rate
    if n_features > 1:
        return supremum(loss, pull, rate)
    margin = worst_margin(loss, pull, rate)
    cells = zip(pull.flat, rate.flat, margin.flat, strict=True)
    worst = [worst_in_a_line(loss, *map(float, cell)).privacy_loss for cell in cells]
    return np.array(worst).reshape(pull.shape)


def worst_in_a_line(loss: Loss, pull: float, rate: float, margin: float) -> LinePlace:
    """Return where the loss in one feature is largest, by n(λ+Δ) and β.

    `pull` is n(λ+Δ), `rate` is β, and `margin` is where the ceiling is reached
    (`bound.worst_margin`).
    """
    coefs = np.append(_outputs(loss), abs(margin))
    margins = np.outer(coefs, RECORDS)
    sizes = np.log(pull + loss.curvature_at(margins) * RECORDS**2)
    moves = rate * loss.slope(margins) * RECORDS
    return max(
        (_worst_on_one_side(coefs, sizes + side * moves, side) for side in (-1.0, 1.0)),
        key=lambda place: place.privacy_loss,
    )


def _worst_on_one_side(coefs: Array, f: Array, side: float) -> LinePlace:
    losses = f.max(axis=1) - f.min(axis=1)
    row = int(losses.argmax())
    before, after = RECORDS[f[row].argmax()], RECORDS[f[row].argmin()]
    return LinePlace(float(losses[row]), float(coefs[row]), float(before), float(after), side)


def _outputs(loss: Loss) -> Array:
    """Return the outputs of `OUTPUTS`, and those at which a record of length 1 is inside a band."""
    if not loss.kinks:
        return OUTPUTS
    low, high = min(loss.kinks), max(loss.kinks)
    inside = np.linspace(low, high, BAND_STEPS + 1)
    inside[[0, -1]] += np.array([1, -1]) * INTERIOR_OFFSET * (high - low)
    return np.concatenate([OUTPUTS, np.abs(inside)])
