"""The worst privacy loss as a multiple of the claim, over ε and nλ: where the Jacobian matters.

In the limit of many records, nearly all of them close to the origin.
"""

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import make_loss
from dpcore.privacy.worst_case.limit import worst_case_limit

EPSILONS = tuple(np.geomspace(0.01, 10, 25).tolist())
N_LAMBDAS = tuple(np.geomspace(1e-4, 1e3, 29).tolist())
"""Of the map: ε, and nλ in records."""

MAPPED = ("objective_2008", "objective")
"""The mechanism that leaves the Jacobian out, and the one that pays for it."""


def ratios(mechanism: str, loss: str, h: float, d: int) -> Array:
    """Return the worst loss as a multiple of ε over the map, shape (n_pulls, n_epsilons).

    From two features on, `d` makes no difference.
    """
    epsilons, pulls = np.array(EPSILONS), np.array(N_LAMBDAS)
    worst = worst_case_limit(mechanism, epsilons, pulls, make_loss(loss, h), n_features=d)
    return np.asarray(worst / epsilons)
