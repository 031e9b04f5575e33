"""The sheet to decide on: a sentence, two panels over one ε, and what a board can sign."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from dplab.simulation.comparison import DECISIVE
from dplab.simulation.constant import ConstantRule
from dplab.simulation.settings import Settings
from dplab.studies.decide import sheet, with_delta
from dplab.studies.decide.sheet import RISKS, Band, DecisionSheet, Question
from pages.comparison import private, terms
from pages.comparison.screen import cached
from pages.comparison.screen.promise import is_guessed
from pages.decide import choices, export, figures, results, sentences
from pages.decide.figures import OF_COST, OF_RISK, ThinLine
from pages.kit import address, chart, controls, text, visitor
from pages.kit.chart import FigureSlot
from pages.kit.frame import page_frame

ATTACK = "this attack,<br>on these records"
"""On two lines: it stands in the area, at its right end."""

Note: TypeAlias = Callable[[DeltaGenerator], None]
"""Computes something that takes long, and says what it is in a place."""


def show(chosen: Settings) -> None:
    """Draw the answer."""
    risk, cost = address.get(choices.RISK), address.get(choices.COST)
    said, slot = st.container(), FigureSlot()

    def draw(found: DecisionSheet) -> None:
        looks = {"dark": visitor.is_dark(), "phone": visitor.is_phone()}
        lines = _known_lines(found)
        drawing = figures.sheet(found, rule, risk=risk, cost=cost, thin=lines, **looks)
        alt = sentences.alt(found, rule, risk, cost, guessed=guessed)
        chart.show(drawing, "decide", alt=alt, place=slot)

    records, rule = cached.own_records(chosen), cached.constant(chosen)
    guessed = is_guessed(chosen)
    found = chart.as_it_grows(
        sheet.run(Question(chosen), records, private.of_batch(cached.RECORDS)), draw
    )
    band = found.band(risk / 100, cost / 1000)
    with said:
        page_frame.sentence(sentences.told(found, rule, risk, cost, guessed=guessed))
    controls.phone_sliders(
        (choices.RISK, "Right guesses in 100", RISKS),
        (choices.COST, "More wrong, in 1,000", choices.COSTS),
    )
    choices.lines()
    notes = list[tuple[Note, DeltaGenerator]]()
    if band.holds and not guessed:
        _sign(found, band, cost, rule)
    elif not band.holds and (band.useful is not None or sentences.is_of_use(found, rule)):
        st.markdown(sentences.help_of(band))
        notes.append((partial(_of_delta, found, risk, cost), _place("delta")))
    notes += _of_lines(found, band)
    with st.container(key="printed_assumed"):
        st.markdown(f"**What has to be assumed**\n\n{text.sections('decide')['Assumptions']}")
    st.caption(sentences.protocol(found, cached.called(chosen)))
    export.row(chosen, found)
    drawn = len(_known_lines(found))
    for say, place in notes:
        try:
            say(place)
        except InvalidInput as refusal:  # The sheet stands without.
            place.caption(text.escape_markdown(str(refusal)))
    if len(_known_lines(found)) > drawn:
        draw(found)


def _sign(found: DecisionSheet, band: Band, cost: float, rule: ConstantRule) -> None:
    """Draw what a board can sign."""
    with st.container(key="signed"):
        st.markdown(sentences.signed(band, found, cost))
    st.markdown(sentences.single_draws(band, found, terms.as_markdown(rule)))
    with st.container(key="printed_signature"):
        st.html("<p>Name</p><p>Date</p><p>Signature</p>")


def _place(name: str) -> DeltaGenerator:
    """Return a place for a sentence that takes long."""
    with page_frame.steady(name):
        return st.empty()


def _of_lines(found: DecisionSheet, band: Band) -> list[tuple[Note, DeltaGenerator]]:
    """Return what says what the lines are that are asked for, and where."""
    notes = list[tuple[Note, DeltaGenerator]]()
    if address.get(choices.RISK_LINE) == choices.ATTACK:
        notes.append((partial(_of_attack, found, band), _place("attack")))
    asked = address.get(choices.COST_LINE)
    if asked == choices.DEAREST:
        notes.append((partial(_of_dearest, found, band), _place("dearest")))
    if asked == choices.DISAGREEMENT:
        st.markdown(sentences.disagreement(found, band))
    return notes


def _of_attack(found: DecisionSheet, band: Band, place: DeltaGenerator) -> None:
    attacked = results.attacked(found, chart.progress(place, "An attack on these records …"))
    place.markdown(sentences.attack(attacked, band))


def _of_dearest(found: DecisionSheet, band: Band, place: DeltaGenerator) -> None:
    groups = results.dearest_groups(found, chart.progress(place, "Who pays most …"))
    place.markdown(sentences.dearest(groups, band))


def _of_delta(found: DecisionSheet, risk: float, cost: float, place: DeltaGenerator) -> None:
    """Say whether a δ would bring both together, once that is computed."""
    tell = chart.progress(place, "A δ besides ε …")
    for gaussian in with_delta.run(
        found, cached.own_records(found), private.of_batch(cached.RECORDS)
    ):
        tell(len(gaussian.prices) / len(DECISIVE))
    with place.container():
        st.markdown(sentences.with_delta(gaussian, risk, cost))
        if gaussian.band(risk / 100, cost / 1000).holds:
            controls.link_to(
                "trade_off",
                "Gaussian noise beside the others",
                ":material/arrow_forward:",
                {"trade_off_also": with_delta.GAUSSIAN},
            )


def _known_lines(found: DecisionSheet) -> list[ThinLine]:
    """Return the lines that are asked for, those that need no computing."""
    lines: list[ThinLine] = []
    if len(found.prices) < len(DECISIVE):
        return lines
    if address.get(choices.RISK_LINE) == choices.ATTACK and (
        attacked := results.known_attack(found)
    ):
        lines.append(ThinLine(OF_RISK, ATTACK, (100 * attacked.named).tolist()))
    asked = address.get(choices.COST_LINE)
    if asked == choices.DEAREST and (dearest := results.known_groups(found)):
        people = [1000 * group.cost for group in dearest.groups]
        lines.append(ThinLine(OF_COST, "dearest group", people))
    if asked == choices.DISAGREEMENT:
        differ = [1000 * price.disagreement for price in found.prices.values()]
        lines.append(ThinLine(OF_COST, "disagreement", differ))
    return lines
