"""Adversary: what a classifier gives away to somebody who knows every record but one."""

import streamlit as st

from pages.adversary import choices, export
from pages.adversary.answer import line_up, noise, record
from pages.kit import controls
from pages.kit.frame import page_frame

SCENES = {"read": record, "epsilon": noise, "line_up": line_up}

place, card = page_frame.two_columns("adversary")
with place, st.container(key="parts"):
    choices.scene()
with card:
    asked = choices.card()
    controls.link_to("foundations", "What does ε promise?", ":material/school:")
with place, page_frame.refusing():
    SCENES[asked.scene].show(asked)
with place, page_frame.refusing():
    export.row(asked)
with place, page_frame.refusing():
    SCENES[asked.scene].folds(asked)
with place:
    page_frame.folds("adversary")
