"""Private tuning: the errors of five ways to choose λ along ε."""

from collections.abc import Callable, Mapping
from functools import cache, partial

from dplab.simulation.settings import Settings
from dplab.studies.private_tuning import costs
from dplab.studies.private_tuning.costs import GRID, Question, TuningCurve
from dplab.studies.private_tuning.strategies import Comparison
from edition import at, defaults
from edition.dials import DialPicture, DialPlace
from pages.comparison import terms
from pages.kit.figures.style import FigureDict
from pages.private_tuning import figures, sentences

EPSILONS = tuple(each for each in defaults.EPSILONS if GRID[0] <= each <= GRID[-1])
FIRST = Settings()


def picture() -> DialPicture:
    """Return the five ways along ε, and what the choice costs at each place."""
    ask = cache(costs.at_one_place)
    return DialPicture(
        "private_tuning",
        defaults.EPSILON,
        "epsilon",
        tuple(_place(FIRST.with_epsilon(epsilon), ask) for epsilon in EPSILONS),
        EPSILONS.index(FIRST.epsilon),
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the same at the settings of an address."""
    at.require_supported(texts, {}, "epsilon", "n", "draws", "seed")
    return _place(defaults.settings(texts), costs.at_one_place)


def _place(chosen: Settings, ask: Callable[[Question], Comparison]) -> DialPlace:
    asked, rule = Question(chosen), defaults.constant(chosen.source)
    *_, known = costs.run(asked, ask=ask)
    found = ask(asked)
    cost = sentences.cost(found, terms.as_markdown(rule), chosen.measure)
    return DialPlace(
        repr(chosen.epsilon),
        defaults.epsilon_name(chosen.epsilon),
        f"**{cost}**",
        sentences.alt(known, rule),
        partial(_figure, known),
        sentences.protocol(asked, found, defaults.called(chosen)),
        (sentences.theory(found),),
    )


def _figure(known: TuningCurve, *, dark: bool, phone: bool) -> FigureDict:
    rule = defaults.constant(known.question.settings.source)
    return figures.along(known, rule, dark=dark, phone=phone)
