"""What stands on the two sides of a label, and which sides might be meant: read from the data.

`counted` says how many records each side has, and which values. `proposals` offers sides for a
label with more than two values, each to be taken by one click:

- for a quantity or a grade in whole numbers, a threshold; for a grade in words, such as low, medium
  and high, the upper ones. The cut is where the two sides are most nearly equally large;
- for few classes, each against all others; of numbers the commonest, as they may be codes.

Examples
--------
>>> column = pd.Series(["low", "high", "medium", "low", ""], name="risk")
>>> [each.positive for each in proposals(column, Label("risk"))][:2]
[('medium', 'high'), ('low',)]
>>> counted(column, Label("risk", ("high",)), USUAL_MARKERS).n_negative
3
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from dpcore.data import cells
from dpcore.data.declared.labelled import has_label
from dpcore.data.declared.reading import as_declared
from dpcore.data.declared.schema import Label
from dpcore.data.facts import AMONG_NUMBERS, MAX_TEXT, READ, USUAL_MARKERS
from dplab.tables.guesses import labels, spellings, ways

SCALES = (
    ("very low", "low", "medium", "moderate", "average", "normal", "high", "very high"),
    ("unacceptable", "poor", "bad", "fair", "acceptable", "average", "good", "very good", "premium",
     "excellent", "ideal"),
    ("unacc", "acc", "good", "vgood"),
    ("none", "no", "minimal", "mild", "moderate", "medium", "severe", "critical"),
    ("very small", "small", "medium", "large", "very large"),
    ("never", "rarely", "seldom", "sometimes", "often", "usually", "always"),
    ("strongly disagree", "disagree", "neutral", "agree", "strongly agree"),
    ("very dissatisfied", "dissatisfied", "neutral", "satisfied", "very satisfied"),
)  # fmt: skip
"""Words of grades, each list in its order."""

MOST_AGAINST_REST, MOST_NUMBERS = 6, 3
"""So many classes are each offered against all others; of numbers, which often are a grade, so many
of the commonest."""

Values = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class SideCounts:
    """How many records are on the sides of a label. Read from the data, and not private.

    `positive` and `negative` are the values on each side and their records, the commonest first;
    none for a threshold. `neither` are values that are on no side: all of them, where the label is
    open. `n_unlabelled` counts records whose label is missing.
    """

    n_positive: int
    n_negative: int
    positive: Values = ()
    negative: Values = ()
    neither: Values = ()
    n_unlabelled: int = 0

    @property
    def n(self) -> int:
        """All records."""
        neither = sum(count for _, count in self.neither)
        return self.n_positive + self.n_negative + neither + self.n_unlabelled


def counted(column: pd.Series, label: Label, markers: Sequence[str]) -> SideCounts:
    """Return what stands on the sides of a label.

    Of an open label all values are on neither side.
    """
    labelled = has_label(column, label, markers)
    unlabelled = int((~labelled).sum())
    column = as_declared(column, label)
    if label.threshold is not None:
        found = cells.texts(column)
        with np.errstate(invalid="ignore"):
            above = (cells.parsed(found.distinct) > label.threshold)[found.codes] & labelled
        n_above = int(above.sum())
        return SideCounts(n_above, len(column) - unlabelled - n_above, n_unlabelled=unlabelled)
    sides: dict[str, list[tuple[str, int]]] = {"positive": [], "negative": [], "neither": []}
    for text, count in _counts(column[labelled]):
        sides[_side(label, text)].append((text, count))
    n_positive, n_negative = (sum(n for _, n in sides[side]) for side in ("positive", "negative"))
    values = {side: tuple(found) for side, found in sides.items()}
    return SideCounts(n_positive, n_negative, n_unlabelled=unlabelled, **values)


def proposals(
    column: pd.Series, label: Label, markers: Sequence[str] = USUAL_MARKERS
) -> tuple[Label, ...]:
    """Return sides that might be meant, the likeliest first; none for a label of two values.

    The label's name is kept, and what becomes of rows without a label.
    """
    blank = replace(label, positive=(), negative=(), threshold=None, origin=READ, written=None)
    if label.joined:
        spelled = spellings.commonest(column, markers)
        column = as_declared(column, replace(blank, positive=spelled))
    counts = _counts(column[has_label(column, blank, markers)])
    if len(counts) < 3 or max(len(text) for text, _ in counts) > MAX_TEXT:
        return ()
    if labels.is_quantity(column):
        return (_threshold(column, blank, markers), *_codes(blank, counts))
    ordered = _in_order([text for text, _ in counts])
    grade = (replace(blank, positive=_upper(ordered, dict(counts))),) if ordered else ()
    return (*grade, *(each for each in _each(blank, counts) if each not in grade))


def _threshold(column: pd.Series, blank: Label, markers: Sequence[str]) -> Label:
    """Return a cut between about equally large sides, in the plain form of the column's numbers."""
    way = ways.way_of(column, markers)
    read = replace(blank, written=way.writing if way else None, joined=False)
    plain = as_declared(column, read)
    counts = _counts(plain[has_label(column, read, markers)])
    return replace(read, threshold=_cut(plain, counts, markers))


def _side(label: Label, text: str) -> str:
    if text in label.positive:
        return "positive"
    if text in label.negative:
        return "negative"
    if label.is_open or (label.positive and label.negative):
        return "neither"
    return "negative" if label.positive else "positive"


def _counts(column: pd.Series) -> list[tuple[str, int]]:
    """Return the values of a column and how often each occurs, the commonest first."""
    found = cells.texts(column)
    by_text: dict[str, int] = {}
    for code, count in zip(*np.unique(found.codes, return_counts=True), strict=True):
        text = found.distinct[code]
        by_text[text] = by_text.get(text, 0) + int(count)
    return sorted(by_text.items(), key=lambda each: (-each[1], each[0]))


def _each(blank: Label, counts: Sequence[tuple[str, int]]) -> tuple[Label, ...]:
    """Return each of few classes against all others."""
    if len(counts) > MOST_AGAINST_REST:
        return ()
    return tuple(replace(blank, positive=(text,)) for text, _ in counts)


def _codes(blank: Label, counts: Sequence[tuple[str, int]]) -> tuple[Label, ...]:
    """Return the commonest of few numbers against all others: they may be codes, and no grade."""
    return _each(blank, counts[:MOST_NUMBERS]) if len(counts) <= labels.MAX_CLASSES else ()


def _cut(column: pd.Series, counts: Sequence[tuple[str, int]], markers: Sequence[str]) -> float:
    """Return a threshold between about equally large sides: of few values, one of them."""
    numbers = cells.parsed([text for text, _ in counts])
    if len(counts) > labels.MAX_CLASSES or not np.isfinite(numbers).all():
        return labels.threshold(column, (*markers, *AMONG_NUMBERS))
    order = np.argsort(numbers)
    at_most = np.cumsum(np.array([count for _, count in counts])[order])
    place = int(np.argmin(np.abs(at_most[:-1] - at_most[-1] / 2)))
    return float(numbers[order][place])


def _in_order(values: Sequence[str]) -> list[str]:
    """Return values in the order of the scale that has them all; nothing if none has."""
    folded = {value.casefold().replace("_", " ").replace("-", " "): value for value in values}
    for scale in SCALES:
        if len(folded) == len(values) and folded.keys() <= set(scale):
            return [folded[word] for word in scale if word in folded]
    return []


def _upper(ordered: Sequence[str], counts: dict[str, int]) -> tuple[str, ...]:
    """Return the upper values of a grade, about half of the records."""
    at_most = np.cumsum([counts[value] for value in ordered])
    place = int(np.argmin(np.abs(at_most[:-1] - at_most[-1] / 2)))
    return tuple(ordered[place + 1 :])
