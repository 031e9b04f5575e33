"""What the live page shows besides the view: two releases, groups, the figure as it grows."""

import math
from collections.abc import Callable, Iterator
from functools import partial

import streamlit as st

from dpcore.checks import InvalidInput
from dplab.studies.who_pays import answers, costs
from dplab.studies.who_pays.decided import Decided
from pages.comparison.screen import cached
from pages.kit import address, chart
from pages.kit.frame import page_frame
from pages.kit.view import View
from pages.who_pays import columns, export, results
from pages.who_pays.decided import choices, sentences
from pages.who_pays.decided.values import PAIR, DecidedQuestion
from pages.who_pays.decided.view import Decision, mechanisms, script, views
from pages.who_pays.people import People


def show(asked: DecidedQuestion) -> None:
    """Draw the answer."""
    who, states = asked.people, views(asked, cached.RECORDS)
    first = next(states)
    decided, baseline = first.answer.decided, first.answer.baseline
    page_frame.sentence(first.sentence)
    complete = _people(asked, first) if asked.figure == "people" else _along(who, states)
    choices.figure()
    for said in (sentences.errors(decided, baseline), _groups(who), sentences.formula(decided)):
        if said:
            st.markdown(said)
    page_frame.made(first.made)
    export.row(
        "decided",
        first.rows,
        script(asked, cached.RECORDS),
        own=who.is_own,
    )
    complete()


def _people(asked: DecidedQuestion, found: View[Decision]) -> Callable[[], object]:
    """Draw the people, and the button that has two releases compared."""
    chart.view(found, "decided-by-noise")
    with st.container(horizontal=True, vertical_alignment="center", key="release_again"):
        st.button(
            "Release again",
            icon=":material/refresh:",
            on_click=address.put,
            args=(PAIR, choices.after(asked.pair)),
            disabled=math.isinf(asked.people.settings.epsilon),
        )
        # Something stands here from the first: what is below stays where it is.
        st.markdown(_pair(found.answer.decided, asked.pair))
    return lambda: None


def _pair(decided: Decided, number: int) -> str:
    return sentences.pair(decided, number - 1) if number else sentences.BEFORE


def _groups(who: People) -> str:
    """Return the disagreement by group, where the records have groups."""
    try:
        division = columns.division(who, cached.RECORDS)
        asked = costs.Question(who.settings, who.mechanism, division)
        return sentences.by_group(results.of_groups(cached.RECORDS, asked))
    except InvalidInput:  # The other part says why there are none.
        return ""


def _along(who: People, states: Iterator[View[Decision]]) -> Callable[[], object]:
    """Return what draws mean error and disagreement of each mechanism while they are computed."""
    show = partial(chart.view, file="disagreement-against-epsilon", place=chart.FigureSlot())
    here = {
        name: results.of_noise(
            cached.RECORDS, answers.Question(who.settings, name)
        ).answers.mean_disagreement
        for name in mechanisms(who.mechanism)
    }
    st.markdown(sentences.along(here, who.settings.epsilon))
    return lambda: chart.as_it_grows(states, show)
