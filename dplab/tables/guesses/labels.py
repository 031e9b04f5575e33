"""Which column is to be predicted, and which side is positive: a proposal, read from the data.

What a table is to answer is nobody's guess but the visitor's, so the page asks; this only decides
where the question starts. Each column that could be the label gets a number, the sum of

- what its name says (`label_names`): survived, attrition, species or class count most;
- `LAST` for the last column, where most tables keep the label;
- what it holds: two values count more than a few, these more than many, and all more than a
  quantity; the only column with two values counts more than one of several;
- less, where cells are missing. A column of EU and NA has two values, and no gap. One of yes and
  empty cells may have two values, too: whoever owns the table is asked.

The largest leads; among equals the last one. A column that says sex, gender, race, ethnicity or
religion comes after all others, and so do identifiers and persons.

Of two values that one is positive whose word says so (`label_names.sides_of`): yes, churned,
refused; not "not placed", benign or existing. Of two numbers it is the larger: 1 of 0/1, +1 of ±1,
>50K of <=50K/>50K. Else it is the rarer: M of B/M; of equally many the later one in their order.
With more than two values the label stays open. A quantity gets a threshold, its median rounded to
two digits: both sides are then about equally large.

Examples
--------
>>> columns = {"sick": ["no", "yes"] * 6, "Class": ["a", "b", "c"] * 4, "kind": ["x", "z"] * 6}
>>> table = pd.DataFrame(columns)
>>> tuple(candidates(table))
('Class', 'kind', 'sick')
>>> proposed(table["sick"]).positive
('yes',)
"""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from dpcore.checks import Array, InvalidInput
from dpcore.data import cells
from dpcore.data.declared.schema import READ, Label
from dpcore.data.facts import AMONG_NUMBERS, LARGEST, MAX_TEXT, USUAL_MARKERS
from dpcore.data.written.plain import alike
from dpcore.data.written.writing import Writing
from dplab.tables.guesses import label_names, spellings, ways
from dplab.tables.guesses.identifiers import is_named_id, looks_like_identifier, names_persons

MAX_CLASSES = 30
"""More values than this are no classes."""

FEW = 10
"""More classes than this are seldom those of a label."""

LAST = 3.0
"""What the last place counts for."""

TWO, ONLY_TWO, SOME, MANY = 2.0, 3.0, 1.0, 0.5
"""What two values, the only two, up to `FEW` and more classes count for."""

GAPS, NAMED_GAPS = -5.5, -1.0
"""What missing cells count for, as a label that is missing is refused: less under a name that is
a label's, whose gaps somebody will fill or leave out."""

MARKS = ("1", "1.0", "x", "y", "t", "j", "+", "✓")
"""What people put into a cell for yes where they leave the others empty."""

SPELLINGS = 10
"""Ways to write a marker, in capitals or with blanks, that a column of classes may hold."""

DIGITS = 2
"""Digits of a threshold that is proposed."""


def candidates(table: pd.DataFrame) -> Iterator[str]:
    """Yield the columns that could be the label, the likeliest first.

    Whether a column is a quantity is looked at only where that may matter: it reads every number.
    """
    columns = [str(name) for name in table.columns[::-1]]
    found = {name: _classes(table[name]) for name in columns}
    unlikely = {name for name in columns if _is_unlikely(table[name])}
    worth = {name: _worth_of_classes(table, found, unlikely, name) for name in columns}
    for name in columns:
        is_last = name == columns[0]
        named = 0.0 if _is_coordinate(name, columns) else label_names.weight(name, is_quantity=True)
        if len(found[name]) < 2 and (is_last or named) and _may_be_cut(table[name], named):
            worth[name] = named + LAST * is_last
    likely = [name for name in columns if worth[name] is not None and name not in unlikely]
    yield from sorted(likely, key=lambda name: -(worth[name] or 0))
    for name in columns:
        if name not in likely and name not in unlikely and _may_be_cut(table[name], 0):
            yield name
    yield from (name for name in columns if name in unlikely and len(found[name]) > 1)


def _worth_of_classes(
    table: pd.DataFrame, found: dict[str, list[str]], unlikely: set[str], name: str
) -> float | None:
    """Return what speaks for a column of classes, or None where it has none."""
    values = found[name]
    if len(values) < 2:
        return _worth_of_one(table[name], is_last=name == str(table.columns[-1]))
    pairs = [each for each in found if len(found[each]) == 2 and each not in unlikely]
    worth = named = label_names.weight(name, is_quantity=False)
    worth += LAST * (name == str(table.columns[-1]))
    if len(values) == 2:
        worth += ONLY_TWO if pairs == [name] else TWO
    else:
        worth += SOME if len(values) <= FEW else MANY
    used = cells.texts(table[name]).used()
    has_gaps = bool({*used} - {*values} - {*cells.unmarked(used, USUAL_MARKERS)})
    return worth + has_gaps * (NAMED_GAPS if named >= label_names.WEAK_WHOLE else GAPS)


def _worth_of_one(column: pd.Series, *, is_last: bool) -> float | None:
    """Return what speaks for a value and empty cells, which may mean no; or None."""
    value = beside_empty(column)
    named = label_names.weight(str(column.name), is_quantity=False)
    is_yes = label_names.side_of(value) > 0 or value.casefold() in MARKS
    if not value or not (named or is_last) or not (named >= label_names.INSIDE or is_yes):
        return None
    return named + LAST * is_last + TWO + NAMED_GAPS


def beside_empty(column: pd.Series) -> str:
    """Return the only value of a column whose other cells are empty; nothing for another column."""
    if column.nunique() > 2:
        return ""
    used = cells.texts(column).used()
    is_one = len(used) == 2 and not used[0] and cells.unmarked(used, USUAL_MARKERS) == used[1:]
    return used[1] if is_one and len(used[1]) <= MAX_TEXT else ""


def _is_unlikely(column: pd.Series) -> bool:
    name = str(column.name)
    return label_names.is_protected(name) or is_named_id(name) or names_persons(column)


def _is_coordinate(name: str, columns: Sequence[str]) -> bool:
    """Return whether y stands beside x: a place, and no label."""
    return name.casefold() == "y" and "x" in map(str.casefold, columns)


def _may_be_cut(column: pd.Series, named: float) -> bool:
    """Return whether a column is a quantity, and no counter unless it is named like a label."""
    return is_quantity(column) and (bool(named) or not looks_like_identifier(column))


def proposed(column: pd.Series) -> Label:
    """Return a column as the label; which values are positive stays open where nobody can guess.

    Two values that are spelled in several ways are joined.
    """
    name, values = str(column.name), _classes(column)
    if len(values) == 2:
        negative, positive = _in_order(values, column)
        spelled = cells.present(column, USUAL_MARKERS)
        joined = len(spelled) > 2
        return Label(name, (positive,), (negative,), READ, joined=joined)
    if value := beside_empty(column):
        return Label(name, (value,), (), READ)
    way = None if values else ways.way_of(column)
    if way and not way.asks and is_quantity(column):
        at = threshold(column)
        return Label(name, origin=READ, threshold=at, written=way.writing)
    return Label(name, origin=READ)


def is_quantity(column: pd.Series) -> bool:
    """Return whether a column holds numbers, more than two of them, or cells that are missing.

    Numbers that may be read in two ways are none before somebody has said which.
    """
    way = ways.way_of(column)
    if way is None or way.asks:
        return False
    return len(np.unique(_quantities(ways.written(column, way.writing)))) > 2


def threshold(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> float:
    """Return the median of a quantity, rounded to `DIGITS` digits where both sides keep records."""
    return _middle(cells.numbers(ways.plainly(column, markers), (*markers, *AMONG_NUMBERS)))


def threshold_as(column: pd.Series, way: Writing | None, markers: Sequence[str]) -> float:
    """Return the same of numbers that are written so; other cells are odd, and have no say.

    Raises
    ------
    InvalidInput
        If it holds fewer than two of them.
    """
    plain = cells.texts(ways.written(column, way))
    numbers = cells.parsed(plain.distinct)
    numbers[cells.marked(plain.distinct, markers)] = np.nan
    numbers[np.isinf(numbers)] = np.nan
    if len(np.unique(numbers[np.isfinite(numbers)])) < 2:
        raise InvalidInput(f"{column.name} must hold at least two different numbers.")
    return _middle(numbers[plain.codes])


def _middle(numbers: Array) -> float:
    numbers = numbers[~np.isnan(numbers)]
    median = float(np.median(numbers))
    rounded = float(f"{median:.{DIGITS}g}")
    for value in (rounded, median):
        if numbers.min() <= value < numbers.max():
            return value
    return float(numbers.min())  # more than half of the records hold the largest value


def _classes(column: pd.Series) -> list[str]:
    """Return the values of a column if these could be classes, none if they are too many or long.

    Counting them is quick; so only columns with few are read one by one.
    """
    if column.nunique() > MAX_CLASSES + len(USUAL_MARKERS) * SPELLINGS:
        return []
    values = cells.present(column, USUAL_MARKERS)
    if len(values) > MAX_CLASSES or max(map(len, values), default=0) > MAX_TEXT:
        return []
    if len(values) > 2 and len(joined := spellings.commonest(column)) == 2:
        return list(joined)
    return _with_marker(column, values) if len(values) == 1 else values


def _with_marker(column: pd.Series, values: list[str]) -> list[str]:
    """Return a value and the text beside it, though that usually means missing: EU and NA."""
    used = cells.texts(column).used()
    return used if len(used) == 2 and "" not in used else values


def _in_order(values: Sequence[str], column: pd.Series) -> Sequence[str]:
    """Return two values of a column, the negative one first."""
    looks = [alike(value) for value in values]
    numbers = cells.parsed(looks)
    if np.isfinite(numbers).all():
        return [values[place] for place in np.argsort(numbers, kind="stable")]
    return label_names.sides_of(values, str(column.name)) or _rarer_last(values, column)


def _rarer_last(values: Sequence[str], column: pd.Series) -> Sequence[str]:
    found = cells.texts(column)
    looks = [alike(text) for text in found.distinct]
    counts = dict.fromkeys(looks, 0)
    # A missing value has the code -1, of the last text.
    each = np.bincount(found.codes % len(looks), minlength=len(looks)).tolist()
    for look, count in zip(looks, each, strict=True):
        counts[look] += count
    return sorted(values, key=lambda value: (-counts[alike(value)], alike(value)))


def _quantities(column: pd.Series) -> Array:
    """Return the distinct numbers of a column; nothing where another cell holds a text."""
    numbers = cells.parsed(cells.present(column, (*USUAL_MARKERS, *AMONG_NUMBERS)))
    usable = np.isfinite(numbers).all() and np.all(np.abs(numbers) <= LARGEST)
    return numbers if usable else np.empty(0)
