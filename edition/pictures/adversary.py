"""Adversary: how often the right one of ten is named, at most and by the best attack."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from dpcore.simulation.comparison import split_of
from dpcore.simulation.settings import Settings
from dpcore.studies.adversary import curve
from dpcore.studies.adversary.attacks import USUAL, Question, line_up_of
from dpcore.studies.adversary.curve import HALVES, Attack, Named, joined
from dpcore.studies.adversary.line_up import usual_size
from edition import at, records
from edition.dials import DialPicture, DialPlace
from pages.adversary.figures import curve as figures
from pages.adversary.sentences import line_up as sentences
from pages.kit.figures.style import Drawing

CHOSEN = Settings(data="breast_cancer", lam="auto")
START = 1.0


def picture() -> DialPicture:
    """Return the line-up of the first patient along ε."""
    asked, attack, along = _lined_up(CHOSEN)
    return DialPicture(
        "adversary",
        records.EPSILON,
        "epsilon",
        tuple(_place(asked, epsilon, attack, along) for epsilon in records.FEW),
        records.FEW.index(START),
        {"adversary_scene": "line_up", "data": CHOSEN.data, "lam": "auto"},
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the line-up at ε and λ of an address: of the same patient, among as many."""
    fixed = {"adversary_scene": "line_up", "data": CHOSEN.data, "adversary_suspects": str(USUAL)}
    at.only(texts, fixed, "epsilon", "lam")
    if texts.get("adversary_scene") != "line_up":
        raise at.NoPicture("Of Adversary the edition has the line-up alone.")
    asked, attack, along = _lined_up(replace(CHOSEN, lam=at.whole(texts)["lam"]))
    return _place(asked, float(texts["epsilon"]), attack, along)


@cache
def _lined_up(chosen: Settings) -> tuple[Question, Attack, Named]:
    part = split_of(chosen)
    asked = Question(chosen, 0, suspects=usual_size(part, 0, chosen.seed, USUAL))
    at_any = asked.at_any_epsilon()
    attack = Attack(line_up_of(asked.to_line_up(), part), at_any.settings)
    return asked, attack, joined([curve.named(attack, asked.mechanism, half) for half in HALVES])


def _place(asked: Question, epsilon: float, attack: Attack, along: Named) -> DialPlace:
    named = curve.named(attack, asked.mechanism, (epsilon,))
    m = attack.line_up.m

    def draw(*, dark: bool, phone: bool) -> Drawing:  # noqa: ARG001
        return figures.limit_and_attack(
            along, named, mechanism=asked.mechanism, epsilon=epsilon, m=m, dark=dark
        )

    limit = attack.ceiling(asked.mechanism, epsilon)
    said = sentences.verdict(asked.question, asked.mechanism, epsilon, m, named, limit)
    return DialPlace(
        repr(epsilon),
        records.epsilon_name(epsilon),
        sentences.with_the_limit_in_bold(said),
        sentences.alt_curve({asked.mechanism: named}, epsilon, m),
        draw,
    )
