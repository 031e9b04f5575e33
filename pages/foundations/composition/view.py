"""What many answers cost: the law of their privacy loss."""

from functools import partial

from dplab.studies.foundations import composition as core
from dplab.studies.foundations.composition import ManyAnswers, Question
from pages.comparison.records import Records
from pages.foundations import epsilon
from pages.foundations.composition import figures, sentences
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View


def view(question: Question, records: Records | None = None) -> View[ManyAnswers]:  # noqa: ARG001
    """Return the picture of the law.

    Raises
    ------
    InvalidInput
        If ε is ∞, or larger than the law can be computed for.
    """
    epsilon.check_finite(question.epsilon)
    many = core.run(question)

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001 - the same there
        return figures.law(many.law, dark=dark)

    sentence, rows = f"**{sentences.verdict(many.law)}**", partial(core.table, many)
    return View(sentence, sentences.alt(many.law), draw, many, rows=rows)


def script(question: Question, records: Records | None = None) -> str:  # noqa: ARG001
    """Return a script on `dplab` that prints the same numbers; nobody's own records count."""
    return part_code("foundations", "composition", vars(question))
