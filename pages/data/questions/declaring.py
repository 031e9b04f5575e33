"""Where the facts come from: what is guessed, what a release still needs, and the word for all."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.release.records import uncovered
from pages.data import columns, sentences
from pages.data.draft import Draft
from pages.data.questions import changes
from pages.kit import controls, export, text
from pages.kit.text import help_on

TAKE = "Take all as shown, on my word"
FILL = "Only fill in, and look first"


def show(draft: Draft) -> None:
    """Draw what is declared, what a release lacks, and one press that declares all of it."""
    guessed, total = columns.guessed(draft.rows, draft.label)
    now, full = _now(draft), draft.completed()
    lacking = now is not None and full is not None and full != now
    with st.container(border=True, key="origins"):
        st.markdown(sentences.origins(guessed, total, draft.read, draft.label))
        if now and now.proposed():
            st.markdown(sentences.proposed(now.proposed()))
        if now and full and lacking:
            _proposed(now, full)
        if full and (open_ends := uncovered(full)):
            st.markdown(text.escape_markdown(" ".join(open_ends)))
        if guessed or draft.read or lacking:
            st.markdown(text.sections("data")["Declaring"])
            _press(draft, lacking=lacking)
        elif full and not uncovered(full):
            _onward(full)


def _now(draft: Draft) -> Schema | None:
    full = draft.completed()
    return draft.schema() if full else None


def _proposed(now: Schema, full: Schema) -> None:
    """Draw what would be filled in: in a sentence for each kind, and column by column."""
    st.markdown(sentences.filled_in(now, full))
    with st.expander("What is filled in, column by column"):
        st.dataframe(
            table(now, full),
            hide_index=True,
            alt="What is filled in: a row for each column",
        )


def table(now: Schema, full: Schema) -> pd.DataFrame:
    """Return what is filled in, a row for each column that lacked something."""
    pairs = [(now.label, full.label), *zip(now.features, full.features, strict=True)]
    rows = [_row(after) for before, after in pairs if before != after]
    return pd.DataFrame(rows, columns=["Column", "A missing cell is", "Any other value is"])


def _row(item: Label | Numeric | Category) -> Sequence[str]:
    if isinstance(item, Label):
        if not item.positive:
            return (item.name, "left out" if item.leaves_out else "−1", "+1")
        return (item.name, "left out" if item.leaves_out else "−1", "−1")
    if isinstance(item, Numeric):
        return (item.name, f"{item.missing:.12g}", "")
    return (item.name, str(item.missing), str(item.other))


def _press(draft: Draft, *, lacking: bool) -> None:
    with st.container(horizontal=True):
        if st.button(TAKE, icon=":material/task_alt:", help=help_on("take_all")):
            changes.declare(draft)
            st.rerun()
        if lacking and st.button(FILL, icon=":material/edit_note:", type="tertiary"):
            changes.fill(draft)
            st.rerun()


def _onward(full: Schema) -> None:
    """Draw the ways on with a schema that a release may use."""
    with st.container(horizontal=True, vertical_alignment="center", key="complete"):
        export.file(
            "schema.json",
            full.to_json,
            "Save the schema",
            icon=":material/download:",
        )
        controls.link_to("release", "Release one classifier", ":material/outbox:")
