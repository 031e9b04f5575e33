"""The controls of Decide."""

import streamlit as st

from dplab.simulation.settings import Settings
from dplab.studies.decide.band import Band
from dplab.studies.decide.sheet import RISKS
from pages.comparison import private, values
from pages.comparison.screen import cached, settings
from pages.decide.sentences import CALLED_EPSILON, CALLED_RISK, of_choice
from pages.decide.values import (
    CALLED_COST,
    CALLED_COST_LINES,
    CALLED_RISK_LINES,
    COST,
    COST_LINE,
    COST_LINES,
    COSTS,
    EPSILON,
    RISK,
    RISK_LINE,
    RISK_LINES,
    DecisionQuestion,
    question,
)
from pages.kit import address, controls, words


def card() -> DecisionQuestion:
    """Draw the controls and return what is asked."""
    with st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        settings.data_or_patients(question(address.get).settings.data)
        controls.dial(RISK, CALLED_RISK, RISKS, address.get(RISK), reach=1)
        controls.dial(COST, CALLED_COST, COSTS, address.get(COST), reach=2)
        now = question(address.get).settings
        settings.training_size(cached.available(now.data))
        controls.more((values.VALUES[name] for name in _more(now)), lambda: _show_more(now))
    return question(address.get)


def handle(band: Band, asked: float | None, chosen: float) -> None:
    """Draw the dial of the ε to sign, which turns inside of the band, and how it came about."""
    with st.container(key="chosen", gap="xsmall"):
        shown = words.number(chosen)
        controls.dial(EPSILON, CALLED_EPSILON, band.places, chosen, text=shown)
        controls.note(CALLED_EPSILON, shown)
        st.caption(of_choice(asked, chosen))


def lines() -> None:
    """Draw the choices of what else each panel shows, under the figure."""
    with st.container(horizontal=True):
        controls.one(RISK_LINE, CALLED_RISK_LINES, RISK_LINES)
        controls.one(COST_LINE, CALLED_COST_LINES, COST_LINES)


def _more(now: Settings) -> tuple[str, ...]:
    return ("lam", "loss", "positive_share", "h", "draws", "seed", *settings.of_recipe(now.data))


def _show_more(now: Settings) -> None:
    settings.lam(private.lams(now, cached.RECORDS), reach=0)
    settings.losses()
    settings.class_weights(measured=False)
    settings.number("h", "Half-width h of the hinge's round corner")
    settings.number("draws", "Draws")
    settings.number("seed", "Seed")
    settings.recipe_knobs(now.data)
