"""The live page of several ideas, of which one is on the screen: `pages.comparison.parts`."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from pages.comparison.parts import Parts
from pages.kit import controls, text
from pages.kit.frame import page_frame

TRY = "Try this"


def show(parts: Parts, label: str, more: Mapping[str, Callable[[], object]] | None = None) -> None:
    """Draw the page: the choice of the part, its settings, its answer and its folds.

    Parameters
    ----------
    parts : Parts
        Of the page.
    label : str
        Of the choice.
    more : mapping, optional
        Folds that all parts have, by what is written on them.
    """
    place, card = page_frame.two_columns(parts.name)
    with place, st.container(key="parts"):
        word = controls.one(parts.choice, label, parts.labels)
    with card, st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        asked = parts.module(word, "choices").card()
    with place, page_frame.refusing():
        _answer(parts, word, asked)
    with place:
        _folds(parts, word, more or {})


def _answer(parts: Parts, word: str, asked: Any) -> None:
    """Draw the lead of a part, its answer, and one thing to try if it names one."""
    with st.container(key="part_lead"):
        st.markdown(parts.lead(word)[1])
    parts.module(word, "answer").show(asked)
    if trying := parts.prose(word).get(TRY):
        st.info(trying, icon=":material/touch_app:")


def _folds(parts: Parts, word: str, more: Mapping[str, Callable[[], object]]) -> None:
    for label, show_fold in more.items():
        page_frame.lazy_expander(label, show_fold)
    prose = text.sections(parts.name) | parts.prose(word)
    for heading in text.FOLDS:
        page_frame.lazy_expander(heading, partial(st.markdown, prose[heading]))
