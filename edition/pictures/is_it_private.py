"""Is it private?: the privacy loss of draws, beside what was claimed; for lessons, what ε buys."""

from collections.abc import Generator, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar, cast

from dpcore.checks import Array
from dpcore.data.dataset import n_training
from dplab.instruments.audit import Finding
from dplab.simulation.sources import n_records
from dplab.studies.is_it_private import how_epsilon_is_spent, verdicts
from dplab.studies.is_it_private.verdicts import Question, Verdict
from edition import at, defaults
from edition.dials import DialPicture, DialPlace
from pages.is_it_private import sentences
from pages.is_it_private.meter.figures import privacy_loss
from pages.is_it_private.spending import figures as of_spending
from pages.is_it_private.spending import sentences as said_of_spending
from pages.kit.figures.style import FigureDict

Result = TypeVar("Result")

RUNS = 4_000
"""Of the audit, on each data set."""

MECHANISM = "objective_2008"
"""With which the page opens."""


def picture() -> DialPicture:
    """Return the losses of a mechanism that was thought private, along ε."""
    first = _question({})
    return DialPicture(
        "is_it_private",
        defaults.EPSILON,
        "epsilon",
        tuple(_place(replace(first, epsilon=epsilon)) for epsilon in defaults.FEW),
        defaults.FEW.index(first.epsilon),
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the losses at the settings of an address, or what becomes of ε there."""
    spending = {"is_it_private_part": "spending"}
    at.require_supported(texts, spending, "mechanism", "epsilon", "lam", "n", "d", "loss", "seed")
    return (_spending if spending.items() <= texts.items() else _place)(_question(texts))


def _question(texts: Mapping[str, str]) -> Question:
    now = defaults.settings(texts)
    return Question(
        texts.get("mechanism", MECHANISM),
        now.epsilon,
        now.given_lam,
        now.loss,
        now.h,
        now.n or n_training(n_records(now)),
        now.d,
        now.delta,
    )


def _place(question: Question) -> DialPlace:
    verdict = verdicts.verdict(question)
    losses = _last(verdicts.privacy_losses(question, verdict.neighbours))
    finding = _last(verdicts.audited(question, verdict.neighbours, RUNS))
    found = verdicts.beside(verdict, losses)
    return DialPlace(
        repr(question.epsilon),
        defaults.epsilon_name(question.epsilon),
        f"**{sentences.headline(found, own=False)}**",
        sentences.losses_alt(found, verdicts.beyond(losses, question.epsilon)),
        partial(_figure, losses, found, finding),
        sentences.protocol(question, own=""),
    )


def _spending(question: Question) -> DialPlace:
    plans = how_epsilon_is_spent.run(question)
    edge = how_epsilon_is_spent.threshold(question)

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001
        return of_spending.along(plans, question.lam, dark=dark)

    return DialPlace(
        repr(question.epsilon),
        defaults.epsilon_name(question.epsilon),
        f"**{said_of_spending.budget(question, edge)}**",
        said_of_spending.budget_alt(question, edge),
        draw,
    )


def _figure(
    losses: Array,
    found: Verdict,
    finding: Finding,
    *,
    dark: bool,
    phone: bool,  # noqa: ARG001
) -> FigureDict:
    return privacy_loss.distribution(losses, found, finding, dark=dark)


def _last(steps: Generator[float, None, Result]) -> Result:
    """Return what is computed in steps, all of them at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(Result, end.value)
