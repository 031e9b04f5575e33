"""The sheet to decide on: a sentence, two panels over one ε, and what a board can sign."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from dpcore.simulation.comparison import DECISIVE
from dpcore.simulation.settings import Settings
from dpcore.simulation.summaries import Summary
from dpcore.studies.decide import sheet, with_delta
from dpcore.studies.decide.sheet import Band, DecisionSheet, Question
from pages.comparison import cached, private
from pages.decide import choices, export, figures, results, sentences
from pages.decide.figures import OF_COST, OF_RISK, ThinLine
from pages.kit import address, chart, controls, text, words
from pages.kit.chart import FigureSlot
from pages.kit.frame import page_frame
from pages.kit.memoized import Tell

ATTACK = "this attack,<br>on these records"
"""On two lines: it stands in the area, at its right end."""


def show(chosen: Settings) -> None:
    """Draw the answer."""
    risk, cost = address.get(choices.RISK), address.get(choices.COST)
    said, slot = st.container(), FigureSlot()

    def draw(found: DecisionSheet) -> None:
        looks = {"dark": chart.is_dark(), "phone": chart.is_phone()}
        drawing = figures.sheet(found, risk=risk, cost=cost, thin=_known_lines(found), **looks)
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
    choices.lines()
    if _is_of_use(found, chosen):
        if signed := sentences.signed(band, found, cost):
            st.markdown(signed)
        elif helps := sentences.help_of(band):
            st.markdown(helps)
            _try_delta(found, risk, cost)
    drawn = len(_known_lines(found))
    _on_demand(found, band)
    if len(_known_lines(found)) > drawn:
        draw(found)
    st.caption(sentences.protocol(found, cached.called(chosen)))
    export.row(chosen, found)


def _try_delta(found: DecisionSheet, risk: float, cost: float) -> None:
    """Say whether a δ would bring both together, once that is computed."""
    with _noting("delta", "A δ besides ε …") as (note, tell):
        for gaussian in with_delta.run(found, cached.own_records(found), private.of_batch):
            tell(len(gaussian.prices) / len(DECISIVE))
        note.markdown(sentences.with_delta(gaussian, risk, cost))
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


def _on_demand(found: DecisionSheet, band: Band) -> None:
    """Compute and say what the lines are that are asked for."""
    if address.get(choices.RISK_LINE) == choices.ATTACK:
        with _noting("attack", "An attack on these records …") as (note, tell):
            note.markdown(sentences.attack(results.attacked(found, tell), band))
    asked = address.get(choices.COST_LINE)
    if asked == choices.DEAREST:
        with _noting("dearest", "Who pays most …") as (note, tell):
            note.markdown(sentences.dearest(results.dearest_groups(found, tell), band))
    if asked == choices.DISAGREEMENT:
        st.markdown(sentences.disagreement(found, band))


@contextmanager
def _noting(name: str, busy: str) -> Iterator[tuple[DeltaGenerator, Tell]]:
    """Give a place for a sentence that takes long, and what shows how far it is.

    Where there is nothing to be said, the place says why: the sheet stands without.
    """
    with page_frame.steady(name):
        note = st.empty()
    try:
        yield note, chart.progress(note, busy)
    except InvalidInput as refusal:
        note.caption(text.escape_markdown(str(refusal)))


def _is_of_use(found: DecisionSheet, chosen: Settings) -> bool:
    level = Summary(found.without_noise, found.without_noise, found.without_noise)
    return cached.constant(chosen).is_beaten_by(level)


def _verdict(found: DecisionSheet, chosen: Settings, risk: float, cost: float) -> str:
    if not _is_of_use(found, chosen):
        return sentences.nothing_learned(words.percent(cached.constant(chosen).error))
    return sentences.verdict(found.band(risk / 100, cost / 1000), risk, cost)
