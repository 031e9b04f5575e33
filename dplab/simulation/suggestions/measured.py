"""What λ costs without noise by another measure than the error: the same grid, one batch.

The slack of `Baselines` takes the standard error of a share of wrong labels. Other measures have
another one, so that `n_test` is the *effective* number of test records here: as many as would leave
a share of that size the measure's standard error.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> from dplab.simulation.settings import Settings
>>> from dplab.simulation.sources import part
>>> found = baselines_by("auc", part(Settings(data="breast_cancer"), 455), Logistic())
>>> round(found.error(found.best), 3), round(found.deviation, 3)
(0.003, 0.006)
"""

from collections.abc import Sequence

import numpy as np

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Split
from dpcore.erm.losses import Loss
from dpcore.erm.solver import solve
from dplab.simulation.measures import check_measured, deviation, mistakes
from dplab.simulation.suggestions.baselines import LAMS, MOST_VALUES, Baselines, head_of

CHANCE = 0.5
"""What every constant answer has of these measures."""


def baselines_by(
    measure: str,
    part: Split,
    loss: Loss,
    lams: Sequence[float] = LAMS,
    most_values: int = MOST_VALUES,
) -> Baselines:
    """Return a measure of the non-private classifier at every λ.

    Of a large training part its head is used, as in `baselines`; `most_values` are records ×
    features learned from, at most.

    Raises
    ------
    InvalidInput
        If no λ converges, or the measure cannot be taken on the test records.
    """
    check_measured(measure, [part])
    head, grid = head_of(part, most_values), np.unique(np.asarray(lams, dtype=float))
    solved = solve(head.X, head.y, loss, grid, np.zeros((len(grid), head.X.shape[1])), head.weight)
    if not solved.converged.any():
        raise InvalidInput("lams must hold a λ at which the solver converges; none does.")
    wrong = mistakes(solved.coefs, part, ranks=measure == "auc")
    # Not a number, and not left out: the grid stays as it was asked for.
    errors = np.where(solved.converged, wrong.measured(measure), np.nan)
    best = int(np.nanargmin(errors))
    chance, p = deviation(wrong, part, measure, best), float(errors[best])
    # Solved for n in √(p(1 - p)/n) = the measure's own standard error.
    # Without chance the errors are exact, as those on a law.
    n_test = max(1, round(p * (1 - p) / chance**2)) if chance else 0
    return Baselines(tuple(grid.tolist()), tuple(errors.tolist()), head.n, n_test, constant=CHANCE)
