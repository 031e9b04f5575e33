"""What the bar above a page says of its numbers; and the quiet bar under a slide.

Under a slide the arrow keys move its dial, the page keys its scenes, and Escape ends it.

In a frame on another page, the way to the page itself; its dial lies beside it (`present.css`).
"""

import streamlit as st

from pages.kit import address, controls, page, paths, words
from pages.kit.frame import glossary, mode, under_way
from pages.kit.frame.story import Story
from pages.kit.page import Dial
from pages.kit.text import SIMULATION, escape_markdown

NO_SLIDE = (
    "This page has no single figure to present, so it stays as it is. Choose another one, or "
    "leave the presentation."
)


SIMULATED, RELEASED = "Simulation", "Real release"


def kind(follows: str) -> None:
    """Draw the badge in the bar that says of which kind the numbers of a page are.

    What follows from it is explained on tap, hover and focus.
    """
    label = SIMULATED if follows == SIMULATION else RELEASED
    with st.container(key="kind"):
        st.html(glossary.explained(label, follows, "kind"))


def show() -> None:
    """Draw the bar under a slide; on a page that cannot be one, say so and offer the end."""
    if mode.is_on():
        with mode.slot("bar"):
            _refusals()
            with st.container(horizontal=True, vertical_alignment="center"):
                story = under_way.current()
                if story:
                    _scenes(*story)
                _load()
                if mode.is_framed():
                    _framed()
                else:
                    _dial()
                    _end()
        return
    for value in under_way.VALUES:
        controls.refusal(value)
    if under_way.is_lost():
        st.error(under_way.LOST)
        _load()
    if mode.is_asked() and not mode.is_framed():
        with st.container(key="no_slide", horizontal=True, vertical_alignment="center"):
            st.caption(NO_SLIDE, width="content")
            _end()


def _refusals() -> None:
    """Say what of the address cannot be used: the controls that say so are not on the slide.

    In one line, or the figure would have no room: it is the first of them, and how many there are.
    """
    values = (*page.values_of(mode.on_show()), *under_way.VALUES)
    reasons = [reason for value in values if (reason := address.refusal(value))]
    if under_way.is_lost():
        reasons.insert(0, under_way.LOST)
    if reasons:
        others = f" The page names {len(reasons) - 1} more." if len(reasons) > 1 else ""
        st.error(escape_markdown(reasons[0]) + others)


def _scenes(story: Story, number: int) -> None:
    if st.button("Back", shortcut="PageUp", type="tertiary", disabled=number == 1):
        under_way.go(story, number - 1)
    st.caption(f"{number} of {len(story.scenes)}", width="content")
    is_last = number == len(story.scenes)
    if st.button("Next", shortcut="PageDown", type="tertiary", disabled=is_last):
        under_way.go(story, number + 1)


def _load() -> None:
    """Draw the way to where a story that is lost can be loaded again."""
    if under_way.is_lost():
        controls.link_to(
            "lessons",
            "Load the story",
            ":material/upload_file:",
            {"present": "", "story": "", "scene": "1"},
        )


def _dial() -> None:
    """Draw the buttons of the page's dial, where it has one."""
    dial = page.about(mode.on_show()).dial
    if dial:
        now = dial.at(address.get)
        _step(f"Smaller {dial.symbol}", "Left", dial, now, -1)
        st.caption(f"{dial.symbol} = {words.number(now)}", width="content")
        _step(f"Larger {dial.symbol}", "Right", dial, now, 1)


def _framed() -> None:
    """Draw the way to the whole page, in a window of its own."""
    name = mode.on_show()
    query = address.query(page.values_of(name))
    with st.container(key="framed"):
        path = f".{paths.path_of(name)}{'?' if query else ''}{query}"
        st.markdown(f"[Open in the Explorer]({path})")


def _step(label: str, key: str, dial: Dial, now: float, step: int) -> None:
    after = dial.moved(now, step)
    st.button(
        label,
        shortcut=key,
        type="tertiary",
        disabled=after == now,
        on_click=_stepped,
        args=(dial, step),
    )


def _stepped(dial: Dial, step: int) -> None:
    """Move the dial from where it is by now: of several quick presses each counts."""
    controls.move(dial.value, dial.moved(dial.at(address.get), step))


def _end() -> None:
    st.button("End", shortcut="Escape", type="tertiary", on_click=end)


def end() -> None:
    """Show the page again, at the settings of the slide; a callback."""
    for value in under_way.VALUES:
        address.put(value, value.default)
