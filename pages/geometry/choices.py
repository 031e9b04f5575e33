"""What the Geometry page asks for: data in the plane, ε, λ, the loss, and few enough records.

n is the page's own: a picture shows points, and thousands say no more than hundreds.
"""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from dpcore import checks
from dpcore.data.recipes import RECIPES, Knob
from dpcore.experiments.geometry import FEATURES
from dpcore.experiments.settings import Settings
from pages.shared import address, cached, controls, frame, settings, words
from pages.shared.address import Value

FEWEST, MOST, MOST_FEATURES = 10, 5_000, 10_000
SIZES = tuple(size for size in settings.SIZES if FEWEST <= size <= MOST)


def _size(text: str) -> int:
    return checks.whole("n", words.read_number("n", text), low=FEWEST, high=MOST)


def _feature(text: str) -> int:
    number = words.read_number("feature", text)
    return checks.whole("feature", number, low=1, high=MOST_FEATURES)


SIZE = Value("plane_n", "2000", _size)
FIRST, SECOND = Value("plane_first", "1", _feature), Value("plane_second", "2", _feature)
VALUES = (SIZE, FIRST, SECOND)


def card() -> tuple[Settings, tuple[int, int]]:
    """Draw all settings in one card; return them and the places of the two features."""
    values, now = settings.VALUES, settings.chosen()
    with st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        data = settings.data_choice()
        places = (1, 2)
        if data not in RECIPES:
            with frame.refusing():
                places = _features(now)
        controls.dial(values["epsilon"], "Privacy parameter ε", settings.EPSILONS, now.epsilon)
        controls.dial(values["lam"], "Regularization λ", settings.LAMS, now.lam)
        settings.losses()
        controls.dial(SIZE, "Training records n", SIZES, address.get(SIZE))
        _more(RECIPES[data].knobs if data in RECIPES else {})
    return replace(settings.chosen(), d=FEATURES, n=address.get(SIZE)), places


def _more(knobs: Mapping[str, Knob]) -> None:
    def show() -> None:
        settings.number("h", "Half-width h of the hinge's round corner")
        settings.number("seed", "Seed")
        for name, knob in knobs.items():
            settings.number(name, knob.label)

    controls.more((settings.VALUES[name] for name in ("h", "seed", *knobs)), show)


def _features(now: Settings) -> tuple[int, int]:
    """Draw the choice of two features of a table, by their numbers, and name them."""
    names = cached.dataset(now).features
    shown = [min(address.get(value), len(names)) for value in (FIRST, SECOND)]
    columns = st.columns(2)
    for column, value, label, at in zip(
        columns, (FIRST, SECOND), ("First feature", "Second feature"), shown, strict=True
    ):
        with column:
            controls.number(value, label, 1, len(names), 1, shown=at)
            st.caption(names[at - 1])
    return shown[0], shown[1]
