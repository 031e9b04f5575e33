"""Adversary: how often the right one of ten is named, at most and by the best attack.

For lessons: what is reconstructed without noise, and how often the attacker tells who was in.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from dplab.simulation import spelled
from dplab.simulation.comparison import split_of
from dplab.simulation.settings import Settings
from dplab.studies.adversary import curve, left, person
from dplab.studies.adversary.attacks import USUAL, Question, line_up_of
from dplab.studies.adversary.curve import HALVES, Attack, Named, joined
from dplab.studies.adversary.line_up import usual_size
from edition import at, defaults
from edition.dials import DialPicture, DialPlace
from pages.adversary.figures import columns as of_columns
from pages.adversary.figures import curve as figures
from pages.adversary.sentences import columns as said_of_columns
from pages.adversary.sentences import line_up as sentences
from pages.adversary.sentences import record as said_of_record
from pages.comparison import terms
from pages.kit.figures.style import FigureDict

CHOSEN = Settings(data="breast_cancer", lam="auto")
START = 1.0


def picture() -> DialPicture:
    """Return the line-up of the first patient along ε."""
    asked, attack, along = _lined_up(CHOSEN)
    return DialPicture(
        "adversary",
        defaults.EPSILON,
        "epsilon",
        tuple(_place(asked, epsilon, attack, along) for epsilon in defaults.FEW),
        defaults.FEW.index(START),
        {"adversary_scene": "line_up", "data": CHOSEN.data, "lam": "auto"},
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return what an address asks of the same patient: the line-up is of as many."""
    fixed = {"data": CHOSEN.data, "adversary_suspects": str(USUAL)}
    at.require_supported(
        texts, fixed, "adversary_scene", "adversary_question", "epsilon", "lam", "loss", "seed"
    )
    said = spelled.whole(texts)
    chosen = replace(CHOSEN, **{name: said[name] for name in ("lam", "loss", "seed")})
    name, epsilon = texts.get("adversary_scene"), float(said["epsilon"])
    if name == "read":
        return _reconstructed(chosen, epsilon)
    if name != "line_up":
        raise at.NoPicture(f"The edition has no such picture: {name}.")
    asked, attack, along = _lined_up(chosen, texts.get("adversary_question", "line_up"))
    return _place(asked, epsilon, attack, along)


def _reconstructed(chosen: Settings, epsilon: float) -> DialPlace:
    """Return what is reconstructed without noise; in words, as on a desktop."""
    coef = person.exact(chosen)
    found, traces = person.reconstructed(chosen, 0, coef=coef), person.traces(chosen, coef=coef)
    read = left.reconstructed_columns(found)
    said = {
        phone: said_of_columns.of_reconstructed(found, read, phone=phone) for phone in (False, True)
    }

    def draw(*, dark: bool, phone: bool) -> FigureDict:
        return of_columns.reconstructed(read, said[phone], dark=dark, phone=phone)

    return DialPlace(
        repr(epsilon),
        defaults.epsilon_name(epsilon),
        f"**{said_of_record.headline(found, 0, chosen)}**",
        said_of_columns.alt_reconstructed(read, said[False]),
        draw,
        _made(chosen, "non_private"),
        (
            said_of_record.knowledge(found, 0, chosen, traces.n),
            said_of_record.traces(traces, chosen),
        ),
    )


@cache
def _lined_up(chosen: Settings, question: str = "line_up") -> tuple[Question, Attack, Named]:
    part = split_of(chosen)
    asked = Question(chosen, 0, question, usual_size(part, 0, chosen.seed, USUAL))
    at_any = asked.at_any_epsilon()
    attack = Attack(line_up_of(asked.to_line_up(), part), at_any.settings)
    return asked, attack, joined([curve.named(attack, asked.mechanism, half) for half in HALVES])


def _place(asked: Question, epsilon: float, attack: Attack, along: Named) -> DialPlace:
    named = curve.named(attack, asked.mechanism, (epsilon,))
    m = attack.line_up.m

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001
        return figures.limit_and_attack(
            along, named, mechanism=asked.mechanism, epsilon=epsilon, m=m, dark=dark
        )

    limit = attack.ceiling(asked.mechanism, epsilon)
    said = sentences.verdict(asked.question, asked.mechanism, epsilon, m, named, limit)
    return DialPlace(
        repr(epsilon),
        defaults.epsilon_name(epsilon),
        sentences.with_the_limit_in_bold(said),
        sentences.alt_curve({asked.mechanism: named}, epsilon, m),
        draw,
        _made(asked.settings.with_epsilon(epsilon), asked.mechanism),
    )


def _made(chosen: Settings, mechanism: str) -> str:
    """Return what the live page's controls say: nothing below its picture does."""
    lam = terms.lam(chosen.lam, defaults.lams(chosen, mechanism))
    return f"{defaults.called(chosen)}; {lam}."
