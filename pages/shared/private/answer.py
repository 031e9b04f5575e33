"""The verdict at the visitor's settings: in numbers, in two figures, and in words."""

import math

import numpy as np
import streamlit as st

from dpcore.experiments.settings import Settings
from dpcore.privacy.audit import Finding
from dpcore.privacy.meter import Reading
from pages.shared import cached, picture
from pages.shared.figures import curves
from pages.shared.figures.private import neighbours, spread
from pages.shared.private import choices, sentences, verdicts
from pages.shared.private.verdicts import Question, Verdict
from pages.shared.settings import DATA
from pages.shared.text import help_on


def metrics(found: Verdict) -> None:
    """Draw the claim, the worst that was found, and the most that there can be."""
    numbers = (
        ("Claimed ε", found.plan.epsilon, "claim", ""),
        ("Worst loss found", found.found, "found", sentences.metric(found)),
        ("No more than", found.ceiling, "ceiling", ""),
    )
    for column, (label, value, control, note) in zip(st.columns(3), numbers, strict=True):
        with column.container(border=True, height="stretch"):
            st.metric(label, sentences.short(value), help=help_on(control))
            st.caption(note or _notes(found)[control])


def _notes(found: Verdict) -> dict[str, str]:
    proven = {"holds": "proven", "none": "nothing limits it", "endless": "nothing limits it"}
    return {
        "claim": found.plan.theorem,
        "ceiling": proven.get(found.standing, "proven, more than the claim"),
    }


def figures(question: Question, own: Settings | None, found: Verdict) -> None:
    """Draw the neighbours beside the privacy loss of draws on them, then audit them."""
    reading = cached.reading(question, own)
    left, right = st.columns([1, 1.5], gap="small")
    with left:
        _neighbours(question, own)
    with right:
        slot = st.empty()
    _spread(slot, question, found, reading, None)
    _explained(question, own, found, reading)
    finding = cached.finding(question, own, choices.runs())
    if finding.epsilon > 0:
        _spread(slot, question, found, reading, finding)
    st.markdown(sentences.audit(finding))
    st.caption(sentences.protocol(question, own=DATA[own.data] if own else ""))


def _neighbours(question: Question, own: Settings | None) -> None:
    st.plotly_chart(
        neighbours.picture(cached.neighbours(question, own), dark=_dark()),
        theme=None,
        config=curves.config("neighbours", picture.chosen()),
        alt=sentences.pair_alt(question, own=own is not None),
    )


def _spread(
    slot: "st.delta_generator.DeltaGenerator",
    question: Question,
    found: Verdict,
    reading: Reading,
    finding: Finding | None,
) -> None:
    if verdicts.is_noiseless(question):
        slot.info("Without noise there is nothing to draw: the privacy loss is ∞ at every output.")
        return
    drawing = spread.distribution(
        reading.privacy_loss,
        question.mechanism,
        epsilon=question.epsilon,
        worst=found.found,
        audited=finding.epsilon if finding else None,
        dark=_dark(),
    )
    slot.plotly_chart(
        drawing,
        theme=None,
        config=curves.config("privacy-loss", picture.chosen()),
        alt=sentences.losses_alt(found, _share(question, reading)),
    )


def _explained(question: Question, own: Settings | None, found: Verdict, reading: Reading) -> None:
    largest = float(np.abs(reading.privacy_loss).max(initial=0.0))
    share = 1.0 if math.isinf(largest) else _share(question, reading)
    st.markdown(sentences.draws(found, share, largest, own=own is not None))


def _share(question: Question, reading: Reading) -> float:
    return verdicts.beyond(reading.privacy_loss, question.epsilon)


def _dark() -> bool:
    return st.context.theme.type == "dark"
