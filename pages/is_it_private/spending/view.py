"""What becomes of ε along λ."""

from functools import partial

from dpcore.checks import InvalidInput
from dplab.simulation.settings import Settings
from dplab.studies.is_it_private import how_epsilon_is_spent
from dplab.studies.is_it_private.how_epsilon_is_spent import Spending
from pages.comparison import privacy_loss
from pages.comparison.privacy_loss import NO_BUDGET
from pages.comparison.records import Records
from pages.is_it_private.spending import figures, sentences
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View


def view(settings: Settings, records: Records | None = None) -> View[dict[str, Spending]]:
    """Return the three panels, with the λ of the settings marked.

    Raises
    ------
    InvalidInput
        If ε is ∞: there is nothing to spend.
    """
    question = privacy_loss.of(settings, records or Records())
    if not how_epsilon_is_spent.is_finite(question):
        raise InvalidInput(NO_BUDGET)
    plans = how_epsilon_is_spent.run(question)
    edge = how_epsilon_is_spent.threshold(question)

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001 - the same there
        return figures.along(plans, question.lam, dark=dark)

    sentence = f"**{sentences.budget(question, edge)}**"
    rows = partial(how_epsilon_is_spent.table, plans)
    return View(sentence, sentences.budget_alt(question, edge), draw, plans, rows=rows)


def script(settings: Settings, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers."""
    question = privacy_loss.of(settings, records or Records())
    return part_code("is_it_private", "spending", vars(question))
