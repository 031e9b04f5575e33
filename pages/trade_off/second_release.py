"""How many people a second release would answer otherwise: what the errors do not show."""

import math

import streamlit as st

from dplab.studies.trade_off import disagreement
from dplab.studies.trade_off.disagreement import Question
from pages.comparison.private import ComparisonAtEpsilon
from pages.comparison.screen import cached
from pages.kit import controls
from pages.trade_off import sentences

MOST_ANSWERS = 5_000
"""A number each."""

_exact = cached.study(disagreement.run, MOST_ANSWERS)


def show(comparison: ComparisonAtEpsilon) -> None:
    """Say the disagreement of each method, with a link to whose answers these are."""
    if math.isinf(comparison.settings.epsilon):
        return
    named = {name: _of(name, comparison) for name in comparison.outcomes}
    said, link = st.columns([2.8, 1], vertical_alignment="center")
    said.markdown(sentences.second_release(named))
    with link:
        controls.link_to(
            "who_pays",
            "Who are they?",
            ":material/arrow_forward:",
            {"who_pays_part": "decided"},
        )


def _of(name: str, comparison: ComparisonAtEpsilon) -> float:
    """Return it exactly where that is known, else as the draws say: as on the page Who pays?."""
    if disagreement.is_exact(name):
        return _exact(Question(comparison.settings, name))
    return comparison.outcomes[name].mistakes.disagreement
