"""The first look: a figure that needs no Plotly, and where to go from here."""

from dataclasses import replace

import streamlit as st

from dpcore.data.real import places
from dpcore.data.tables import TABLES
from dpcore.experiments.measures import MEASURES
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from pages.overview import figures
from pages.shared import chart, controls, own_table, settings, text
from pages.shared.comparison import answer
from pages.shared.comparison.answer import Now
from pages.shared.presenter import mode

DOORS: dict[str, tuple[str, str, dict[str, str]]] = {
    "Teach": ("trade_off", "Move ε and watch", {}),
    "Analyse": ("data", "Bring a table", {"data": "upload"}),
    "Present": (
        "adversary",
        "Read a record off a classifier",
        {"data": "breast_cancer", "epsilon": "1"},
    ),
}
"""For each reader a page, what its link says, and what it sets there."""


def chosen() -> Settings:
    """Return the settings; the usual data where they ask for an own table that is not here."""
    now = settings.chosen()
    if now.data == UPLOAD and own_table.current() is None:
        return replace(now, data=Settings().data)
    return now


def sketch(now: Now) -> None:
    """Draw error against ε, once it is computed."""
    *_, curves = answer.curves(now)
    drawing = figures.error_against_epsilon(
        curves,
        now.settings.epsilon,
        now.rule,
        title=f"{MEASURES[now.settings.measure].label} against ε",
        alt=now.alt,
        dark=chart.is_dark(),
        phone=chart.is_phone(),
    )
    with mode.slot("figure"):
        st.html(drawing)


def doors() -> None:
    """Draw the three ways on, one for each reader."""
    for column, (reader, door) in zip(st.columns(len(DOORS)), DOORS.items(), strict=True):
        page, label, contents = door
        with column.container(border=True, height="stretch"):
            st.header(reader, anchor=False)
            st.markdown(text.sections("overview")[reader])
            controls.link_to(page, label, ":material/arrow_forward:", contents | _readable(page))


def _readable(page: str) -> dict[str, str]:
    """Return what the adversary is shown with: a table of levels, where this machine has one.

    What is read off it are words and years, where breast cancer has measurements and ranges.
    """
    has_adult = page == "adversary" and places.is_here(TABLES["adult"])
    return {"data": "adult"} if has_adult else {}
