"""What stands below the verdicts: the map, the budget, the bounds, and the errata."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from dpcore.experiments.settings import Settings
from pages.shared import cached, picture, text
from pages.shared.figures import curves, maps
from pages.shared.figures.curves import Axis
from pages.shared.figures.private import panels, ratios
from pages.shared.figures.private.panels import Panel
from pages.shared.private import errata, explained, theory
from pages.shared.private.errata import Curves
from pages.shared.private.verdicts import MOST_OWN_RECORDS, Question

HORIZONTAL = Axis("Privacy parameter ε", theory.EPSILONS[0], theory.EPSILONS[-1])
VERTICAL = Axis("nλ, in records", theory.PULLS[0], theory.PULLS[-1])
PULL, TIMES = "nλ, in records (logarithmic)", "Loss ÷ ε"


def ratio_map(question: Question, prose: str) -> None:
    """Draw where the missing Jacobian bites, beside the mechanism that pays for it."""
    found = {
        name: cached.ratios(name, question.loss, question.h, min(question.d, 2))
        for name in theory.MAPPED
    }
    st.header("Where does the missing term bite?", anchor=False)
    st.markdown(text.sections(prose)["The map"])
    for column, (name, values) in zip(st.columns(2), found.items(), strict=True):
        with column:
            drawing = ratios.worst_over(
                HORIZONTAL,
                VERTICAL,
                np.array(theory.EPSILONS),
                np.array(theory.PULLS),
                values,
                title=explained.LABELS[name],
                dark=_dark(),
            )
            pull = question.n * question.lam
            maps.mark(drawing, HORIZONTAL, VERTICAL, question.epsilon, pull, dark=_dark())
            _chart(drawing, f"worst-loss-{name}", explained.map_alt(name, values))
    st.markdown(explained.mapped(found))


def budget(question: Question, prose: str) -> None:
    """Draw what becomes of ε along λ."""
    st.header("Where does ε go?", anchor=False)
    if not theory.is_finite(question):
        st.markdown(explained.NO_BUDGET)
        return
    plans = {name: theory.budget(question.about(name)) for name in theory.BUDGETED}
    st.markdown(text.sections(prose)["The budget"])
    drawing = panels.curves(
        plans["objective"].lams,
        [
            Panel("ε' ÷ ε", {name: plan.noise for name, plan in plans.items()}),
            Panel("Mean ‖b‖", {name: plan.length for name, plan in plans.items()}, log=True),
            Panel("λ + Δ", {name: plan.used for name, plan in plans.items()}, log=True),
        ],
        title="What becomes of ε along λ",
        axis="Regularization λ (logarithmic)",
        log=True,
        here=question.lam,
        dark=_dark(),
    )
    edge = theory.threshold(question)
    _chart(drawing, "budget", explained.budget_alt(question, edge))
    st.markdown(explained.budget(question, edge))


def folds(question: Question, prose: str, chosen: Settings) -> None:
    """Draw the folds that compute when they are opened: the bounds and the errata."""
    _fold("What the papers promise in advance", partial(_bounds, question, chosen))
    for heading, draw in ERRATA.items():
        _fold(f"Erratum: {heading}", partial(_erratum, question, prose, heading, draw))


def _fold(label: str, draw: Callable[[], None]) -> None:
    fold = st.expander(label, key=f"fold {label}", on_change="rerun")
    if fold.open:
        with fold:
            draw()


def _bounds(question: Question, chosen: Settings) -> None:
    if not theory.is_finite(question):
        st.markdown(explained.NO_BUDGET)
        return
    part = cached.part(replace(chosen, n=min(chosen.n or MOST_OWN_RECORDS, MOST_OWN_RECORDS)))
    st.markdown(explained.bounds(theory.held(question, part), part))
    st.markdown(explained.theorems(theory.records_needed(question, part), part.n))


def _erratum(
    question: Question, prose: str, heading: str, draw: Callable[[Question], None]
) -> None:
    st.markdown(text.sections(prose)[heading])
    if theory.is_finite(question):
        draw(question)
    else:
        st.markdown(explained.NO_BUDGET)


def _laplace_length(question: Question) -> None:
    axis = "Distance from the classifier without noise (logarithmic)"
    _against_claim(errata.laplace_length(question), axis, "laplace-length", log=True)


def _standard_deviation(question: Question) -> None:
    found = errata.standard_deviation(question)
    _against_claim(found, "Output", "standard-deviation", log=False)


def _missing_jacobian(question: Question) -> None:
    _against_claim(errata.missing_jacobian(question), PULL, "missing-jacobian", log=True)


def _slack(question: Question) -> None:
    found = errata.slack(question)
    panel = Panel("ε for the curvature", found.series, log=True)
    drawing = panels.curves(
        found.x,
        [panel],
        title="What pays for the curvature",
        axis=PULL,
        log=True,
        here=None,
        dark=_dark(),
    )
    _chart(drawing, "slack", explained.erratum_alt(found))
    st.markdown(explained.erratum("slack", found))


def _against_claim(found: Curves, axis: str, name: str, *, log: bool) -> None:
    """Draw one panel of losses against the claim."""
    panel = Panel(TIMES, found.series, log=log, level=1.0)
    drawing = panels.curves(
        found.x,
        [panel],
        title="Privacy loss as a multiple of the claim",
        axis=axis,
        log=log,
        here=None,
        dark=_dark(),
    )
    _chart(drawing, name, explained.erratum_alt(found))
    st.markdown(explained.erratum(name, found))


ERRATA: dict[str, Callable[[Question], None]] = {
    "the law of the length is not that of the vector": _laplace_length,
    "a scale is not a standard deviation": _standard_deviation,
    "the Jacobian of 2008": _missing_jacobian,
    "half of the slack of 2011 is enough": _slack,
}
"""By the headings of the page's prose."""


def _chart(drawing: object, name: str, alt: str) -> None:
    st.plotly_chart(drawing, theme=None, config=curves.config(name, picture.chosen()), alt=alt)


def _dark() -> bool:
    return st.context.theme.type == "dark"
