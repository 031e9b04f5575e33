"""The controls of random features."""

import streamlit as st

from dplab.studies.kernels.random_features import Question
from pages.comparison import values
from pages.comparison.screen import cached, settings
from pages.kernels.features.values import (
    ALSO,
    CHOSEN,
    FIGURE,
    FIGURES,
    ON,
    RECORDS,
    SHADE,
    SHADES,
    SIZE,
    SIZES,
    WITH_DELTA,
    FeaturesQuestion,
    question,
)
from pages.kernels.kernel import KERNEL
from pages.kit import address, controls


def card() -> FeaturesQuestion:
    """Draw the controls and return what they ask."""
    if controls.one(ON, "Records", RECORDS) == CHOSEN:
        settings.data_choice()
    settings.kernel(KERNEL)
    settings.epsilon()
    settings.lam(_lams(question(address.get).simulation))
    controls.dial(SIZE, "Training records n", SIZES, address.get(SIZE))
    _more()
    return question(address.get)


def _lams(asked: Question) -> dict[str, float]:
    return cached.lams(asked.settings, asked.mechanisms, lambda d: asked.make_map(d).n_features)


def _more() -> None:
    def show() -> None:
        settings.losses()
        controls.some(ALSO, "Compare also", WITH_DELTA)
        settings.delta()
        settings.measure()
        settings.number("h", "Half-width h of the hinge's round corner")
        settings.number("draws", "Draws")
        settings.number("seed", "Seed")

    names = ("loss", "delta", "measure", "h", "draws", "seed")
    controls.more((ALSO, *(values.VALUES[name] for name in names)), show)


def shade() -> None:
    """Draw the choice of what the picture of the plane shows."""
    with st.container(width=280):
        controls.one(SHADE, "Shade", SHADES)


def closer() -> None:
    """Draw the choice of the second figure."""
    controls.one(FIGURE, "Look closer", FIGURES)
