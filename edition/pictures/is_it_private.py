"""Is it private?: the privacy loss of draws, beside what was claimed."""

from collections.abc import Generator, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar, cast

from dpcore.checks import Array
from dpcore.data.dataset import n_training
from dpcore.privacy.audit import Finding
from dpcore.simulation.sources import n_records
from dpcore.studies.is_it_private import verdicts
from dpcore.studies.is_it_private.verdicts import Question, Verdict
from edition import at, records
from edition.dials import DialPicture, DialPlace
from pages.is_it_private import sentences
from pages.is_it_private.meter.figures import privacy_loss
from pages.kit.figures.style import Drawing

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
        records.EPSILON,
        "epsilon",
        tuple(_place(replace(first, epsilon=epsilon)) for epsilon in records.FEW),
        records.FEW.index(first.epsilon),
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the losses at the settings of an address."""
    at.only(texts, {}, "mechanism", "epsilon", "lam", "n", "d", "loss")
    return _place(_question(texts))


def _question(texts: Mapping[str, str]) -> Question:
    now = records.settings(texts)
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
        records.epsilon_name(question.epsilon),
        f"**{sentences.headline(found, own=False)}**",
        sentences.losses_alt(found, verdicts.beyond(losses, question.epsilon)),
        partial(_drawn, losses, found, finding),
    )


def _drawn(
    losses: Array,
    found: Verdict,
    finding: Finding,
    *,
    dark: bool,
    phone: bool,  # noqa: ARG001
) -> Drawing:
    return privacy_loss.distribution(losses, found, finding, dark=dark)


def _last(steps: Generator[float, None, Result]) -> Result:
    """Return what is computed in steps, all of them at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(Result, end.value)
