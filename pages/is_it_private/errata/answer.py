"""One erratum with its privacy loss."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from dplab.studies.is_it_private import errata, how_epsilon_is_spent
from dplab.studies.is_it_private.errata import ErratumCurves
from pages.comparison.screen import settings
from pages.is_it_private import export, panels, results
from pages.is_it_private.errata import sentences
from pages.is_it_private.errata.choices import ERRATA, ErratumAsked
from pages.is_it_private.panels import CurvePanel
from pages.is_it_private.sentences import NO_BUDGET
from pages.kit import chart, controls, text, visitor
from pages.kit.frame import page_frame

PULL, TIMES = "nλ, in records (logarithmic)", "Loss ÷ ε"
LOSS, PAYING = "Loss as a multiple of the claim", "What pays for the curvature"
LECTURE = "What a lecture prints about ε, claim by claim: in Foundations"


def show(asked: ErratumAsked) -> None:
    """Draw the erratum and the folds."""
    if how_epsilon_is_spent.is_finite(asked.question):
        _erratum(asked)
    else:
        page_frame.sentence(f"**{NO_BUDGET}**")
        settings.phone_sliders("epsilon")
    if asked.erratum == "jacobian":
        page_frame.lazy_expander("At the settings of the paper", _of_cm08)
    controls.link_to("foundations", LECTURE, ":material/school:")


def _erratum(asked: ErratumAsked) -> None:
    found = errata.run(asked.erratum, asked.question)
    panel, title, axis = PANELS[asked.erratum](found)
    with page_frame.steady("told_short"):
        page_frame.sentence(f"**{sentences.erratum(asked.erratum, found)}**")
    drawing = panels.curves(
        found.x, [panel], title=title, axis=axis, log=panel.log, here=None, dark=visitor.is_dark()
    )
    chart.show(drawing, f"erratum-{asked.erratum}", alt=sentences.erratum_alt(found))
    settings.phone_sliders("epsilon")
    st.markdown(text.sections("is_it_private/errata")[ERRATA[asked.erratum]])
    values = vars(asked.question) | {"erratum": asked.erratum}
    export.row("errata", lambda: errata.table(found), values)


def _of_cm08() -> None:
    st.markdown(sentences.of_cm08([results.verdict(each) for each in errata.of_cm08()]))


def _losses(found: ErratumCurves, axis: str, *, log: bool = True) -> tuple[CurvePanel, str, str]:
    """Return the panel of losses against the claim, the figure's title, and that of its axis."""
    return CurvePanel(TIMES, found.series, log=log, level=1.0), LOSS, axis


def _slack(found: ErratumCurves) -> tuple[CurvePanel, str, str]:
    return CurvePanel("ε for the curvature", found.series, log=True), PAYING, PULL


DISTANCE = "Distance from the classifier without noise (logarithmic)"
PANELS: dict[str, Callable[[ErratumCurves], tuple[CurvePanel, str, str]]] = {
    "length": partial(_losses, axis=DISTANCE),
    "deviation": partial(_losses, axis="Output", log=False),
    "jacobian": partial(_losses, axis=PULL),
    "slack": _slack,
}
