"""The error without noise at every λ of a coarse grid: what λ costs, apart from what noise costs.

A private classifier is compared with the non-private one at the same λ. That hides what λ itself
costs: λ = 0.01 may bend the classifier so far that the noise has little left to spoil. So beside
the error at the chosen λ belongs that at the best λ of the grid.

The best λ without noise is mostly the smallest, and ruins the private classifiers, whose noise
grows as λ falls: it is told, and never offered. The λ that suits ε is `suggested_lam`, by a public
rule.

The errors are those of the test part. Whoever chooses λ by them has looked at the data without
paying any ε for it, so that `best` is not private: `privacy.tuning` pays.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> from dplab.simulation.settings import Settings
>>> from dplab.simulation.sources import part
>>> found = baselines(part(Settings(data="breast_cancer"), 455), Logistic())
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
from dpcore.erm.prediction import predict
from dpcore.erm.solver import solve

LAMS = (*(float(f"{step}e{decade}") for decade in range(-6, 0) for step in (1, 2, 5)), 1.0)
"""From where λ no longer matters (1/λ is far beyond usual n) to where every classifier is short.

1, 2 and 5 of each decade, as on a slider: the error as a function of λ is flat on less than that.
"""

POINT = 0.01
"""The least difference that a reader would call one."""

GAIN = 1 / 3
"""The share that tells something of that by which the best classifier beats the constant rule.

Where one record in fifty is of the rarer class, always naming the other costs two points, and a
point above the best is half of the way there.
"""

MOST_VALUES = 4_000_000
"""Records × features learned from: one batch of all λ then takes two cores half a second."""


@dataclass(frozen=True)
class Baselines:
    """Non-private test errors along λ. Read from the data, and not private.

    Errors are 0-1 test errors at each λ, ascending, in [0, 1]; nan where the solver did not
    converge. `n` counts training records learned from, and `n_test` records tested on; 0 where the
    test part is a law, and errors are exact. `constant` is the test error of always naming the
    larger class; 1 where it is not known.
    """

    lams: tuple[float, ...]
    errors: tuple[float, ...]
    n: int
    n_test: int
    constant: float = 1.0

    @property
    def best(self) -> float:
        """The λ of the least error; of equal ones the largest, which asks for the least noise."""
        # Shares of test records differ by 1/n_test or not at all; rounding is far below.
        most = float(np.nanmin(self.errors)) + 1e-12
        return max(lam for lam, each in zip(self.lams, self.errors, strict=True) if each <= most)

    @property
    def deviation(self) -> float:
        """Standard error of the least error, √(p(1 - p)/n_test); 0 where errors are exact."""
        p = float(np.nanmin(self.errors))
        return math.sqrt(p * (1 - p) / self.n_test) if self.n_test else 0.0

    @property
    def gain(self) -> float:
        """What may be lost of the best classifier's lead over the constant rule: a third."""
        return GAIN * max(0.0, self.constant - float(np.nanmin(self.errors)))

    @property
    def slack(self) -> float:
        """Up to where a cost says nothing: a point or `gain`, or a standard error if more."""
        return max(self.deviation, min(POINT, self.gain))

    def error(self, lam: float) -> float:
        """Return the error at a λ of the grid."""
        return self.errors[self.lams.index(lam)]


def baselines(
    part: Split, loss: Loss, lams: Sequence[float] = LAMS, most_values: int = MOST_VALUES
) -> Baselines:
    """Return the non-private test error at every λ.

    A large training part is cut to its head: the split is a permutation that looks at no value, so
    that the head is a random part of it. `most_values` are records × features learned from, at most
    (but at least one record).

    Raises
    ------
    InvalidInput
        If there is no λ, one of them is out of the solver's range, or no λ converges.
    """
    if not lams:
        raise checks.InvalidInput("lams must name at least one λ; got none.")
    grid, head = np.unique(np.asarray(lams, dtype=float)), head_of(part, most_values)
    # All λ in one batch. No linear term: this is the problem without noise.
    start = np.zeros((len(grid), head.X.shape[1]))
    solution = solve(head.X, head.y, loss, grid, start, head.weight)
    if not solution.converged.any():
        raise checks.InvalidInput("lams must hold a λ at which the solver converges; none does.")
    wrong, weight = predict(solution.coefs, head.X_test) != head.y_test, head.test_weight
    errors = np.where(solution.converged, np.average(wrong, axis=1, weights=weight), np.nan)
    share = float(np.average(head.y_test > 0, weights=weight))
    return Baselines(
        tuple(grid.tolist()),
        tuple(errors.tolist()),
        head.n,
        0 if weight is not None else len(head.y_test),
        min(share, 1 - share),
    )


def head_of(part: Split, most_values: int = MOST_VALUES) -> Split:
    """Return as many of the training records as have that many values, from the first on."""
    rows = max(1, most_values // part.X.shape[1])
    # The rows of a law are its points, with counts: they have no order, and are few.
    if part.weight is not None or rows >= len(part.y):
        return part
    return replace(part, X=part.X[:rows], y=part.y[:rows])
