"""Search for the largest privacy loss: how much privacy a mechanism can really lose.

`worst_case` looks for neighbours and an output with a large privacy loss. What it finds is a lower
bound on the true ε: neighbours and an output that anybody may check with the meter. The upper bound
that theory gives is `bound.ceiling`.

The family of neighbours is small on purpose: all other records equal, or at the origin, everything
in a plane. The privacy loss splits into a part of each data set's own, so that the record before
and the record after are chosen independently of one another, for a given output and given others.
`objective` and `output` hold the search of either family of mechanisms, `limit` what many records
lead to, `places` where a search begins.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> from dpcore.privacy.mechanisms import calibrate
>>> plan = calibrate("objective_2008", 0.2, lam=1e-6, n=600, loss=Logistic())
>>> found = worst_case(plan, Logistic(), lam=1e-6, n=600, n_features=1)
>>> bound = ceiling(plan, Logistic(), lam=1e-6, n=600, n_features=1)
>>> round(found.privacy_loss, 2), round(bound, 2)
(5.99, 6.19)
"""

from dataclasses import dataclass

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import family_of
from dpcore.privacy.noise import NORM_LAWS
from dplab.instruments.meter import Meter
from dplab.instruments.neighbours import Neighbours
from dplab.instruments.worst_case.bound import ceiling
from dplab.instruments.worst_case.objective import worst_of_objective
from dplab.instruments.worst_case.output import worst_of_output

# Features of the plane in which neighbours are looked for: two records span no more, and whatever
# the others add along them can be had in their plane.
PLANE = 2


@dataclass(frozen=True, eq=False)
class WorstCase:
    """Neighbours, an output, and the loss there.

    The loss |L(w)| is a lower bound on the ε that the mechanism really gives; `evaluations` counts
    pairs and outputs that were looked at.
    """

    neighbours: Neighbours
    coefs: Array
    privacy_loss: float
    evaluations: int


def worst_case(
    plan: Plan, loss: Loss, *, lam: float, n: int, n_features: int, seed: int = 0
) -> WorstCase:
    """Look for the neighbours and the output with the largest privacy loss.

    Parameters
    ----------
    plan : Plan
    loss : Loss
    lam : float
        Regularization that the user set.
    n : int
        Records of each data set.
    n_features : int
    seed : int
        Of the search.

    Returns
    -------
    WorstCase
        For a mechanism whose loss has no bound, a large value, not the largest.
    """
    dims = min(PLANE, n_features)
    # Close to its pole a density has no bound; a Gaussian's loss has none far away, so that any
    # output may stand for it, and the neighbours are those whose answers are farthest apart.
    endless = np.isinf(ceiling(plan, loss, lam=lam, n=n, n_features=dims))
    unbounded = bool(endless and NORM_LAWS[plan.norm_law].power == 1)
    if endless or not family_of(plan).has_jacobian:
        total = lam + plan.extra_lam
        found = worst_of_output(loss, lam=total, n=n, dims=dims, unbounded=unbounded)
    else:
        found = worst_of_objective(plan, loss, lam=lam, n=n, dims=dims, seed=seed)
    pair, coefs = _embedded(found[0], n_features), _padded(found[1], n_features)
    privacy_loss = Meter(pair, plan, loss, lam).at(coefs[None])[0]
    return WorstCase(pair, coefs, float(abs(privacy_loss)), found[2])


def _embedded(pair: Neighbours, d: int) -> Neighbours:
    common = np.zeros((len(pair.common), d))
    common[:, : pair.n_features] = pair.common
    return Neighbours(common, pair.counts, _padded(pair.before, d), _padded(pair.after, d), pair.n)


def _padded(vector: Array, d: int) -> Array:
    return np.concatenate([vector, np.zeros(d - len(vector))])
