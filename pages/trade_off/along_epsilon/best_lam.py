"""What λ costs at this ε, mechanism by mechanism: asked in a fold, and each best λ is one click."""

from dataclasses import replace

import streamlit as st

from dplab.simulation.settings import Settings
from dplab.studies.trade_off.best_lam import Question, run
from pages.comparison import terms
from pages.comparison.private import ComparisonAtEpsilon
from pages.comparison.records import keeping
from pages.comparison.screen import baseline, cached
from pages.kit.frame import page_frame
from pages.trade_off.along_epsilon import sentences

MOST_ANSWERS = 500
"""Of two mechanisms along λ, three numbers each."""

LABEL = "What does λ cost at this ε?"

keeping(run, MOST_ANSWERS)


def fold(comparison: ComparisonAtEpsilon) -> None:
    """Draw the fold, whose answer is computed when it is open."""
    page_frame.lazy_expander(LABEL, lambda: _show(comparison), "best_lam")


def _show(comparison: ComparisonAtEpsilon) -> None:
    # λ counts for nothing: a move of it finds the answer computed.
    with st.spinner("Looking along λ."):
        found = cached.RECORDS.ask(run, Question(replace(comparison.settings, lam=Settings.lam)))
    named, rule = {name: found.best[name] for name in comparison.outcomes}, comparison.rule
    for name, best in named.items():
        used = (
            terms.used_lam(comparison.settings.lam, comparison.outcomes[name].lam),
            comparison.summaries[name],
        )
        is_of_use = found.beats(name, rule)
        told = terms.as_markdown(rule)
        st.markdown(sentences.best_lam(name, best, used, told, is_of_use=is_of_use))
    offered = {
        best.lam
        for name, best in named.items()
        if rule.is_beaten_by(best.errors) and sentences.gains(best, comparison.summaries[name])
    }
    with st.container(horizontal=True):
        for lam in sorted(offered):
            baseline.take(lam)
    st.caption(sentences.ALONG_LAM)
