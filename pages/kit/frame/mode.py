"""Whether a page is shown as a slide, and which of its figures and sentences stands on it.

A page draws what it always draws. What belongs on the slide lies in containers whose keys begin
with "slide_"; `present.css` lays these out over the screen, and shows nothing else.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.kit import address, page

PRESENT = address.one_of(
    "The presentation", "present", "", {"": "The page", "1": "The page as a slide"}
)

SMALLEST = 13
"""Logical pixels of the smallest letters: 18 of the screen's where that is 768 pixels high."""

MOST_BELOW, UNDER = 480, 100
"""The same pixels: the height of a figure that has room below its words, and what a figure keeps
below it for axis and legend."""

AXES = re.compile(r"[xy]axis")
RAISED = re.compile(r"<sup>([-−0-9]+)</sup>")
SUPERSCRIPT = str.maketrans("-−0123456789", "⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Exponents as signs of their own: Plotly writes raised letters smaller than all others."""

_ON_SHOW, _FIGURE, _SAID, _SLOTS = "page_on_show", "slide_figure", "sentence_on_show", "slide_slots"
_FIGURES, _FILES = "figures_on_show", "files_on_show"


def begin(name: str) -> None:
    """Begin a run of the page `name`; for the entry script."""
    st.session_state[_ON_SHOW] = name
    for key in (_FIGURE, _FIGURES, _FILES, _SAID, _SLOTS):
        st.session_state.pop(key, None)


def on_show() -> str:
    """Return the page of this run; fragments that run by themselves have it too."""
    return str(st.session_state.get(_ON_SHOW, ""))


def is_framed() -> bool:
    """Tell whether the address says `embed=true`, as in a frame on a page of somebody else's."""
    return bool(st.context.is_embedded)


def is_asked() -> bool:
    """Tell whether the address asks for a slide; a frame has room for no more than one."""
    return is_framed() or str(address.get(PRESENT)) == "1"


def has_slide() -> bool:
    """Tell whether the page of this run can be a slide."""
    return on_show() != "" and page.about(on_show()).presents


def is_on() -> bool:
    """Tell whether the page of this run is shown as a slide."""
    return is_asked() and has_slide()


def takes(file: str) -> bool:
    """Tell whether a figure is the slide's: the first that has a name under which it is saved.

    Where it draws itself again, in the same run or in a fragment, it is known by that name.
    """
    return file != "" and st.session_state.setdefault(_FIGURE, file) == file


@contextmanager
def slot(part: str, place: DeltaGenerator | None = None) -> Iterator[None]:
    """Lay what is drawn inside onto the slide, as its part of that name; on a page, do nothing."""
    if is_on():
        slots: int = st.session_state.get(_SLOTS, 0)
        st.session_state[_SLOTS] = slots + 1
        # No key may come twice in a run, and a figure may, which is drawn as it grows.
        with (st if place is None else place).container(key=f"slide_{part}_{slots}"):
            yield
    else:
        yield


def note(sentence: str) -> bool:
    """Keep the main sentence of a run, the first; tell whether it is that one."""
    return bool(st.session_state.setdefault(_SAID, sentence) == sentence)


def said() -> str:
    """Return the main sentence of this run, as Markdown, or an empty text."""
    return str(st.session_state.get(_SAID, ""))


def note_figure(file: str) -> None:
    """Keep the name under which a figure of this run is saved."""
    st.session_state.setdefault(_FIGURES, {})[file] = True


def figures() -> tuple[str, ...]:
    """Return the names of the figures drawn so far, in their order."""
    return tuple(st.session_state.get(_FIGURES, ()))


def note_file(name: str, label: str, content: Callable[[], str | bytes]) -> None:
    """Keep a file of this run for the quiet row below: without a label, for its tables alone."""
    st.session_state.setdefault(_FILES, {})[name] = label, content


def files() -> dict[str, tuple[str, Callable[[], str | bytes]]]:
    """Return labels and contents kept so far, by name."""
    return dict(st.session_state.get(_FILES, {}))


def is_tall(drawing: dict[str, Any]) -> bool:
    """Tell whether a figure needs the whole height of a slide: the words stand beside it then."""
    return bool(drawing["layout"].get("height", 0) > MOST_BELOW)


def enlarged(drawing: dict[str, Any]) -> dict[str, Any]:
    """Return a figure that fills its place, without letters that are too small.

    The whole slide is drawn larger, and its letters with it (`present.css`). A slider of its own
    goes, with the room that it took: the arrow keys are there.
    """
    dropped = {"height", "width", "sliders", "updatemenus"}
    layout = {name: _legible(name, each) for name, each in drawing["layout"].items()}
    if "sliders" in layout:
        layout["margin"] = {**layout["margin"], "b": UNDER}
    kept = {name: each for name, each in layout.items() if name not in dropped}
    slide: dict[str, Any] = _readable({"data": drawing["data"], "layout": kept})
    return slide


def _legible(name: str, part: Any) -> Any:
    """Return an axis whose numbers Plotly writes without raised exponents."""
    if not AXES.match(name):
        return part
    title = {**part.get("title", {}), "standoff": 4}  # where rows are close, room is scarce
    return {**part, "exponentformat": "none", "title": title}


def _readable(part: Any, name: str = "") -> Any:
    if isinstance(part, dict):
        found = {key: _readable(each, key) for key, each in part.items()}
        if name.endswith("font") and isinstance(found.get("size"), int | float):
            found["size"] = max(found["size"], SMALLEST)
        return found
    if isinstance(part, str):
        return RAISED.sub(lambda found: found[1].translate(SUPERSCRIPT), part)
    return [_readable(each) for each in part] if isinstance(part, list | tuple) else part
