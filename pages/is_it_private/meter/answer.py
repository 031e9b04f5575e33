"""The live page of the meter: the verdict in numbers, in two figures, and in words."""

import math
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.privacy import profile
from dplab.studies.is_it_private import verdicts
from dplab.studies.is_it_private.verdicts import Question, Verdict
from pages.comparison.privacy_loss import short
from pages.comparison.screen import cached
from pages.comparison.screen.cached import VisitorRecords
from pages.is_it_private import answers, sentences
from pages.is_it_private.answers import OwnPair
from pages.is_it_private.meter import choices, export, view
from pages.is_it_private.meter.figures import neighbours
from pages.is_it_private.meter.values import MeterAsked
from pages.is_it_private.meter.view import MeterAnswer
from pages.kit import chart, controls, visitor, words
from pages.kit.chart import Metric
from pages.kit.export import also
from pages.kit.frame import page_frame
from pages.kit.view import View

WHOLE = "More about this noise"


def show(asked: MeterAsked) -> None:
    """Draw the answer."""
    shown = _before_audit(asked)
    metrics(shown.answer)
    figures(shown, asked.mechanism)
    export.row(asked, shown.answer)


def _before_audit(asked: MeterAsked) -> View[MeterAnswer]:
    """Return what is known without the audit; say how far the draws are where these take long."""
    slot = st.empty()
    records = VisitorRecords(chart.progress(slot, sentences.RUNNING))
    shown = view.before_audit(asked, records)
    slot.empty()
    return shown


def metrics(answer: MeterAnswer) -> None:
    """Draw the claim, the worst that was found, and the most that there can be.

    Where the neighbours are the visitor's own, what they lose stands beside the worst of all.
    """
    own, found = answer.own, answer.verdict
    if found.standing == "approximate":
        _metrics_of_delta(found)
        return
    # A tile has room for the name of a theorem; what it takes for granted is in the tile's help.
    theorem, _, granted = found.plan.theorem.partition(",")
    numbers = [
        ("Claimed ε", found.plan.epsilon, "claim", theorem),
        (
            "On any data" if own else "Worst loss found",
            found.found,
            "found",
            sentences.metric(found),
        ),
        ("Proven bound", found.ceiling, "ceiling", _ceiling(found)),
    ]
    if own:
        here = float(np.abs(answer.losses).max(initial=0.0))
        numbers.insert(1, ("On these neighbours", here, "here", sentences.LARGEST))
    tiles = [
        Metric(label, sentences.beside(value, found.plan.epsilon), control, note)
        for label, value, control, note in numbers
    ]
    if granted:
        tiles[0] = replace(tiles[0], found=f"{found.plan.theorem}.")
    chart.tiles(tiles)


def _metrics_of_delta(found: Verdict) -> None:
    """Draw the claim, and what the same noise keeps: ε without the δ, or the δ at twice the ε."""
    plan, same = found.plan, "of the same noise"
    if math.isfinite(plan.pure_epsilon):
        said = sentences.beside(plan.pure_epsilon, plan.epsilon)
        last = Metric("ε without δ", said, "without_delta", same)
    else:
        twice = float(profile.delta(plan, 2 * plan.epsilon, found.question.d))
        last = Metric("δ at twice the ε", f"{twice:.2g}", "profile", same)
    claim = Metric("Claimed ε", short(plan.epsilon), "claim_with_delta", plan.theorem)
    delta = Metric("With δ", words.number(plan.delta), "delta", "proven")
    chart.tiles([claim, delta, last])


def _ceiling(found: Verdict) -> str:
    proven = {"holds": "proven", "none": "there is no limit", "endless": "there is no limit"}
    return proven.get(found.standing, "proven; above the claim")


def figures(shown: View[MeterAnswer], mechanism: str) -> None:
    """Draw the neighbours beside the privacy loss of draws on them, say what it is, audit them."""
    answer = shown.answer
    left, right = st.columns([1, 1.5], gap="small")
    with right:
        slot = st.empty()
    _spread(slot, shown)  # first: it is the figure of a slide
    with left:
        _neighbours(answer.question, answer.own)
    with page_frame.steady("told_short"):
        page_frame.sentence(shown.sentence)
    choices.other_verdict(mechanism)
    with page_frame.steady("below_audit"):
        _explained(answer)
        place = st.empty()
        page_frame.made(shown.made)
    verdict = answer.verdict
    if verdict.standing in ("holds", "approximate"):
        controls.link_to(
            "is_it_private",
            WHOLE,
            ":material/area_chart:",
            {"is_it_private_part": "guarantee", "is_it_private_mechanism": mechanism},
        )
    records = VisitorRecords(chart.progress(place, sentences.auditing(answer.runs)))
    finding = view.finding(answer, records)
    if finding.epsilon > 0 and not answer.finding:
        _spread(slot, view.audited(shown, finding))
    place.markdown(sentences.audit(finding))


def _neighbours(question: Question, own: OwnPair | None) -> None:
    pair = answers.neighbours(cached.RECORDS, question, own)
    drawing = neighbours.picture(pair, dark=visitor.is_dark())
    chart.show(drawing, "neighbours", alt=sentences.pair_alt(question, own=own is not None))
    also("neighbours.csv", "CSV of the neighbours", partial(neighbours.table, pair))


def _spread(slot: DeltaGenerator, shown: View[MeterAnswer]) -> None:
    if verdicts.is_noiseless(shown.answer.question):
        slot.info(view.NOTHING_TO_DRAW)
    else:
        chart.view(shown, "privacy-loss", place=slot)


def _explained(answer: MeterAnswer) -> None:
    losses = answer.losses
    largest = float(np.abs(losses).max(initial=0.0))
    share = 1.0 if math.isinf(largest) else verdicts.beyond(losses, answer.question.epsilon)
    is_own = answer.own is not None
    st.markdown(sentences.draws(answer.verdict, share, largest, own=is_own))
