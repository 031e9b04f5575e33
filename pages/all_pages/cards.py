"""A card for each page: its picture, its question, and what one does there."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.all_pages import pictures
from pages.kit import controls, text, visitor

IN_A_ROW = 3


def show() -> None:
    """Draw the cards by section, and then their pictures, which may take a moment."""
    places: dict[str, DeltaGenerator] = {}
    for heading, listed in text.sections("all_pages").items():
        if heading != "lead":
            st.header(heading, anchor=False)
            places |= _cards(dict(line[2:].split(": ", 1) for line in listed.splitlines()))
    for name, place in places.items():
        place.html(pictures.of_page(name, dark=visitor.is_dark()))


def _cards(sentences: dict[str, str]) -> dict[str, DeltaGenerator]:
    """Draw the cards of a section; return the places of their pictures."""
    places = {}
    names = list(sentences)
    for start in range(0, len(names), IN_A_ROW):
        columns = st.columns(IN_A_ROW)
        for column, name in zip(columns, names[start : start + IN_A_ROW], strict=False):
            with column.container(border=True, height="stretch", key=f"card_{name}"):
                places[name] = st.container(key=f"picture_{name}")
                controls.link_to(name, text.question(name))
                st.caption(sentences[name])
    return places
