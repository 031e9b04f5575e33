"""In a course: what answers its homework, and what goes with its weeks or a book's chapters."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

import streamlit as st

from dplab.studies.lessons import entries
from pages.kit import address, controls, page, paths, text
from pages.kit.frame import page_frame
from pages.lessons.steps import answers

Reading = Mapping[str, Any]
"""A course or a book in `assets/reading.toml`, which says what it holds."""

COPY = "These questions as text, with full addresses"


def show() -> None:
    """Draw each homework, question by question, then weeks and chapters, and a syllabus."""
    controls.link_to("lessons", "All lessons", ":material/arrow_back:", {"lessons_open": ""})
    prose = text.sections("lessons")
    st.header("In a course", anchor=False)
    st.markdown(prose["In a course"])
    homework = [each for each in text.readings() if "question" in each]
    weeks = [each for each in text.readings() if "question" not in each]
    for heading, readings in (("Question by question", homework), ("Week by week", weeks)):
        st.subheader(heading, anchor=False)
        st.markdown(prose[heading])
        _folds(readings)
    st.subheader("For your syllabus", anchor=False)
    st.markdown(prose["For your syllabus"])
    st.code(syllabus(_here()), language=None, wrap_lines=True)


def _folds(readings: Sequence[Reading]) -> None:
    first, *others = readings
    with st.expander(first["what"], expanded=True):
        _reading(first)
    for each in others:
        page_frame.lazy_expander(each["what"], partial(_reading, each))


def _here() -> str:
    return (st.context.url or "").rpartition("/")[0]


def syllabus(here: str) -> str:
    """Return the paragraph for a syllabus, where the dashboard runs at an address."""
    every = entries.lessons().values()
    lessons = "; ".join(f"{each.number}. {each.title} ({each.minutes} minutes)" for each in every)
    return (
        f"Differential privacy by experiment. The Privacy-Accuracy Explorer ({here}) shows what "
        "differential privacy costs a linear classifier, and why: output and objective "
        "perturbation after Chaudhuri and Monteleoni (2008) and Chaudhuri, Monteleoni and Sarwate "
        "(2011), their experiments run again, and a meter for the privacy loss. There is nothing "
        f"to install, and nobody logs in. Lessons for homework: {lessons}. Answers are checked "
        "on the page; hand in the code of your sheet, which you get under “Hand in” at "
        f"{here}/lessons."
    )


def _reading(reading: Reading) -> None:
    source = reading.get("source", "")
    st.caption(f"{reading['who']}{f': <{source}>' if source else ''}")
    if note := reading.get("note", ""):
        st.markdown(note)
    for number, question in enumerate(reading.get("question", ()), 1):
        _question(number, question)
    for row in reading.get("row", ()):
        _row(row)
    if "question" in reading:
        copied = partial(st.code, as_text(reading, _here()), language=None, wrap_lines=True)
        page_frame.lazy_expander(COPY, copied, f"text {reading['what']}")


def _question(number: int, question: Mapping[str, Any]) -> None:
    asked, opened, left = st.columns(3)
    asked.markdown(f"**{number}.** {question['asks']}")
    with opened:
        for each in question["opens"]:
            name, at = place(each["at"])
            whole = address.reset(page.values_of(name)) | at
            sees = text.with_whole_equations(each["sees"])
            controls.link_to(name, sees, ":material/show_chart:", whole)
    left.markdown(f"**By hand:** {question['by_hand']}")


def _row(row: Mapping[str, Any]) -> None:
    said, shown, homework = st.columns(3)
    said.markdown(row["reads"])
    with shown:
        for each in row["pages"]:
            name, at = place(each)
            controls.link_to(name, label(each), ":material/show_chart:", at)
    with homework:
        for number in row["lessons"]:
            lesson = list(entries.lessons().values())[number - 1]
            title = f"{number}. {lesson.title}"
            at = answers.link(lesson, 1)
            controls.link_to(lesson.steps[0].page, title, ":material/school:", at)


def as_text(reading: Reading, here: str) -> str:
    """Return the questions of a course to paste elsewhere, where the dashboard is at an address."""
    return "\n".join(_lines(reading, here))


def _lines(reading: Reading, here: str) -> Iterator[str]:
    for number, question in enumerate(reading["question"], 1):
        yield f"{number}. {question['asks']}"
        for each in question["opens"]:
            yield f"   {each['sees']}: {here}/{each['at'].replace(' ', '%20')}"
        yield f"   By hand: {question['by_hand']}"


def place(said: str) -> tuple[str, dict[str, str]]:
    """Return the page of an address, and what the address sets there."""
    name, _, query = said.partition("?")
    return paths.name_of(name), dict(parse_qsl(query))


def label(said: str) -> str:
    """Return what the page asks that an address opens, or its part."""
    name, at = place(said)
    parts = (part for part in at.values() if (text.PAGES / name / part).is_dir())
    return text.sections("/".join((name, *parts)))["lead"].partition("\n")[0].removeprefix("# ")
