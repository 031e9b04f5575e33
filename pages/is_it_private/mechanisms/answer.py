"""All mechanisms at the visitor's settings, drawn as their verdicts come in."""

import math
from dataclasses import replace
from functools import partial

import streamlit as st

from dplab.studies.is_it_private import how_epsilon_is_spent, verdicts
from dplab.studies.is_it_private.verdicts import MOST_OWN_RECORDS, Question, Verdict
from pages.comparison.screen import cached, settings
from pages.is_it_private import export, results
from pages.is_it_private.mechanisms import figures, sentences
from pages.is_it_private.sentences import NO_BUDGET, SHORT, short
from pages.kit import chart, visitor, words
from pages.kit.frame import page_frame

PATIENCE = 0.5
"""Seconds of computing after which the strip is drawn as far as it has come."""


def show(question: Question) -> None:
    """Draw the strip, and count the verdicts."""
    names, said, slot = verdicts.judged(question), page_frame.steady("told"), st.empty()

    def draw(found: dict[str, Verdict]) -> None:
        rows = {name: _row(each) for name, each in found.items()}
        strip = figures.verdicts(rows, names, dark=visitor.is_dark())
        chart.show(strip, "verdicts", alt=sentences.strip_alt(found), place=slot)

    found = chart.as_it_grows(verdicts.run(question, results.verdict), draw, PATIENCE)
    with said:
        page_frame.sentence(f"**{sentences.counted(found)}**")
    settings.phone_sliders("epsilon", "lam")
    st.caption(sentences.at_settings(question))
    export.row("mechanisms", lambda: verdicts.table(found), vars(question))
    page_frame.lazy_expander("What the papers promise in advance", partial(_bounds, question))


def _bounds(question: Question) -> None:
    if not how_epsilon_is_spent.is_finite(question):
        st.markdown(NO_BUDGET)
        return
    chosen = settings.about_one_lam()
    records = replace(chosen, n=min(chosen.n or MOST_OWN_RECORDS, MOST_OWN_RECORDS))
    part, said = cached.part(records), st.empty()
    found = results.bounds(chart.progress(said, sentences.DRAWING), question, records)
    said.markdown(sentences.bounds(found, part))
    st.markdown(sentences.theorems(results.records_needed(question, records), part.n))


def _row(found: Verdict) -> figures.StripRow:
    claim = found.plan.epsilon
    numbers = f"found {short(found.found)}, at most {short(found.ceiling)}"
    verdict = SHORT[found.standing]
    if found.standing == "approximate":
        # Its claim is about no largest loss, which the axis shows.
        numbers = f"δ = {words.number(found.plan.delta)}; single losses have no limit"
        return figures.StripRow(math.nan, math.nan, verdict, numbers)
    if found.standing == "none":
        return figures.StripRow(math.inf, math.inf, verdict, numbers)
    return figures.StripRow(found.found / claim, found.ceiling / claim, verdict, numbers)
