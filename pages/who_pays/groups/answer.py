"""What each group pays: a sentence, slopes, and the errors along ε."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from dplab.studies.who_pays import along
from dplab.studies.who_pays.along import CostCurves
from dplab.studies.who_pays.costs import MISSED, Costs, table
from pages.comparison.screen import cached, own_table
from pages.kit import address, chart, text, visitor
from pages.kit.frame import page_frame
from pages.who_pays import export, people, results
from pages.who_pays.groups import choices, figures, sentences
from pages.who_pays.groups.choices import GroupChoice

GAPS = "Does the gap grow as ε falls?"


def show(asked: GroupChoice) -> None:
    """Draw the answer: the sentence holds the numbers, and stands over the picture."""
    costs, now = results.of_groups(asked.at_epsilon), asked.people.settings
    with page_frame.steady("groups_verdict"):
        page_frame.sentence(f"**{sentences.verdict(costs)}**")
    complete = _figure(asked, costs)
    people.phone_sliders()
    with st.container(horizontal=True):
        choices.figure()
        choices.counted()
    st.caption(sentences.sizes(costs))
    with page_frame.steady("groups"):
        for said in sentences.more(costs):
            st.markdown(said)
    if asked.at_epsilon.counted == MISSED:
        st.caption(sentences.positives(cached.class_names(now)[1]))
    lams = results.lams(now, asked.people.mechanism)
    st.caption(sentences.protocol(costs, cached.called(now), lams))
    export.row(
        "groups",
        lambda: cached.with_names(_rows(asked, costs), now),
        _values(asked),
        own=now.is_own,
        reading=own_table.in_script(now.data),
    )
    complete()
    if len(costs.known) > 1:
        page_frame.lazy_expander(GAPS, lambda: _gaps(asked, costs), "who_pays_gaps")


def _gaps(asked: GroupChoice, costs: Costs) -> None:
    """Draw the gap in error beside the gap in cost along ε, between the two ends of the moment."""
    st.markdown(text.sections("who_pays/groups")["Both happen"])
    slot, said = chart.FigureSlot(), st.empty()

    def draw(curves: CostCurves) -> None:
        between = along.gaps(curves, costs.dearest.name, costs.cheapest.name)
        drawing = figures.gaps(
            between,
            now=asked.people.settings.epsilon,
            dark=visitor.is_dark(),
            phone=visitor.is_phone(),
        )
        chart.show(drawing, "gaps-along-epsilon", alt=sentences.alt_gaps(costs), place=slot)
        said.markdown(sentences.gaps(between, costs))

    chart.as_it_grows(along.run(asked.along, ask=results.of_groups), draw)


def _rows(asked: GroupChoice, costs: Costs) -> pd.DataFrame:
    """Return the numbers of the figure on screen."""
    if address.get(choices.FIGURE) == "now":
        return table(costs)
    *_, curves = along.run(asked.along, ask=results.of_groups)
    return along.table(curves)


def _figure(asked: GroupChoice, costs: Costs) -> Callable[[], object]:
    """Draw the figure; along ε, the callable that is returned draws it while it is computed."""
    looks = {"dark": visitor.is_dark(), "phone": visitor.is_phone()}
    errors = sentences.errors(costs.question.counted)
    title = sentences.title(costs, phone=looks["phone"])
    if address.get(choices.FIGURE) == "now":
        drawing = figures.slopes(costs, title=title, errors=errors, **looks)
        chart.show(drawing, "who-pays", alt=sentences.alt(costs))
        return lambda: None
    slot = chart.FigureSlot()

    def draw(curves: CostCurves) -> None:
        drawing = figures.along(curves.at, costs, title=title, errors=errors, **looks)
        chart.show(drawing, "who-pays-along-epsilon", alt=sentences.alt_along(costs), place=slot)

    return lambda: chart.as_it_grows(along.run(asked.along, ask=results.of_groups), draw)


def _values(asked: GroupChoice) -> dict[str, object]:
    question = asked.at_epsilon
    division = question.division
    return vars(question.settings) | {
        "mechanism": question.mechanism,
        "column": division.column,
        "cuts": division.cuts,
        "counted": question.counted,
    }
