"""Records divided into groups by one column: a group for each of its values, or between cuts.

A `Division` says which column, and where it is cut. Without cuts each distinct value is a group: by
size where all are numbers (30 and 30.0 are one), else the most frequent first, equally frequent
ones by name. With cuts ``c_1 < … < c_k`` the groups are ``v < c_1``, ``c_1 <= v < c_2``, …,
``v >= c_k``: a number at a cut belongs to the upper group. Cells that mean missing (empty, nan or a
marker) are a group of their own, the last. In all there are 2 to 12.

The column need not be a feature, and is never the label. Which groups there are, and how large, is
*read from the data*: good for a simulation; a release knows nothing of groups.

Examples
--------
>>> table = pd.DataFrame({"age": ["31", "50", "?", "17"], "sex": ["f", "m", "f", "f"]})
>>> divide(table, Division("sex")).names
('f', 'm')
>>> groups = divide(table, Division("age", (50, 30)), markers=("?",))
>>> groups.names
('below 30', '30 to below 50', '50 and above', 'no value')
>>> groups.codes.tolist()
[1, 2, 3, 0]
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data import cells, facts
from dpcore.data.encoding import check_columns
from dplab.tables.groups.cuts import round_cut

Codes = npt.NDArray[np.int64]

FEWEST_GROUPS, MOST_GROUPS = 2, 12
MOST_CUTS = MOST_GROUPS - 1

NO_VALUE = "no value"
"""Name of the group of the cells that mean missing."""

ALWAYS_MISSING = ("", "nan")
"""Texts that are no value of a group, whatever the markers."""


@dataclass(frozen=True)
class Division:
    """Which column divides the records, and where it is cut.

    Parameters
    ----------
    column : str
    cuts : tuple of float
        At most 11 different finite numbers, kept by size; none for a group for each value.

    Raises
    ------
    InvalidInput
        If a cut is no finite number, appears twice, or there are too many.
    """

    column: str
    cuts: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        facts.text("name of the column that divides the records", self.column)
        facts.set_frozen(self, "cuts", _sorted(f"cuts of {self.column}", self.cuts))

    @property
    def written_cuts(self) -> tuple[str, ...]:
        """The cuts as groups are named after them: any two of them differ.

        Examples
        --------
        >>> Division("income", (20_000, 20_000.0001)).written_cuts
        ('20,000', '20000.0001')
        """
        return tuple(map(_exactly, self.cuts))


@dataclass(frozen=True, eq=False)
class Groups:
    """Which group each record belongs to.

    Parameters
    ----------
    column : str
        The column that divides the records.
    names : tuple of str
        One for each group, all different. Between cuts a group may be without a record.
    codes : int array (n,)
        The place in `names` of each record's group. Not to be written to.
    """

    column: str
    names: tuple[str, ...]
    codes: Codes


def divide(
    table: pd.DataFrame, division: Division, *, markers: Sequence[str] = (), label: str = ""
) -> Groups:
    """Return the groups of all rows of a table.

    Parameters
    ----------
    table : DataFrame (n, n_columns)
        Texts or numbers, one record a row. It is not changed.
    division : Division
        Which column, and where it is cut.
    markers : sequence of str
        Texts that mean missing, besides the empty one and nan, as in `Schema`.
    label : str
        The column that is predicted, which cannot divide the records; empty if the table has none.

    Raises
    ------
    InvalidInput
        If the column is absent or the label, has one value or more than 12, holds a text where it
        is cut, or all records are on one side of the cuts. The sentence says what to do.
    """
    if division.column == label:
        raise InvalidInput(
            f"{label} is the column to predict and cannot divide the records. Choose another."
        )
    check_columns(table, (division.column,))
    column = table.iloc[:, [str(name) for name in table.columns].index(division.column)]
    if division.cuts:
        names, codes = _between_cuts(column, division.cuts, markers)
    else:
        names, codes = _by_value(column, markers)
    codes.setflags(write=False)
    return Groups(division.column, _all_different(names), codes)


def used_texts(
    column: pd.Series, markers: Sequence[str]
) -> tuple[list[str], Codes, npt.NDArray[np.bool_]]:
    """Return the texts that occur in a column, the place of each cell's, and which mean missing.

    A text may occur twice.
    """
    found = cells.texts(column)
    # The code -1, of a missing value, is the last place in numpy as it is in the texts.
    places, codes = np.unique(found.codes, return_inverse=True)
    texts = [found.distinct[place] for place in places.tolist()]
    coded = [number for number in cells.parsed(markers) if np.isfinite(number)]
    missing = cells.marked(texts, (*markers, *ALWAYS_MISSING))
    return texts, codes, missing | np.isin(cells.parsed(texts), coded)


def _by_value(column: pd.Series, markers: Sequence[str]) -> tuple[list[str], Codes]:
    texts, codes, missing = used_texts(column, markers)
    texts, numbers = _one_text_for_each_number(texts, missing)
    counts: Counter[str] = Counter()
    for text, is_missing, count in zip(texts, missing, np.bincount(codes), strict=True):
        if not is_missing:
            counts[text] += int(count)
    _check_values(column, list(counts), numbers, bool(missing.any()))
    levels = sorted(counts, key=lambda text: (numbers.get(text, -counts[text]), text))
    place = {text: number for number, text in enumerate(levels)}
    group_of = [
        len(levels) if is_missing else place[text]
        for text, is_missing in zip(texts, missing, strict=True)
    ]
    return levels + [NO_VALUE] * bool(missing.any()), np.array(group_of, dtype=np.int64)[codes]


def _one_text_for_each_number(
    texts: list[str], missing: npt.NDArray[np.bool_]
) -> tuple[list[str], dict[str, float]]:
    """Return the texts with "30" for "30.0", and their numbers; none where one is no number."""
    numbers = cells.parsed(texts)
    if not np.isfinite(numbers[~missing]).all():
        return texts, {}
    plainest: dict[float, str] = {}
    for text, number in sorted(zip(texts, numbers.tolist(), strict=True), key=_plainness):
        plainest.setdefault(number, text)
    one = [plainest.get(number, text) for text, number in zip(texts, numbers.tolist(), strict=True)]
    return one, {text: number for number, text in plainest.items()}


def _plainness(written: tuple[str, float]) -> tuple[int, str]:
    return len(written[0]), written[0]


def _check_values(
    column: pd.Series, values: list[str], numbers: dict[str, float], has_missing: bool
) -> None:
    """Refuse values that make fewer than two groups, or more than twelve."""
    if FEWEST_GROUPS <= len(values) + has_missing <= MOST_GROUPS:
        return
    rule = f"records are divided into {FEWEST_GROUPS} to {MOST_GROUPS} groups"
    if len(values) > 1:
        advice = "Choose another column."
        if numbers:
            advice = f"Cut it at places of your choice, such as {_some_cuts(values, numbers)}."
        missing = ", and rows without one are a group, too" if has_missing else ""
        raise InvalidInput(
            f"{column.name} has {len(values):,} different values{missing}; {rule}. {advice}"
        )
    what = f"one value only, {cells.shown(values[0])}" if values else "no value in any row"
    raise InvalidInput(f"{column.name} has {what}; {rule}. Choose another column.")


def _some_cuts(values: list[str], numbers: dict[str, float]) -> str:
    """Return two round cuts as a sentence names them, one where two would be the same."""
    found = np.array([numbers[value] for value in values])
    return " and ".join(map(_exactly, sorted({round_cut(found, k / 3) for k in (1, 2)})))


def _between_cuts(
    column: pd.Series, cuts: tuple[float, ...], markers: Sequence[str]
) -> tuple[list[str], Codes]:
    texts, codes, missing = used_texts(column, markers)
    numbers = cells.parsed(texts)
    wrong = (~np.isfinite(numbers) & ~missing)[codes]
    if wrong.any():
        raise InvalidInput(
            f"{cells.where(column, int(np.argmax(wrong)))}, and a column that is cut must hold "
            "finite numbers. Correct the cell, declare it as a marker of missing values, take the "
            "cuts out, or choose another column."
        )
    at = [_exactly(cut) for cut in cuts]
    between = [f"{low} to below {high}" for low, high in pairwise(at)]
    names = [f"below {at[0]}", *between, f"{at[-1]} and above"] + [NO_VALUE] * bool(missing.any())
    group_of = np.where(missing, len(cuts) + 1, np.searchsorted(cuts, numbers, side="right"))
    _check_cut(column, names, group_of, numbers[~missing])
    return names, group_of[codes]


def _check_cut(column: pd.Series, names: list[str], used: Codes, numbers: Array) -> None:
    """Refuse cuts that make too many groups, or leave one only with records."""
    if len(names) > MOST_GROUPS:
        raise InvalidInput(
            f"cuts of {column.name} make {len(names) - 1} groups, and rows without a value are one "
            f"more; records are divided into at most {MOST_GROUPS}. Take out a cut."
        )
    if len(np.unique(used)) >= FEWEST_GROUPS:
        return
    if len(np.unique(numbers)) > 1:
        low, high = _exactly(numbers.min()), _exactly(numbers.max())
        raise InvalidInput(
            f"cuts of {column.name} leave all records in one group, “{names[used[0]]}”. Its "
            f"numbers lie between {low} and {high}: choose a cut above {low}, and at most {high}."
        )
    what = f"one value only, {_exactly(numbers[0])}" if len(numbers) else "no value in any row"
    raise InvalidInput(f"{column.name} has {what}, and cannot be cut. Choose another column.")


def _sorted(what: str, cuts: Iterable[float]) -> tuple[float, ...]:
    """Return cuts by size, each checked."""
    if isinstance(cuts, str) or not isinstance(cuts, Iterable):
        raise InvalidInput(f"{what} must be a list of numbers, such as (30, 50).")
    numbers = sorted(facts.finite(f"each of the {what}", cut) for cut in cuts)
    if len(numbers) > MOST_CUTS:
        raise InvalidInput(
            f"{what} must be at most {MOST_CUTS}, which make {MOST_GROUPS} groups; "
            f"got {len(numbers):,}. Take some out."
        )
    facts.check_distinct(what, map(_exactly, numbers))
    return tuple(numbers)


def _exactly(number: float) -> str:
    """Return a number as a sentence has it, with as many digits as tell it from all others."""
    text = checks.written(number)
    return text if float(text.replace(",", "")) == number else checks.shortened(repr(float(number)))


def _all_different(names: Iterable[str]) -> tuple[str, ...]:
    """Return names that are cut where they are long, those that are taken already with a number."""
    different: list[str] = []
    for name in map(checks.cut, names):
        times, free = 1, name
        while free in different:
            times += 1
            free = f"{name} ({times})"
        different.append(free)
    return tuple(different)
