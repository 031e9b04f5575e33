"""The same fact for several columns at once, beside what the grid does by itself.

The grid takes what is pasted from a spreadsheet (the browser asks whether it may), and
fills a selection down by Ctrl+D or by dragging the corner of a cell.
"""

import streamlit as st

from dpcore.checks import InvalidInput
from pages.data import columns
from pages.data.draft import Draft
from pages.data.questions import changes
from pages.kit import text, words
from pages.kit.text import help_on

STAYS = "as it is"
BOUNDS = ("lower", "upper")


def show(draft: Draft) -> None:
    """Draw which columns are meant and what is said of them; nothing changes before the press."""
    names = columns.in_use(draft.rows, draft.label)
    if len(names) < 2:
        return
    with st.popover("Set several columns at once", icon=":material/format_paint:"):
        st.caption(text.sections("data")["In bulk"])
        chosen = st.multiselect(
            "Columns to set",
            names,
            key=f"bulk_columns_{draft.number}",
            placeholder="all in use",
            help=help_on("bulk_columns"),
            wrap=True,
        )
        typed = {}
        for pair in PAIRS:
            for name, place in zip(pair, st.columns(2), strict=True):
                with place:
                    typed[name] = _box(draft, name)
        origin = st.selectbox(
            "Where from",
            (STAYS, *columns.ORIGINS),
            key=f"bulk_origin_{draft.number}",
            help=help_on("origin"),
        )
        if st.button("Set for these columns", icon=":material/done_all:"):
            _set(draft, chosen or names, typed, origin)


PAIRS = (BOUNDS, ("missing", "other"))
TITLES = {"lower": "Lower", "upper": "Upper", "missing": "Missing is", "other": "Any other is"}


def _box(draft: Draft, name: str) -> str:
    typed = st.text_input(
        TITLES[name],
        key=f"bulk_{name}_{draft.number}",
        placeholder=STAYS,
        max_chars=200,
        help=help_on(name),
    )
    return str(typed).strip()


def _set(draft: Draft, names: list[str], typed: dict[str, str], origin: str) -> None:
    facts: dict[str, object] = {name: said for name, said in typed.items() if said}
    try:
        for name in BOUNDS:
            if name in facts:
                facts[name] = words.read_number(f"{TITLES[name]} bound", typed[name])
    except InvalidInput as refusal:
        st.error(text.escape_markdown(f"{refusal} Nothing was changed."))
        return
    if origin != STAYS:
        facts["origin"] = origin
    if facts:
        changes.set_for(draft, names, facts)
        st.rerun()
