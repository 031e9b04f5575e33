"""The verdict at the visitor's settings: in numbers, in two figures, and in words."""

import math
from functools import partial

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import Array
from dplab.instruments.audit import Finding
from dplab.instruments.meter import profile
from dplab.studies.is_it_private import verdicts
from dplab.studies.is_it_private.verdicts import Question, Verdict
from pages.comparison import values
from pages.comparison.screen import settings
from pages.is_it_private import panels, results, sentences
from pages.is_it_private.meter import choices, export
from pages.is_it_private.meter.choices import MeterAsked
from pages.is_it_private.meter.figures import neighbours, privacy_loss
from pages.is_it_private.panels import CurvePanel
from pages.is_it_private.results import OwnPair
from pages.kit import chart, visitor, words
from pages.kit.chart import Metric
from pages.kit.frame import page_frame


def show(asked: MeterAsked) -> None:
    """Draw the answer."""
    question, own = asked.question, asked.own
    verdict = results.verdict(question)
    found = losses(question, own)
    verdict = verdicts.beside(verdict, found)
    metrics(own, verdict, found)
    with page_frame.steady("told_short"):
        page_frame.sentence(f"**{sentences.headline(verdict, own=own is not None)}**")
    figures(question, own, verdict, found)
    export.row(question, own)


def losses(question: Question, own: OwnPair | None) -> Array:
    """Return the privacy losses of draws; say how far one is where that takes long."""
    slot = st.empty()
    found = results.privacy_losses(chart.progress(slot, sentences.RUNNING), question, own)
    slot.empty()
    return found


def metrics(own: OwnPair | None, found: Verdict, losses: Array) -> None:
    """Draw the claim, the worst that was found, and the most that there can be.

    Where the neighbours are the visitor's own, what they lose stands beside the worst of all.
    """
    if found.standing == "approximate":
        _metrics_of_delta(found)
        return
    notes = _notes(found)
    numbers = [
        ("Claimed ε", found.plan.epsilon, "claim", notes["claim"]),
        (
            "On any data" if own else "Worst loss found",
            found.found,
            "found",
            sentences.metric(found),
        ),
        ("No more than", found.ceiling, "ceiling", notes["ceiling"]),
    ]
    if own:
        here = float(np.abs(losses).max(initial=0.0))
        numbers.insert(1, ("On these neighbours", here, "here", sentences.LARGEST))
    chart.tiles(
        [
            Metric(label, sentences.beside(value, found.plan.epsilon), control, note)
            for label, value, control, note in numbers
        ]
    )


def _metrics_of_delta(found: Verdict) -> None:
    """Draw the claim, and the δ that the same noise keeps at twice the ε."""
    twice = float(profile(found.plan, 2 * found.plan.epsilon))
    chart.tiles(
        [
            Metric(
                "Claimed ε",
                sentences.short(found.plan.epsilon),
                "claim_with_delta",
                found.plan.theorem,
            ),
            Metric("With δ", words.number(found.plan.delta), "delta", "proven"),
            Metric("δ at twice the ε", f"{twice:.2g}", "profile", "of the same noise"),
        ]
    )


def _notes(found: Verdict) -> dict[str, str]:
    proven = {"holds": "proven", "none": "there is no limit", "endless": "there is no limit"}
    return {
        "claim": found.plan.theorem,
        "ceiling": proven.get(found.standing, "proven; above the claim"),
    }


def figures(question: Question, own: OwnPair | None, found: Verdict, losses: Array) -> None:
    """Draw the neighbours beside the privacy loss of draws on them, then audit them."""
    left, right = st.columns([1, 1.5], gap="small")
    with right:
        slot = st.empty()
    runs = choices.runs()
    known = results.finding.known(question, own, runs)
    _spread(slot, question, found, losses, known)  # first: it is the figure of a slide
    with left:
        _neighbours(question, own)
    settings.phone_sliders("epsilon", "lam")
    with page_frame.steady("below_audit"):
        _explained(question, own, found, losses)
        said = st.empty()
        st.caption(sentences.protocol(question, own=_whose(own)))
    if found.standing == "approximate":
        page_frame.lazy_expander("δ of the same noise at every ε", partial(_profile, found))
    tell = chart.progress(said, sentences.auditing(runs))
    finding = known or results.finding(tell, question, own, runs)
    if finding.epsilon > 0 and not known:
        _spread(slot, question, found, losses, finding)
    said.markdown(sentences.audit(finding))


def _profile(found: Verdict) -> None:
    """Draw δ against ε: what the same noise keeps besides what it claims."""
    epsilon, name = found.plan.epsilon, found.plan.mechanism
    epsilons = np.linspace(max(found.plan.epsilon_curvature, epsilon / 100), 3 * epsilon, 121)
    drawing = panels.curves(
        epsilons,
        [CurvePanel("δ", {name: profile(found.plan, epsilons)}, log=True, level=found.plan.delta)],
        title="δ of the same noise at every ε",
        axis="Privacy parameter ε",
        log=False,
        here=epsilon,
        dark=visitor.is_dark(),
    )
    twice = float(profile(found.plan, 2 * epsilon))
    chart.show(drawing, "delta-against-epsilon", alt=sentences.profile_alt(found, twice))


def _whose(own: OwnPair | None) -> str:
    return sentences.whose(values.DATA[own.settings.data], own.row) if own else ""


def _neighbours(question: Question, own: OwnPair | None) -> None:
    drawing = neighbours.picture(results.neighbours(question, own), dark=visitor.is_dark())
    chart.show(drawing, "neighbours", alt=sentences.pair_alt(question, own=own is not None))


def _spread(
    slot: DeltaGenerator,
    question: Question,
    found: Verdict,
    losses: Array,
    finding: Finding | None,
) -> None:
    if verdicts.is_noiseless(question):
        slot.info(
            "Without noise there is nothing to draw: the privacy loss is ∞, unless both data sets "
            "have the same classifier."
        )
        return
    drawing = privacy_loss.distribution(losses, found, finding, dark=visitor.is_dark())
    alt = sentences.losses_alt(found, _share(question, losses))
    chart.show(drawing, "privacy-loss", alt=alt, place=slot)


def _explained(question: Question, own: OwnPair | None, found: Verdict, losses: Array) -> None:
    largest = float(np.abs(losses).max(initial=0.0))
    share = 1.0 if math.isinf(largest) else _share(question, losses)
    st.markdown(sentences.draws(found, share, largest, own=own is not None))


def _share(question: Question, losses: Array) -> float:
    return verdicts.beyond(losses, question.epsilon)
