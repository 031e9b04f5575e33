"""What an answer does to a belief about Ana's value: before, after, and in the other world."""

from functools import partial

from dplab.studies.foundations import beliefs
from dplab.studies.foundations.beliefs import Beliefs, Question
from pages.comparison.records import Records
from pages.foundations import epsilon
from pages.foundations.beliefs import figures, sentences
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View


def view(question: Question, records: Records | None = None) -> View[Beliefs]:  # noqa: ARG001
    """Return the picture of what is believed.

    Raises
    ------
    InvalidInput
        If ε is ∞, or all weights of the prior are zero.
    """
    epsilon.check_finite(question.epsilon)
    believed = beliefs.run(question)
    labels = [sentences.NAMES[value] for value in believed.values]

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001 - the same there
        return figures.show(believed, labels, dark=dark)

    moved, alt = sentences.moved(question, believed), sentences.alt(labels, believed)
    return View(moved, alt, draw, believed, rows=partial(beliefs.table, believed))


def script(question: Question, records: Records | None = None) -> str:  # noqa: ARG001
    """Return a script on `dplab` that prints the same numbers; nobody's own records count."""
    return part_code("foundations", "beliefs", vars(question))
