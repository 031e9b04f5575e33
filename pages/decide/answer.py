"""The sheet to decide on: a sentence, two panels over one ε, and what a board can sign."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from dpcore.simulation.comparison import DECISIVE
from dpcore.simulation.settings import Settings
from dpcore.simulation.summaries import Summary
from dpcore.studies.adversary.curve import Named
from dpcore.studies.decide import sheet
from dpcore.studies.decide.sheet import DecisionSheet, Question
from pages.comparison import cached, private
from pages.decide import choices, export, figures, results, sentences
from pages.kit import address, chart, controls, text, words
from pages.kit.chart import FigureSlot
from pages.kit.frame import page_frame

BUSY = "An attack on these records …"


def show(chosen: Settings) -> None:
    """Draw the answer."""
    risk, cost = address.get(choices.RISK), address.get(choices.COST)
    said, slot = st.container(), FigureSlot()

    def draw(found: DecisionSheet, attacked: Named | None = None) -> None:
        known = attacked or _known_attack(found)
        drawing = figures.sheet(
            found,
            risk=risk,
            cost=cost,
            attacked=known,
            dark=chart.is_dark(),
            phone=chart.is_phone(),
        )
        alt = sentences.alt(found.band(risk / 100, cost / 1000), risk, cost)
        chart.show(drawing, "decide", alt=alt, place=slot)

    records = cached.own_records(chosen)
    found = chart.as_it_grows(sheet.run(Question(chosen), records, private.of_batch), draw)
    band = found.band(risk / 100, cost / 1000)
    with said:
        page_frame.sentence(f"**{_verdict(found, chosen, risk, cost)}**")
    controls.phone_sliders(
        (choices.RISK, "Right guesses in 100", choices.RISKS),
        (choices.COST, "More wrong, in 1,000", choices.COSTS),
    )
    if _is_of_use(found, chosen):
        if signed := sentences.signed(band, found, cost):
            st.markdown(signed)
        elif helps := sentences.help_of(band):
            st.markdown(helps)
    if choices.with_attack():
        with page_frame.steady("attack"):
            note = st.empty()
        if attacked := _attack(found, note):
            note.markdown(sentences.attack(attacked, band))
            draw(found, attacked)
    st.caption(sentences.protocol(found, cached.called(chosen)))
    export.row(chosen, found)


def _known_attack(found: DecisionSheet) -> Named | None:
    """Return what an attack reaches, if it is to be drawn and needs no computing."""
    is_asked = choices.with_attack() and len(found.prices) == len(DECISIVE)
    return results.known_attack(found) if is_asked else None


def _attack(found: DecisionSheet, note: DeltaGenerator) -> Named | None:
    """Return what an attack reaches; where none can be measured, say why."""
    try:
        return results.attacked(found, chart.progress(note, BUSY))
    except InvalidInput as refusal:
        note.caption(text.escape_markdown(str(refusal)))
        return None


def _is_of_use(found: DecisionSheet, chosen: Settings) -> bool:
    level = Summary(found.without_noise, found.without_noise, found.without_noise)
    return cached.constant(chosen).is_beaten_by(level)


def _verdict(found: DecisionSheet, chosen: Settings, risk: float, cost: float) -> str:
    if not _is_of_use(found, chosen):
        return sentences.nothing_learned(words.percent(cached.constant(chosen).error))
    return sentences.verdict(found.band(risk / 100, cost / 1000), risk, cost)
