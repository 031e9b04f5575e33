"""Foundations: a noisy sum; and for stories and lessons, what its other parts show."""

from collections.abc import Callable, Mapping
from typing import Any

from dplab.simulation import spelled
from dplab.studies.foundations import average, beliefs, composition, game, noisy_sum
from edition import at, defaults
from edition.dials import DialPicture, DialPlace
from pages.foundations.average import figures as of_average
from pages.foundations.average import sentences as said_of_average
from pages.foundations.beliefs import figures as of_beliefs
from pages.foundations.beliefs import sentences as said_of_beliefs
from pages.foundations.composition import figures as of_many
from pages.foundations.composition import sentences as said_of_many
from pages.foundations.game import figures as of_game
from pages.foundations.game import sentences as said_of_game
from pages.foundations.noisy_sum import figures, sentences
from pages.kit.figures.style import FigureDict
from pages.kit.view import DrawnFigure

NAMED = {
    "foundations_unnamed": "shared",
    "foundations_answers": "laplace",
    "foundations_pair": "one",
}
"""What an address may say besides."""

NUMBERS = {
    "foundations_sum_draws": "draws",
    "foundations_average_bound": "bound",
    "foundations_average_n": "n",
    "foundations_k": "k",
}
"""What an address calls the numbers of a part's question."""

START = 1.0
"""Where the page opens, too."""

DRAWS = 100
"""As many as the sentence counts within the exact half width: 95 in 100."""


def picture() -> DialPicture:
    """Return the sum along ε."""
    return DialPicture(
        "foundations",
        defaults.EPSILON,
        "epsilon",
        tuple(_sum(epsilon, DRAWS) for epsilon in defaults.EPSILONS),
        defaults.EPSILONS.index(START),
        {"foundations_sum_draws": str(DRAWS)},
        part="noisy_sum",
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the picture of a part at the numbers of an address."""
    at.require_supported(texts, NAMED, "foundations_part", "epsilon", *NUMBERS, "seed")
    parts: dict[str, Callable[..., DialPlace]] = {
        "sum": _sum,
        "average": _average,
        "game": _game,
        "composition": _many,
        "beliefs": _beliefs,
    }
    name, said = texts.get("foundations_part", "sum"), spelled.read(texts)
    if name not in parts:
        raise at.NoPicture(f"The edition has no such picture: {name}.")
    numbers: dict[str, Any] = {NUMBERS[each]: said[each] for each in NUMBERS if each in said}
    return parts[name](float(said["epsilon"]), **numbers)


def _game(epsilon: float) -> DialPlace:
    rules = game.Rules("laplace", epsilon)
    mine = game.after(rules, 0, "")

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001
        return of_game.play(rules, mine, said_of_game.title(rules, mine), dark=dark)

    bounds = f"**{said_of_game.bounds(rules)}**"
    return _at(epsilon, bounds, said_of_game.alt(rules, mine), draw)


def _beliefs(epsilon: float) -> DialPlace:
    asked = beliefs.Question(epsilon=epsilon)
    found = beliefs.run(asked)
    labels = [said_of_beliefs.NAMES[value] for value in found.values]

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001
        return of_beliefs.show(found, labels, dark=dark)

    alt = said_of_beliefs.alt(labels, found)
    return _at(epsilon, said_of_beliefs.moved(asked, found), alt, draw)


def _average(epsilon: float, bound: float, n: int) -> DialPlace:
    found = average.run(average.Question(epsilon=epsilon, bound=bound, n=n))

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001
        return of_average.draw(found, dark=dark)

    return _at(epsilon, said_of_average.verdict(found), said_of_average.alt(found), draw)


def _many(epsilon: float, k: int) -> DialPlace:
    law = composition.law(k, epsilon)

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001
        return of_many.law(law, dark=dark)

    return _at(epsilon, f"**{said_of_many.verdict(law)}**", said_of_many.alt(law), draw)


def _sum(epsilon: float, draws: int = 0) -> DialPlace:
    found = noisy_sum.run(noisy_sum.Question(epsilon=epsilon, draws=draws))

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001
        return figures.draw(found, dark=dark)

    made = sentences.draws(found) if draws else ""
    return _at(epsilon, sentences.verdict(found), sentences.alt(found), draw, made)


def _at(epsilon: float, sentence: str, alt: str, draw: DrawnFigure, made: str = "") -> DialPlace:
    return DialPlace(repr(epsilon), defaults.epsilon_name(epsilon), sentence, alt, draw, made)
