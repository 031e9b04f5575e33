"""The controls of Counterexample."""

from typing import Any

import streamlit as st

from dplab.studies.counterexample import Question
from pages.comparison import values
from pages.comparison.screen import settings
from pages.counterexample.values import (
    EPSILON,
    LENGTH,
    LENGTHS,
    RATIO,
    RATIOS,
    RECIPE,
    SIZE,
    SIZES,
    UNITS,
    VALUES,
    question,
)
from pages.kit import address, controls, words

GAMMAS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)

LAW = {"d": "10", "gamma": "0.01"}
PRESETS: dict[str, dict[str, Any]] = {
    "Where it works: D₁₀(0.01)": LAW | {"example_n": "100000", "example_length": "gamma"},
    "The paper's setting: D₁₀(0.001)": LAW
    | {"gamma": "0.001", "example_n": "700", "example_length": "laplace"},
    "The paper's setting, with a correct mechanism": LAW
    | {"gamma": "0.001", "example_n": "700", "example_length": "gamma"},
}
ALWAYS = {"example_epsilon": "0.2", "example_ratio": "1"}


def card() -> Question:
    """Draw all settings in one card and return what they say."""
    with st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        controls.dial(SIZE, "Training records n", SIZES, address.get(SIZE), reach=2)
        settings.epsilon(address.get(EPSILON), EPSILON)
        gamma = values.VALUES["gamma"]
        controls.dial(gamma, "Distance γ", GAMMAS, address.get(gamma))
        controls.dial(RATIO, UNITS, RATIOS, address.get(RATIO))
        st.caption(f"λ = {words.number(question(address.get).example.lam)}")
        settings.features(RECIPE)
        if controls.one(LENGTH, "Length of the noise", LENGTHS) == "laplace":
            st.caption("As in the first version: with this noise no ε holds.")
        with st.container(gap="xxsmall"):
            for name in PRESETS:
                st.button(name, on_click=_set, args=(name,))
        controls.more((values.VALUES[name] for name in ("draws", "seed")), _more)
    return question(address.get)


def _more() -> None:
    settings.number("draws", "Draws")
    settings.number("seed", "Seed")


def _set(preset: str) -> None:
    own = {value.name: value for value in VALUES} | values.VALUES
    for name, text in (ALWAYS | PRESETS[preset]).items():
        address.put(own[name], text)
