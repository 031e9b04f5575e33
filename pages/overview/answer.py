"""The instrument in its place, and the doors to the other pages."""

from collections.abc import Mapping

import streamlit as st

from pages.comparison import values
from pages.comparison.screen import cached
from pages.kit import address, controls, export, page, text
from pages.kit.frame import mode, story, under_way
from pages.overview.values import EPSILON, question
from pages.overview.view import rows, view

INSTRUMENT = "instrument"
STYLE = text.style_of(INSTRUMENT) + text.style_of("drawing")

Way = tuple[str, str, dict[str, str]]
"""A page, what its link says, and what it sets there."""

THESE = {"data": values.PATIENTS}
"""What leads to the patients; all else goes back to how a page opens (`_same`)."""

DOORS: dict[str, tuple[Way, ...]] = {
    "Learn": (
        ("lessons", "Learn it in an hour", {}),
        ("adversary", "Reconstruct one of these records", THESE),
    ),
    "Teach": (("lessons", "A class of 45 or 90 minutes", {"lessons_open": "class"}),),
    "Analyse": (
        ("trade_off", "Compare the methods on these patients", THESE),
        ("data", "Bring a table", {"data": "upload"}),
    ),
    "Decide": (("decide", "Which ε for these patients?", THESE),),
}
"""For each reader, where to begin."""

STORIES = {
    "Teach": ("class", "Slides for a class"),
    "Analyse": ("analysts", "Slides for analysts"),
    "Decide": ("board", "Slides for a board"),
}
"""For most of them, a story that one may present without having read anything, and its link."""

ARROW, SLIDES = ":material/arrow_forward:", ":material/slideshow:"


def instrument() -> str:
    """Draw the instrument, its dial at the place nearest to the ε of the address; return that ε."""
    found = view(question(address.get), cached.RECORDS)
    content = found.answer
    with mode.slot("figure"):
        controls.turn(EPSILON, INSTRUMENT, INSTRUMENT, content, content["told"], STYLE)
    mode.note(found.sentence)  # The instrument says it itself, on a slide too.
    return str(content["stops"][content["told"]["at"]]["epsilon"])


def row() -> None:
    """Draw the quiet row: the numbers of the instrument, at each place of its dial."""
    with export.row(), export.downloads():
        export.file("overview.csv", lambda: export.csv(rows()))


def without_a_server(environment: Mapping[str, str]) -> None:
    """Draw the link to the static edition, where the server was told where it lies."""
    address = environment.get("EXPLORER_EDITION", "").strip()
    if address.startswith(("https://", "http://")):
        st.markdown(
            f"For a course page, a phone or a meeting: [the same without a server](<{address}>)"
        )


def doors(epsilon: str) -> None:
    """Draw the ways on, a few for each reader; those to the patients are at the ε of the dial."""
    for column, (reader, ways) in zip(st.columns(len(DOORS)), DOORS.items(), strict=True):
        with column.container(border=True, height="stretch"):
            st.header(reader, anchor=False)
            st.markdown(text.sections("overview")[reader])
            for name, label, contents in ways:
                controls.link_to(name, label, ARROW, _same(name, contents, epsilon))
            if reader in STORIES:
                called, slides = STORIES[reader]
                told = story.shipped()[called]
                first = under_way.link(called, told, 1)
                controls.link_to(told.scenes[0].page, slides, SLIDES, first)


def _same(name: str, contents: dict[str, str], epsilon: str) -> dict[str, str]:
    """Return what a door sets: of one to the patients, that nothing else differs from here."""
    if contents != THESE:
        return contents
    return address.reset(page.values_of(name)) | contents | {EPSILON.name: epsilon}
