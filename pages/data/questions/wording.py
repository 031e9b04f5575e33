"""What the page Data says of cells: numbers, odd ones, spellings, markers that are values."""

from collections.abc import Mapping, Sequence

from dpcore.checks import cut
from dpcore.data.written.recognised import Recognised
from dpcore.data.written.writing import TIME, Writing
from dplab.tables.guesses import spellings, ways
from dplab.tables.guesses.codes import StandIn
from dplab.tables.guesses.odd import OddCell
from dplab.tables.guesses.spellings import Group
from pages.kit import words
from pages.kit.text import escape_markdown

MOST_TEXTS = 8
"""Texts that a sentence names; the others are counted."""

MOST_COLUMNS = 2
"""Columns that it names for each of them."""


def numbers(name: str, cell: str, way: Writing) -> str:
    """Return that a column is read as numbers, by one of its cells; or that none is written so."""
    if not cell:
        return f"{_column(name)}: no cell is written as {escape_markdown(way.example)}."
    what = "minutes" if way.form == TIME else "numbers"
    return f"{_column(name)} is read as {what}: {escape_markdown(cut(cell))} → {way.plain(cell)}."


def as_text(name: str, *, is_used: bool) -> str:
    """Return that a column of numbers is read as text."""
    if is_used:
        return f"{_column(name)} is read as text: each value is a level."
    return (
        f"{_column(name)} holds numbers but is read as text, and is left out because it has too "
        "many values."
    )


def asked(name: str, cells: Sequence[str], found: Recognised) -> str:
    """Return what somebody has to say of a column's numbers."""
    if found.units:
        units = words.listed([escape_markdown(unit) for unit in found.units])
        return (
            f"{_column(name)} holds numbers in different units, {units}. The page does not convert "
            "them. The column is not used until you decide."
        )
    cell = ways.example(cells)
    # Without commas: by some readers' habits 1,003 is the other answer.
    large, small = (ways.reading(cell, way) for way in found.choices[::-1])
    return (
        f"{_column(name)}: does “{escape_markdown(cut(cell))}” mean {large}, or {small} (about "
        f"{round(float(small))})? All its cells can be read both ways. The column is not used "
        "until you decide."
    )


def choice(cells: Sequence[str], way: Writing | None) -> str:
    """Return what a button takes: the cell, and the number that it is then."""
    cell = ways.example(cells)
    return f"{escape_markdown(cut(cell))} is {ways.reading(cell, way)}"


def odd(cells: Sequence[OddCell]) -> str:
    """Return which cells are no numbers, and where they are."""
    count = sum(each.count for each in cells)
    named = [f"{shown(each.text)} ({_where(each.columns)})" for each in cells[:MOST_TEXTS]]
    if more := sum(each.count for each in cells[MOST_TEXTS:]):
        named.append(f"{words.pluralize(more, 'further cell')}")
    if count == 1:
        return f"1 cell in a column of numbers is not a number: {named[0]}. What does it mean?"
    listed = words.listed(named)
    return f"{count:,} cells in columns of numbers are not numbers: {listed}. What do they mean?"


def all_missing(cells: Sequence[OddCell]) -> str:
    """Return what the button says that takes all of them, be it one, as missing."""
    is_one = sum(each.count for each in cells) == 1
    return "It means “missing”" if is_one else "They all mean “missing”"


def undecided(cells: Sequence[OddCell]) -> str:
    """Return that a table waits for what these cells mean."""
    if sum(each.count for each in cells) == 1:
        return "Not used yet: say above what the cell that is not a number means."
    return "Not used yet: say above what the cells that are not numbers mean."


def _where(columns: Sequence[tuple[str, int]]) -> str:
    said = [f"{count:,} in {escape_markdown(name)}" for name, count in columns[:MOST_COLUMNS]]
    if more := sum(count for _, count in columns[MOST_COLUMNS:]):
        said.append(f"{more:,} elsewhere")
    return ", ".join(said)


def alike(name: str, groups: Sequence[Group]) -> str:
    """Return which spellings of a column look alike, and how they differ."""
    said = "; ".join(map(_group, groups[:MOST_COLUMNS]))
    more = f"; and {len(groups) - MOST_COLUMNS:,} more" if len(groups) > MOST_COLUMNS else ""
    return f"{_column(name)} has spellings that look alike: {said}{more}."


def joined(name: str, groups: Sequence[Group]) -> str:
    """Return which spellings are joined to one level."""
    said = "; ".join(
        f"{shown(group[0][0])} includes {words.listed([shown(text) for text, _ in group[1:]])}"
        for group in groups[:MOST_COLUMNS]
    )
    more = f"; and {len(groups) - MOST_COLUMNS:,} more" if len(groups) > MOST_COLUMNS else ""
    return f"{_column(name)}: spellings that look alike are joined. {said}{more}."


def _group(group: Group) -> str:
    first = group[0][0]
    named = [f"{shown(first)} ({group[0][1]:,})"]
    for text, count in group[1:MOST_TEXTS]:
        why = spellings.difference(first, text)
        named.append(f"{shown(text)} ({count:,}{', ' + why if why else ''})")
    if len(group) > MOST_TEXTS:
        named.append(f"{len(group) - MOST_TEXTS:,} more")
    return words.listed(named)


def means_missing(name: str, text: str, count: int) -> str:
    """Return that a text means missing in a column."""
    return f"{_column(name)}: {shown(text)} means missing here ({words.pluralize(count, 'cell')})."


def is_value(name: str, text: str, count: int) -> str:
    """Return that a text that means missing elsewhere is a value of a column."""
    return f"{_column(name)}: {shown(text)} is a value here ({words.pluralize(count, 'cell')})."


def shown(text: str) -> str:
    """Return a text from a file in quotes; an empty one, or one that nobody sees, by its kind."""
    if not text:
        return "an empty cell"
    return f"“{escape_markdown(cut(text))}”"


def _column(name: str) -> str:
    return f"**{escape_markdown(name)}**"


def empty(name: str, value: str) -> str:
    """Return what somebody has to say of the empty cells of a label."""
    return (
        f"{_column(name)} is {shown(value)} or empty. Does an empty cell mean no, or is it "
        "unknown? Where it means no, these records count as −1, in a release too. Where it is "
        "unknown, they have no label, and no record is left for the other side."
    )


def empty_is_no(name: str) -> str:
    """Return that empty cells of the label count as -1."""
    return f"{_column(name)}: an empty cell counts as −1."


def empty_is_unknown(name: str) -> str:
    """Return that records whose label is empty are left out."""
    return f"{_column(name)}: records with an empty cell have no label and are left out."


def left_alone(name: str) -> str:
    """Return what to do where all records that have a label have the same one."""
    return (
        f"There is nothing to predict yet: all records with a label have the same {_column(name)}. "
        "Choose another column to predict, or say above that an empty cell means no."
    )


def stand_in(found: Mapping[str, StandIn]) -> str:
    """Return which columns hold a number that seems to stand for a missing one."""
    first = next(iter(found.values()))
    named = [
        f"{_column(name)} in {words.pluralize(each.records, 'record')} (other values: "
        f"{words.number(each.low)} to {words.number(each.high)})"
        for name, each in list(found.items())[:MOST_COLUMNS]
    ]
    if more := len(found) - len(named):
        named.append(words.pluralize(more, "more column"))
    return f"{first.number:.0f} appears in {words.listed(named)}. It may mean “missing”."


def held_elsewhere(names: Sequence[str]) -> str:
    """Return why a number cannot be said to mean missing."""
    listed = words.listed([_column(name) for name in names[:MOST_COLUMNS]])
    return (
        f"What means missing does so in all columns, and it is a value of {listed}: rewrite it in "
        "the file, or leave the column out."
    )


def kinds(names: Sequence[str]) -> str:
    """Return which columns of few whole numbers may be kinds."""
    if len(names) == 1:
        return (
            f"{_column(names[0])} holds few whole numbers and is read as a number, so that 3 "
            "counts as more than 2. If its values are kinds, make it a category."
        )
    named = [_column(name) for name in names[:MOST_TEXTS]]
    if more := len(names) - len(named):
        named.append(words.pluralize(more, "more column"))
    return (
        f"{words.listed(named)} hold few whole numbers each and are read as numbers, so that 3 "
        "counts as more than 2. Where the values are kinds, make the column a category."
    )


def gaps(found: Sequence[tuple[str, str, int, str]]) -> str:
    """Return what missing numbers are read as, in how many records, and what that is."""
    named = [
        f"as {escape_markdown(value)} in {_column(name)}{f', {why}' if why else ''} "
        f"({words.pluralize(n, 'record')})"
        for name, value, n, why in found[:MOST_COLUMNS]
    ]
    if more := len(found) - len(named):
        named.append(f"in {words.pluralize(more, 'more column')} as “Missing is” says below")
    return f"A missing number is read {words.listed(named)}."


def copies(count: int, n: int) -> str:
    """Return how many records are copies, and what that does to the split."""
    are = "is a copy of an earlier one" if count == 1 else "are copies of earlier ones"
    return (
        f"{count:,} of {n:,} records {are}. A record may be in the training part and its copy in "
        "the test part, so test errors look better than they are. The page drops none: the number "
        "of records would then depend on what they hold. If they are mistakes, remove them from "
        "the file."
    )
