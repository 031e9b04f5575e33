"""Measures of a classifier: the error, the balanced error, and the pairs that it ranks wrongly.

All three are shares in [0, 1], 0 at best, so that what is said of an error is said of each. Where
one class is rare, always naming the other has a small error; its balanced error is a half, and so
is its share of pairs ranked wrongly. Definitions are scikit-learn's: `zero_one_loss`, one less
`balanced_accuracy_score`, and one less `roc_auc_score`. Each is computed from the test records, and
none is private.

Examples
--------
>>> found = Mistakes(np.array([[0.1], [0.0], [1.0]]))
>>> found.measured("error"), found.measured("balanced")
(array([0.1]), array([0.5]))
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.data.dataset import Split
from dpcore.erm.prediction import errors_by_class, misranked

BY_CLASS = ("error", "wrong_negative", "wrong_positive")
"""Shares of wrong labels: of all, of class -1, of class +1; their names in a sweep's rows."""


@dataclass(frozen=True)
class Measure:
    """A measure, and how it is called.

    Parameters
    ----------
    name : str
        In the address.
    label : str
        On an axis and in a choice.
    noun : str
        In the middle of a sentence.
    """

    name: str
    label: str
    noun: str


MEASURES = {
    each.name: each
    for each in (
        Measure("error", "Test error", "test error"),
        Measure("balanced", "Balanced test error", "balanced test error"),
        Measure("auc", "Pairs ranked wrongly (1 − ROC area)", "share of pairs ranked wrongly"),
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
        Pairs ranked wrongly, if that was asked for.
    """

    shares: Array
    misranked: Array | None = None

    def measured(self, measure: str) -> Array:
        """Return a measure of each classifier, shape (n_draws,)."""
        if measure == "auc":
            if self.misranked is None:
                raise ValueError("Pairs were not ranked.")
            return self.misranked
        return self.shares[0] if measure == "error" else balanced(*self.shares[1:])


def mistakes(coefs: Array, part: Split, *, ranks: bool = False) -> Mistakes:
    """Test classifiers on a split's test records.

    Parameters
    ----------
    coefs : array (n_draws, n_features)
    part : Split
    ranks : bool
        Whether pairs are ranked, too: that takes longer than all else of a test.

    Raises
    ------
    InvalidInput
        If pairs are to be ranked and all test records are of one class.
    """
    tested = coefs, part.X_test, part.y_test, part.test_weight
    return Mistakes(errors_by_class(*tested), misranked(*tested) if ranks else None)


def errors(coefs: Array, part: Split, measure: str = "error") -> Array:
    """Return a measure of classifiers on a split's test records, shape (n_draws,).

    Raises
    ------
    InvalidInput
        As `mistakes`.
    """
    return mistakes(coefs, part, ranks=measure == "auc").measured(measure)


def balanced(wrong_negative: Array, wrong_positive: Array) -> Array:
    """Return the mean share of wrong labels over the classes that are there."""
    there = ~np.isnan([wrong_negative, wrong_positive])
    total = np.nan_to_num(wrong_negative) + np.nan_to_num(wrong_positive)
    return np.asarray(total / there.sum(axis=0))


def in_rows(rows: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return a sweep's rows with a measure in the place of the error."""
    if measure == "error":
        return rows
    shares = (rows[name].to_numpy(dtype=float) for name in BY_CLASS[1:])
    return rows.assign(error=rows["misranked"] if measure == "auc" else balanced(*shares))
