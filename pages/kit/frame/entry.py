"""The way in, under "Share": the page as a slide, and its picture for a story."""

from dataclasses import replace

import streamlit as st

from dpcore.checks import InvalidInput
from pages.kit import address, controls, page, paths
from pages.kit.frame import mode, story, under_way
from pages.kit.frame.story import LONGEST, MOST_SCENES
from pages.kit.text import escape_markdown

_SENTENCE, _TOLD = "story_sentence", "story_told"


def show() -> None:
    """Draw both, where the page has a slide."""
    if mode.is_on() or not mode.has_slide():
        return
    if st.button("Present", icon=":material/slideshow:"):
        address.bring(mode.PRESENT, "1")
    st.markdown("Add this picture to my story, with a sentence above it:")
    _add()


def _add() -> None:
    with st.form("story_form", border=False):
        st.text_area(
            "The sentence",
            story.offered(mode.said()),
            key=f"{_SENTENCE}_{mode.on_show()}",
            max_chars=LONGEST["sentence"],
            label_visibility="collapsed",
        )
        query = address.query(page.values_of(mode.on_show()))
        st.form_submit_button("Add this picture", on_click=_added, args=(mode.on_show(), query))
    if told := st.session_state.pop(_TOLD, ""):
        st.markdown(told)
    controls.link_to("lessons", "See, save and present the story", ":material/auto_stories:")


def _added(name: str, query: str) -> None:
    """Add a scene; a callback."""
    try:
        own = under_way.mine()
        if len(own.scenes) >= MOST_SCENES:
            raise InvalidInput(f"A story has at most {MOST_SCENES} scenes: remove one first.")
        said = story.cleaned(st.session_state[f"{_SENTENCE}_{name}"])
        if not said:
            raise InvalidInput("A scene needs a sentence: what should people see?")
        link = paths.path_of(name) + (f"?{query}" if query else "")
        under_way.tell(replace(own, scenes=(*own.scenes, story.scene(link, said))))
    except InvalidInput as reason:
        st.session_state[_TOLD] = escape_markdown(str(reason))
    else:
        st.session_state[_TOLD] = f"Added as scene {len(under_way.mine().scenes)}."
