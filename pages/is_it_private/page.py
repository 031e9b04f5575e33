"""Is it private?: the exact privacy loss of every mechanism, against what it claims."""

import streamlit as st

from dpcore.studies.is_it_private import verdicts
from pages.comparison import private
from pages.is_it_private import (
    all_mechanisms,
    answer,
    choices,
    export,
    results,
    sections,
    sentences,
)
from pages.kit import controls
from pages.kit.frame import page_frame

place, card = page_frame.two_columns("is_it_private")
with card:
    chosen, question = choices.card()
    private.definition()
    controls.link_to("foundations", "What does ε promise?", ":material/school:")
    controls.link_to("adversary", "What does a classifier give away?", ":material/fingerprint:")
with place, page_frame.refusing():
    choices.examples()
    verdict = results.verdict(question)
    own = choices.own(chosen)
    losses = answer.losses(question, own)
    verdict = verdicts.beside(verdict, losses)
    answer.metrics(own, verdict, losses)
    page_frame.sentence(f"**{sentences.headline(verdict, own=own is not None)}**")
    answer.figures(question, own, verdict, losses)
    all_mechanisms.show(question)
    export.row(question, own)
    with st.container(key="further"):  # on the screen alone: on paper it would take four sheets
        sections.ratio_map(question)
        sections.budget(question)
    sections.folds(question, chosen)
    page_frame.folds("is_it_private")
