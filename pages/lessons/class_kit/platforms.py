"""The lessons' questions for a learning platform, at a class's seed: Moodle's XML, and QTI 2.1."""

from functools import partial

import streamlit as st

from dplab.studies.lessons.quizzes import moodle, qti
from dplab.studies.lessons.quizzes.questions import CATEGORY, of_all
from pages.comparison import values
from pages.kit import address, export, text
from pages.kit.frame import page_frame
from pages.lessons.class_kit import links

FORMATS = {
    "questions.moodle.xml": "Moodle XML",
    "questions.qti.zip": "QTI 2.1 package",
}
"""Files, and what their buttons say."""

OF_EACH = "Numbers for each student"


def show() -> None:
    """Draw a file of all questions for each platform, at the class's seed, with links to here."""
    prose = text.sections("lessons")
    seed, server = int(address.get(values.VALUES["seed"])), links.server()
    # Students would find a link that leads each device to itself.
    server = "" if links.is_of_one_machine(server) else server
    st.subheader("On your learning platform", anchor=False)
    st.markdown(prose["On your learning platform"])
    with st.container(horizontal=True):
        for name, label in FORMATS.items():
            content = partial(written, name, seed, server)
            export.file(name, content, label, icon=":material/quiz:")
    page_frame.lazy_expander(OF_EACH, lambda: st.markdown(prose[OF_EACH]))


def written(name: str, seed: int, server: str) -> str | bytes:
    """Return the content of a file, by its name in `FORMATS`."""
    questions = list(of_all(seed=seed, server=server))
    if name.endswith(".zip"):
        return qti.package(questions)
    return moodle.written(questions, CATEGORY)
