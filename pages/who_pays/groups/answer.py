"""What the live page shows besides the view: the figure as it grows, and how gaps move along ε."""

from collections.abc import Callable, Iterator
from functools import partial

import streamlit as st

from dplab.studies.who_pays import along
from dplab.studies.who_pays.along import CostCurves
from dplab.studies.who_pays.costs import ERROR, MISSED, Costs
from pages.comparison.screen import cached
from pages.kit import chart, text, visitor
from pages.kit.export import also
from pages.kit.frame import page_frame
from pages.kit.view import View
from pages.who_pays import export
from pages.who_pays.groups import choices, figures, sentences
from pages.who_pays.groups.values import GroupQuestion
from pages.who_pays.groups.view import GroupCosts, curves_of, script, view, views

GAPS = "Does the gap grow as ε falls?"
MISTAKES = "Which mistakes are made in each group?"


def show(asked: GroupQuestion) -> None:
    """Draw the answer: the sentence holds the numbers, and stands over the picture."""
    states = views(asked, cached.RECORDS)
    first = next(states)
    costs, now = first.answer.costs, asked.people.settings
    with page_frame.steady("groups_verdict"):
        page_frame.sentence(first.sentence)
    complete = _figure(asked, first, states)
    with st.container(horizontal=True):
        choices.within_reach()
    st.caption(sentences.sizes(costs))
    with page_frame.steady("groups"):
        for said in first.below:
            st.markdown(said)
    if asked.counted == MISSED:
        st.caption(sentences.positives(cached.class_names(now)[1]))
    page_frame.made(first.made)
    complete()
    if len(costs.known) > 1:
        page_frame.lazy_expander(GAPS, lambda: _gaps(costs), "who_pays_gaps")
    if asked.counted == ERROR:
        page_frame.lazy_expander(MISTAKES, lambda: _mistakes(costs), "who_pays_mistakes")
    export.row(
        "groups",
        lambda: view(asked, cached.RECORDS).rows(),
        script(asked, cached.RECORDS),
        own=now.is_own,
    )


def _mistakes(costs: Costs) -> None:
    """Draw which records of each group get which answer, without noise and with it."""
    names = cached.class_names(costs.question.settings)
    st.table(
        sentences.mistakes(costs, names),
        hide_index=True,
        alt="How many of 100 test records of each group and class get which answer",
    )
    st.caption(sentences.MISTAKES)


def _gaps(costs: Costs) -> None:
    """Draw the gap in error beside the gap in cost along ε, between the two ends of the moment."""
    st.markdown(text.sections("who_pays/groups")["Both happen"])
    slot, said = chart.FigureSlot(), st.empty()

    def draw(curves: CostCurves) -> None:
        between = along.gaps(curves, costs.dearest.name, costs.cheapest.name)
        drawing = figures.gaps(
            between,
            now=costs.question.settings.epsilon,
            dark=visitor.is_dark(),
            phone=visitor.is_phone(),
        )
        chart.show(drawing, "gaps-along-epsilon", alt=sentences.alt_gaps(costs), place=slot)
        said.markdown(sentences.gaps(between, costs))
        also("who-pays-gaps.csv", "CSV of the gaps", partial(along.table_of_gaps, between))

    chart.as_it_grows(curves_of(costs, cached.RECORDS), draw)


def _figure(
    asked: GroupQuestion, first: View[GroupCosts], states: Iterator[View[GroupCosts]]
) -> Callable[[], object]:
    """Draw the figure; along ε, the callable that is returned draws it while it is computed."""
    if asked.figure == "now":
        chart.view(first, "who-pays")
        return lambda: None
    show = partial(chart.view, file="who-pays-along-epsilon", place=chart.FigureSlot())
    return lambda: chart.as_it_grows(states, show)
