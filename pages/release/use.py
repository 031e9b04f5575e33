"""The second part: a model that was released, and predictions for another table."""

import streamlit as st

from dpcore.checks import InvalidInput, cut
from dpcore.release import Model
from dplab.instruments.released import own_word
from pages.kit import export, text
from pages.release import files, sentences
from pages.release.looks_at import answer as looks_at

PREVIEW = 5
"""Predictions that the page shows."""

LOOKED_AT = 10_000
"""Rows whose cells are counted at each run: some hundredths of a second for a usual table."""


def show() -> None:
    """Draw the boxes for a model and a table, and the predictions once both are there."""
    st.markdown(text.sections("release")["Use"])
    left, right = st.columns(2, gap="medium")
    with left:
        model = files.model("model")
        if model:
            st.caption(sentences.about(model.content))
    with right:
        declared = model.content.schema if model else None
        table = files.table("rows", "The table to predict", 1, declared)
    if model:
        looks_at.fold(model.content)
    if model and table:
        _predictions(model.content, table)


def _predictions(model: Model, rows: files.Arrived) -> None:
    try:
        found = model.answers(rows.content.head(PREVIEW))
    except InvalidInput as refusal:
        st.error(text.escape_markdown(str(refusal)), icon=":material/block:")
        return
    st.markdown(sentences.used(model, len(rows.content)))
    own = own_word(model, rows.content)
    first = ", ".join(text.escape_markdown(cut(own.get(each, each))) for each in map(str, found))
    st.markdown(f"The first: {first}.")
    for said, word in own.items():
        st.caption(_own(model.schema.label.name, said, word))
    looked_at = rows.content.head(LOOKED_AT)
    odd = model.undeclared(looked_at)
    if odd:
        said = sentences.undeclared(odd, len(looked_at))
        is_most = max(each.count for each in odd) > len(looked_at) / 2
        st.warning(said, icon=":material/help:") if is_most else st.caption(said)
    with export.row():
        export.file("predictions.csv", lambda: model.predictions(rows.content))


def _own(label: str, said: str, word: str) -> str:
    """Return, as Markdown, that a prediction is shown in the table's own word."""
    label, said, word = map(text.escape_markdown, (label, said, cut(word)))
    return (
        f"“{word}” is the only other value of {label} in this table. The model and the CSV call it "
        f"“{said}”."
    )
