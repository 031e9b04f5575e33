"""Adversary: what a classifier reveals to somebody who knows every record but one, or only one."""

import streamlit as st

from pages.adversary import choices, export
from pages.adversary.answer import line_up, noise, record
from pages.adversary.threshold import answer as threshold
from pages.adversary.threshold import choices as of_threshold
from pages.adversary.view import folder, scene_of
from pages.kit import controls, text
from pages.kit.frame import page_frame

SCENES = {"read": record, "epsilon": noise, "line_up": line_up, "threshold": threshold}

place, card = page_frame.two_columns("adversary")
with place:
    with st.container(key="parts"):
        choices.part()
    told = choices.noise() if choices.is_of_record() else page_frame.steady("told")
with card:
    asked = of_threshold.card() if choices.is_of_threshold() else choices.card()
    controls.link_to("foundations", "What does ε promise?", ":material/school:")
scene = SCENES[scene_of(asked)]
with place, page_frame.refusing():
    scene.show(asked, told)
with place, page_frame.refusing():
    scene.folds(asked)
with place, page_frame.refusing():
    export.row(asked)
with place:
    page_frame.folds("adversary", of_part=text.sections(folder(asked)))
