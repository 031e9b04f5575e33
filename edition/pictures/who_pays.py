"""Who pays?: each group's error without noise and at ε."""

from functools import cache, partial

from dpcore.simulation.settings import Settings
from dpcore.studies.who_pays import answers, costs, members
from dpcore.studies.who_pays.costs import Costs, Question
from edition import records
from edition.dials import DialPicture, DialPlace
from pages.kit import words
from pages.kit.figures.style import Drawing
from pages.who_pays.groups import figures, sentences


def picture() -> DialPicture:
    """Return what two groups pay at every ε."""
    chosen = Settings("two_groups", lam="auto")
    division = members.columns(members.Choosing(chosen.source)).division
    run = partial(costs.run, ask=cache(answers.run), ask_members=cache(members.run))
    asked = (
        Question(chosen.with_epsilon(each), "objective", division) for each in records.EPSILONS
    )
    return DialPicture(
        "who_pays",
        records.EPSILON,
        "epsilon",
        tuple(_place(run(each)) for each in asked),
        records.EPSILONS.index(chosen.epsilon),
        {"lam": "auto"},
    )


def _place(found: Costs) -> DialPlace:
    epsilon = found.question.settings.epsilon
    return DialPlace(
        repr(epsilon),
        f"ε = {words.number(epsilon)}",
        f"**{sentences.verdict(found)}**",
        sentences.alt(found),
        partial(_drawn, found),
    )


def _drawn(found: Costs, *, dark: bool, phone: bool) -> Drawing:
    title, errors = sentences.title(found, phone=phone), sentences.errors(found.question.counted)
    return figures.slopes(found, title=title, errors=errors, dark=dark, phone=phone)
