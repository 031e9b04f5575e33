"""The counterexample: lines between two columns of records, and which mechanism fails."""

import math
from string import Template

from dpcore.checks import InvalidInput
from dplab.studies import counterexample as core
from dplab.studies.counterexample import Example, LearningCurves, Question, Runs
from pages.comparison.records import Records
from pages.counterexample import figures, sentences
from pages.counterexample.figures import Section
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import arguments
from pages.kit.text import script_template
from pages.kit.view import View

MOST_WORK = 50_000_000
"""Draws × points × features of one n: some tenths of a second for each mechanism."""


def view(question: Question, records: Records | None = None, shown: int = 0) -> View[Runs]:
    """Return the lines, of which the draw `shown` stands out.

    Raises
    ------
    InvalidInput
        If it would take long.
    """
    example, pair = question.example, sentences.pair(question.mechanisms)
    _check(example)
    runs = (records or Records()).ask(core.at_one_n, question)

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001 - the same there
        return figures.planes([Section.of(example, runs, name, shown) for name in pair], dark=dark)

    return View(
        f"**{sentences.verdict(example, runs, pair, sentences.rows(example, runs))}**",
        sentences.alt(runs, pair),
        draw,
        runs,
        sentences.protocol(example, runs),
        () if math.isinf(example.epsilon) else (sentences.derivation(example, pair),),
        rows=lambda: core.table(LearningCurves(question, {example.n: runs})),
    )


def _check(example: Example) -> None:
    values = 2**example.d * example.d
    if example.draws * values > MOST_WORK:
        raise InvalidInput(
            f"Draws must be at most {MOST_WORK // values:,} at d = {example.d}, where the data has "
            f"{2**example.d:,} points; got {example.draws:,}."
        )


def script(question: Question, records: Records | None = None) -> str:  # noqa: ARG001
    """Return a script on `dpcore` that prints the same numbers; nobody's own records count."""
    return Template(script_template("counterexample")).substitute(
        example=arguments(vars(question.example)), mechanisms=question.mechanisms
    )
