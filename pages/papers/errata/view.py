"""One erratum with its privacy loss."""

from collections.abc import Callable
from functools import partial

from dpcore.checks import InvalidInput
from dplab.studies.is_it_private import errata, how_epsilon_is_spent
from dplab.studies.is_it_private.errata import ErratumCurves
from pages.comparison import privacy_loss
from pages.comparison.figures import panels
from pages.comparison.figures.panels import CurvePanel
from pages.comparison.privacy_loss import NO_BUDGET
from pages.comparison.records import Records
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View
from pages.papers.errata import sentences
from pages.papers.errata.values import ErratumAsked

PULL, TIMES = "nλ, in records (logarithmic)", "Loss ÷ ε"
LOSS, PAYING = "Loss as a multiple of the claim", "What pays for the curvature"


def view(asked: ErratumAsked, records: Records | None = None) -> View[ErratumCurves]:
    """Return the curves of an erratum.

    Raises
    ------
    InvalidInput
        If ε is ∞: there is nothing that a loss could be a multiple of.
    """
    question = privacy_loss.of(asked.settings, records or Records())
    if not how_epsilon_is_spent.is_finite(question):
        raise InvalidInput(NO_BUDGET)
    curves = errata.run(asked.erratum, question)
    panel, title, axis = PANELS[asked.erratum](curves)

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001 - the same there
        return panels.curves(
            curves.x, [panel], title=title, axis=axis, log=panel.log, here=None, dark=dark
        )

    sentence = f"**{sentences.erratum(asked.erratum, curves)}**"
    rows = partial(errata.table, curves)
    return View(sentence, sentences.erratum_alt(curves), draw, curves, rows=rows)


def _losses(curves: ErratumCurves, axis: str, *, log: bool = True) -> tuple[CurvePanel, str, str]:
    """Return the panel of losses against the claim, the figure's title, and that of its axis."""
    return CurvePanel(TIMES, curves.series, log=log, level=1.0), LOSS, axis


def _slack(curves: ErratumCurves) -> tuple[CurvePanel, str, str]:
    return CurvePanel("ε for the curvature", curves.series, log=True), PAYING, PULL


DISTANCE = "Distance from the minimiser (logarithmic)"
PANELS: dict[str, Callable[[ErratumCurves], tuple[CurvePanel, str, str]]] = {
    "length": partial(_losses, axis=DISTANCE),
    "deviation": partial(_losses, axis="Output", log=False),
    "jacobian": partial(_losses, axis=PULL),
    "slack": _slack,
}


def script(asked: ErratumAsked, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers."""
    question = privacy_loss.of(asked.settings, records or Records())
    return part_code("papers", "errata", vars(question) | {"erratum": asked.erratum})
