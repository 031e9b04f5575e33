"""The first look: a figure that needs no Plotly, and where to go from here."""

from dataclasses import replace
from itertools import chain

import streamlit as st

from dpcore.data.real import places
from dpcore.data.tables import TABLES
from dpcore.simulation.measures import MEASURES
from dpcore.simulation.settings import Settings
from dpcore.simulation.sources import UPLOAD
from pages.comparison import own_table, private, settings
from pages.comparison.private import Now
from pages.kit import chart, controls, text
from pages.kit import page as page_of
from pages.kit.frame import mode, story, under_way
from pages.overview import figures

Way = tuple[str, str, dict[str, str]]
"""A page, what its link says, and what it sets there."""

DOORS: dict[str, tuple[Way, ...]] = {
    "Teach": (
        ("trade_off", "Move ε and watch", {}),
        ("lessons", "Learn it in an hour", {}),
    ),
    "Analyse": (
        ("data", "Bring a table", {"data": "upload"}),
        ("release", "Give one classifier away", {}),
    ),
    "Present": (
        (
            "adversary",
            "Read a record off a classifier",
            {"data": "breast_cancer", "epsilon": "1"},
        ),
    ),
}
"""For each reader, ways on."""

BEGINNINGS: dict[str, Way] = {
    "A student": ("lessons", "The lessons", {}),
    "A teacher": ("lessons", "Sheets and notes", {"lessons_open": "promises"}),
    "An analyst": ("data", "Your own table", {"data": "upload"}),
    "A decision maker": ("trade_off", "What privacy costs", {}),
}
"""Where each reader may begin."""

ARROW, SLIDES = ":material/arrow_forward:", ":material/slideshow:"
STORIES = {
    "Teach": ("class", "Slides for a class"),
    "Analyse": ("analysts", "Slides for analysts"),
    "Present": ("board", "Slides for a board"),
}
"""For each reader, a story that one may present without having read anything, and its link."""


def chosen() -> Settings:
    """Return the settings; the usual data where they ask for an own table that is not here."""
    now = settings.chosen()
    if now.data == UPLOAD and own_table.current() is None:
        return replace(now, data=Settings().data)
    return now


def sketch(now: Now) -> None:
    """Draw error against ε, once it is computed."""
    *_, curves = private.curves(now)
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
        with column.container(border=True, height="stretch"):
            st.header(reader, anchor=False)
            st.markdown(text.sections("overview")[reader])
            for page, label, contents in door:
                controls.link_to(page, label, ARROW, contents | _readable(page))
            name, label = STORIES[reader]
            told = story.shipped()[name]
            controls.link_to(told.scenes[0].page, label, SLIDES, under_way.link(name, told, 1))


def beginnings() -> None:
    """Write where each reader may begin."""
    st.header("Where to begin", anchor=False)
    for column, (reader, way) in zip(st.columns(len(BEGINNINGS)), BEGINNINGS.items(), strict=True):
        page, label, contents = way
        with column:
            st.markdown(f"**{reader}** {text.sections('overview')[reader]}")
            controls.link_to(page, label, ARROW, contents)


def all_pages() -> None:
    """Write each page with its question."""
    st.header("All pages", anchor=False)
    with st.container(key="all_pages"):
        columns = st.columns(2)
    listed = chain.from_iterable(st.session_state[page_of.BAR].values())
    others = [page_of.name_of(each.url_path) for each in listed if each.url_path]
    for at, name in enumerate(others):
        title = page_of.about(name).title
        question = text.sections(name)["lead"].partition("\n")[0].removeprefix("# ")
        label = f"**{title}** {question}" if question != title else f"**{title}**"
        with columns[at * 2 // len(others)]:
            controls.link_to(name, label, ARROW)


def _readable(page: str) -> dict[str, str]:
    """Return what the adversary is shown with: a table of levels, where this machine has one.

    What is read off it are words and years, where breast cancer has measurements and ranges.
    """
    has_adult = page == "adversary" and places.is_here(TABLES["adult"])
    return {"data": "adult"} if has_adult else {}
