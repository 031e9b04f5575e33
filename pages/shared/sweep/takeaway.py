"""The rows of a sweep, to take along."""

import io

import pandas as pd
import streamlit as st


def draw(rows: pd.DataFrame) -> None:
    """Draw the buttons that take the rows along."""
    with st.container(horizontal=True):
        st.download_button(
            "CSV", rows.to_csv(index=False), "sweep.csv", "text/csv", on_click="ignore",
            icon=":material/table:", type="tertiary",
        )  # fmt: skip
        st.download_button(
            "Parquet", lambda: _parquet(rows), "sweep.parquet", on_click="ignore",
            icon=":material/table:", type="tertiary",
        )  # fmt: skip


def _parquet(rows: pd.DataFrame) -> bytes:
    out = io.BytesIO()
    rows.to_parquet(out, index=False)
    return out.getvalue()
