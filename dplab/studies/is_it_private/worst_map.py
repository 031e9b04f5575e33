"""The worst privacy loss as a multiple of the claim, over ε and nλ: where the Jacobian matters.

In the limit of many records, nearly all of them close to the origin.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.erm.losses import make_loss
from dplab.instruments.worst_case.limit import worst_case_limit

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


def table(found: Mapping[str, Array]) -> pd.DataFrame:
    """Return the maps, one row for each mechanism, nλ and ε."""
    return pd.DataFrame(
        [
            {"mechanism": name, "n_lam": pull, "epsilon": epsilon, "worst_loss_over_epsilon": ratio}
            for name, values in found.items()
            for pull, row in zip(N_LAMBDAS, values.tolist(), strict=True)
            for epsilon, ratio in zip(EPSILONS, row, strict=True)
        ]
    )
