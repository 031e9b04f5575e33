"""The noisy sum: two densities, the draws under them, and how far answers lie from the truth."""

from functools import partial

from dplab.studies.foundations import noisy_sum as core
from dplab.studies.foundations.noisy_sum import NoisySum, Question
from pages.comparison.records import Records
from pages.foundations import epsilon
from pages.foundations.noisy_sum import figures, sentences
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View


def view(question: Question, records: Records | None = None) -> View[NoisySum]:  # noqa: ARG001
    """Return the picture of the sum.

    Raises
    ------
    InvalidInput
        If ε is ∞.
    """
    epsilon.check_finite(question.epsilon)
    noisy = core.run(question)

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001 - the same there
        return figures.draw(noisy, dark=dark)

    made = sentences.draws(noisy) if question.draws else ""
    rows = partial(core.table, noisy)
    return View(sentences.verdict(noisy), sentences.alt(noisy), draw, noisy, made, rows=rows)


def script(question: Question, records: Records | None = None) -> str:  # noqa: ARG001
    """Return a script on `dplab` that prints the same numbers; nobody's own records count."""
    return part_code("foundations", "noisy_sum", vars(question))
