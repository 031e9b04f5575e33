"""The sheet to decide on: a sentence, two panels over one ε, and what a board can sign."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from dplab.simulation.comparison import COMPARED, DECISIVE
from dplab.simulation.constant import ConstantRule
from dplab.studies.decide import with_delta
from dplab.studies.decide.band import Band, rounded
from dplab.studies.decide.sheet import DecisionSheet
from dplab.studies.trade_off.more_records import PricedEpsilon
from pages.comparison import private, terms
from pages.comparison.screen import below, cached
from pages.decide import choices, export, sentences, view
from pages.decide.values import ATTACK, DEAREST, DISAGREEMENT, DecisionQuestion
from pages.decide.view import attacked, dearest_groups, known_lines, of_sheet, views
from pages.kit import chart, controls, text
from pages.kit.chart import FigureSlot
from pages.kit.frame import page_frame
from pages.kit.view import View

Note: TypeAlias = Callable[[DeltaGenerator], None]
"""Computes something that takes long, and says what it is in a place."""


def show(asked: DecisionQuestion) -> None:
    """Draw the answer."""
    said, slot = page_frame.steady("decide_told"), FigureSlot()
    risk, cost = asked.risk, asked.cost

    def draw(state: View[DecisionSheet]) -> None:
        chart.view(state, "decide", place=slot)

    whole = chart.as_it_grows(views(asked, cached.RECORDS), draw)
    found, rule = whole.answer, cached.constant(asked.settings)
    band = found.band(risk / 100, cost / 1000)
    chosen = view.chosen(asked, found, cached.RECORDS)
    with said:
        page_frame.sentence(whole.sentence)
    notes = list[tuple[Note, DeltaGenerator]]()
    if chosen is not None:
        choices.handle(band, asked.epsilon, chosen.epsilon)
    with page_frame.steady("decide_below"):
        st.caption(" ".join(whole.below))
    if chosen is not None:
        _sign(found, chosen, cost, rule)
    elif not band.holds and (band.useful is not None or sentences.is_of_use(found, rule)):
        st.markdown(sentences.help_of(band))
        notes.append((partial(_of_delta, found, risk, cost), _place("delta")))
    _few_records(asked, chosen, band)
    choices.lines()
    at = band.most if chosen is None else chosen.epsilon
    notes += _of_lines(asked, found, at)
    with st.container(key="printed_assumed"):
        st.markdown(f"**What has to be assumed**\n\n{text.sections('decide')['Assumptions']}")
    page_frame.made(whole.made)
    export.row(asked, found)
    drawn = len(known_lines(asked, found, cached.RECORDS))
    _say(notes)
    lines = known_lines(asked, found, cached.RECORDS)
    if len(lines) > drawn:
        draw(of_sheet(asked, found, cached.RECORDS, lines))


def _say(notes: Sequence[tuple[Note, DeltaGenerator]]) -> None:
    """Say what takes long, or why it cannot be said: the sheet stands without."""
    for say, place in notes:
        try:
            say(place)
        except InvalidInput as refusal:
            place.caption(text.escape_markdown(str(refusal)))


def _sign(found: DecisionSheet, chosen: PricedEpsilon, cost: float, rule: ConstantRule) -> None:
    """Draw what a board can sign."""
    with st.container(key="signed"):
        st.markdown(sentences.signed(chosen, cost))
    st.markdown(sentences.single_draws(chosen.epsilon, found, terms.as_markdown(rule)))
    if sentences.is_too_dear(chosen, cost):
        return
    st.container(key="to_print").caption(sentences.TO_PRINT)
    with st.container(key="printed_signature"):
        st.html("<p>Name</p><p>Date</p><p>Signature</p>")


def _few_records(asked: DecisionQuestion, chosen: PricedEpsilon | None, band: Band) -> None:
    """Say what few records cost, at the ε to sign or the largest that the risk allows."""
    largest = rounded(band.most, math.floor)
    is_guessed = cached.RECORDS.is_guessed(asked.settings)
    if chosen is None and (is_guessed or not DECISIVE[0] <= largest <= DECISIVE[-1]):
        return
    epsilon = largest if chosen is None else chosen.epsilon
    below.few_records(private.told_of_more(asked.settings, epsilon, cached.RECORDS), epsilon)


def _place(name: str) -> DeltaGenerator:
    """Return a place for a sentence that takes long."""
    with page_frame.steady(name):
        return st.empty()


def _of_lines(
    asked: DecisionQuestion, found: DecisionSheet, at: float
) -> list[tuple[Note, DeltaGenerator]]:
    """Return what says what the lines are that are asked for, and where."""
    notes = list[tuple[Note, DeltaGenerator]]()
    if asked.risk_line == ATTACK:
        notes.append((partial(_of_attack, found, at), _place("attack")))
    if asked.cost_line == DEAREST:
        notes.append((partial(_of_dearest, found, at), _place("dearest")))
    if asked.cost_line == DISAGREEMENT:
        st.markdown(sentences.disagreement(found, at))
    return notes


def _of_attack(found: DecisionSheet, at: float, place: DeltaGenerator) -> None:
    tell = chart.progress(place, "An attack on these records …")
    named = attacked(found, cached.VisitorRecords(tell))
    is_weighted = found.question.settings.is_weighted
    place.markdown(sentences.attack(named, at, is_weighted=is_weighted))


def _of_dearest(found: DecisionSheet, at: float, place: DeltaGenerator) -> None:
    tell = chart.progress(place, "Who pays most …")
    place.markdown(sentences.dearest(dearest_groups(found, cached.VisitorRecords(tell)), at))


def _of_delta(found: DecisionSheet, risk: float, cost: float, place: DeltaGenerator) -> None:
    """Say whether a δ would bring both together, once that is computed."""
    tell = chart.progress(place, "A δ as well as ε …")
    for sheet in with_delta.run(found, cached.own_records(found), private.of_batch(cached.RECORDS)):
        tell(len(sheet.prices) / len(DECISIVE))
    with place.container():
        st.markdown(sentences.with_delta(sheet, risk, cost))
        if sheet.band(risk / 100, cost / 1000).holds:
            controls.link_to(
                "trade_off",
                "Methods with a δ beside the others",
                ":material/arrow_forward:",
                {"mechanisms": (*COMPARED, *with_delta.TRIED)},
            )
