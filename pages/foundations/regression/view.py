"""The counterexample of regression: a line that one record turns."""

from functools import partial

from dplab.studies.foundations import regression as core
from dplab.studies.foundations.regression import Question, Regression
from pages.comparison.records import Records
from pages.foundations.regression import figures, sentences
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View


def view(question: Question, records: Records | None = None) -> View[Regression]:  # noqa: ARG001
    """Return the picture of the two lines, which needs no ε."""
    regression = core.run(question)
    moved = regression.moved

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001 - the same there
        return figures.lines(moved, question.small, question.large, dark=dark)

    sentence = f"**{sentences.verdict(moved, question.made_n)}**"
    rows = partial(core.table, regression)
    return View(sentence, sentences.alt_lines(moved), draw, regression, rows=rows)


def script(question: Question, records: Records | None = None) -> str:  # noqa: ARG001
    """Return a script on `dplab` that prints the same numbers; nobody's own records count."""
    return part_code("foundations", "regression", vars(question))
