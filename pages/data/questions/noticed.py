"""What was noticed in the cells: a quiet line each, and a click that says it differently.

Questions come first: nothing is learned from a column whose numbers may be read in two ways, and
nothing from a table with cells that are no numbers, before somebody decides.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data import cells
from dpcore.data.facts import AMONG_NUMBERS
from dpcore.data.written.writing import Writing
from dplab.tables.guesses import odd, spellings, ways
from dplab.tables.guesses.odd import OddCell
from pages.data import columns
from pages.data.draft import Draft
from pages.data.questions import changes, wording
from pages.data.questions.remarks import SOURCE
from pages.kit import text, words

MOST_LINES = 6
"""Lines of one kind; the grid says the rest."""

MOST_CLICKS = 8
"""Odd texts that have a button of their own."""

MOST_COLUMNS = 3
"""Columns with odd cells that can be made a category here."""

SAMPLE = 500
"""Distinct cells among which an example is looked for."""


@dataclass(frozen=True)
class NoticedLine:
    """A sentence on a column, and what a click does about it."""

    sentence: str
    click: str
    change: Callable[[], None]


def show(draft: Draft) -> None:
    """Draw the questions, and then the lines."""
    for name in sorted(draft.asked):
        _question(draft, name)
    _odd(draft)
    for kind, found in enumerate((_numbers, _spellings, _markers)):
        lines = list(found(draft))
        for number, line in enumerate(lines[:MOST_LINES]):
            draw(line, f"noticed_{draft.number}_{kind}_{number}")
        if len(lines) > MOST_LINES:
            more = words.pluralize(len(lines) - MOST_LINES, "more column")
            st.caption(f":material/visibility: The same holds for {more}: see the list below.")


def odd_cells(draft: Draft) -> tuple[OddCell, ...]:
    """Return the cells among numbers that are neither numbers nor mean missing."""
    found = {
        name: draft.look("strange", name, way, find=odd.strange)
        for name, way in columns.ways(draft.rows, draft.label).items()
        if name in draft.table.columns
    }
    return odd.odd_cells({name: counts for name, counts in found.items() if counts}, draft.markers)


def _question(draft: Draft, name: str) -> None:
    """Draw what somebody has to say of a column's numbers."""
    found, present = draft.ways[name], draft.look("either", name, find=_either)
    with st.container(border=True, key=f"asked_{draft.number}_{name}"):
        st.markdown(f":material/help: {wording.asked(name, present, found)}")
        with st.container(horizontal=True, gap="small"):
            if found.units:
                choices: list[Writing | None] = [Writing(unit=unit) for unit in found.units]
                labels = [f"All are {text.escape_markdown(unit)}" for unit in found.units]
                if _pressed(draft, name, "Leave it out"):
                    act(partial(changes.not_asked, draft, name))
            else:
                choices = list(found.choices[::-1])
                labels = [wording.choice(present, way) for way in choices]
            for way, label in zip(choices, labels, strict=True):
                if _pressed(draft, name, label):
                    act(partial(changes.as_numbers, draft, name, way))


def _pressed(draft: Draft, name: str, label: str) -> bool:
    return st.button(label, key=f"said_{draft.number}_{name}_{label}")


def _odd(draft: Draft) -> None:
    """Draw the cells that are no numbers, all in one list, and what they may mean."""
    found = odd_cells(draft)
    if not found:
        return
    names = list(dict.fromkeys(name for each in found for name, _ in each.columns))
    with st.container(border=True, key="odd_cells"):
        st.markdown(f":material/help: {wording.odd(found)} {SOURCE}")
        with st.container(horizontal=True, gap="small"):
            if st.button(wording.all_missing(found), key=f"odd_{draft.number}"):
                act(partial(changes.mean_missing, draft, [each.text for each in found]))
            for number, each in enumerate(found[:MOST_CLICKS] if len(found) > 1 else ()):
                label = f"{wording.shown(each.text)} means “missing”"
                if st.button(label, key=f"odd_{draft.number}_{number}"):
                    act(partial(changes.mean_missing, draft, [each.text]))
            for name in [each for each in names if each != draft.label.name][:MOST_COLUMNS]:
                label = f"Make {text.escape_markdown(name)} a category"
                if st.button(label, key=f"odd_{draft.number}_{name}", type="tertiary"):
                    act(partial(changes.as_text, draft, name))


def _numbers(draft: Draft) -> Iterator[NoticedLine]:
    """Yield how the columns of numbers are read that are not written as computers do."""
    told = [name for name in draft.ways if name not in draft.asked and name in draft.rows.index]
    rows = draft.rows.loc[told, ["use", "kind", "written"]].to_dict("index")
    read = columns.ways(draft.rows, draft.label)
    for name, row in rows.items():
        known = draft.ways[str(name)]
        way = read.get(str(name))
        if name in read:
            way = way or (Writing() if known.asks else None)
            if way:
                cell = draft.look("example", str(name), way, find=_example)
                yield _as_numbers(draft, str(name), cell, way, asks=known.asks)
        elif name != draft.label.name and row["kind"] == columns.CATEGORY and not known.asks:
            yield NoticedLine(
                wording.as_text(str(name), is_used=bool(row["use"])),
                "Read as numbers",
                partial(changes.as_numbers, draft, str(name), known.writing),
            )


def _as_numbers(draft: Draft, name: str, cell: str, way: Writing, *, asks: bool) -> NoticedLine:
    sentence = wording.numbers(name, cell, way)
    if name == draft.label.name:
        return NoticedLine(sentence, "", lambda: None)
    if asks:
        return NoticedLine(sentence, "Ask again", partial(changes.ask_again, draft, name))
    return NoticedLine(sentence, "Read as text", partial(changes.as_text, draft, name))


def _spellings(draft: Draft) -> Iterator[NoticedLine]:
    """Yield the categories, and the label, in which spellings of a level look alike."""
    joined = draft.rows["joined"].to_dict() | {draft.label.name: draft.label.joined}
    for name in _texts(draft):
        groups = draft.look("alike", name, draft.markers, find=spellings.groups)
        if groups and joined.get(name):
            change = partial(changes.join, draft, name, joined=False)
            yield NoticedLine(wording.joined(name, groups), "Separate them", change)
        elif groups:
            change = partial(changes.join, draft, name, joined=True)
            yield NoticedLine(wording.alike(name, groups), "Join them", change)


def _markers(draft: Draft) -> Iterator[NoticedLine]:
    """Yield the texts that mean missing elsewhere, and in a category may be a value."""
    levels = {name: _levels(draft, name) for name in _texts(draft)}
    for name, known in levels.items():
        counts = draft.look("marked", name, draft.markers, find=_marked)
        for value, count in counts:
            if value in known:
                change = partial(changes.as_missing, draft, name, value)
                yield NoticedLine(wording.is_value(name, value, count), "It means missing", change)
            elif name != draft.label.name or len(known) < 2:
                change = partial(changes.as_value, draft, name, value)
                yield NoticedLine(
                    wording.means_missing(name, value, count), "It is a value", change
                )


def _levels(draft: Draft, name: str) -> tuple[str, ...]:
    if name == draft.label.name:
        return (*draft.label.positive, *draft.label.negative)
    try:
        return columns.levels(str(draft.rows.loc[name, "levels"] or ""))
    except InvalidInput:  # It has its sentence.
        return ()


def _texts(draft: Draft) -> list[str]:
    """Return the categories in use, and the label where values are on its sides."""
    names = columns.categories(draft.rows, draft.label)
    label = [draft.label.name] if draft.label.threshold is None else []
    return [name for name in (*label, *names) if name in draft.table.columns]


def _either(column: pd.Series) -> Sequence[str]:
    """Return a cell that may be read in two ways."""
    return [ways.example(cells.present(column, (*AMONG_NUMBERS, "")))]


def _example(column: pd.Series, way: Writing) -> str:
    """Return a cell that shows how a column's numbers are written."""
    read = [(each, way.plain(each)) for each in islice(cells.texts(column).distinct, SAMPLE)]
    fitting = [(plain != each, len(each), each) for each, plain in read if plain is not None]
    return max(fitting)[2] if fitting else ""


def _marked(column: pd.Series, markers: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Return the texts of a column that mean missing, but for empty ones, and their counts."""
    found = cells.texts(column)
    marked = {
        each
        for each, is_one in zip(
            found.distinct, cells.marked(found.distinct, markers).tolist(), strict=True
        )
        if is_one and each
    }
    return tuple((each, len(found.rows_of(each))) for each in sorted(marked))


def draw(line: NoticedLine, key: str) -> None:
    """Draw a line, and its click."""
    place, click = st.columns([5, 1], vertical_alignment="center", gap="small")
    place.caption(f":material/visibility: {line.sentence} {SOURCE}")
    if line.click and click.button(line.click, key=key, type="tertiary"):
        act(line.change)


def act(change: Callable[[], None]) -> None:
    """Make a change, or say why it cannot be made."""
    try:
        change()
    except InvalidInput as refusal:
        st.error(text.escape_markdown(f"{refusal} Nothing was changed."))
    else:
        st.rerun()
