"""Lessons: what can be learned here, how far one is, sheets, and notes for teachers."""

from pages.lessons import answer
from pages.shared import text

import streamlit as st
question, _, lead = text.sections("lessons")["lead"].partition("\n")
st.title(question.removeprefix("# "), anchor=False)
st.markdown(lead.strip())
answer.contents()
