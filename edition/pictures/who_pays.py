"""Who pays?: each group's error without noise and at ε; for lessons, whom the noise decides on."""

import html
import math
from collections.abc import Callable, Mapping
from functools import cache, partial

from dplab.simulation.constant import SIGNS
from dplab.simulation.settings import Settings
from dplab.studies.who_pays import answers, costs, decided, members
from dplab.studies.who_pays.costs import Costs, Question
from edition import at, defaults
from edition.dials import DialPicture, DialPlace
from pages.comparison import terms
from pages.kit.figures.style import FigureDict
from pages.who_pays.decided import figures as of_decided
from pages.who_pays.decided import sentences as said_of_decided
from pages.who_pays.groups import figures, sentences

FIRST = Settings("two_groups", lam="auto")
"""Records that have no groups have these stand for them."""

MECHANISM = "objective"
"""With which the page opens."""

Run = Callable[[Question], Costs]


def picture() -> DialPicture:
    """Return what two groups pay at every ε."""
    run = partial(costs.run, ask=cache(answers.run), ask_members=cache(members.run))
    return DialPicture(
        "who_pays",
        defaults.EPSILON,
        "epsilon",
        tuple(_place(FIRST.with_epsilon(epsilon), run) for epsilon in defaults.EPSILONS),
        defaults.EPSILONS.index(FIRST.epsilon),
        {"lam": "auto"},
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return what two groups pay at the settings of an address, or whom the noise decides on."""
    at.require_supported(
        texts, {"data": FIRST.data}, "epsilon", "lam", "who_pays_part", "group_flip", "seed"
    )
    chosen = defaults.settings(texts)
    if texts.get("who_pays_part") == "decided":
        return _decided(chosen)
    return _place(chosen, costs.run)


def _place(chosen: Settings, run: Run) -> DialPlace:
    division = members.columns(members.Choosing(chosen.source)).division
    found, epsilon = run(Question(chosen, MECHANISM, division)), chosen.epsilon
    return DialPlace(
        repr(epsilon),
        defaults.epsilon_name(epsilon),
        f"**{sentences.verdict(found)}**",
        sentences.alt(found),
        partial(_figure, found),
        sentences.protocol(found, defaults.called(chosen), _lams(chosen)),
        tuple(sentences.more(found)),
    )


def _figure(found: Costs, *, dark: bool, phone: bool) -> FigureDict:
    title, errors = sentences.title(found, phone=phone), sentences.errors(found.question.counted)
    return figures.slopes(found, title=title, errors=errors, dark=dark, phone=phone)


def _decided(chosen: Settings) -> DialPlace:
    found = decided.run(decided.Question(chosen, MECHANISM))
    plain = answers.Question(chosen.with_epsilon(math.inf), "non_private")
    baseline = answers.run(plain).answers.mean_error

    def draw(*, dark: bool, phone: bool) -> FigureDict:
        return of_decided.people(
            found,
            None,
            title=said_of_decided.title(found),
            positive=html.escape(SIGNS[1], quote=False),
            dark=dark,
            phone=phone,
        )

    return DialPlace(
        repr(chosen.epsilon),
        defaults.epsilon_name(chosen.epsilon),
        f"**{said_of_decided.verdict(found, baseline)}**",
        said_of_decided.alt(found),
        draw,
        said_of_decided.protocol(found, defaults.called(chosen), _lams(chosen)),
    )


def _lams(chosen: Settings) -> str:
    return terms.lam(chosen.lam, defaults.lams(chosen, "non_private", MECHANISM))
