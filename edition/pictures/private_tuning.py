"""Private tuning: the errors of five ways to choose λ along ε."""

from dataclasses import replace
from functools import cache, partial

from dpcore.simulation.settings import Settings
from dpcore.studies.private_tuning import costs
from dpcore.studies.private_tuning.costs import GRID, Question, TuningCurve
from dpcore.studies.private_tuning.strategies import Comparison
from edition import records
from edition.dials import DialPicture, DialPlace
from pages.comparison import terms
from pages.kit import words
from pages.kit.figures.style import Drawing
from pages.private_tuning import figures, sentences

EPSILONS = tuple(each for each in records.EPSILONS if GRID[0] <= each <= GRID[-1])


def picture() -> DialPicture:
    """Return the five ways along ε, and what the choice costs at each place."""
    chosen, ask = Settings(), cache(costs.at_one_place)
    *_, known = costs.run(Question(chosen), ask=ask)
    asked = (Question(chosen.with_epsilon(each)) for each in EPSILONS)
    return DialPicture(
        "private_tuning",
        records.EPSILON,
        "epsilon",
        tuple(_place(replace(known, question=each), ask(each)) for each in asked),
        EPSILONS.index(chosen.epsilon),
    )


def _place(known: TuningCurve, found: Comparison) -> DialPlace:
    chosen = known.question.settings
    rule = records.constant(chosen.source)
    cost = sentences.cost(found, terms.as_markdown(rule), chosen.measure)
    return DialPlace(
        repr(chosen.epsilon),
        f"ε = {words.number(chosen.epsilon)}",
        f"**{cost}**",
        sentences.alt(known, rule),
        partial(_drawn, known),
    )


def _drawn(known: TuningCurve, *, dark: bool, phone: bool) -> Drawing:
    rule = records.constant(known.question.settings.source)
    return figures.along(known, rule, dark=dark, phone=phone)
