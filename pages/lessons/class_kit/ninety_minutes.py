"""Ninety minutes: timetable, slides with notes, the link for students, sheets, and their codes."""

from urllib.parse import urlencode

import streamlit as st

from dplab.studies.lessons import entries
from pages.comparison import values
from pages.comparison.screen import settings
from pages.kit import address, controls, paths, text
from pages.kit.frame import page_frame, story
from pages.kit.values import texts_of
from pages.lessons import stories
from pages.lessons.class_kit import handed_in
from pages.lessons.values import CLASS, LESSON, STEP

FIRST = "promises"
"""The lesson that students begin with; from its end a link leads to the next one."""


def show() -> None:
    """Draw all that a class of ninety minutes needs, and the box for its codes."""
    controls.link_to("lessons", "All lessons", ":material/arrow_back:", {"lessons_open": ""})
    prose = text.sections("lessons")
    st.header("Ninety minutes", anchor=False)
    st.markdown(prose["Ninety minutes"])
    _slides()
    st.subheader("The link for students", anchor=False)
    settings.number("seed", "Seed of the class: each has numbers of its own")
    st.code(students_link(), language=None, wrap_lines=True)
    st.subheader("On paper", anchor=False)
    st.markdown(prose["On paper"])
    with st.container(horizontal=True):
        for lesson in entries.lessons().values():
            controls.link_to(
                "lessons",
                f"{lesson.number}. {lesson.title}",
                ":material/print:",
                {"lessons_open": lesson.name},
            )
    handed_in.show()


def _slides() -> None:
    stories.present(CLASS, story.shipped()[CLASS], "Present the slides")
    page_frame.lazy_expander(
        "Notes to the slides", lambda: st.markdown(text.sections("lessons")["Notes to the slides"])
    )


def students_link() -> str:
    """Return the address, on this server, of the first step of the first lesson."""
    lesson = entries.lessons()[FIRST]
    step = lesson.steps[0]
    at = {LESSON.name: FIRST, STEP.name: "1"} | texts_of(step.at)
    seed = values.VALUES["seed"]
    if (text_of := address.text_of(seed)) != seed.default:
        at[seed.name] = text_of
    server = (st.context.url or "").rpartition("/")[0]
    return f"{server}{paths.path_of(step.page)}?{urlencode(at)}"
