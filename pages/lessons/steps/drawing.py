"""The pad on which a reader draws a curve before the first step of a lesson."""

import streamlit as st

from dplab.studies.lessons import entries
from dplab.studies.lessons.costs import DrawnCurve, drawn
from dplab.studies.lessons.entries import Lesson
from pages.comparison.figures.drawing import LABEL, content
from pages.comparison.screen import cached
from pages.kit import controls, text

ASK = (
    "How do errors rise as ε falls? Draw the curve that you expect, then see the true one. Nobody "
    "sees what you draw."
)

DRAWING = "drawing"

KEY = "lesson_drawing"

STYLE = f"""
.st-key-lesson_page > :not(:has(> .st-key-{KEY})) {{ display: none; }}
.st-key-lesson_settings {{ display: none; }}
.st-key-{KEY} {{ --along: min(60dvh, 30rem); }}
@media (max-width: 800px) {{ .st-key-{KEY} {{ --along: 34dvh; }} }}
"""
"""The page itself waits."""


def pad(lesson: Lesson) -> None:
    """Draw the pad, with the true curve of the lesson's first step."""
    found = _curve(lesson.name)
    with st.container(key=KEY):
        st.markdown(f"**{LABEL}**")
        draw = controls.component(DRAWING, text.style_of(DRAWING))
        draw(key=f"{KEY}_{lesson.name}", data=content(found.errors, found.plain))


@cached.memoized(len(entries.lessons()))
def _curve(name: str) -> DrawnCurve:
    return drawn(entries.lessons()[name].steps[0].at)
