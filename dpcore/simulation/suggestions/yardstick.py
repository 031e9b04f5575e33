"""The error without noise at every λ of a coarse grid: what λ costs, apart from what noise costs.

A private classifier is compared with the non-private one at the same λ. That hides what λ itself
costs: λ = 0.01 may bend the classifier so far that the noise has little left to spoil. So beside
the error at the chosen λ belongs that at the best λ of the grid.

The best λ without noise is mostly the smallest, and ruins the private classifiers, whose noise
grows as λ falls. A first λ has to serve both: `suggested` is the *largest* λ of the grid whose
error is at most a point above the least, or a standard error of the difference if that is more,
but never more than a third of what the best classifier gains over always giving the same answer.

- The standard error is that of the *difference* of two classifiers on the same test records
  (McNemar 1947). Mostly they are wrong on the same ones, so that it is below the standard error of
  one of them. That one allowed too much: on Pima's 154 test records the suggestion ended 3.9 points
  above an ordinary logistic regression.
- Where one record in fifty is of the rarer class, always naming the other costs two points, and a
  point above the best is half of the way there. A third leaves two thirds of the gain.

The errors are those of the test part. Whoever chooses λ by them has looked at the data without
paying any ε for it, so that neither `best` nor `suggested` is private: `privacy.tuning` pays.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> from dpcore.simulation.settings import Settings
>>> from dpcore.simulation.sources import part
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
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array
from dpcore.data.dataset import Split
from dpcore.erm.losses import Loss
from dpcore.erm.prediction import predict
from dpcore.erm.solver import solve

Flags = npt.NDArray[np.bool_]

LAMS = (*(float(f"{step}e{decade}") for decade in range(-6, 0) for step in (1, 2, 5)), 1.0)
"""From where λ no longer matters (1/λ is far beyond usual n) to where every classifier is short.

1, 2 and 5 of each decade, as on a slider: the error as a function of λ is flat on less than that.
"""

POINT = 0.01
"""What a suggested λ may cost: the least difference that a reader would call one."""

GAIN = 1 / 3
"""What a suggested λ may cost of that by which the best classifier beats the constant rule."""

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
    paired : tuple of float
        Standard error, at each λ, of its error less the least, on the same records. None of them
        (the default) where errors are exact.
    constant : float
        Test error of always naming the larger class; 1 where it is not known.
    """

    lams: tuple[float, ...]
    errors: tuple[float, ...]
    n: int
    n_test: int
    paired: tuple[float, ...] = ()
    constant: float = 1.0

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
    def gain(self) -> float:
        """What may be lost of the best classifier's lead over the constant rule: a third."""
        return GAIN * max(0.0, self.constant - float(np.nanmin(self.errors)))

    @property
    def slack(self) -> float:
        """Up to where a cost says nothing: a point or `gain`, or a standard error if more."""
        return max(self.deviation, min(POINT, self.gain))

    @property
    def suggested(self) -> float:
        """The largest λ that is about as good as the best one, as said above."""
        return self._largest(list(map(self.allowance, self.lams)))

    def allowance(self, lam: float) -> float:
        """Return how far above the least the error at a λ of the grid may be to be suggested."""
        apart = self.paired[self.lams.index(lam)] if self.paired else 0.0
        return min(max(POINT, apart), self.gain)

    def largest_within(self, slack: float) -> float:
        """Return the largest λ whose error is above the least by `slack` (≥ 0) or less."""
        return self._largest([slack] * len(self.lams))

    def _largest(self, slacks: Sequence[float]) -> float:
        # Shares of test records differ by 1/n_test or not at all; rounding is far below.
        most = float(np.nanmin(self.errors)) + np.asarray(slacks) + 1e-12
        return float(np.asarray(self.lams)[np.asarray(self.errors) <= most].max())

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
    return pooled([part], loss, lams, most_values)


def pooled(
    parts: Sequence[Split],
    loss: Loss,
    lams: Sequence[float] = LAMS,
    most_values: int = MOST_VALUES,
) -> Yardsticks:
    """Return the non-private error at every λ over several test parts, taken as one.

    Parameters
    ----------
    parts : sequence of Split
        The folds of one table, say: each record is tested by a classifier that has not seen it. A
        law has one part.
    loss, lams, most_values
        As in `yardsticks`.

    Raises
    ------
    InvalidInput
        As `yardsticks`.
    """
    if not lams:
        raise checks.InvalidInput("lams must name at least one λ; got none.")
    grid = np.unique(np.asarray(lams, dtype=float))
    each = [_wrong(head_of(part, most_values), loss, grid) for part in parts]
    # Side by side, as one test part: the folds together test each record once.
    wrong = np.hstack([flags for flags, _ in each])
    # A λ counts where it converged in all parts, or its records would be fewer than the others'.
    converged = np.logical_and.reduce([flags for _, flags in each])
    if not converged.any():
        raise checks.InvalidInput("lams must hold a λ at which the solver converges; none does.")
    positive, weight = np.hstack([part.y_test > 0 for part in parts]), parts[0].test_weight
    errors = np.where(converged, np.average(wrong, axis=1, weights=weight), np.nan)
    share = float(np.average(positive, weights=weight))
    return Yardsticks(
        tuple(grid.tolist()),
        tuple(errors.tolist()),
        head_of(parts[0], most_values).n,
        0 if weight is not None else len(positive),
        () if weight is not None else _paired(wrong, errors),
        min(share, 1 - share),
    )


def _wrong(part: Split, loss: Loss, grid: Array) -> tuple[Flags, Flags]:
    """Return which test records each classifier gets wrong, and which classifiers converged."""
    # All λ in one batch. No linear term: this is the problem without noise.
    start = np.zeros((len(grid), part.X.shape[1]))
    solution = solve(part.X, part.y, loss, grid, start, part.weight)
    return predict(solution.coefs, part.X_test) != part.y_test, solution.converged


def _paired(wrong: Flags, errors: Array) -> tuple[float, ...]:
    """Return the standard error of each error less that of the best, on the same records."""
    # Of equal ones the largest λ, as in `Yardsticks.best`.
    best = np.flatnonzero(errors == np.nanmin(errors))[-1]
    apart = np.mean(wrong != wrong[best], axis=1)
    # The difference on one record is -1, 0 or 1: its square is 1 where the two disagree.
    variances = np.maximum(apart - (errors - errors[best]) ** 2, 0) / wrong.shape[1]
    return tuple(np.sqrt(variances).tolist())


def head_of(part: Split, most_values: int = MOST_VALUES) -> Split:
    """Return as many of the training records as have that many values, from the first on."""
    rows = max(1, most_values // part.X.shape[1])
    # The rows of a law are its points, with counts: they have no order, and are few.
    if part.weight is not None or rows >= len(part.y):
        return part
    return replace(part, X=part.X[:rows], y=part.y[:rows])
