"""What a visitor takes along from a sweep: its rows, its picture, its code, its link."""

import io
from string import Template

import pandas as pd
import streamlit as st

from dpcore.experiments.sources import UPLOAD
from dpcore.experiments.summaries import labelled
from dpcore.experiments.sweeps import SweepSpec
from pages.shared import address, live, picture, settings
from pages.shared.sweep import choices
from pages.shared.text import script


def draw(sweep: SweepSpec, rows: pd.DataFrame) -> None:
    """Draw the quiet row under a figure."""
    with st.container(horizontal=True, key="takeaway"):
        st.download_button(
            "CSV",
            lambda: labelled(rows, sweep.source).to_csv(index=False),
            "sweep.csv",
            "text/csv",
            on_click="ignore",
            icon=":material/table:",
            type="tertiary",
        )
        st.download_button(
            "Parquet",
            lambda: parquet(labelled(rows, sweep.source)),
            "sweep.parquet",
            on_click="ignore",
            icon=":material/table:",
            type="tertiary",
        )
        with st.popover("Picture", icon=":material/image:", type="tertiary"):
            picture.choice()
        with st.popover("Code", icon=":material/code:", type="tertiary"):
            _code(sweep)
        with st.popover("Link", icon=":material/link:", type="tertiary"):
            _link(sweep)


def parquet(rows: pd.DataFrame) -> bytes:
    """Return rows as a Parquet file."""
    out = io.BytesIO()
    rows.to_parquet(out, index=False)
    return out.getvalue()


def code(sweep: SweepSpec) -> str:
    """Return a script on `dpcore` that computes the same rows."""
    arguments = ",\n    ".join(f"{name}={value!r}" for name, value in vars(sweep).items())
    return Template(script("sweep")).substitute(sweep=arguments.replace("inf,", 'float("inf"),'))


def _code(sweep: SweepSpec) -> None:
    if sweep.data == UPLOAD:
        st.markdown(
            "A sweep over your own table runs in your session only. The Trade-off page has a "
            "script that reads the table; the spec there takes the same place here."
        )
        return
    st.markdown("This script computes the same rows. It needs Python and this project.")
    st.code(code(sweep), language="python", height=360)


def _link(sweep: SweepSpec) -> None:
    query = address.query((*settings.VALUES.values(), *choices.VALUES, live.RUN))
    st.markdown("This address opens the same picture anywhere that the dashboard runs:")
    st.code((st.context.url or "") + (f"?{query}" if query else ""), language=None, wrap_lines=True)
    if sweep.data == UPLOAD:
        st.markdown(
            "It does not carry your table: who opens it needs the same file, "
            "uploaded and declared on the Data page."
        )
