"""The link to a step, for students, and its QR code: on this server, with the class's seed."""

from html import escape
from urllib.parse import urlencode, urlsplit

import segno
import streamlit as st

from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import Lesson
from pages.comparison import values
from pages.kit import address, paths, text
from pages.kit.values import texts_of
from pages.lessons.values import LESSON, STEP
from server.entry.hosts import OWN

ON_PAPER, ON_SCREEN, ON_A_WALL = "9rem", "20rem", "min(100%, 85vh)"
"""Widths of a code. From a distance, one scans ten times its width: across a room, it fills a
projector's picture."""

QUIET = 4
"""Modules of white around a code, as ISO 18004 has it: without them, some cameras find none."""


def link(server: str, lesson: Lesson, number: int, seed: int = 0) -> str:
    """Return the address of a step on a server, as it stands before anybody has guessed."""
    step = lesson.steps[number - 1]
    before = texts_of(step.guess.at) if step.guess else {}
    at = {LESSON.name: lesson.name, STEP.name: str(number)} | texts_of(step.at) | before
    if str(seed) != values.VALUES["seed"].default:
        at["seed"] = str(seed)
    return f"{server}{paths.path_of(step.page)}?{urlencode(at)}"


def is_of_one_machine(server: str) -> bool:
    """Tell whether an address leads every device to itself.

    Examples
    --------
    >>> is_of_one_machine("http://127.0.0.1:8501"), is_of_one_machine("https://lab.example")
    (True, False)
    """
    return (urlsplit(server).hostname or "") in OWN


def here(lesson: Lesson, number: int) -> str:
    """Return the link to a step on this server, for the class whose seed the address has."""
    return link(server(), lesson, number, int(address.get(values.VALUES["seed"])))


def warn() -> None:
    """Say that a link opens on this machine alone, where that is so."""
    if is_of_one_machine(server()):
        st.warning(text.sections("lessons")["On one machine"], icon=":material/wifi_off:")


def show(lesson: Lesson, number: int, name: str = "class") -> None:
    """Draw the link to a step and its code."""
    st.code(here(lesson, number), language=None, wrap_lines=True)
    is_large = st.toggle("Large QR code, for a projector", key=f"lessons_large_{name}")
    st.html(code(lesson, number, ON_A_WALL if is_large else ON_SCREEN))


def show_any() -> None:
    """Draw the link to a step that is chosen here."""
    every = entries.lessons()
    name = st.selectbox(
        "Lesson", list(every), format_func=lambda each: f"{every[each].number}. {every[each].title}"
    )
    steps = every[name].steps
    number = st.selectbox(
        "Step",
        range(1, len(steps) + 1),
        format_func=lambda each: f"{each}. {steps[each - 1].title}",
        key=f"lessons_step_of_{name}",
    )
    show(every[name], number, "step")


def code(lesson: Lesson, number: int, width: str) -> str:
    """Return the QR code of the link to a step, black on white whatever the theme is, as HTML."""
    to = here(lesson, number)
    drawn = segno.make_qr(to, error="m").svg_data_uri(
        border=QUIET, dark="black", light="white", omitsize=True
    )
    alt = f"QR code that opens step {number} of lesson {lesson.number}, {lesson.title}"
    style = f"display: block; width: {width}"
    return f'<img alt="{escape(alt)}" src="{escape(drawn)}" style="{style}">'


def server() -> str:
    """Return the address of this server, without a path."""
    return (st.context.url or "").rpartition("/")[0]
