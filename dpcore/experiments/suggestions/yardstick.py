"""The error without noise at every λ of a coarse grid: what λ costs, apart from what noise costs.

A private classifier is compared with the non-private one at the same λ. That hides what λ itself
costs: λ = 0.01 may bend the classifier so far that the noise has little left to spoil. So beside
the error at the chosen λ belongs that at the best λ of the grid.

The best λ without noise is mostly the smallest, and ruins the private classifiers, whose noise
grows as λ falls. A first λ has to serve both: `suggested` is the *largest* λ that costs at most a
point, or a standard error of the test part if that is more.

The errors are those of the test part. Whoever chooses λ by them has looked at the data without
paying any ε for it, so that neither `best` nor `suggested` is private: `privacy.tuning` pays.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> from dpcore.experiments.settings import Settings
>>> from dpcore.experiments.sources import part
>>> found = yardsticks(part(Settings(data="breast_cancer"), 455), Logistic())
>>> found.suggested, round(found.error(found.suggested), 3)
(0.001, 0.044)
>>> round(found.error(found.best), 3), round(found.deviation, 3)
(0.035, 0.017)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dpcore import checks
from dpcore.data.dataset import Split
from dpcore.erm.losses import Loss
from dpcore.erm.prediction import error
from dpcore.erm.solver import solve

LAMS = (*(float(f"{step}e{decade}") for decade in range(-6, 0) for step in (1, 2, 5)), 1.0)
"""From where λ no longer matters (1/λ is far beyond usual n) to where every classifier is short.

1, 2 and 5 of each decade, as on a slider: the error as a function of λ is flat on less than that.
"""

POINT = 0.01
"""What a suggested λ may cost: the least difference that a reader would call one."""

MOST_VALUES = 4_000_000
"""Records × features learned from: one batch of all λ then takes two cores half a second."""


@dataclass(frozen=True)
class Yardsticks:
    """Non-private test errors along λ. Read from the data, and not private.

    Parameters
    ----------
    lams : tuple of float
        Ascending.
    errors : tuple of float
        0-1 test error at each λ, in [0, 1]; nan where the solver did not converge.
    n : int
        Training records learned from.
    n_test : int
        Records tested on; 0 where the test part is a law, and errors are exact.
    """

    lams: tuple[float, ...]
    errors: tuple[float, ...]
    n: int
    n_test: int

    @property
    def best(self) -> float:
        """The λ of the least error; of equal ones the largest, which asks for the least noise."""
        return self.largest_within(0.0)

    @property
    def deviation(self) -> float:
        """Standard error of the least error, √(p(1 - p)/n_test); 0 where errors are exact."""
        p = float(np.nanmin(self.errors))
        return math.sqrt(p * (1 - p) / self.n_test) if self.n_test else 0.0

    @property
    def slack(self) -> float:
        """What counts as equal to the best: a point, or a standard error if that is more."""
        return max(POINT, self.deviation)

    @property
    def suggested(self) -> float:
        """The largest λ that is as good as the best one, give or take the slack."""
        return self.largest_within(self.slack)

    def largest_within(self, slack: float) -> float:
        """Return the largest λ whose error is above the least by `slack` (≥ 0) or less."""
        # Shares of test records differ by 1/n_test or not at all; rounding is far below.
        most = float(np.nanmin(self.errors)) + slack + 1e-12
        return max(lam for lam, e in zip(self.lams, self.errors, strict=True) if e <= most)

    def error(self, lam: float) -> float:
        """Return the error at a λ of the grid."""
        return self.errors[self.lams.index(lam)]


def yardsticks(
    part: Split, loss: Loss, lams: Sequence[float] = LAMS, most_values: int = MOST_VALUES
) -> Yardsticks:
    """Return the non-private test error at every λ.

    Parameters
    ----------
    part : Split
        Training and test records. A large training part is cut to its head: the split is a
        permutation that looks at no value, so that the head is a random part of it.
    loss : Loss
    lams : sequence of float
        Positive, in any order.
    most_values : int
        Records × features learned from, at most (but at least one record).

    Raises
    ------
    InvalidInput
        If there is no λ, one of them is out of the solver's range, or no λ converges.
    """
    if not lams:
        raise checks.InvalidInput("lams must name at least one λ; got none.")
    head, grid = _head(part, most_values), np.unique(np.asarray(lams, dtype=float))
    start = np.zeros((len(grid), part.X.shape[1]))
    found = solve(head.X, head.y, loss, grid, start, head.weight)
    errors = error(found.coefs, part.X_test, part.y_test, part.test_weight)
    errors = np.where(found.converged, errors, np.nan)
    if np.isnan(errors).all():
        raise checks.InvalidInput("lams must hold a λ at which the solver converges; none does.")
    n_test = 0 if part.test_weight is not None else len(part.y_test)
    return Yardsticks(tuple(grid.tolist()), tuple(errors.tolist()), head.n, n_test)


def _head(part: Split, most_values: int) -> Split:
    rows = max(1, most_values // part.X.shape[1])
    # The rows of a law are its points, with counts: they have no order, and are few.
    if part.weight is not None or rows >= len(part.y):
        return part
    return replace(part, X=part.X[:rows], y=part.y[:rows])
