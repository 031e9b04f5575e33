"""The constant rule: the error of who looks at no feature and always gives the same answer.

Where one record in ten says *yes*, always predicting *no* is wrong one time in ten. A classifier
that does no better has learned nothing, and what noise adds to its error says nothing about what
privacy costs.

The rule names the larger class *of the test part*: the best constant answer there is, chosen by
the very labels that judge it. Whoever learns has only the training part to find the larger class
in, and errs as much or more; so the rule never makes a classifier look better than it is. Its
error is exact where the test part is a law. It is read from the test labels and, as every test
error, not private.

Examples
--------
>>> from dplab.simulation.settings import Settings
>>> from dplab.simulation.sources import part
>>> rule = constant_rule([part(Settings(data="breast_cancer"), 1)], ("benign", "malignant"))
>>> rule.answer, round(rule.error, 3), round(rule.deviation, 3)
('benign', 0.412, 0.046)
>>> rule.is_beaten_by(Summary(0.3, 0.2, 0.35)), rule.is_beaten_by(Summary(0.3, 0.2, rule.error))
(True, False)
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.data.dataset import Split
from dpcore.data.declared.schema import Label
from dplab.simulation.measures import is_measured
from dplab.simulation.summaries import Summary

SIGNS = ("−1", "+1")
"""What the two classes of generated records are called."""

LONGEST_ANSWER, MOST_VALUES = 20, 2
"""Characters of a class's name, and values of a label that it may list."""


@dataclass(frozen=True)
class ConstantRule:
    """The constant answer that is wrong least often on the test part.

    Parameters
    ----------
    answer : str
        The class that it names, in the table's own words.
    error : float
        Its 0-1 test error, in [0, 0.5] on one test part; nan of a measure that cannot be taken.
    deviation : float
        Standard error of an error of that size on so many test records, √(p(1 - p)/n); 0 where
        the test part is a law.
    """

    answer: str
    error: float
    deviation: float

    def is_beaten_by(self, errors: Summary) -> bool:
        """Tell whether a classifier is better by more than the spread."""
        return bool(self.beaten(errors.median, errors.high))

    def beaten(self, median: float | Array, high: float | Array) -> npt.NDArray[np.bool_]:
        """Tell where errors with this median and upper quartile are below by more than the spread.

        The upper quartile of the draws must not reach the rule. A classifier without noise has
        no spread, and chance among the test records is left: so the median must be below by
        more than a standard error, too. Being equal is not enough, and nan beats nothing.
        """
        # The larger of two, not their sum: without noise `high` is the median, and with much noise
        # chance among the test records is small beside the spread of draws.
        return np.asarray(np.maximum(high, np.add(median, self.deviation)) < self.error)


def constant_rule(
    parts: Iterable[Split],
    answers: tuple[str, str] = SIGNS,
    measure: str = "error",
    middle: Callable[..., Any] = np.median,
) -> ConstantRule:
    """Return the best constant rule of some test parts, which are the folds of one table.

    Parameters
    ----------
    parts : iterable of Split
        At least one. Of several, an answer's error is their `middle`, as a classifier's is.
    answers : tuple of str
        What -1 and +1 are called.
    measure : str
        A key of `MEASURES`. By all but the error, every constant answer is as good as the other:
        1/2, and the deviation is that of who answers at random. Both are nan where no part has
        test records of both classes: nothing is known to beat such a rule.
    middle : callable
        `np.median`, or `np.mean` where the errors beside it are means.
    """
    parts = list(parts)
    if measure != "error":
        # Its name is still that of the larger class: by these measures either would do.
        answer = constant_rule(parts, answers).answer
        known = [_of_chance(part, measure) for part in parts if is_measured(measure, part)]
        return ConstantRule(answer, 0.5 if known else math.nan, max(known, default=math.nan))
    tested = [(_errors(part), 0 if part.test_weight is not None else len(part.y_test))
              for part in parts]  # fmt: skip
    # One answer for all folds: chosen anew in each, it would be better than any constant one.
    both = middle([errors for errors, _ in tested], axis=0)
    # By the smallest test part, whose error is known least well.
    best, fewest = int(np.argmin(both)), min(n for _, n in tested)
    error = float(both[best])
    deviation = math.sqrt(error * (1 - error) / fewest) if fewest else 0.0
    return ConstantRule(answers[best], error, deviation)


def _errors(part: Split) -> Array:
    """Return the errors of always predicting -1 and of always predicting +1."""
    positive = part.y_test > 0
    # Summed as `prediction.error` sums, so that a classifier that always says the same is equal.
    wrong = np.stack([positive, ~positive])
    return np.asarray(np.average(wrong, axis=1, weights=part.test_weight))


def _of_chance(part: Split, measure: str) -> float:
    """Return the standard error of a measure that is 1/2 by chance; 0 where the test is a law.

    Of the balanced error, from the two classes' own; of pairs, that of Mann and Whitney's U.
    """
    n, positive = len(part.y_test), int(np.count_nonzero(part.y_test > 0))
    negative = n - positive
    if part.test_weight is not None:
        return 0.0
    # Half the sum of two shares, each of variance 1/4 over its class's size.
    if measure == "balanced":
        return math.sqrt(1 / positive + 1 / negative) / 4
    # The variance of U, n₁ n₂ (n + 1)/12, over the square of the n₁ n₂ pairs.
    return math.sqrt((n + 1) / (12 * positive * negative))


def answers_of(label: Label) -> tuple[str, str]:
    """Return what -1 and +1 are called in a table: by their values, or as what they are not.

    Examples
    --------
    >>> answers_of(Label("sick", positive=("yes",), negative=("no", "maybe")))
    ('no or maybe', 'yes')
    >>> answers_of(Label("kind", positive=("2",)))
    ('not 2', '2')
    >>> answers_of(Label("sick", negative=("",)))
    ('(empty)', 'not (empty)')
    >>> answers_of(Label("price", threshold=300_000))
    ('at most 300,000', 'above 300,000')
    """
    if label.threshold is not None:
        return f"at most {label.threshold:,.12g}", f"above {label.threshold:,.12g}"
    sides = label.negative, label.positive
    return _called(*sides), _called(*reversed(sides))


def _called(values: tuple[str, ...], others: tuple[str, ...]) -> str:
    if 0 < len(values) <= MOST_VALUES:
        return " or ".join(map(_short, values))
    if 0 < len(others) <= MOST_VALUES:
        return "not " + " or ".join(map(_short, others))
    return f"one of {len(values)} values"


def _short(value: str) -> str:
    if not value:
        return "(empty)"
    return value if len(value) <= LONGEST_ANSWER else value[: LONGEST_ANSWER - 1] + "…"
