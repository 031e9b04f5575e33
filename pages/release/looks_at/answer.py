"""What a released model looks at: asked in a fold, from the model file alone."""

from functools import partial

import streamlit as st

from dpcore.release import Model
from dplab.instruments.released import of_model, table
from pages.kit import export
from pages.kit.frame import page_frame
from pages.release.looks_at import sentences

LABEL = "What does this model look at?"

ROW, TALLEST = 35, 400
"""Pixels: the table grows up to the second, further rows scroll."""


def fold(model: Model) -> None:
    """Draw the fold, whose answer is computed when it is open."""
    page_frame.lazy_expander(LABEL, partial(_show, model), "release_looks_at")


def _show(model: Model) -> None:
    found = of_model(model)
    rows = sentences.rows(found)
    st.markdown(sentences.lead(found))
    st.dataframe(
        rows,
        hide_index=True,
        height=min(TALLEST, ROW * (len(rows) + 1) + 3),
        alt="The effect of each column and level on the score of this model",
    )
    st.caption(sentences.explained(found, model.document["labels"]["positive"]))
    st.caption(sentences.COSTS_NOTHING)
    export.file("model-looks-at.csv", lambda: export.csv(table(found)))
