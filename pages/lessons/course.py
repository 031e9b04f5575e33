"""In a course: which pages and lessons go with its weeks, or with the chapters of a book."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

import streamlit as st

from dplab.studies.lessons import entries
from pages.kit import controls, paths, text
from pages.kit.frame import page_frame
from pages.lessons.steps import answers


def show() -> None:
    """Draw the rows of each reading, and a paragraph to paste."""
    controls.link_to("lessons", "All lessons", ":material/arrow_back:", {"lessons_open": ""})
    prose = text.sections("lessons")
    st.header("In a course", anchor=False)
    st.markdown(prose["In a course"])
    first, *others = text.readings()
    with st.expander(first["what"], expanded=True):
        _rows(first)
    for each in others:
        page_frame.lazy_expander(each["what"], partial(_rows, each))
    st.subheader("For your syllabus", anchor=False)
    st.markdown(prose["For your syllabus"])
    st.code(syllabus((st.context.url or "").rpartition("/")[0]), language=None, wrap_lines=True)


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


def _rows(reading: Mapping[str, Any]) -> None:
    source = reading.get("source", "")
    st.caption(f"{reading['who']}{f': <{source}>' if source else ''}")
    for row in reading["row"]:
        said, shown, homework = st.columns(3)
        said.markdown(row["reads"])
        with shown:
            for address in row["pages"]:
                page, _, query = address.partition("?")
                name = paths.name_of(page)
                controls.link_to(
                    name, label(address), ":material/show_chart:", dict(parse_qsl(query))
                )
        with homework:
            for number in row["lessons"]:
                lesson = list(entries.lessons().values())[number - 1]
                title = f"{number}. {lesson.title}"
                at = answers.link(lesson, 1)
                controls.link_to(lesson.steps[0].page, title, ":material/school:", at)


def label(address: str) -> str:
    """Return what the page asks that an address opens, or its part."""
    page, _, query = address.partition("?")
    name = paths.name_of(page)
    parts = (part for _, part in parse_qsl(query) if (text.PAGES / name / part).is_dir())
    return text.sections("/".join((name, *parts)))["lead"].partition("\n")[0].removeprefix("# ")
