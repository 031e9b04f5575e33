"""What may be: how often somebody guesses right, and how many people more get a wrong label."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from dpcore import checks
from dplab.simulation.settings import Settings
from dplab.studies.decide.sheet import RISKS, USUAL_COST, USUAL_RISK
from pages.comparison import private, values
from pages.comparison.screen import cached, settings
from pages.decide.sentences import CALLED_RISK
from pages.kit import address, controls, words
from pages.kit.address import UrlParameter
from pages.kit.page import Dial

COSTS = (1, 2, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300)
LOWEST_RISK, HIGHEST_RISK = 50.01, 99.99
LOWEST_COST, HIGHEST_COST = 0.1, 500.0

CALLED_COST = "More wrong labels in 1,000, at most"


def _between(called: str, low: float, high: float) -> Callable[[str], float]:
    return lambda text: checks.between(called, words.read_number(called, text), low, high)


RISK = UrlParameter(
    "decide_risk", str(USUAL_RISK), _between(CALLED_RISK, LOWEST_RISK, HIGHEST_RISK)
)
COST = UrlParameter(
    "decide_cost", str(USUAL_COST), _between(CALLED_COST, LOWEST_COST, HIGHEST_COST)
)
ALONE, ATTACK = "limit", "attack"
RISK_LINES = {ALONE: "The limit alone", ATTACK: "And an attack"}
CALLED_RISK_LINES = "In the risk panel"
RISK_LINE = address.one_of(CALLED_RISK_LINES, "decide_risk_line", ALONE, RISK_LINES)
DEAREST, DISAGREEMENT = "dearest", "disagreement"
COST_LINES = {"average": "Average", DEAREST: "Dearest group", DISAGREEMENT: "Disagreement"}
CALLED_COST_LINES = "In the cost panel"
COST_LINE = address.one_of(CALLED_COST_LINES, "decide_cost_line", "average", COST_LINES)
VALUES = (RISK, COST, RISK_LINE, COST_LINE)

DIAL = Dial(RISK, "the risk", tuple(map(float, RISKS)))
"""What the arrow keys move on a slide."""


def card() -> Settings:
    """Draw the controls and return the settings, by the plain error and two mechanisms."""
    with st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        settings.data_choice()
        controls.slider_with_box(RISK, CALLED_RISK, RISKS, address.get(RISK))
        controls.slider_with_box(COST, CALLED_COST, COSTS, address.get(COST))
        now = chosen()
        settings.training_size(cached.available(now.data))
        controls.more((values.VALUES[name] for name in _more(now)), lambda: _show_more(now))
    return chosen()


def lines() -> None:
    """Draw the choices of what else each panel shows, under the figure."""
    with st.container(horizontal=True):
        controls.one(RISK_LINE, CALLED_RISK_LINES, RISK_LINES)
        controls.one(COST_LINE, CALLED_COST_LINES, COST_LINES)


def chosen() -> Settings:
    """Return the shared settings, at an ε that counts for nothing."""
    return replace(settings.chosen().with_epsilon(1.0), measure="error", also=())


def _more(now: Settings) -> tuple[str, ...]:
    return ("lam", "loss", "h", "draws", "seed", *settings.of_recipe(now.data))


def _show_more(now: Settings) -> None:
    settings.lam(private.lams(now, cached.RECORDS))
    settings.losses()
    settings.number("h", "Half-width h of the hinge's round corner")
    settings.number("draws", "Draws")
    settings.number("seed", "Seed")
    settings.recipe_knobs(now.data)
