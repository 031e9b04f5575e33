"""Serving predictions: the errors of four ways along ε."""

import math
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Split
from dplab.simulation.constant import ConstantRule
from dplab.studies.kernels import served_along
from dplab.studies.kernels.served_along import Question, ServedPredictions
from dplab.studies.kernels.serving import TDIL_DECADES, TDIL_DRAWS, TDIL_LAM, ServingChoice
from pages.comparison import terms
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.kernels.serving import results, sentences
from pages.kernels.serving.figures import along as figures
from pages.kernels.serving.figures.along import ShownWays
from pages.kernels.serving.values import ServingQuestion
from pages.kit.notebook import part_code
from pages.kit.view import DrawnFigure, View


@dataclass(frozen=True, eq=False)
class ServedAnswer:
    """What is served to the points that ask, and what a constant answer errs at these."""

    predictions: ServedPredictions
    rule: ConstantRule


def view(question: ServingQuestion, records: Records | None = None) -> View[ServedAnswer]:
    """Return the errors of each way.

    Raises
    ------
    InvalidInput
        If ε is ∞, or a value is out of range.
    """
    records, measured, wanted = records or Records(), question.measured, question.served.choice
    _check_finite(wanted)
    part = records.part(wanted.settings)
    asked = within(question.served, part)
    choice, found = asked.choice, results.answer(asked, records)
    names = records.class_names(choice.settings)
    rule = served_along.rule_of_points(part, choice.n_points, names)
    here, constant = found.here(measured), terms.as_markdown(rule)
    verdict = sentences.verdict(choice, here, found.learner.wrong, constant, measured)
    smallest = sentences.smallest(found.curves(measured), found.broken, measured)
    fewer, d = sentences.fewer(wanted.n_points, choice.n_points), part.X.shape[1]
    called = records.called(choice.settings)
    made = sentences.protocol(choice, found.learner.n, d, called)
    return View(
        f"**{verdict}** {smallest}",
        sentences.alt_errors(here, found.epsilon, measured),
        _draw(found, rule, measured),
        ServedAnswer(found, rule),
        " ".join(filter(None, (fewer, made))),
        rows=lambda: records.with_names(served_along.table(found), choice.settings),
    )


def within(question: Question, part: Split) -> Question:
    """Return a question of no more points than there are test records."""
    there = min(question.choice.n_points, len(part.y_test))
    return replace(question, choice=replace(question.choice, n_points=there))


def _check_finite(choice: ServingChoice) -> None:
    """Refuse ε = ∞: nothing is promised, and all four ways are the same."""
    if math.isinf(choice.settings.epsilon):
        raise InvalidInput(
            "With ε = ∞ there is no noise and no guarantee: all four ways give the non-private "
            "predictions. Choose a finite ε, such as 1."
        )


def _draw(found: ServedPredictions, rule: ConstantRule, measured: str) -> DrawnFigure:
    along, here = found.curves(measured), found.here(measured)
    shown = ShownWays(along, here, found.epsilon, found.broken)
    if measured == "wrong":
        return partial(figures.wrong, shown, found.learner.wrong, rule)
    return partial(figures.off, shown, float(np.abs(found.learner.predictions).mean()))


def script(question: ServingQuestion, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    records = records or Records()
    settings = question.served.choice.settings
    choice = within(question.served, records.part(settings)).choice
    asked = vars(replace(settings, n=records.n_used(settings))) | {
        "parameters": choice.parameters,
        "n_points": choice.n_points,
        "norm_bound": choice.norm_bound,
        "failure": choice.failure,
        "form": question.served.form,
        "tdil_lam": TDIL_LAM,
        "tdil_draws": TDIL_DRAWS,
        "tdil_decades": TDIL_DECADES,
    }
    return part_code("kernels", "serving", asked, in_script(settings.data, records))
