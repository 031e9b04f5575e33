"""What cells may mean besides what they are read as: a stand-in, a kind, a no, a copy.

An empty label that may mean “no” is asked about. The rest is a quiet line each: numbers that seem
to stand for missing ones, what a missing number is read as, few whole numbers that may be kinds,
and records that stand more than once.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data import cells
from dpcore.data.declared.schema import READ, Numeric
from dplab.tables import doubled
from dplab.tables.guesses import bounds, codes, labels
from dplab.tables.guesses.codes import StandIn
from dplab.tables.guesses.completion import middle_of
from pages.data import columns, reading
from pages.data.draft import Draft
from pages.data.questions import changes, noticed, wording
from pages.data.questions.noticed import NoticedLine
from pages.data.questions.remarks import SOURCE
from pages.kit import text

MOST_KINDS = 4
"""Columns that may be kinds and have a button of their own; after a click, others follow."""


def show(draft: Draft) -> None:
    """Draw the question, and then the lines."""
    _empty(draft)
    for number, line in enumerate([*_stand_ins(draft)][: noticed.MOST_LINES]):
        noticed.draw(line, f"stand_in_{draft.number}_{number}")
    _kinds(draft)
    if gaps := _gaps(draft):
        st.caption(f":material/visibility: {wording.gaps(gaps)} {SOURCE}")
    if count := _copies(draft):
        said = wording.copies(count, len(draft.table))
        st.caption(f":material/visibility: {said} {SOURCE}")


def asks(draft: Draft) -> str:
    """Return the only value of the label beside empty cells, until somebody says what these mean.

    Nothing where no such question is open.
    """
    return "" if draft.label.leaves_out else _beside_empty(draft)


def is_left_alone(draft: Draft) -> bool:
    """Tell whether records without a label are left out, and all others have the same one."""
    return draft.label.leaves_out and bool(_beside_empty(draft))


def _beside_empty(draft: Draft) -> str:
    """Return the only value of the label beside empty cells that nobody has given a side."""
    label = draft.label
    if label.name not in draft.table.columns or label.threshold is not None:
        return ""
    value = str(draft.look("beside_empty", label.name, find=labels.beside_empty))
    is_open = (label.positive, label.negative) == ((value,), ())
    return value if value and is_open and "" in draft.markers else ""


def _empty(draft: Draft) -> None:
    """Draw what somebody has to say of empty cells of a label; or how to take it back."""
    value, name = asks(draft), draft.label.name
    if is_left_alone(draft):
        said = wording.empty_is_unknown(name)
        line = NoticedLine(said, "It means no", partial(changes.empty_is_no, draft))
        noticed.draw(line, f"empty_{draft.number}")
    elif not value:
        if "" in draft.label.negative and draft.label.positive:
            said = wording.empty_is_no(name)
            line = NoticedLine(said, "It is unknown", partial(changes.empty_is_unknown, draft))
            noticed.draw(line, f"empty_{draft.number}")
    else:
        _ask_of_empty(draft, value)


def _ask_of_empty(draft: Draft, value: str) -> None:
    name = draft.label.name
    with st.container(border=True, key=f"empty_{draft.number}"):
        st.markdown(f":material/help: {wording.empty(name, value)} {SOURCE}")
        with st.container(horizontal=True, gap="small"):
            if st.button("An empty cell means no", key=f"empty_no_{draft.number}"):
                noticed.act(partial(changes.empty_is_no, draft))
            if st.button("It is unknown", key=f"empty_unknown_{draft.number}"):
                noticed.act(partial(changes.empty_is_unknown, draft))


def _stand_ins(draft: Draft) -> Iterator[NoticedLine]:
    """Yield the numbers that seem to stand for missing ones, and the columns that hold each."""
    found: dict[float, dict[str, StandIn]] = {}
    for name, way in columns.ways(draft.rows, draft.label).items():
        if (
            name in draft.table.columns
            and name != draft.label.name
            and not _is_remarked(draft, name)
        ):
            seen = draft.look("stand_in", name, way, draft.markers, find=codes.stand_in)
            if seen:
                found.setdefault(seen.number, {})[name] = seen
    for of_columns in found.values():
        texts = sorted({text for each in of_columns.values() for text in each.texts})
        said = wording.stand_in(of_columns)
        if others := _holding(draft, texts, of_columns):
            yield NoticedLine(f"{said} {wording.held_elsewhere(others)}", "", lambda: None)
        else:
            act = partial(changes.stands_for_missing, draft, texts, [*of_columns])
            yield NoticedLine(said, "It means missing", act)


def _holding(draft: Draft, texts: Sequence[str], but: Collection[str]) -> list[str]:
    """Return the other columns in use, and the label, in which one of some texts is a value."""
    names = [draft.label.name, *columns.in_use(draft.rows, draft.label)]
    return [
        name
        for name in names
        if name not in but
        and name in draft.table.columns
        and draft.look("holds", name, tuple(texts), find=_holds)
    ]


def _holds(column: pd.Series, texts: Sequence[str]) -> bool:
    """Return whether a column holds one of some numbers, however it is written."""
    used = cells.texts(column).used()
    return bool(np.isin(cells.parsed(used), cells.parsed(texts)).any() or {*used} & {*texts})


def _kinds(draft: Draft) -> None:
    """Draw the columns of few whole numbers that may be kinds, in one line."""
    names = [
        name for name in columns.numbers(draft.rows, draft.label) if _may_be_kinds(draft, name)
    ]
    if not names:
        return
    st.caption(f":material/visibility: {wording.kinds(names)} {SOURCE}")
    with st.container(horizontal=True, gap="small", key=f"kinds_{draft.number}"):
        for name in names[:MOST_KINDS]:
            label = f"Make {text.escape_markdown(name)} a category"
            if st.button(label, key=f"kind_{draft.number}_{name}", type="tertiary"):
                noticed.act(partial(changes.as_text, draft, name))


def _may_be_kinds(draft: Draft, name: str) -> bool:
    is_guess = draft.rows.loc[name, "origin"] == READ and not draft.rows.loc[name, "written"]
    if not is_guess or name not in draft.table.columns or _is_remarked(draft, name):
        return False
    return bool(draft.look("kinds", name, draft.markers, find=codes.are_kinds))


def _is_remarked(draft: Draft, name: str) -> bool:
    return any(each.column == name for each in draft.suspicions)


def _gaps(draft: Draft) -> list[tuple[str, str, int, str]]:
    """Return for each column of numbers with gaps what a gap is read as, how many, and why."""
    found = []
    for name in columns.numbers(draft.rows, draft.label):
        count = name in draft.table.columns and draft.look(
            "gaps", name, draft.markers, find=_missing
        )
        row = draft.rows.loc[name]
        if count and pd.notna(row["missing"]):
            found.append((name, str(row["missing"]), count, _why(draft, name)))
    return sorted(found, key=lambda each: -each[2])


def _why(draft: Draft, name: str) -> str:
    """Return why a missing number is read as it is, where bounds or numbers say it."""
    try:
        feature = columns.feature_of(draft.rows, name)
    except InvalidInput:  # It has its sentence.
        return ""
    if not isinstance(feature, Numeric):
        return ""
    if feature.missing == middle_of(feature.lower, feature.upper):
        return "the middle of its bounds"
    plain = replace(feature, lower=0, upper=1, missing=None)
    usual = draft.look("typical", name, plain, draft.markers, find=bounds.typical)
    return "the median of the others" if feature.missing == usual else ""


def _missing(column: pd.Series, markers: Sequence[str]) -> int:
    found = cells.texts(column)
    return int(cells.marked(found.distinct, markers)[found.codes].sum())


def _copies(draft: Draft) -> int:
    """Return how many records are copies of earlier ones in all that is looked at."""
    names = [draft.label.name, *columns.in_use(draft.rows, draft.label)]
    known = tuple(name for name in names if name in draft.table.columns)
    asked = ("copies", known)
    if asked not in draft.seen:
        draft.seen[asked] = reading.of_table(doubled.n_remarkable, draft.table[[*known]])
    return int(draft.seen[asked])
