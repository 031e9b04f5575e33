"""A page of several ideas: a folder for each, and one of them is on the screen.

A part's folder has a `choices.py`, whose `VALUES` are what the part puts into the address and whose
`card` draws its controls, an `answer.py`, whose `show` draws the answer to them, and a `page.md`:
its name as title, its lead, and the sections that it has of "Try this" and the folds. A fold that
it does not write is the page's.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from pages.kit import address, controls, page, text
from pages.kit.address import UrlParameter
from pages.kit.frame import page_frame

TRY = "Try this"


class Parts:
    """The parts of a page.

    Parameters
    ----------
    name : str
        Of the page.
    called, key : str
        What a refusal calls the choice of the part, and its name in the address.
    folders : mapping
        Of the parts, by their words in the address, in the order in which they are read; the first
        is open at first.
    """

    def __init__(self, name: str, called: str, key: str, folders: Mapping[str, str]) -> None:
        self._name = name
        self._folders = folders
        self.labels = {word: self.lead(word)[0] for word in folders}
        """What the screen calls each part, by its word in the address."""
        self.choice = address.one_of(called, key, next(iter(self.labels)), self.labels)
        inside = (value for word in folders for value in self._module(word, "choices").VALUES)
        self.values: tuple[UrlParameter, ...] = (self.choice, *inside)
        """What the page puts into the address."""

    def show(self, label: str, more: Mapping[str, Callable[[], object]] | None = None) -> None:
        """Draw the page: the choice of the part, its settings, its answer and its folds.

        Parameters
        ----------
        label : str
            Of the choice.
        more : mapping, optional
            Folds that all parts have, by what is written on them.
        """
        place, card = page_frame.two_columns(self._name)
        with place, st.container(key="parts"):
            word = controls.one(self.choice, label, self.labels)
        with card, st.container(border=True, key="settings"):
            st.header("Settings", anchor=False)
            asked = self._module(word, "choices").card()
        with place, page_frame.refusing():
            self._answer(word, asked)
        with place:
            self._folds(word, more or {})

    def lead(self, word: str) -> tuple[str, str]:
        """Return the name of a part, and what it is about."""
        title, _, lead = self._prose(word)["lead"].partition("\n")
        return title.removeprefix("# "), lead.strip()

    def folder(self, word: str) -> str:
        """Return the folder of a part below `pages`."""
        return f"{self._name}/{self._folders[word]}"

    def _answer(self, word: str, asked: Any) -> None:
        """Draw the lead of a part, its answer, and one thing to try if it names one."""
        with st.container(key="part_lead"):
            st.markdown(self.lead(word)[1])
        self._module(word, "answer").show(asked)
        if trying := self._prose(word).get(TRY):
            st.info(trying, icon=":material/touch_app:")

    def _folds(self, word: str, more: Mapping[str, Callable[[], object]]) -> None:
        for label, show in more.items():
            page_frame.lazy_expander(label, show)
        prose = text.sections(self._name) | self._prose(word)
        for heading in text.FOLDS:
            page_frame.lazy_expander(heading, partial(st.markdown, prose[heading]))

    def _prose(self, word: str) -> dict[str, str]:
        return text.sections(self.folder(word))

    def _module(self, word: str, module: str) -> Any:
        return page.module(f"{self._name}.{self._folders[word]}.{module}")
