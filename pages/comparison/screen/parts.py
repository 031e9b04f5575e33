"""The live page of several ideas, of which one is on the screen: `pages.comparison.parts`.

A row has those that everybody is shown. What experts ask lies behind one item beside it; while such
a part is on show, the item says its name, and any press on the row leads back.
"""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from pages.comparison.parts import Parts
from pages.kit import address, controls
from pages.kit.frame import glossary, page_frame

FOR_EXPERTS = "For experts"
_EXPERTS = "experts"
"""The key of the item."""


def show(
    parts: Parts,
    label: str,
    elsewhere: Mapping[str, Callable[[], object]] | None = None,
) -> None:
    """Draw the page: the choice of the part, its settings, its answer and its folds.

    Parameters
    ----------
    parts : Parts
        Of the page.
    label : str
        Of the choice.
    elsewhere : mapping, optional
        What else experts ask that another page shows: what opens it, by its line in the item.
    """
    place, card = page_frame.two_columns(parts.name)
    with place, st.container(key="parts"):
        word = _chosen(parts, label, elsewhere or {})
    with card, st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        asked = parts.module(word, "choices").card()
    with place, page_frame.refusing():
        _answer(parts, word, asked)
    with place:
        page_frame.folds(parts.name, of_part=parts.prose(word))


def _chosen(parts: Parts, label: str, elsewhere: Mapping[str, Callable[[], object]]) -> str:
    """Draw the row of parts and what is for experts, and return the word of the part on show."""
    word = str(address.get(parts.choice))
    row = {each: parts.labels[each] for each in parts.labels if each not in parts.experts}
    if len(row) > 1 or word in parts.experts:
        word = controls.one(parts.choice, label, row)
    else:
        controls.refusal(parts.choice)
    if not (parts.experts or elsewhere):
        return word
    lines = {each: f"**{parts.labels[each]}**: {said}" for each, said in parts.experts.items()}
    picked = st.menu_button(
        f"{FOR_EXPERTS}: {parts.labels[word]}" if word in parts.experts else FOR_EXPERTS,
        [*lines, *elsewhere],
        key=_EXPERTS,
        on_click=_pick,
        args=(parts,),
        type="tertiary",
        icon=":material/school:",
        format_func=lambda each: lines.get(each, each),
    )
    if picked and picked in elsewhere:
        elsewhere[picked]()
    if word in parts.experts:
        controls.note(label, parts.labels[word])
    return word


def _pick(parts: Parts) -> None:
    """Open a part that is for experts; for callbacks."""
    if (picked := st.session_state[_EXPERTS]) in parts.experts:
        address.put(parts.choice, picked)


def _answer(parts: Parts, word: str, asked: Any) -> None:
    """Draw the lead of a part, and its answer."""
    with st.container(key="part_lead"):
        st.markdown(glossary.marked(parts.lead(word)[1]))
    parts.module(word, "answer").show(asked)
