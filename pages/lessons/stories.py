"""Stories: those that ship, and the visitor's own, to present, save, and bring along."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import streamlit as st

from dpcore.checks import InvalidInput
from pages.kit import controls, export, text, words
from pages.kit.frame import page_frame, story, under_way
from pages.kit.frame.story import Story
from pages.lessons import values

IN_A_ROW = 2
NOTES = "Notes to the slides"
FILE, _TOLD = "story_file", "story_told_of_file"
NOT_EMBEDDED = (
    "Inside another site's page nothing can be uploaded. To load a story, open this page on its "
    "own."
)


def show() -> None:
    """Draw the stories that ship, each as a card, two in a row, and the visitor's own."""
    st.markdown(text.sections("lessons")["Stories"])
    every = [(name, each) for name, each in story.shipped().items() if name != values.CLASS]
    for at in range(0, len(every), IN_A_ROW):
        row = every[at : at + IN_A_ROW]
        for column, (name, each) in zip(st.columns(IN_A_ROW), row, strict=False):
            with column.container(border=True, height="stretch"):
                _card(name, each)
    with st.container(border=True):
        _mine()


def _card(name: str, each: Story) -> None:
    st.markdown(f"**{each.title}**")
    st.caption(f"{words.pluralize(len(each.scenes), 'scene')}. {each.lead}")
    present(name, each)
    notes(name, each)


def notes(name: str, each: Story) -> None:
    """Draw the fold with what the speaker may say of each slide, under its title, if anything."""
    if any(scene.notes for scene in each.scenes):
        written = partial(st.markdown, "\n".join(noted(each)))
        page_frame.lazy_expander(NOTES, written, f"notes {name}")


def noted(each: Story) -> Iterator[str]:
    """Yield the title of each slide with its notes below, as Markdown."""
    for number, scene in enumerate(each.scenes, 1):
        title, said = map(text.escape_markdown, (scene.sentence, scene.notes))
        yield f"{number}. **{title}**\n\n   {said}\n"


def present(name: str, each: Story, label: str = "Present", number: int = 1) -> None:
    """Draw the link to a slide of a story, usually the first."""
    contents = under_way.link(name, each, number)
    controls.link_to(each.scenes[number - 1].page, label, ":material/slideshow:", contents)


def _mine() -> None:
    own = under_way.mine()
    st.markdown(f"**{text.escape_markdown(own.title)}**")
    if own.scenes:
        for number in range(1, len(own.scenes) + 1):
            _scene(own, number)
        with st.container(horizontal=True, vertical_alignment="center"):
            present(under_way.OWN, own)
            export.file(
                "story.toml",
                lambda: story.spelled(own),
                "Save the story",
                icon=":material/save:",
            )
    else:
        st.markdown(text.sections("lessons")["No story yet"])
    _bring()


def _scene(own: Story, number: int) -> None:
    here = own.scenes[number - 1]
    said, earlier, away = st.columns([8, 1, 1.1], vertical_alignment="center")
    said.markdown(f"{number}. {text.escape_markdown(here.sentence)}")
    earlier.button(
        "Earlier",
        key=f"story_earlier_{number}",
        type="tertiary",
        disabled=number == 1,
        on_click=_swap,
        args=(number,),
        help=f"Puts scene {number} before scene {number - 1}." if number > 1 else None,
    )
    away.button(
        "Remove",
        key=f"story_remove_{number}",
        type="tertiary",
        on_click=_remove,
        args=(number,),
        help=f"Removes scene {number}.",
    )


def _swap(number: int) -> None:
    scenes = list(under_way.mine().scenes)
    scenes[number - 2 : number] = scenes[number - 1], scenes[number - 2]
    under_way.tell(replace(under_way.mine(), scenes=tuple(scenes)))


def _remove(number: int) -> None:
    scenes = list(under_way.mine().scenes)
    del scenes[number - 1]
    under_way.tell(replace(under_way.mine(), scenes=tuple(scenes)))


def _bring() -> None:
    if st.context.is_embedded:
        st.caption(NOT_EMBEDDED)
        return
    st.file_uploader(
        "A story from a file", type="toml", max_upload_size=1, key=FILE, on_change=_brought
    )
    if told := st.session_state.pop(_TOLD, ""):
        st.markdown(told)


def _brought() -> None:
    """Read the file that was brought, in place of the story before; a callback."""
    file = st.session_state[FILE]
    if file is None:
        return
    try:
        found = story.decoded(file.getvalue())
    except InvalidInput as refusal:
        st.session_state[_TOLD] = f":material/error: {text.escape_markdown(str(refusal))}"
    else:
        under_way.tell(found)
        scenes = words.pluralize(len(found.scenes), "scene")
        st.session_state[_TOLD] = f"{scenes} came with the file and replaced the previous story."
