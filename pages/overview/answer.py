"""The instrument in its place, and the doors to the other pages."""

from collections.abc import Mapping

import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

from pages.comparison.screen import cached
from pages.kit import address, controls, text
from pages.kit.frame import mode, story, under_way
from pages.overview.values import EPSILON, PLACES, question
from pages.overview.view import view

PRODUCT, INSTRUMENT = "explorer", "instrument"
"""The server has the script below `/_stcore/bidi-components/explorer.instrument/`."""

Way = tuple[str, str, dict[str, str]]
"""A page, what its link says, and what it sets there."""

DOORS: dict[str, Way] = {
    "Learn": ("lessons", "Learn it in an hour", {}),
    "Teach": ("lessons", "Ninety minutes for a class", {"lessons_open": "class"}),
    "Analyse": ("data", "Bring a table", {"data": "upload"}),
    "Decide": ("decide", "Which ε should it be?", {}),
}
"""For each reader, where to begin."""

STORIES = {
    "Teach": ("class", "Slides for a class"),
    "Analyse": ("analysts", "Slides for analysts"),
    "Decide": ("board", "Slides for a board"),
}
"""For most of them, a story that one may present without having read anything, and its link."""

ARROW, SLIDES = ":material/arrow_forward:", ":material/slideshow:"


def instrument() -> None:
    """Draw the instrument, its dial at the place nearest to the ε of the address."""
    _register()
    draw = st.components.v2.component(
        f"{PRODUCT}.{INSTRUMENT}",
        css=text.style_of_instrument(),
        js="instrument.js",
        isolate_styles=False,
    )
    found = view(question(address.get), cached.RECORDS)
    with mode.slot("figure"):
        turned_to = draw(key=INSTRUMENT, data=found.answer, on_epsilon_change=turned)
    mode.note(found.sentence)  # The instrument says it itself, on a slide too.
    # The first turn after the server was started again comes into a new session: nobody calls back.
    shown = PLACES[found.answer["start"]]
    told = _place(turned_to.get("epsilon"))
    address.brought(EPSILON, shown, shown if told is None else told, "dial")


def _register() -> None:
    """Tell the server which files the instrument has: they are of no installed package."""
    manager = get_bidi_component_manager()
    if manager.get_component_asset_root(f"{PRODUCT}.{INSTRUMENT}") is None:
        config = ComponentConfig(INSTRUMENT, asset_dir=text.INSTRUMENT.name)
        manager.register_from_manifest(
            ComponentManifest(PRODUCT, "1", [config]), text.INSTRUMENT.parent
        )


def turned() -> None:
    """Write the dial's ε into the address; a callback."""
    told = _place(st.session_state[INSTRUMENT].get("epsilon"))
    if told is not None:
        address.put(EPSILON, told)


def _place(told: object) -> float | None:
    """Return the ε that a browser tells, which may be anything, or None if it is no place."""
    return float(str(told)) if told in [repr(each) for each in PLACES] else None


def without_a_server(environment: Mapping[str, str]) -> None:
    """Draw the link to the static edition, where the server was told where it lies."""
    address = environment.get("EXPLORER_EDITION", "").strip()
    if address.startswith(("https://", "http://")):
        st.markdown(
            f"For a course page, a phone or a meeting: [the same without a server](<{address}>)"
        )


def doors() -> None:
    """Draw the ways on, one for each reader."""
    for column, (reader, way) in zip(st.columns(len(DOORS)), DOORS.items(), strict=True):
        page, label, contents = way
        with column.container(border=True, height="stretch"):
            st.header(reader, anchor=False)
            st.markdown(text.sections("overview")[reader])
            controls.link_to(page, label, ARROW, contents)
            if reader in STORIES:
                name, slides = STORIES[reader]
                told = story.shipped()[name]
                controls.link_to(told.scenes[0].page, slides, SLIDES, under_way.link(name, told, 1))
            else:
                controls.link_to("adversary", "Reconstruct a record from a classifier", ARROW)
