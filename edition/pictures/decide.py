"""Decide: the risk that is guaranteed and what it costs, at each risk that may be."""

from collections.abc import Mapping
from functools import partial

from dplab.simulation.constant import ConstantRule
from dplab.simulation.settings import Settings
from dplab.studies.decide import sheet
from dplab.studies.decide.sheet import RISKS, USUAL_COST, USUAL_RISK, DecisionSheet, Question
from edition import at, defaults
from edition.dials import DialPicture, DialPlace
from pages.decide import figures, sentences
from pages.kit.figures.style import FigureDict


def picture() -> DialPicture:
    """Return the sheet with one cost that may be, and every risk."""
    found = _found()
    return DialPicture(
        "decide",
        sentences.CALLED_RISK,
        "decide_risk",
        tuple(_place(found, risk) for risk in RISKS),
        RISKS.index(USUAL_RISK),
        {"lam": "auto"},
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the sheet where an address names nothing else."""
    at.require_supported(texts, {"lam": "auto"})
    return _place(_found(), USUAL_RISK)


def _found() -> DecisionSheet:
    *_, found = sheet.run(Question(Settings(epsilon=1.0, lam="auto")))
    return found


def _place(found: DecisionSheet, risk: int) -> DialPlace:
    rule = defaults.constant(found.question.settings)
    return DialPlace(
        str(risk),
        f"{risk} in 100",
        sentences.told(found, rule, risk, USUAL_COST),
        sentences.alt(found, rule, risk, USUAL_COST),
        partial(_figure, found, rule, risk),
        sentences.protocol(found, defaults.called(found.question.settings)),
    )


def _figure(
    found: DecisionSheet, rule: ConstantRule, risk: int, *, dark: bool, phone: bool
) -> FigureDict:
    return figures.sheet(found, rule, risk=risk, cost=USUAL_COST, dark=dark, phone=phone)
