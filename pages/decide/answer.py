"""The sheet to decide on: a sentence, two panels over one ε, and what a board can sign."""

import streamlit as st

from dpcore.simulation.settings import Settings
from dpcore.simulation.summaries import Summary
from dpcore.studies import decide
from dpcore.studies.decide import DecisionSheet, Question
from pages.comparison import cached, private
from pages.decide import choices, export, figures, sentences
from pages.kit import address, chart, controls, words
from pages.kit.chart import FigureSlot
from pages.kit.frame import page_frame


def show(chosen: Settings) -> None:
    """Draw the answer."""
    risk, cost = address.get(choices.RISK), address.get(choices.COST)
    said, slot = st.container(), FigureSlot()

    def draw(found: DecisionSheet) -> None:
        _draw(found, risk, cost, slot)

    asked = Question(chosen)
    records = cached.own_records(asked)
    found = chart.as_it_grows(decide.run(asked, records, private.of_batch), draw)
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
    st.caption(sentences.protocol(found, cached.called(chosen)))
    export.row(chosen, found)


def _draw(found: DecisionSheet, risk: float, cost: float, slot: FigureSlot) -> None:
    band = found.band(risk / 100, cost / 1000)
    looks = {"dark": chart.is_dark(), "phone": chart.is_phone()}
    drawing = figures.sheet(found, band, risk=risk, cost=cost, **looks)
    chart.show(drawing, "decide", alt=sentences.alt(band, risk, cost), place=slot)


def _is_of_use(found: DecisionSheet, chosen: Settings) -> bool:
    level = Summary(found.without_noise, found.without_noise, found.without_noise)
    return cached.constant(chosen).is_beaten_by(level)


def _verdict(found: DecisionSheet, chosen: Settings, risk: float, cost: float) -> str:
    if not _is_of_use(found, chosen):
        return sentences.nothing_learned(words.percent(cached.constant(chosen).error))
    return sentences.verdict(found.band(risk / 100, cost / 1000), risk, cost)
