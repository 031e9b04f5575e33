"""The list of lessons, with how far one is."""

import streamlit as st

from dpcore.experiments.lessons import entries
from pages.shared import controls
from pages.shared.lessons import answers, place


def contents() -> None:
    done = answers.done()
    for lesson in entries.lessons().values():
        with st.container(border=True):
            st.header(f"{lesson.number} {lesson.title}")
            st.markdown(lesson.able)
            so_far = done.get(lesson.number, frozenset())
            first = next((k for k in range(1, len(lesson.steps)+1) if k not in so_far), 1)
            controls.link_to(lesson.steps[first-1].page, "Go on" if so_far else "Begin", ":material/arrow_forward:", place.link(lesson, first))
