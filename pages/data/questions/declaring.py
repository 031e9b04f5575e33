"""Where the facts come from: what is guessed, what a release needs, and the owner's word for it.

Whoever declares sees first what that is, and which of it was read from the records: fact by fact,
in a list, of which some can be declared. The word for all of it stands below that list.
"""

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.column_config import TextColumn

from dpcore.checks import InvalidInput, cut
from dpcore.data.declared.schema import (
    CHOICE,
    CONSTANT,
    MARKING,
    OF_TABLE,
    WRITTEN,
    Category,
    Feature,
    Label,
    Numeric,
    Schema,
)
from dpcore.release.records import uncovered
from pages.data import columns, sentences
from pages.data.draft import Draft
from pages.data.questions import changes
from pages.data.questions.sentences import side
from pages.kit import controls, export, text, visitor, words
from pages.kit.text import help_on

ALL, SOME = "I declare all of this", "Declare these"
ONE_BY_ONE = "See what would be declared"
FILL = "Fill in; let me review"


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
            _declaring(draft)
            if lacking and st.button(FILL, icon=":material/edit_note:", type="tertiary"):
                changes.fill(draft)
                st.rerun()
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


def _declaring(draft: Draft) -> None:
    """Draw what would be declared, and below it what declares some of it, or all."""
    shown = _shown(draft)
    if shown is None:
        return
    with st.expander(ONE_BY_ONE):
        _listed(facts(shown, len(draft.table.columns)))
        chosen = st.multiselect(
            "Declare only some of it",
            shown.undeclared(),
            format_func=_called,
            key=f"declare_{draft.number}",
            placeholder="columns and facts that are read from the data",
            help=help_on("declare_some"),
            wrap=True,
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            if st.button(SOME, icon=":material/task_alt:", type="primary", disabled=not chosen):
                changes.declare(draft, chosen)
                st.rerun()
            if st.button(ALL, type="tertiary", help=help_on("take_all")):
                changes.declare(draft)
                st.rerun()


def _listed(shown: pd.DataFrame) -> None:
    """Draw what would be declared; line by line where a grid would be seen in part."""
    if visitor.is_phone():
        lines = [
            f"**{text.escape_markdown(what)}**: {text.escape_markdown(said)} (*{origin}*)"
            for what, _, said, origin in shown.itertuples(index=False)
        ]
        st.markdown("\n".join(f"- {line}" for line in lines))
        return
    st.dataframe(
        shown,
        hide_index=True,
        column_config={"What": TextColumn(width=210), "As declared": TextColumn(width=290)},
        alt="What would be declared: a row for each column, and for what is said of the table",
    )


def _shown(draft: Draft) -> Schema | None:
    """Return the schema that one press would declare; None where there is none."""
    try:
        now = draft.schema()
    except InvalidInput:  # What is wrong has its sentence above the grid.
        return None
    return draft.completed() or now


def facts(schema: Schema, n_columns: int) -> pd.DataFrame:
    """Return all that a schema says, a row for each column and for each fact of the table.

    `n_columns` are those that the table has.
    """
    rows = [(schema.label.name, "label", _of_label(schema.label), schema.label.origin)]
    rows += [(each.name, *_of_feature(each), each.origin) for each in schema.features]
    rows += [
        (_called(name), "table", said, getattr(schema, OF_TABLE[name]))
        for name, said in _of_table(schema, n_columns).items()
    ]
    return pd.DataFrame(rows, columns=["What", "Kind", "As declared", "Where from"])


def _called(name: str) -> str:
    return sentences.OF_TABLE.get(name, name)


def _of_label(label: Label) -> str:
    if label.is_open:
        return "not said yet which values count as +1"
    minus = "all others" if label.threshold is None and not label.negative else side(label, -1)
    missing = "; without a label: left out" if label.leaves_out else ""
    return cut(f"+1: {side(label, 1, plain=True)}; −1: {minus}{missing}")


def _of_feature(feature: Feature) -> tuple[str, str]:
    """Return the kind of a feature, and what is said of it."""
    if isinstance(feature, Numeric):
        missing = "" if feature.missing is None else words.number(feature.missing)
        said = f"{words.number(feature.lower)} to {words.number(feature.upper)}"
        other = ""
    else:
        missing, other = feature.missing or "", feature.other or ""
        levels = cut(", ".join(feature.levels))
        said = f"{words.pluralize(len(feature.levels), 'level')}: {levels}"
    said += f"; missing is {missing}" if missing else ""
    said += f"; any other is {other}" if other else ""
    return ("number" if isinstance(feature, Numeric) else "category"), said


def _of_table(schema: Schema, n_columns: int) -> dict[str, str]:
    return {
        MARKING: cut(", ".join(marker or "(empty)" for marker in schema.markers) or "none"),
        CHOICE: f"{len(schema.features)} of {n_columns - 1} besides the label",
        CONSTANT: "yes" if schema.intercept else "no",
        WRITTEN: schema.file.in_words if schema.file else "not said",
    }


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
