"""Who pays?: each group's error without noise and at ε."""

from collections.abc import Callable, Mapping
from functools import cache, partial

from dpcore.simulation.settings import Settings
from dpcore.studies.who_pays import answers, costs, members
from dpcore.studies.who_pays.costs import Costs, Question
from edition import at, records
from edition.dials import DialPicture, DialPlace
from pages.kit.figures.style import Drawing
from pages.who_pays.groups import figures, sentences

FIRST = Settings("two_groups", lam="auto")
"""Records that have no groups have these stand for them."""

Run = Callable[[Question], Costs]


def picture() -> DialPicture:
    """Return what two groups pay at every ε."""
    run = partial(costs.run, ask=cache(answers.run), ask_members=cache(members.run))
    return DialPicture(
        "who_pays",
        records.EPSILON,
        "epsilon",
        tuple(_place(FIRST.with_epsilon(epsilon), run) for epsilon in records.EPSILONS),
        records.EPSILONS.index(FIRST.epsilon),
        {"lam": "auto"},
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return what two groups pay at the settings of an address."""
    at.only(texts, {"data": FIRST.data}, "epsilon", "lam")
    return _place(records.settings(texts), costs.run)


def _place(chosen: Settings, run: Run) -> DialPlace:
    division = members.columns(members.Choosing(chosen.source)).division
    found, epsilon = run(Question(chosen, "objective", division)), chosen.epsilon
    return DialPlace(
        repr(epsilon),
        records.epsilon_name(epsilon),
        f"**{sentences.verdict(found)}**",
        sentences.alt(found),
        partial(_drawn, found),
    )


def _drawn(found: Costs, *, dark: bool, phone: bool) -> Drawing:
    title, errors = sentences.title(found, phone=phone), sentences.errors(found.question.counted)
    return figures.slopes(found, title=title, errors=errors, dark=dark, phone=phone)
