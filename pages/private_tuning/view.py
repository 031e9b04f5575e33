"""What choosing λ costs: at an ε and n, and along one of them while it is computed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from string import Template

import pandas as pd

from dplab.studies.private_tuning import costs
from dplab.studies.private_tuning.costs import Question, TuningCurve
from dplab.studies.private_tuning.strategies import STRATEGIES, Comparison
from pages.comparison import terms
from pages.comparison.figures import curves as of_curves
from pages.comparison.own_script import in_script
from pages.comparison.records import Records, keeping
from pages.kit.notebook import arguments
from pages.kit.text import script_template
from pages.kit.view import View, last
from pages.private_tuning import figures, sentences
from pages.private_tuning.limits import check, n_features

MOST_COMPARISONS = 200

keeping(costs.at_one_place, MOST_COMPARISONS)


@dataclass(frozen=True, eq=False)
class Tuning:
    """Five ways to choose λ, compared at the settings' ε and n, and along one of them."""

    comparison: Comparison
    curve: TuningCurve


def view(question: Question, records: Records | None = None) -> View[Tuning]:
    """Return what choosing λ costs.

    Raises
    ------
    InvalidInput
        If it would take long.
    """
    return last(views(question, records))


def views(question: Question, records: Records | None = None) -> Iterator[View[Tuning]]:
    """Yield the same after each point of the curve."""
    records, settings = records or Records(), question.settings
    comparison, rule = compared(question, records), records.constant(settings)
    sentence = sentences.cost(comparison, terms.as_markdown(rule), settings.measure)
    made = sentences.protocol(question, comparison, records.called(settings))
    kernel = sentences.with_kernel(question, n_features(question, records))
    ask = partial(records.ask, costs.at_one_place)
    for curve in costs.run(question, records.own_data(question), ask):
        yield View(
            f"**{sentence}**",
            sentences.alt(curve, rule),
            partial(figures.along, curve, rule),
            Tuning(comparison, curve),
            f"{made}{kernel}",
            (sentences.theory(comparison),),
            rows=partial(medians, curve, records),
        )


def medians(curve: TuningCurve, records: Records) -> pd.DataFrame:
    """Return the points of the curves, one row each."""
    drawn = {(way,): (list(curve.points), curve.errors(way)) for way in STRATEGIES}
    settings = curve.question.settings
    rows = of_curves.table(drawn.items(), ("way", curve.question.axis), settings)
    return records.with_names(rows, settings)


def table(curve: TuningCurve, records: Records) -> pd.DataFrame:
    """Return every run, one row each, with the names of a table."""
    return records.with_names(costs.table(curve), curve.question.settings)


def compared(question: Question, records: Records) -> Comparison:
    """Return the five ways at the settings' own ε and n.

    Raises
    ------
    InvalidInput
        If it would take long.
    """
    check(question, records)
    return records.ask(costs.at_one_place, question.here)


def script(question: Question, records: Records | None = None) -> str:
    """Return a script on `dpcore` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    return Template(script_template("private_tuning")).substitute(
        settings=arguments(vars(question.settings)),
        mechanism=question.mechanism,
        lams=question.lams,
        kernel=question.kernel,
        parameters=question.parameters,
        axis=question.axis,
        **in_script(question.settings.data, records or Records()),
    )
