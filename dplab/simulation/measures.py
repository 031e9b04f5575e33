"""Measures of a classifier: the error, the balanced error, and the pairs that it ranks wrongly.

All three are shares in [0, 1], 0 at best, so that what is said of an error is said of each. Where
one class is rare, always naming the other has a small error; its balanced error is a half, and so
is its share of pairs ranked wrongly. Without a test record of one class neither of these can be
measured: they are nan then, and `check_measured` says why. Definitions are scikit-learn's:
`zero_one_loss`, one less `balanced_accuracy_score`, and one less `roc_auc_score`. Each is computed
from the test records, and none is private.

Examples
--------
>>> found = Mistakes(np.array([[0.1], [0.0], [1.0]]))
>>> found.measured("error"), found.measured("balanced")
(array([0.1]), array([0.5]))
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Split
from dpcore.erm.prediction import errors_of, misranked, says_positive
from dplab.instruments.chances import FEWEST_TO_DISAGREE, disagreement_from

Counts = npt.NDArray[np.uint32]

# These names are stored, with each cell of a sweep, and stand in files that visitors have taken.
BY_CLASS = ("error", "wrong_negative", "wrong_positive")
"""Shares of wrong labels: of all, of class -1, of class +1; their names in a sweep's rows."""


@dataclass(frozen=True)
class Measure:
    """A measure, and how it is called.

    Parameters
    ----------
    name : str
        In the address.
    choice : str
        Beside the other ones.
    label : str
        On an axis and above a figure.
    noun : str
        In the middle of a sentence.
    column : str
        In files and in what scripts print.
    """

    name: str
    choice: str
    label: str
    noun: str
    column: str


MEASURES = {
    each.name: each
    for each in (
        Measure("error", "Error", "Test error", "test error", "error"),
        Measure(
            "balanced",
            "Balanced error",
            "Balanced test error",
            "balanced test error",
            "balanced_error",
        ),
        Measure(
            "auc",
            "1 − ROC area",
            "Pairs ranked wrongly",
            "share of pairs ranked wrongly",
            "misranked",
        ),
    )
}


@dataclass(frozen=True, eq=False)
class Mistakes:
    """What a test of some classifiers found.

    Parameters
    ----------
    shares : array (3, n_draws)
        Shares of wrong labels, as `BY_CLASS`; nan for a class that is not there.
    misranked : array (n_draws,) or None
        Pairs ranked wrongly, if that was asked for; nan without a pair of both classes.
    disagreement : float
        Share of pairs of draws that answer a test record differently, on average: the chance that
        two releases do, without bias. nan of a single one.
    lead_error : float
        Standard error, by chance among the test records, of the lead over the constant rule: of the
        mean of ``d_i = [the rule is wrong about record i] - share of the draws that are``. Paired:
        both are asked about the same records. 0 where the test part is a law.
    """

    shares: Array
    misranked: Array | None = None
    disagreement: float = math.nan
    lead_error: float = math.nan

    @property
    def recalls(self) -> tuple[float, float]:
        """Shares of class -1 and of class +1 that are found: medians over the draws, or nan."""
        negative, positive = 1 - np.median(self.shares[1:], axis=1)
        return float(negative), float(positive)

    def measured(self, measure: str) -> Array:
        """Return a measure of each classifier, shape (n_draws,); nan where none can be taken."""
        if measure == "auc":
            # A mistake of the program, not of a visitor: whoever asks for pairs has them ranked.
            if self.misranked is None:
                raise ValueError("Pairs were not ranked.")
            return self.misranked
        return self.shares[0] if measure == "error" else balanced(*self.shares[1:])


def mistakes(coefs: Array, part: Split, *, ranks: bool = False) -> Mistakes:
    """Test classifiers on a split's test records.

    Pairs are ranked with `ranks` only: that takes longer than all else of a test.
    """
    tested = coefs, part.X_test, part.y_test, part.test_weight
    said = says_positive(coefs, part.X_test)
    positives = said.sum(axis=0, dtype=np.uint32)
    return Mistakes(
        errors_of(said, part.y_test, part.test_weight),
        _misranked(*tested) if ranks else None,
        _disagreement(positives, len(said), part.test_weight),
        _lead_error(positives / len(said), part),
    )


@dataclass(frozen=True)
class Confusion:
    """Which test records get which answer: shares of all of them, means over the draws.

    `right` and `wrong` are of class -1 and of class +1; the four sum to 1, and both of `wrong` to
    the mean error.
    """

    right: tuple[float, float]
    wrong: tuple[float, float]

    @classmethod
    def of_chances(cls, wrong: Array, y: Array) -> "Confusion":
        """Count records with labels y (n,), whose answers are wrong with such a chance, (n,)."""
        shares = [(np.mean(y == side), np.mean(wrong * (y == side))) for side in (-1, 1)]
        (negative, first), (positive, second) = ((float(a), float(b)) for a, b in shares)
        return cls((negative - first, positive - second), (first, second))

    @property
    def error(self) -> float:
        """The mean error."""
        return sum(self.wrong)


def confusion(found: Mistakes, part: Split) -> Confusion:
    """Return which test records of a split get which answer, from a test of it.

    Examples
    --------
    >>> part = Split(np.eye(2), np.array([-1.0, 1]), np.eye(4), np.array([-1.0, -1, -1, 1]))
    >>> confusion(Mistakes(np.array([[0.5], [1 / 3], [1.0]])), part)
    Confusion(right=(0.5, 0.0), wrong=(0.25, 0.25))
    """
    positive = share_of_positives(part)
    # Of a class that is not there nothing is known, and nothing is counted.
    wrong = np.nan_to_num(found.shares[1:]).mean(axis=1) * [1 - positive, positive]
    negative, other = wrong.tolist()
    return Confusion((1 - positive - negative, positive - other), (negative, other))


def _misranked(coefs: Array, X: Array, y: Array, weight: Array | None) -> Array:
    if not _has_both(y, weight):
        return np.full(len(coefs), np.nan)
    return misranked(coefs, X, y, weight)


def _has_both(y: Array, weight: Array | None) -> bool:
    counted = y if weight is None else y[weight > 0]
    return bool((counted > 0).any() and (counted < 0).any())


def is_measured(measure: str, part: Split) -> bool:
    """Tell whether a measure can be taken on a split's test records.

    All but the error need a test record of each class.
    """
    return measure == "error" or _has_both(part.y_test, part.test_weight)


def check_measured(measure: str, parts: Iterable[Split]) -> None:
    """Refuse a measure that can be taken on no test part.

    Parameters
    ----------
    measure : str
        A key of `MEASURES`.
    parts : iterable of Split
        At least one; of several, the folds of one table, one suffices.

    Raises
    ------
    InvalidInput
        If it can be taken on none, with the class that is missing.
    """
    parts = list(parts)
    if any(is_measured(measure, part) for part in parts):
        return
    count = sum(len(part.y_test) for part in parts)
    missing = "+1" if (parts[0].y_test < 0).all() else "−1"
    raise InvalidInput(
        f"The {MEASURES[measure].noun} cannot be measured: no test record of class {missing} is "
        f"among {count:,}. Take more records or another seed, so that some are tested, or the "
        "plain test error."
    )


def _disagreement(positives: Counts, n_draws: int, weight: Array | None) -> float:
    if n_draws < FEWEST_TO_DISAGREE:
        return math.nan
    return float(np.average(disagreement_from(positives, n_draws), weights=weight))


def _lead_error(share: Array, part: Split) -> float:
    """Return `Mistakes.lead_error`, from the share of the draws that answer +1."""
    if part.test_weight is not None:
        return 0.0
    positive, n = part.y_test > 0, len(part.y_test)
    # The better constant answer on these records, as in `constant.constant_rule`.
    rule_errs = positive if 2 * np.count_nonzero(positive) <= n else ~positive
    leads: Array = rule_errs - np.where(positive, 1 - share, share)
    return float(np.std(leads, ddof=1)) / math.sqrt(n) if n > 1 else math.nan


def errors(coefs: Array, part: Split, measure: str = "error") -> Array:
    """Return a measure of classifiers on a split's test records, shape (n_draws,).

    Raises
    ------
    InvalidInput
        As `mistakes`.
    """
    return mistakes(coefs, part, ranks=measure == "auc").measured(measure)


def balanced(wrong_negative: Array, wrong_positive: Array) -> Array:
    """Return the mean of both classes' shares of wrong labels; nan where one class is not there.

    The other one's share alone would flatter: who never sees a rare class errs on none of it.
    """
    return np.asarray(np.add(wrong_negative, wrong_positive) / 2)


def share_of_positives(part: Split) -> float:
    """Return the share of class +1 among a split's test records, in [0, 1]."""
    return float(np.average(part.y_test > 0, weights=part.test_weight))


def deviation(found: Mistakes, part: Split, measure: str, draw: int = 0) -> float:
    """Return the standard error of a classifier's measure that is left by chance in the test part.

    Of the error √(p(1 - p)/n); of the balanced error, from those of the two classes; of pairs, by
    Hanley and McNeil (1982), Eq. 2, whose pairs share records.

    The split is that on which the classifiers were tested; where its test part is a law, the result
    is 0, and nan where the measure cannot be taken on it. "auc" is for what was ranked.
    """
    if not is_measured(measure, part):
        return math.nan
    if part.test_weight is not None:  # a law is known exactly: nothing is left to chance
        return 0.0
    p, n = float(found.measured(measure)[draw]), len(part.y_test)
    positive = int(np.count_nonzero(part.y_test > 0))
    negative = n - positive
    if measure == "error":
        return math.sqrt(p * (1 - p) / n)
    if measure == "balanced":
        # Two independent shares; a half of each, so that a quarter of their variances.
        wrong = found.shares[1:, draw]
        return math.sqrt(float(np.sum(wrong * (1 - wrong) / [negative, positive]))) / 2
    area = 1 - p
    # Q₁ and Q₂: that two records of one class are both ranked right against one of the other, as
    # with exponential scores, which is near enough for most.
    of_positive, of_negative = area / (2 - area), 2 * area**2 / (1 + area)
    variance = area * (1 - area)
    variance += (positive - 1) * (of_positive - area**2) + (negative - 1) * (of_negative - area**2)
    # Where hardly a pair is ranked wrongly, rounding may leave it just below 0.
    return math.sqrt(max(0.0, variance) / (positive * negative))


def in_rows(rows: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return a sweep's rows with a measure instead of the error, where it could be taken.

    Folds without a test record of one class are left out (`unmeasured_folds` counts them).
    """
    if measure == "error":
        return rows
    found = rows.assign(error=_by(rows, measure))
    return found[found["error"].notna()]


def unmeasured_folds(rows: pd.DataFrame, measure: str) -> int:
    """Return in how many folds of a sweep's rows a measure could not be taken."""
    if measure == "error" or rows.empty:
        return 0
    return int(rows.loc[np.isnan(_by(rows, measure)), "fold"].nunique())


def _by(rows: pd.DataFrame, measure: str) -> Array:
    if measure == "auc":
        return np.asarray(rows["misranked"], dtype=float)
    negative, positive = (np.asarray(rows[name], dtype=float) for name in BY_CLASS[1:])
    return balanced(negative, positive)
