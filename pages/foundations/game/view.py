"""The guessing game: the present round, or the first rounds of the best Bob."""

from functools import partial

from dplab.studies.foundations import game
from dplab.studies.foundations.game import ROUNDS, Game, Play, Question, Rules
from pages.comparison.records import Records
from pages.foundations import epsilon
from pages.foundations.game import figures, sentences
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View


def view(question: Question, records: Records | None = None) -> View[Game]:  # noqa: ARG001
    """Return the picture of the present round, or where the visitor is Alice of Bob's first ones.

    Raises
    ------
    InvalidInput
        If ε is ∞.
    """
    epsilon.check_finite(question.rules.epsilon)
    played, rules = game.run(question), question.rules
    sentence, rows = f"**{sentences.bounds(rules)}**", partial(game.table, played)
    if played.mine:
        draw = partial(_drawn, rules, played.mine, sentences.title(rules, played.mine))
        return View(sentence, sentences.alt(rules, played.mine), draw, played, rows=rows)
    first = _first(played.optimal or game.optimal(rules, question.seed))
    draw = partial(_drawn, rules, first, sentences.title_of_optimal())
    return View(sentence, sentences.alt_of_optimal(rules, first), draw, played, rows=rows)


def _first(play: Play) -> Play:
    return Play(play.coins[:ROUNDS], play.guesses[:ROUNDS], play.answers[:ROUNDS])


def _drawn(
    rules: Rules,
    play: Play,
    title: str,
    *,
    dark: bool,
    phone: bool,  # noqa: ARG001 - the same there
) -> FigureDict:
    return figures.play(rules, play, title, dark=dark)


def script(question: Question, records: Records | None = None) -> str:  # noqa: ARG001
    """Return a script on `dplab` that plays the same rounds; nobody's own records count."""
    rules = question.rules
    asked = {
        "answers": rules.answers,
        "epsilon": rules.epsilon,
        "ones": rules.ones,
        "differ": rules.differ,
        "seed": question.seed,
        "guesses": question.guesses if question.is_bob else "",
    }
    return part_code("foundations", "game", asked)
