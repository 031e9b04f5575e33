"""The end of a lesson: what one has seen, with one's own guesses, what to hand in, and the next."""

import streamlit as st

from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import Lesson
from pages.kit import address, controls
from pages.kit.frame import page_frame
from pages.lessons import contents, hand_in, values
from pages.lessons.steps import answers


def show() -> bool:
    """Draw it, where somebody comes from the last step of a lesson; tell whether that is so."""
    name = address.get(values.ENDED)
    if name == values.NO_LESSON:
        return False
    lesson = entries.lessons()[name]
    with st.container(border=True, key="lesson_ending"), page_frame.refusing():
        st.header(f"What lesson {lesson.number} has shown", anchor=False)
        st.markdown(f"{lesson.summary} {_guessed(lesson)}".rstrip())
        with st.container(horizontal=True):
            for label, to, number in _ways_on(lesson):
                page = to.steps[number - 1].page
                controls.link_to(page, label, ":material/arrow_forward:", answers.link(to, number))
        page_frame.section("Hand in", hand_in.own_sheet)
    return True


def _guessed(lesson: Lesson) -> str:
    """Return what the visitor guessed in a lesson and what came, if anything."""
    for number, step in enumerate(lesson.steps, 1):
        if came := answers.came(lesson, number):
            return f"At step {number} ({step.title}) {came[0].lower()}{came[1:]}"
    return ""


def _ways_on(lesson: Lesson) -> list[tuple[str, Lesson, int]]:
    """Return label, lesson and step of each way on: what was left out here, and the next one."""
    done = answers.done()
    ways = []
    if len(done.get(lesson.number, ())) < len(lesson.steps):
        number = contents.next_step(lesson, done.get(lesson.number, frozenset()))
        ways.append((f"Step {number}, which is still open", lesson, number))
    for each in entries.lessons().values():
        if each.number == lesson.number + 1:
            first = contents.next_step(each, done.get(each.number, frozenset()))
            ways.append((f"Next: {each.title}", each, first))
    return ways
