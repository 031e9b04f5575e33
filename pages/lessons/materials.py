"""A lesson on paper: its questions, its answers, and what a teacher wants to know."""

from collections.abc import Callable, Iterable, Iterator

import streamlit as st

from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import ExamQuestion, Lesson, LessonStep
from dplab.studies.lessons.replies import feedback
from pages.comparison.screen import settings
from pages.kit import address, controls
from pages.lessons import values
from pages.lessons.class_kit import links
from pages.lessons.sheet import ended
from pages.lessons.steps import answers, place

LINE = "\\_" * 24
NAME = f"Name: {LINE} Date: {LINE}"

WIDTHS = (5, 1)
"""Of a step on the sheet, and of its code."""

NOTES = {
    "goals": "Goals",
    "mistakes": "What students get wrong",
    "timing": "Timing",
    "board": "On the board",
}


def opened() -> Lesson | None:
    """Return the lesson whose sheets are open."""
    return entries.lessons().get(address.get(values.OPEN))


def show(lesson: Lesson) -> None:
    """Draw the sheet that is chosen, and the way back."""
    back = ":material/arrow_back:"
    controls.link_to("lessons", "For a class", back, {"lessons_open": values.CLASS})
    controls.refusal(values.OPEN)
    shown = controls.one(values.SHOWN, "For print", values.SHEETS)
    settings.number("seed", "Seed of the class: each has numbers of its own")
    st.header(f"Lesson {lesson.number}: {lesson.title}", anchor=False)
    if shown == "questions":
        _sheet(lesson)
        return
    sheets: dict[str, Callable[[Lesson], Iterator[str]]] = {"answers": solutions, "notes": notes}
    _write(sheets[shown](lesson))


def _write(lines: Iterable[str]) -> None:
    st.markdown("\n\n".join(lines))


def _sheet(lesson: Lesson) -> None:
    """Draw the sheet of questions, with a code at each step that opens it."""
    links.warn()
    st.markdown(NAME)
    for number in range(1, len(lesson.steps) + 1):
        asked, code = st.columns(WIDTHS)
        with asked:
            _write(of_step(lesson, number))
        code.html(links.code(lesson, number, links.ON_PAPER))
    _write(further(lesson))


def questions(lesson: Lesson) -> Iterator[str]:
    """Yield the sheet of questions: names to be written, each step, room for the answer."""
    yield NAME
    for number in range(1, len(lesson.steps) + 1):
        yield from of_step(lesson, number)
    yield from further(lesson)


def of_step(lesson: Lesson, number: int) -> Iterator[str]:
    """Yield what a sheet asks at a step, with room for the answer."""
    step = lesson.steps[number - 1]
    title = f"**{number}. {ended(step.title)}**"
    if step.guess:
        yield f"{title} {step.guess.ask}"
        yield f"Your guess: {LINE}"
    yield step.on_live_page if step.guess else f"{title} {step.on_live_page}"
    yield f"{step.ask}{f' ({step.unit})' if step.unit else ''}"
    if step.options:
        yield "\n".join(f"- {label}" for label in step.options.values())
    yield LINE


def further(lesson: Lesson) -> Iterator[str]:
    """Yield the questions of an exam that go with a lesson."""
    if lesson.exam:
        yield "### Further questions"
        for number, question in enumerate(lesson.exam, 1):
            yield f"{number}. {_asked(lesson, question)}"


def solutions(lesson: Lesson) -> Iterator[str]:
    """Yield the answers to it, computed now."""
    for number, step in enumerate(lesson.steps, 1):
        yield f"**{number}. {ended(step.title)}** {_solution(lesson, step)}"
        yield f"Source: {step.source}."
    if lesson.exam:
        yield "### Further questions"
        for number, question in enumerate(lesson.exam, 1):
            yield f"{number}. {_solved(lesson, question)}"


def notes(lesson: Lesson) -> Iterator[str]:
    """Yield what a teacher wants to know, and questions for an exam with their solutions."""
    for name, heading in NOTES.items():
        yield f"### {heading}"
        yield str(getattr(lesson.notes, name)).strip()
    yield "### Exam questions"
    yield (
        "Their numbers come from the seed above, and their solutions are computed: another seed "
        "is another exam."
    )
    for number, question in enumerate(lesson.exam, 1):
        yield f"{number}. {_asked(lesson, question)}"
        yield f"*Solution.* {_solved(lesson, question)}"


def _solution(lesson: Lesson, step: LessonStep) -> str:
    truth = place.truth(lesson, step, place.example(step), answers.seed())
    return feedback.solution(step, truth)


def _asked(lesson: Lesson, question: ExamQuestion) -> str:
    return place.exam(lesson, question, answers.seed()).fill(question.ask)


def _solved(lesson: Lesson, question: ExamQuestion) -> str:
    return place.exam(lesson, question, answers.seed()).fill(question.solution)
