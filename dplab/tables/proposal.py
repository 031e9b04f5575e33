"""A first schema for a table that nobody has described yet.

`propose` guesses the label, the type of each column, round bounds and the levels, so that a
visitor sees a first figure at once. Everything in it was *read from the data* and is marked so:
good for a simulation, not for a release. Bounds that are the smallest and largest value of a table
reveal the records that hold them; the visitor replaces the guess by what is known about the
column without looking, and declares it.

- A column whose cells are nearly all numbers or missing is numeric, however people write them
  (`dplab.tables.guesses.ways`); where they may be read in two ways, it is left out until somebody
  says which. Its bounds are rounded outwards, and
  start at 0 where no value is negative and 0 is near: a length or a count has that bound by
  nature. A column of 0 and 1 gets the bounds -1 and 1, so that a 0 stays 0: forty flags at -1
  would fill the unit ball and leave its numbers no room. A missing number stands for the middle.
- One value and gaps, such as yes or nothing, are a category of two levels.
- A flag of 0 and 1, or of another two of `FLAGS`, that has gaps is a category: the middle would
  read a gap as a 0, and a gap may say something of its own.
- Any other column is a category with the levels that occur. Missing cells get a level of their own.
- Missing are the usual texts (empty, ?, NA, N/A, nan), and "none", "null" and "-" where the other
  cells are numbers: among texts they are levels like others.
- Left out are columns with one value and no gap (nothing to learn), with a value of its own for
  nearly each record or the name of an identifier or of persons, with more than `MAX_LEVELS` texts
  or longer ones than a schema takes, and what no longer fits. A code whose levels repeat evenly
  (store_id) is a category whatever its name.
- The label is proposed by its name or by its values (`dplab.tables.guesses.labels`), and the
  visitor is asked for it.

Examples
--------
>>> table = pd.DataFrame({"age": ["23", "71", "?"] * 4, "sick": ["no", "yes", "yes"] * 4})
>>> schema = propose(table)
>>> schema.label.positive, schema.features[0].upper, schema.features[0].origin
(('yes',), 75.0, 'read from the data')
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data import cells
from dpcore.data.declared.schema import (
    MAX_ENCODED,
    MAX_TEXTS,
    READ,
    Category,
    Feature,
    Numeric,
    Schema,
    texts_of,
)
from dpcore.data.facts import AMONG_NUMBERS, USUAL_MARKERS
from dpcore.data.written.recognised import Recognised
from dpcore.data.written.writing import Writing
from dplab.tables.guesses import codes, labels, spellings, ways
from dplab.tables.guesses.completion import middle_of
from dplab.tables.guesses.identifiers import (
    is_category,
    is_named_id,
    looks_like_identifier,
    names_persons,
)
from dplab.tables.guesses.labels import MAX_CLASSES
from dplab.tables.guesses.levels import OWN_LEVELS

MAX_LEVELS = 100
"""More texts than this look like names or remarks, not like a category."""

TINY = 1e-290
"""Ranges below it, or above its inverse, have no power of ten to round to."""

MOSTLY_NUMBERS = 0.9
"""A column is taken for numeric if so large a share of its distinct texts are finite numbers."""


FLAGS = frozenset((-1.0, 0.0, 1.0, 2.0))
"""Two of these numbers are the sides of a flag."""


@dataclass(frozen=True)
class Survey:
    """What a table tells of itself.

    Parameters
    ----------
    schema : Schema
        The proposal.
    unused : dict of str to str
        Why columns are left out: a reason by name.
    ways : dict of str to Recognised
        How numbers are written, by column: of those where somebody has to say it, and where not as
        computers do.
    """

    schema: Schema
    unused: dict[str, str]
    ways: dict[str, Recognised]


def propose(table: pd.DataFrame, label: str | None = None) -> Schema:
    """Return a schema with everything guessed, and marked as read from the data.

    Parameters
    ----------
    table : DataFrame
        The table, texts or numbers.
    label : str, optional
        The column to predict; the likeliest candidate by default.

    Raises
    ------
    InvalidInput
        If no column looks like a label, `label` is no column, or no other column can be used.
    """
    return survey(table, label).schema


def survey(table: pd.DataFrame, label: str | None = None) -> Survey:
    """Return the proposal, why columns are left out, and how numbers are written.

    Parameters
    ----------
    table, label
        As in `propose`. Where nothing is left to learn from but columns that somebody is asked
        about, they are taken by the plainest way.

    Raises
    ------
    InvalidInput
        As `propose`.
    """
    known = ways.of_table(table)
    plain = ways.plain_table(table, known)
    label = _label_name(plain, known, label)
    found = _features(table, plain, label, known)
    features = [feature for feature, _ in found.values() if feature]
    if not features:
        asked = (name for name, way in known.items() if way.asks and name != label)
        features = [number(table[name], plainest(known[name])) for name in asked]
    if not features:
        raise InvalidInput(
            f"the table must have a column besides {label} to learn from: a number that varies, or "
            f"2 to {MAX_LEVELS} different texts; it has none."
        )
    schema = Schema(
        labels.proposed(table[label]),
        tuple(features),
        _markers(table, features),
        # By a look at the cells, also where all columns are in, no further text means missing, and
        # all numbers are written as computers do.
        markers_origin=READ,
        columns_origin=READ,
        file_origin=READ,
    )
    unused = {name: why for name, (feature, why) in found.items() if not feature}
    return Survey(schema, unused, known)


def plainest(found: Recognised) -> Writing | None:
    """Return the plainest way of those that somebody is asked about."""
    if found.units:
        return Writing(unit=found.units[0])
    return found.choices[0]


def _markers(table: pd.DataFrame, features: Sequence[Feature]) -> tuple[str, ...]:
    """Return the usual markers, and of those among numbers the ones that occur there."""
    numeric = [feature.name for feature in features if isinstance(feature, Numeric)]
    found: set[str] = set()
    for name in numeric:
        distinct = cells.texts(table[name]).distinct
        there = np.flatnonzero(cells.marked(distinct, AMONG_NUMBERS))
        found |= {distinct[place].casefold() for place in there}
    return (*USUAL_MARKERS, *(marker for marker in AMONG_NUMBERS if marker in found))


def _label_name(
    plain: pd.DataFrame, known: Mapping[str, Recognised], asked: str | None = None
) -> str:
    found = asked
    if found is None:
        open_ones = [name for name, way in known.items() if way.asks]
        told = plain.drop(columns=open_ones)
        found = next(labels.candidates(told), next(reversed(open_ones), None))
    if found is None:
        raise InvalidInput(
            f"the table must have a column to predict: 2 to {MAX_CLASSES} different values, or a "
            "quantity; it has none. Add a column with two classes."
        )
    return checks.one_of("label", found, [str(name) for name in plain.columns])


def guess(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> Feature:
    """Return one column as a feature, guessed and marked as read from the data.

    Raises
    ------
    InvalidInput
        If the column has one value only, or too many texts for a category.
    """
    way = ways.way_of(column, markers)
    plain = ways.written(column, way.writing if way else None)
    return _guessed(column, plain, markers, way)


def _guessed(
    column: pd.Series, plain: pd.Series, markers: Sequence[str], way: Recognised | None
) -> Feature:
    read = cells.texts(plain).used()
    if way and way.asks:
        present = cells.unmarked(read, (*markers, *AMONG_NUMBERS))
        raise ways.NumbersAsked(ways.question(str(column.name), present, way))
    written = way.writing if way else None
    present = cells.unmarked(read, _markers_among(read, markers))
    numbers = cells.parsed(present)
    finite = np.isfinite(numbers)
    has_missing = len(present) < len(read)
    if len(present) == 1 and has_missing:
        return category(column, markers)
    if len({*numbers} if finite.all() else present) < 2:
        raise InvalidInput(
            f"{column.name} must vary; it has at most one value besides missing ones."
        )
    if has_missing and len({*numbers}) == 2 and {*numbers} <= FLAGS and not written:
        return _flag(column, markers)
    if finite.mean() >= MOSTLY_NUMBERS:
        # A cell that is no number is then an odd one, instead of making a level of each.
        return _numeric(str(column.name), numbers[finite], has_missing, written)
    return category(column, markers)


def _flag(column: pd.Series, markers: Sequence[str]) -> Category:
    """Return two numbers and a gap as a category: between 0 and 1 there is no place for a gap."""
    used, levels = cells.texts(column).used(), spellings.commonest(column, markers)
    present = cells.unmarked(used, markers)
    feature = _category(str(column.name), levels, len(present) < len(used))
    return replace(feature, joined=True) if len(present) > len(levels) else feature


def number(
    column: pd.Series, written: Writing | None, markers: Sequence[str] = USUAL_MARKERS
) -> Numeric:
    """Return one column as numbers that are written so, guessed, read from the data.

    Raises
    ------
    InvalidInput
        If it holds fewer than two of them.
    """
    read = cells.texts(ways.written(column, written)).used()
    present = cells.unmarked(read, markers)
    numbers = cells.parsed(present)
    numbers = numbers[np.isfinite(numbers)]
    if len(np.unique(numbers)) < 2:
        raise InvalidInput(f"{column.name} must hold at least two different numbers.")
    return _numeric(str(column.name), numbers, len(present) < len(read), written)


def category(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> Category:
    """Return one column as a category, guessed and marked as read from the data.

    Raises
    ------
    InvalidInput
        If it has too many texts.
    """
    used = cells.texts(column).used()
    present = cells.unmarked(used, markers)
    if len(present) > MAX_LEVELS:
        raise InvalidInput(
            f"{column.name} must have at most {MAX_LEVELS} different texts to be guessed; it has "
            f"{len(present):,}. Declare the levels that matter, and one for all other values."
        )
    return _category(str(column.name), present, len(present) < len(used))


def _features(
    table: pd.DataFrame, plain: pd.DataFrame, label: str, known: Mapping[str, Recognised]
) -> dict[str, tuple[Feature | None, str]]:
    """Return for each column but the label a feature, or None and the reason."""
    found: dict[str, tuple[Feature | None, str]] = {}
    # Half of the characters: the label's values and what a visitor adds take their share, too.
    room, letters = MAX_ENCODED, MAX_TEXTS // 2
    for name in table.columns:
        if str(name) == label:
            continue
        feature, why = _usable(table[name], plain[name], known.get(str(name)))
        if feature and len(feature.encoded_names) > room:
            feature, why = None, f"{name} would take more than {MAX_ENCODED:,} columns in all."
        if feature and sum(map(len, texts_of(feature))) > letters:
            feature, why = None, f"{name} would take more characters than a schema has."
        letters -= sum(map(len, texts_of(feature))) if feature else 0
        room -= len(feature.encoded_names) if feature else 0
        found[str(name)] = feature, why
    return found


def _usable(
    column: pd.Series, plain: pd.Series, way: Recognised | None
) -> tuple[Feature | None, str]:
    values = cells.present(plain, USUAL_MARKERS)
    is_date = codes.are_dates(values) or codes.are_dates_in_digits(values)
    if names_persons(plain) and not is_date:
        return None, f"{column.name} says whose each record is: it names persons."
    if is_named_id(str(column.name)):
        if is_category(column):
            return _coded(column), ""
        return None, f"{column.name} is named like an identifier."
    if looks_like_identifier(plain):
        what = "dates" if is_date else "a value of its own for each record, like an identifier"
        return None, f"{column.name} holds {what}."
    try:
        return _guessed(column, plain, USUAL_MARKERS, way), ""
    except InvalidInput as refusal:
        why = f"{column.name} holds dates, and more of them than a category is guessed with."
        return None, why if is_date and len(values) > MAX_LEVELS else str(refusal)


def _coded(column: pd.Series) -> Category:
    """Return a code as a category, though its levels may be numbers: 10 is no more than 9."""
    used = cells.texts(column).used()
    present = cells.unmarked(used, USUAL_MARKERS)
    return _category(str(column.name), present, len(present) < len(used))


def _markers_among(used: Sequence[str], markers: Sequence[str]) -> tuple[str, ...]:
    """Return the markers of a column by its texts: also those among numbers, if most are."""
    more = (*markers, *AMONG_NUMBERS)
    numbers = cells.parsed(cells.unmarked(used, more))
    finite = np.isfinite(numbers)
    # With a single number, "-" and that number are the two values of a flag.
    varies = len({*numbers[finite]}) > 1
    return more if varies and finite.mean() >= MOSTLY_NUMBERS else tuple(markers)


def _numeric(
    name: str, numbers: Array, has_missing: bool, written: Writing | None = None
) -> Numeric:
    lower, upper = rounded_range(numbers)
    middle = middle_of(lower, upper) if has_missing else None
    return Numeric(name, lower, upper, middle, READ, written)


def rounded_range(numbers: Array) -> tuple[float, float]:
    """Return the rounded range of some numbers; [-1, 1] for flags of 0 and 1.

    Parameters
    ----------
    numbers : array (n,)
        At least one, finite.
    """
    low, high = float(numbers.min()), float(numbers.max())
    if set(np.unique(numbers)) <= {0.0, 1.0}:
        low, high = -1.0, 1.0
    return round_outwards(low, high)


def round_outwards(low: float, high: float) -> tuple[float, float]:
    """Return bounds around [low, high] in steps of 5 · 10^k; 0 where it is near."""
    if 0 <= low <= high / 2:
        low = 0.0
    if not TINY < high - low < 1 / TINY:
        return low, high
    places = 1 - int(np.floor(np.log10(high - low)))
    step = 5 * 10.0**-places
    lower, upper = float(np.floor(low / step) * step), float(np.ceil(high / step) * step)
    # Decimal rounding turns 0.30000000000000004 into 0.3; it must not cut off a value.
    return min(round(lower, places), low), max(round(upper, places), high)


def _category(name: str, present: Sequence[str], has_missing: bool) -> Category:
    if not has_missing:
        return Category(name, tuple(present), None, None, READ)
    own = next(level for level in OWN_LEVELS if level not in present)
    return Category(name, (*present, own), own, None, READ)
