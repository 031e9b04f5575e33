"""What a visitor says about a table: the label, what each column may hold, what means missing.

Everything starts from a guess that was read from the data. Each change that is valid is used at
once; the rest is kept and gets a sentence.
"""

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.column_config import CheckboxColumn, SelectboxColumn, TextColumn
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import MAX_JSON, Schema
from dpcore.data.facts import AMONG_NUMBERS, USUAL_MARKERS
from dpcore.data.files.limits import MEGABYTE
from dplab.tables.guesses.odd import OddCell
from pages.comparison.screen import own_table
from pages.data import columns, schema_link, sentences
from pages.data import draft as drafts
from pages.data.draft import Draft
from pages.data.questions import bounds, bulk, declaring, meanings, noticed, remarks, wording
from pages.data.questions import label as question
from pages.kit import export, text, visitor, words
from pages.kit.text import help_on

MARKERS = (*USUAL_MARKERS, *AMONG_NUMBERS, ".")
"""Texts for a missing value that the box offers; others can be typed."""
BOUNDS = ("lower", "upper")
USUAL = ("1,234.5", "1234,5", "1.234,5", "1 234,5", "1'234.5", "1234.5 %", "h:mm")
"""Ways of writing 1234.5 that the grid offers, beside those in use."""
TALLEST, ROW = 530, 35
"""Pixels: the grid grows up to the first, further rows scroll."""
FEW, MOST_LISTED = 8, 360
"""Lines of a list that is shown whole; pixels of one that scrolls."""


def show(draft: Draft, asked: DeltaGenerator) -> DeltaGenerator:
    """Draw the form, and take the table into use as soon as it is complete.

    `asked` is where the question stands: above what is made of the answer. Returned is a place for
    remarks that take longer to find.
    """
    with asked:
        said = question.ask(draft)
        seen = st.container(key="noticed", gap="xsmall")
    st.header("Columns: ranges and categories", anchor=False)
    verdict = st.container()
    st.markdown(text.sections("data")["Columns"])
    listed = st.container()
    draft = drafts.resumed(draft, _grid_key(draft))
    edited = _grid(draft)
    several = st.container()
    draft = drafts.edit(draft, said, edited, _markers(draft), _intercept(draft))
    # Here, so that a click finds what was edited in the same moment.
    with seen:
        noticed.show(draft)
        meanings.show(draft)
    with several:
        bulk.show(draft)
    if visitor.is_phone():
        with listed:
            _list(draft)
    declaring.show(draft)
    draft = drafts.use(draft)
    with verdict:
        _verdict(draft)
        remarks.odd_columns(draft)
        leaks = st.container()
    bounds.show(draft)
    _schema_file(draft)
    _unused(draft)
    return leaks


def _grid_key(draft: Draft) -> str:
    return f"grid_{draft.number}"


def _grid(draft: Draft) -> pd.DataFrame:
    """Draw a row for each column but the label, and return the rows as edited."""
    start = draft.start[draft.start.index != draft.label.name]
    shown = start.assign(**{name: start[name].map(_spelled) for name in BOUNDS})
    edited = st.data_editor(
        shown,
        key=_grid_key(draft),
        height=min(TALLEST, ROW * (len(shown) + 1) + 3),
        column_config=_grid_columns(draft),
        column_order=_order(draft),
        alt="What each column may hold: one row per column, every cell can be edited",
        placeholder="",
    )
    read = {name: _read(name, edited, shown, draft) for name in BOUNDS}
    return edited.assign(**read)


def _list(draft: Draft) -> None:
    """Write what each column in use may hold, for windows in which the grid is seen in part."""
    lines = sentences.columns(draft.rows[draft.rows.index != draft.label.name])
    with st.container(height=MOST_LISTED if len(lines) > FEW else "content"):
        st.markdown("\n".join(f"- {line}" for line in lines))


def _spelled(bound: float) -> str | None:
    return None if math.isnan(bound) else f"{bound:.12g}"


def _read(name: str, edited: pd.DataFrame, shown: pd.DataFrame, draft: Draft) -> list[float]:
    """Return bounds as numbers; what is none gets a sentence, and what stood there stays."""
    bounds = []
    for column, typed in edited[name].items():
        known = shown[name][column]
        try:
            if not isinstance(typed, str) or not typed.strip():
                bounds.append(math.nan)
            elif typed == known:  # to all its digits
                bounds.append(float(draft.start[name][column]))
            else:
                bounds.append(words.read_number(f"{name.capitalize()} bound of {column}", typed))
        except InvalidInput as refusal:
            st.error(text.escape_markdown(f"{refusal} The previous bound stays in use."))
            bounds.append(float(draft.rows[name][column]))
    return bounds


def _grid_columns(draft: Draft) -> dict[str, Any]:
    return {
        "_index": TextColumn("Column", pinned=True, disabled=True, width=100),
        "use": CheckboxColumn("Use", help=help_on("use"), width=56),
        "origin": SelectboxColumn(
            "Where from", options=columns.ORIGINS, required=True, help=help_on("origin"), width=138
        ),
        "kind": SelectboxColumn(
            "Kind", options=columns.KINDS, required=True, help=help_on("kind"), width=78
        ),
        # Texts: a column of numbers would take 0,5 for 5.
        "lower": TextColumn("Lower", width=74, alignment="right", help=help_on("lower")),
        "upper": TextColumn("Upper", width=74, alignment="right", help=help_on("upper")),
        "levels": TextColumn("Levels", width=88, help=help_on("levels")),
        "missing": TextColumn("Missing is", width=98, help=help_on("missing")),
        "other": TextColumn("Any other is", width=106, help=help_on("other")),
        "written": SelectboxColumn(
            "Numbers as", options=_writings(draft), width=110, help=help_on("written")
        ),
        "joined": None,
    }


def _order(draft: Draft) -> list[str]:
    """Return the columns of the grid; how numbers are written comes early where it matters."""
    early = ["use", "origin", "kind", *(["written"] if draft.ways else [])]
    return list(dict.fromkeys([*early, *columns.FIELDS]))


def _writings(draft: Draft) -> list[str]:
    """Return the ways of writing numbers that the grid offers: usual ones, and those in use."""
    told = [way.writing for way in draft.ways.values()]
    choices = [way for found in draft.ways.values() for way in found.choices]
    found = [way.example for way in (*told, *choices) if way]
    return list(dict.fromkeys(["", *USUAL, *draft.start["written"].dropna(), *found]))


def _markers(draft: Draft) -> tuple[str, ...]:
    key = f"markers_{draft.number}"
    st.session_state.setdefault(key, list(draft.markers))
    values = st.multiselect(
        "Cells that mean “missing”",
        list(dict.fromkeys([*MARKERS, *st.session_state[key]])),
        format_func=question.shown,
        key=key,
        accept_new_options=True,
        placeholder="none",
        help=help_on("markers"),
        wrap=True,
    )
    if found := [marker for marker in draft.found_markers if marker in values]:
        st.caption(sentences.found_markers(found))
    return tuple(values)


def _intercept(draft: Draft) -> bool:
    return st.checkbox(
        "Add a constant feature, for a plane that need not pass through the origin",
        draft.intercept,
        key=f"intercept_{draft.number}",
        help=help_on("intercept"),
    )


def _verdict(draft: Draft) -> None:
    """Say what keeps the table from being used, if anything does."""
    if not draft.refusal:
        return
    if draft.label.is_open:
        name = text.escape_markdown(draft.label.name)
        st.info(
            f"One thing is missing: choose above which values of {name} count as +1; the others "
            f"then count as −1. {_what_stays()}",
            icon=":material/label:",
        )
        return
    if meanings.asks(draft):
        name = text.escape_markdown(draft.label.name)
        st.info(
            f"One thing is missing: say above what an empty cell of {name} means. {_what_stays()}",
            icon=":material/label:",
        )
        return
    if meanings.is_left_alone(draft):
        said = f"{wording.left_alone(draft.label.name)} {_what_stays()}"
        st.info(said, icon=":material/label:")
        return
    if draft.tried and (found := noticed.odd_cells(draft)) and _is_of(draft.refusal, found):
        st.error(f"{wording.undecided(found)} {_what_stays()}", icon=":material/block:")
        return
    sentence = f"{text.escape_markdown(draft.refusal)} {_what_stays()}"
    st.error(f"Not used yet: {sentence}", icon=":material/block:")


def _is_of(refusal: str, found: Sequence[OddCell]) -> bool:
    """Return whether a refusal is of an odd cell."""
    names = {name for each in found for name, _ in each.columns}
    return any(f" of {name} holds " in refusal for name in names)


def _what_stays() -> str:
    own = own_table.current()
    if own is None:
        return ""
    records = words.pluralize(len(own.data.y), "record")
    features = words.pluralize(len(own.data.features), "feature")
    return f"Until then, what worked last stays in use: {records}, {features}."


def _schema_file(draft: Draft) -> None:
    with st.expander("Save, load or link what is declared here"):
        st.markdown(text.sections("data")["Schema file"])
        schema = None if draft.tried is None else draft.schema()
        export.file(
            "schema.json",
            lambda: schema.to_json() if schema else "",
            "Save as JSON",
            icon=":material/download:",
            disabled=schema is None,
        )
        if schema:
            _link(schema)
        file = st.file_uploader(
            "Load a saved schema",
            key=f"schema_{draft.number}",
            max_upload_size=MAX_JSON // MEGABYTE,
            help=help_on("schema"),
        )
        if file is not None:
            _load(draft, file.getvalue())


def _link(schema: Schema) -> None:
    try:
        query = schema_link.query(schema)
    except InvalidInput as refusal:
        st.caption(text.escape_markdown(str(refusal)))
        return
    st.markdown("This address carries the schema, and no record, to anyone who has the table:")
    st.code(f"{st.context.url or ''}?{query}", language=None, height=90, wrap_lines=True)


def _load(draft: Draft, data: bytes) -> None:
    try:
        schema = Schema.from_json(data.decode("utf-8-sig", "replace"))
    except InvalidInput as refusal:
        sentence = text.escape_markdown(str(refusal))
        st.error(f"This schema cannot be used: {sentence} Nothing else has changed.")
        return
    drafts.load(draft, schema)
    st.rerun()


def _unused(draft: Draft) -> None:
    why = {
        name: reason
        for name, reason in draft.why_unused.items()
        if name != draft.label.name and not draft.rows["use"].get(name, True)
    }
    if why:
        with st.expander(f"{words.pluralize(len(why), 'column')} left out at first, and why"):
            st.markdown("\n".join(f"- {text.escape_markdown(reason)}" for reason in why.values()))
