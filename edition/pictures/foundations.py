"""Foundations: a noisy sum; and for stories, a round of the game, and what happens to a belief."""

from collections.abc import Mapping

from dpcore.studies.foundations import beliefs, game, noisy_sum
from dpcore.studies.foundations.noisy_sum import Question
from edition import at, records
from edition.dials import DialPicture, DialPlace, DrawnFigure
from pages.foundations.beliefs import figures as of_beliefs
from pages.foundations.beliefs import sentences as said_of_beliefs
from pages.foundations.game import figures as of_game
from pages.foundations.game import sentences as said_of_game
from pages.foundations.noisy_sum import figures, sentences
from pages.kit.figures.style import Drawing

NAMED = {
    "foundations_unnamed": "shared",
    "foundations_answers": "laplace",
    "foundations_pair": "one",
}
"""What an address may say besides."""

START = 1.0
"""Where the page opens, too."""


def picture() -> DialPicture:
    """Return the sum along ε."""
    return DialPicture(
        "foundations",
        records.EPSILON,
        "epsilon",
        tuple(map(_sum, records.EPSILONS)),
        records.EPSILONS.index(START),
        part="noisy_sum",
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the picture of a part at the ε of an address."""
    at.only(texts, NAMED, "foundations_part", "epsilon")
    parts = {"sum": _sum, "game": _game, "beliefs": _beliefs}
    name = texts.get("foundations_part", "sum")
    if name not in parts:
        raise at.NoPicture(f"The edition has no such picture: {name}.")
    return parts[name](float(texts["epsilon"]))


def _game(epsilon: float) -> DialPlace:
    rules = game.Rules("laplace", epsilon)
    mine = game.after(rules, 0, "")

    def draw(*, dark: bool, phone: bool) -> Drawing:  # noqa: ARG001
        return of_game.play(rules, mine, said_of_game.title(rules, mine), dark=dark)

    bounds = f"**{said_of_game.bounds(rules)}**"
    return _at(epsilon, bounds, said_of_game.alt(rules, mine), draw)


def _beliefs(epsilon: float) -> DialPlace:
    asked = beliefs.Question(epsilon=epsilon)
    found = beliefs.run(asked)
    labels = [said_of_beliefs.NAMES[value] for value in found.values]

    def draw(*, dark: bool, phone: bool) -> Drawing:  # noqa: ARG001
        return of_beliefs.show(found, labels, dark=dark)

    alt = said_of_beliefs.alt(labels, found)
    return _at(epsilon, said_of_beliefs.moved(asked, found), alt, draw)


def _sum(epsilon: float) -> DialPlace:
    found = noisy_sum.run(Question(epsilon=epsilon))

    def draw(*, dark: bool, phone: bool) -> Drawing:  # noqa: ARG001
        return figures.draw(found, dark=dark)

    return _at(epsilon, sentences.verdict(found), sentences.alt(found), draw)


def _at(epsilon: float, sentence: str, alt: str, draw: DrawnFigure) -> DialPlace:
    return DialPlace(repr(epsilon), records.epsilon_name(epsilon), sentence, alt, draw)
