"""What stands below the verdicts: the map, the budget, the bounds, and the errata."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from dpcore.simulation.settings import Settings
from dpcore.studies.is_it_private import errata, how_epsilon_is_spent, worst_map
from dpcore.studies.is_it_private.errata import ErratumCurves
from dpcore.studies.is_it_private.verdicts import MOST_OWN_RECORDS, Question
from pages.comparison import cached
from pages.comparison.figures import maps
from pages.is_it_private import results, section_sentences
from pages.is_it_private.figures import panels
from pages.is_it_private.figures import worst_map as figures
from pages.is_it_private.figures.panels import CurvePanel
from pages.kit import chart, controls, text
from pages.kit.figures.axes import Axis
from pages.kit.frame import page_frame

HORIZONTAL = Axis("Privacy parameter ε", worst_map.EPSILONS[0], worst_map.EPSILONS[-1])
VERTICAL = Axis("nλ, in records", worst_map.N_LAMBDAS[0], worst_map.N_LAMBDAS[-1])
PULL, TIMES = "nλ, in records (logarithmic)", "Loss ÷ ε"


def ratio_map(question: Question) -> None:
    """Draw where the missing Jacobian matters, beside the mechanism that pays for it."""
    found = {
        name: results.ratios(name, question.loss, question.h, min(question.d, 2))
        for name in worst_map.MAPPED
    }
    st.header("Where does the missing Jacobian matter?", anchor=False)
    st.markdown(text.sections("is_it_private")["The map"])
    for column, (name, values) in zip(st.columns(2), found.items(), strict=True):
        with column:
            drawing = figures.worst_over(
                HORIZONTAL,
                VERTICAL,
                np.array(worst_map.EPSILONS),
                np.array(worst_map.N_LAMBDAS),
                values,
                title=section_sentences.LABELS[name],
                dark=chart.is_dark(),
            )
            pull = question.n * question.lam
            maps.mark(drawing, HORIZONTAL, VERTICAL, question.epsilon, pull, dark=chart.is_dark())
            chart.show(drawing, f"worst-loss-{name}", alt=section_sentences.map_alt(name, values))
    st.markdown(section_sentences.mapped(found))


def budget(question: Question) -> None:
    """Draw what becomes of ε along λ."""
    st.header("Where does ε go?", anchor=False)
    if not how_epsilon_is_spent.is_finite(question):
        st.markdown(section_sentences.NO_BUDGET)
        return
    plans = {
        name: how_epsilon_is_spent.budget(question.about(name))
        for name in how_epsilon_is_spent.SPLITTING
    }
    st.markdown(text.sections("is_it_private")["The budget"])
    drawing = panels.curves(
        plans["objective"].lams,
        [
            CurvePanel("ε' ÷ ε", {name: plan.noise for name, plan in plans.items()}),
            CurvePanel("Mean ‖b‖", {name: plan.length for name, plan in plans.items()}, log=True),
            CurvePanel("λ + Δ", {name: plan.used for name, plan in plans.items()}, log=True),
        ],
        title="What becomes of ε along λ",
        axis="Regularization λ (logarithmic)",
        log=True,
        here=question.lam,
        dark=chart.is_dark(),
    )
    edge = how_epsilon_is_spent.threshold(question)
    chart.show(drawing, "budget", alt=section_sentences.budget_alt(question, edge))
    st.markdown(section_sentences.budget(question, edge))


def folds(question: Question, chosen: Settings) -> None:
    """Draw the folds that compute when they are opened: the bounds and the errata."""
    page_frame.lazy_expander(
        "What the papers promise in advance", partial(_bounds, question, chosen)
    )
    for heading, show in ERRATA.items():
        page_frame.lazy_expander(f"Erratum: {heading}", partial(_erratum, question, heading, show))
    page_frame.lazy_expander("Errata of a lecture on the foundations", _of_the_lecture)


def _bounds(question: Question, chosen: Settings) -> None:
    if not how_epsilon_is_spent.is_finite(question):
        st.markdown(section_sentences.NO_BUDGET)
        return
    records = replace(chosen, n=min(chosen.n or MOST_OWN_RECORDS, MOST_OWN_RECORDS))
    part, said = cached.part(records), st.empty()
    found = results.bounds(chart.progress(said, section_sentences.DRAWING), question, records)
    said.markdown(section_sentences.bounds(found, part))
    needed = results.records_needed(question, records)
    st.markdown(section_sentences.theorems(needed, part.n))


def _of_the_lecture() -> None:
    st.markdown(text.sections("is_it_private")["Errata of a lecture on the foundations"])
    icon = ":material/visibility:"
    controls.link_to("foundations", LINKS[0], icon, {"foundations_part": "sum", "epsilon": 0.1})
    controls.link_to("foundations", LINKS[1], icon, {"foundations_part": "regression"})
    controls.link_to("foundations", LINKS[2], icon, {"foundations_part": "game", "epsilon": 1})
    controls.link_to("foundations", LINKS[3], icon, {"foundations_part": "beliefs", "epsilon": 1})


def _erratum(question: Question, heading: str, show: Callable[[Question], None]) -> None:
    st.markdown(text.sections("is_it_private")[heading])
    if how_epsilon_is_spent.is_finite(question):
        show(question)
    else:
        st.markdown(section_sentences.NO_BUDGET)


def _laplace_length(question: Question) -> None:
    axis = "Distance from the classifier without noise (logarithmic)"
    _against_claim(errata.laplace_length(question), axis, "laplace-length", log=True)


def _standard_deviation(question: Question) -> None:
    found = errata.standard_deviation(question)
    _against_claim(found, "Output", "standard-deviation", log=False)


def _missing_jacobian(question: Question) -> None:
    _against_claim(errata.missing_jacobian(question), PULL, "missing-jacobian", log=True)
    found = [results.verdict(each) for each in errata.of_cm08()]
    st.markdown(section_sentences.of_cm08(found))


def _slack(question: Question) -> None:
    found = errata.slack(question)
    panel = CurvePanel("ε for the curvature", found.series, log=True)
    _show_erratum(found, "slack", panel, "What pays for the curvature", PULL)


def _against_claim(found: ErratumCurves, axis: str, name: str, *, log: bool) -> None:
    """Draw losses against the claim."""
    panel = CurvePanel(TIMES, found.series, log=log, level=1.0)
    _show_erratum(found, name, panel, "Privacy loss as a multiple of the claim", axis)


def _show_erratum(
    found: ErratumCurves, name: str, panel: CurvePanel, title: str, axis: str
) -> None:
    """Draw one panel, and say what it shows."""
    drawing = panels.curves(
        found.x,
        [panel],
        title=title,
        axis=axis,
        log=panel.log,
        here=None,
        dark=chart.is_dark(),
    )
    chart.show(drawing, name, alt=section_sentences.erratum_alt(found))
    st.markdown(section_sentences.erratum(name, found))


ERRATA: dict[str, Callable[[Question], None]] = {
    "the distribution of the length is not that of the vector": _laplace_length,
    "a scale is not a standard deviation": _standard_deviation,
    "the Jacobian of 2008": _missing_jacobian,
    "half of the slack of 2011 is enough": _slack,
}
"""By the headings of the page's prose."""

LINKS = (
    "How far answers lie from the truth",
    "How far one record turns a line",
    "How often Bob guesses right",
    "How far an answer moves a belief",
)
"""To what Foundations shows of the lecture's errata."""
