"""The largest privacy loss of objective perturbation, in the limit of many records.

Many others very near to the origin add any gradient s to the problem and next to no curvature:
n - 1 records at z = -2s/n, say, add s²/n to the logistic one. In the limit of many records at the
same nλ the noise is then b = u - z ℓ'(z·w) for any u, and the loss is f(w, u, z) - f(w, u, z') with

    f(w, u, z) = log(n(λ+Δ) + ℓ''(z·w) ‖z‖²) - β‖u - z ℓ'(z·w)‖,

so that the worst z and the worst z' are found one by one. In one feature that is done on a grid.
With two or more, a long w at a right angle to everything else gives a record any margin t by a
tilt that is hardly one; with u longer still, the worst loss is

    max over t of β(|ℓ'(t)| + 1) + log(1 + ℓ''(t)/(n(λ+Δ))).

So the claim of the 2008 mechanism, which leaves the logarithm out, can be mapped over ε and nλ.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> epsilons, pulls = np.array([0.1, 1.0]), np.array([0.1])
>>> worst_case_limit("objective_2008", epsilons, pulls, Logistic(), n_features=2).round(2)
array([[1.33, 2.02]])
"""

from collections.abc import Callable

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.privacy.mechanisms import calibrate

# Outputs w in one feature; those below 0 are these, mirrored. At 8 the logistic curvature is 3e-4;
# the ends of a wide band, which may lie beyond, are looked at too.
OUTPUTS = np.linspace(0.0, 8.0, 65)

# u and z in one feature. |ℓ'| ≤ 1, so that a u beyond ±1 only adds the same to both lengths.
SHIFTS, RECORDS = np.linspace(-1.0, 1.0, 21), np.linspace(-1.0, 1.0, 17)

# Margins t in two features or more: at ±30 the logistic curvature is 1e-13.
MARGINS = np.linspace(-30.0, 30.0, 6001)

# Taken for kinks where a loss has none: two outputs of the grid, a hair beside it. They change the
# map by 1e-11 at most; without them its numbers would not be those that it always had.
NO_KINKS = (0.0, 2.0)

# How far inside of a kink: ℓ'' on the very edge may be either side's value.
INSIDE = 1e-9


def worst_case_limit(
    mechanism: str, epsilons: Array, pulls: Array, loss: Loss, *, n_features: int = 1
) -> Array:
    """Return the worst privacy loss of objective perturbation over ε and nλ, as n grows.

    Parameters
    ----------
    mechanism : str
        One that perturbs the objective, with noise of Gamma length.
    epsilons : array (n_epsilons,)
    pulls : array (n_pulls,)
        nλ, what λ pulls with, in records.
    loss : Loss
    n_features : int
        From 2 on, the number makes no difference.

    Returns
    -------
    array (n_pulls, n_epsilons)
        Never above `search.ceiling`; `search.worst_case` comes close to it where n is large.
    """
    worst_at = _worst_in_a_line(loss) if n_features == 1 else _worst_in_a_plane(loss)
    worst = np.empty((len(pulls), len(epsilons)))
    for place in np.ndindex(worst.shape):
        lam = float(pulls[place[0]])
        plan = calibrate(mechanism, float(epsilons[place[1]]), lam=lam, n=1, loss=loss)
        worst[place] = worst_at(lam + plan.extra_lam, plan.noise_rate)
    return worst


def _worst_in_a_line(loss: Loss) -> Callable[[float, float], float]:
    """Return the worst loss in one feature by n(λ+Δ) and β."""
    margins = np.outer(_outputs(loss), RECORDS)
    curvatures = loss.curvature_at(margins) * RECORDS**2
    lengths = np.abs(SHIFTS[:, None] - (loss.slope(margins) * RECORDS)[:, None, :])

    def worst(pull: float, rate: float) -> float:
        f = np.log(pull + curvatures)[:, None, :] - rate * lengths
        return float((f.max(axis=2) - f.min(axis=2)).max())

    return worst


def _worst_in_a_plane(loss: Loss) -> Callable[[float, float], float]:
    """Return the worst loss in two features or more by n(λ+Δ) and β."""
    margins = np.concatenate([MARGINS, _outputs(loss)])
    slopes, curvatures = np.abs(loss.slope(margins)), loss.curvature_at(margins)

    def worst(pull: float, rate: float) -> float:
        return float((rate * (slopes + loss.lipschitz) + np.log1p(curvatures / pull)).max())

    return worst


def _outputs(loss: Loss) -> Array:
    """Return the outputs of `OUTPUTS`, and those just inside of the loss's kinks.

    There a record of length 1 has the largest slope that goes with the curvature inside.
    """
    inside = [kink + np.copysign(INSIDE, 1 - kink) for kink in loss.kinks or NO_KINKS]
    return np.concatenate([OUTPUTS, np.abs(inside)])
