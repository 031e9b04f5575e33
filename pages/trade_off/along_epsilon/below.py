"""What stands below the figure along ε: few records, a second release, which ε is enough."""

import math

import streamlit as st

from dplab.studies.trade_off import curve, disagreement
from pages.comparison import private
from pages.comparison.private import ComparisonAtEpsilon
from pages.comparison.records import keeping
from pages.comparison.screen import below, cached
from pages.kit import controls
from pages.trade_off import target_box, target_error
from pages.trade_off.along_epsilon import sentences, view
from pages.trade_off.values import TradeOffQuestion

keeping(disagreement.run, 5_000)
keeping(curve.run, 5_000)


def flat(found: view.TradeOff) -> None:
    """Say why hardly anything changes about this ε, where that is known."""
    for each in found.why_flat:
        st.caption(each)


def few_records(comparison: ComparisonAtEpsilon) -> None:
    """Say what few records cost at this ε, where they do."""
    settings = comparison.settings
    is_told = settings.measure == "error" and comparison.has_baseline
    if not is_told or math.isinf(settings.epsilon) or cached.RECORDS.is_guessed(settings):
        return
    told = private.told_of_more(settings, settings.epsilon, cached.RECORDS)
    below.few_records(told, settings.epsilon)


def second_release(comparison: ComparisonAtEpsilon) -> None:
    """Say the disagreement of each method, with a link to whose answers these are.

    It is how many people a second release would answer otherwise: what the errors do not show.
    """
    if math.isinf(comparison.settings.epsilon):
        return
    named = {name: _disagreement(name, comparison) for name in comparison.outcomes}
    text, link = st.columns([2.8, 1], vertical_alignment="center")
    text.markdown(sentences.second_release(named))
    with link:
        controls.link_to(
            "who_pays",
            "Who are they?",
            ":material/arrow_forward:",
            {"who_pays_part": "decided"},
        )


def _disagreement(name: str, comparison: ComparisonAtEpsilon) -> float:
    """Return it exactly where that is known, else as the draws say: as on the page Who pays?."""
    if disagreement.is_exact(name):
        asked = disagreement.Question(comparison.settings, name)
        return cached.RECORDS.ask(disagreement.run, asked)
    return comparison.outcomes[name].mistakes.disagreement


def which_epsilon(asked: TradeOffQuestion, comparison: ComparisonAtEpsilon) -> None:
    """Lead to where an ε is chosen; where an address asks which ε is enough, answer here, too."""
    if asked.within is None:
        controls.link_to("decide", "Which ε is enough?", ":material/arrow_forward:")
        return
    target_box.box()
    enough = view.smallest(asked, comparison, cached.RECORDS)
    st.markdown(view.which(asked.within, view.TradeOff(comparison, enough)))
    st.caption(target_error.MADE)
    if enough and (told := sentences.with_more(enough, comparison.settings.epsilon)):
        st.markdown(told)
        st.caption(target_error.EXTRAPOLATED)
