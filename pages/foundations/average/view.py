"""The noisy average: two densities, and where an answer loses more than ε."""

from functools import partial

from dplab.studies.foundations import average as core
from dplab.studies.foundations.average import NoisyAverage, Question
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.foundations import epsilon
from pages.foundations.average import figures, own_column, sentences
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View


def view(question: Question, records: Records | None = None) -> View[NoisyAverage]:
    """Return the picture of the way in question.

    Raises
    ------
    InvalidInput
        If ε is ∞, or the way is not possible on the values; if these are a column of an own table,
        and there is none.
    """
    epsilon.check_finite(question.epsilon)
    own = own_column.column(question.column, records or Records()) if question.is_own else None
    average = core.run(question, own)

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001 - the same there
        return figures.draw(average, dark=dark)

    rows = partial(core.table, average)
    return View(sentences.verdict(average), sentences.alt(average), draw, average, rows=rows)


def script(question: Question, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If a column of an own table is asked for, and there is none.
    """
    if not question.is_own:
        return part_code("foundations", "average", vars(question))
    records = records or Records()
    column = own_column.feature(question.column, records.required().schema)
    asked = {"epsilon": question.epsilon, "way": question.way, "name": column.name}
    return part_code("foundations", "average/own", asked, in_script(question.data, records))
