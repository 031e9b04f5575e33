"""The lessons: how long each takes, what one will be able to do, and how far one is."""

import streamlit as st

from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import Lesson
from pages.kit import controls, words
from pages.lessons import values
from pages.lessons.steps import answers

IN_A_ROW = 2


def show() -> None:
    """Draw the ways to what a class and a course need, and a card for each lesson, two in a row."""
    ways = (
        ("For a class: 45 or 90 minutes", ":material/school:", values.CLASS),
        ("In a course: questions and weeks", ":material/menu_book:", values.COURSE),
    )
    with st.container(horizontal=True):
        for label, icon, opened in ways:
            controls.link_to("lessons", label, icon, {"lessons_open": opened})
    done = answers.done()
    every = list(entries.lessons().values())
    with st.container(key="contents"):
        for at in range(0, len(every), IN_A_ROW):
            row = every[at : at + IN_A_ROW]
            for column, lesson in zip(st.columns(IN_A_ROW), row, strict=False):
                with column.container(border=True, height="stretch"):
                    _card(lesson, done.get(lesson.number, frozenset()))


def _card(lesson: Lesson, done: frozenset[int]) -> None:
    st.header(f"{lesson.number}. {lesson.title}", anchor=False)
    st.caption(_length(lesson, done))
    st.markdown(lesson.lead)
    number = next_step(lesson, done)
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.link_to(
            lesson.steps[number - 1].page,
            _label(lesson, done),
            ":material/arrow_forward:",
            answers.link(lesson, number),
        )
        with st.popover("What you learn", type="tertiary"):
            st.markdown(f"Afterwards you can {lesson.able}.")


def next_step(lesson: Lesson, done: frozenset[int]) -> int:
    """Return the number of the first step that is not done, or 1 where all are."""
    missing = [step for step in range(1, len(lesson.steps) + 1) if step not in done]
    return missing[0] if missing else 1


def _label(lesson: Lesson, done: frozenset[int]) -> str:
    if len(done) >= len(lesson.steps):
        return "Repeat"
    return "Go on" if done else "Begin"


def _length(lesson: Lesson, done: frozenset[int]) -> str:
    steps = words.pluralize(len(lesson.steps), "step")
    so_far = f", {len(done)} done" if done else ""
    return f"About {lesson.minutes} minutes, {steps}{so_far}"
