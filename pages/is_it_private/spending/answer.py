"""The live page of the budget: what becomes of ε along λ."""

from dplab.simulation.settings import Settings
from dplab.studies.is_it_private import how_epsilon_is_spent
from pages.comparison import privacy_loss
from pages.comparison.privacy_loss import NO_BUDGET
from pages.comparison.screen import cached
from pages.is_it_private import export
from pages.is_it_private.spending.view import script, view
from pages.kit import chart, text
from pages.kit.frame import page_frame


def show(asked: Settings) -> None:
    """Draw three panels along λ, and say where the visitor stands."""
    if not how_epsilon_is_spent.is_finite(privacy_loss.of(asked, cached.RECORDS)):
        page_frame.sentence(f"**{NO_BUDGET}**")
        return
    shown = view(asked, cached.RECORDS)
    with page_frame.steady("told_short"):
        page_frame.sentence(shown.sentence)
    chart.view(shown, "budget")
    page_frame.made(text.sections("is_it_private/spending")["About the budget"], "budget")
    program = script(asked, cached.RECORDS)
    export.row("spending", shown.rows, program)
