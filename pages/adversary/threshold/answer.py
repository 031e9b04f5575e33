"""The live page of the threshold on the loss: curves, numbers, limits, and another attack."""

from functools import partial

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dplab.studies.adversary import rates
from dplab.studies.adversary.rates import Membership
from pages.adversary.threshold import figures, sentences
from pages.adversary.threshold.view import ThresholdAnswer, along, informed, script, view
from pages.adversary.values import AdversaryQuestion
from pages.comparison.screen import cached
from pages.kit import chart, controls, export, visitor, words
from pages.kit.export import also
from pages.kit.frame import page_frame

LEARNT = "Where it succeeds: 50 records of 100 features"
INFORMED = "The attacker who knows all other records"


def show(asked: AdversaryQuestion, told: DeltaGenerator) -> None:
    """Draw the curves and the sentence, and the numbers below."""
    with chart.awaited(400):
        shown = view(asked, cached.RECORDS)
    with told:
        page_frame.sentence(shown.sentence)
    chart.view(shown, "membership")
    both = shown.answer.exact, shown.answer.released
    st.markdown(sentences.table(*both, phone=visitor.is_phone()))
    page_frame.made(shown.made, "membership")
    _beside(asked, shown.answer)
    if asked.is_own:
        st.info(sentences.OWN, icon=":material/lock:")


def _beside(asked: AdversaryQuestion, found: ThresholdAnswer) -> None:
    """Say what another attacker finds, and where this one succeeds, with links to both."""
    has_others = found.is_noisy and found.exact.n > 1
    if has_others:
        share, person = informed(asked, cached.RECORDS)
        st.markdown(sentences.beside(share, person, found.released))
    st.markdown(sentences.LEARNT_BY_HEART)
    icon, settings = ":material/arrow_forward:", found.exact.question.settings
    with st.container(horizontal=True):
        if has_others:
            controls.link_to(
                "adversary",
                INFORMED,
                icon,
                {
                    "adversary_scene": "line_up",
                    "adversary_question": "membership",
                    "n": str(found.exact.n),
                    "lam": words.number(settings.given_lam),
                },
            )
        controls.link_to(
            "adversary",
            LEARNT,
            icon,
            {
                "adversary_scene": "threshold",
                "data": "gaussian",
                "d": "100",
                "n": "50",
                "lam": "0.01",
            },
        )


def folds(asked: AdversaryQuestion) -> None:
    """Draw the fold of the area along ε."""
    page_frame.lazy_expander("The area under the curve, along ε", partial(_along, asked))


def _along(asked: AdversaryQuestion) -> None:
    slot, exact = st.empty(), view(asked, cached.RECORDS).answer.exact

    def draw(found: tuple[Membership, ...]) -> None:
        looks = {"dark": visitor.is_dark(), "phone": visitor.is_phone()}
        drawing = figures.along(exact, found, **looks)
        chart.show(drawing, "membership-along", alt=sentences.alt_along(found), place=slot)

    found = chart.as_it_grows(along(asked, cached.RECORDS), draw)
    rows = partial(pd.concat, [rates.table(each) for each in found])
    also("membership-along.csv", "CSV of the areas", rows)


def downloads(asked: AdversaryQuestion) -> None:
    """Draw the quiet row, with the points of the curves."""
    shown = view(asked, cached.RECORDS)
    program = script(asked, cached.RECORDS)
    export.part_downloads("adversary", "threshold", shown.rows, program, own=asked.is_own)
