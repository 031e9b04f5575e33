"""The live page of the errata: one of them, with what was printed, and the folds."""

import streamlit as st

from dplab.studies.is_it_private import errata, how_epsilon_is_spent
from pages.comparison.screen import cached
from pages.is_it_private import answers, export, problem
from pages.is_it_private.errata import sentences
from pages.is_it_private.errata.values import ERRATA, ErratumAsked
from pages.is_it_private.errata.view import script, view
from pages.is_it_private.sentences import NO_BUDGET
from pages.kit import chart, controls, text
from pages.kit.frame import page_frame

LECTURE = "What a lecture prints about ε, claim by claim: in Foundations"


def show(asked: ErratumAsked) -> None:
    """Draw the erratum and the folds."""
    if how_epsilon_is_spent.is_finite(problem.of(asked.settings, cached.RECORDS)):
        _erratum(asked)
    else:
        page_frame.sentence(f"**{NO_BUDGET}**")
    if asked.erratum == "jacobian":
        page_frame.lazy_expander("At the settings of the paper", _of_cm08)
    controls.link_to("foundations", LECTURE, ":material/school:")


def _erratum(asked: ErratumAsked) -> None:
    shown = view(asked, cached.RECORDS)
    with page_frame.steady("told_short"):
        page_frame.sentence(shown.sentence)
    chart.view(shown, f"erratum-{asked.erratum}")
    st.markdown(text.sections("is_it_private/errata")[ERRATA[asked.erratum]])
    program = script(asked, cached.RECORDS)
    export.row("errata", lambda: errata.table(shown.answer), program)


def _of_cm08() -> None:
    verdicts = [cached.RECORDS.get(answers.verdict, each) for each in errata.of_cm08()]
    st.markdown(sentences.of_cm08(verdicts))
