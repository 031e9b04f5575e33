"""What the Counterexample page asks for: the law, the problem, and which length of the noise.

ε, λ and n are the example's own: it needs values that would be odd anywhere else.
"""

from typing import Any

import streamlit as st

from dpcore import checks
from dpcore.data.dataset import COUNTED, n_training
from dpcore.data.recipes import RECIPES
from dplab.studies.counterexample import COMPARED, Example, Question
from pages.comparison import settings
from pages.kit import address, controls, words
from pages.kit.address import UrlParameter

MOST = n_training(COUNTED)
FEWEST = 10
RECIPE = RECIPES["counterexample"]
GAMMAS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
RATIOS = tuple(float(f"{step}e{decade}") for decade in (-2, -1, 0, 1) for step in (1, 2, 5))
SIZES = tuple(size for size in settings.SIZES if size >= FEWEST)
LENGTHS = {"gamma": "Gamma", "laplace": "Laplace (2008)"}

UNITS = "λ in units of γ²"


def _ratio(text: str) -> float:
    return checks.between(UNITS, words.read_number(UNITS, text), RATIOS[0], 1e4)


EPSILON = UrlParameter("example_epsilon", "0.2", settings.VALUES["epsilon"].read)
RATIO = UrlParameter("example_ratio", "1", _ratio)
SIZE = UrlParameter("example_n", "100000", address.whole(settings.CALLED["n"], FEWEST, MOST))
LENGTH = address.one_of("The length of the noise", "example_length", "gamma", LENGTHS)
VALUES = (EPSILON, RATIO, SIZE, LENGTH)

LAW = {"d": "10", "gamma": "0.01"}
PRESETS: dict[str, dict[str, Any]] = {
    "Where it works: D₁₀(0.01)": LAW | {"example_n": "100000", "example_length": "gamma"},
    "As printed: D₁₀(0.001), n to 700": LAW
    | {"gamma": "0.001", "example_n": "700", "example_length": "laplace"},
    "As printed, with private noise": LAW
    | {"gamma": "0.001", "example_n": "700", "example_length": "gamma"},
}
ALWAYS = {"example_epsilon": "0.2", "example_ratio": "1"}


def card() -> Question:
    """Draw all settings in one card and return what they say."""
    with st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        controls.slider_with_box(SIZE, "Training records n", SIZES, address.get(SIZE))
        controls.slider_with_box(
            EPSILON, "Privacy parameter ε", settings.EPSILONS, address.get(EPSILON)
        )
        gamma = settings.VALUES["gamma"]
        controls.slider_with_box(gamma, "Distance γ", GAMMAS, address.get(gamma))
        controls.slider_with_box(RATIO, UNITS, RATIOS, address.get(RATIO))
        st.caption(f"λ = {words.number(chosen().lam)}")
        settings.features(RECIPE)
        if controls.one(LENGTH, "Length of the noise", LENGTHS) == "laplace":
            st.caption("History: with this noise no ε holds.")
        with st.container(gap="xxsmall"):
            for name in PRESETS:
                st.button(name, on_click=_set, args=(name,))
        controls.more((settings.VALUES[name] for name in ("draws", "seed")), _more)
    return Question(chosen(), COMPARED[address.get(LENGTH)])


def within_reach() -> None:
    """Draw the sliders that move the picture right under it, for a phone."""
    controls.phone_sliders(
        (EPSILON, "Privacy parameter ε", settings.EPSILONS), (SIZE, "Training records n", SIZES)
    )


def _more() -> None:
    settings.number("draws", "Draws")
    settings.number("seed", "Seed")


def chosen() -> Example:
    """Return what the address says, with the default for what cannot be used."""
    shared = settings.chosen()
    gamma = float(address.get(settings.VALUES["gamma"]))
    return Example(
        d=RECIPE.n_features(shared.d),
        gamma=gamma,
        # As people write it: 0.01² in doubles is 1.0000000000000001e-4.
        lam=float(f"{address.get(RATIO) * gamma**2:.12g}"),
        epsilon=address.get(EPSILON),
        n=address.get(SIZE),
        draws=shared.draws,
        seed=shared.seed,
    )


def _set(preset: str) -> None:
    own = {value.name: value for value in VALUES} | settings.VALUES
    for name, text in (ALWAYS | PRESETS[preset]).items():
        address.put(own[name], text)
