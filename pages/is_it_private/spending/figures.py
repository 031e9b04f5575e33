"""What becomes of ε along λ, in three panels."""

from collections.abc import Mapping

from dplab.studies.is_it_private.how_epsilon_is_spent import Spending
from pages.comparison.figures import panels
from pages.comparison.figures.panels import CurvePanel
from pages.kit.figures.style import FigureDict


def along(plans: Mapping[str, Spending], lam: float, *, dark: bool) -> FigureDict:
    """Return the panels, per mechanism a curve, with the visitor's λ marked."""
    return panels.curves(
        plans["objective"].lams,
        [
            CurvePanel("ε' ÷ ε", {name: plan.noise for name, plan in plans.items()}),
            CurvePanel("Mean ‖b‖", {name: plan.length for name, plan in plans.items()}, log=True),
            CurvePanel("λ + Δ", {name: plan.used for name, plan in plans.items()}, log=True),
        ],
        title="What becomes of ε along λ",
        axis="Regularization λ (logarithmic)",
        log=True,
        here=lam,
        dark=dark,
    )
