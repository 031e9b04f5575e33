"""The controls of serving predictions."""

import streamlit as st

from dplab.features import FEATURE_MAPS
from dplab.kernels.plans import MOST_POINTS
from pages.comparison import values
from pages.comparison.screen import settings
from pages.kernels.kernel import KERNEL
from pages.kernels.serving.values import (
    BETA,
    BOUND,
    CHOSEN,
    DEGREE,
    FAILURE,
    FORM,
    FORMS,
    LEAST_FAILURE,
    MEASURED,
    MOST_FAILURE,
    ON,
    RECORDS,
    SHOWN,
    SIZE,
    SIZES,
    USUAL,
    C,
    ServingQuestion,
    T,
    question,
    settings_of,
)
from pages.kit import address, controls, text
from pages.kit.address import UrlParameter


def card() -> ServingQuestion:
    """Draw the controls and return what they ask."""
    if controls.one(ON, "Records", RECORDS) == CHOSEN:
        settings.data_choice()
    settings.epsilon()
    settings.given_lam()
    controls.one(FORM, "PINP, TDDL and TDIL", FORMS)
    controls.dial(SIZE, "Training records n", SIZES, address.get(SIZE))
    _more()
    return question(address.get)


def measured() -> None:
    """Draw the choice of the error that the figure shows."""
    with st.container(width=280):
        controls.one(SHOWN, "Error", MEASURED)


def _more() -> None:
    data = settings_of(address.get).data

    def show() -> None:
        _box(values.VALUES["delta"], values.CALLED["delta"])
        controls.number(T, "Test points T", 1, MOST_POINTS, 1)
        _box(BOUND, C, USUAL)
        controls.number(FAILURE, BETA, LEAST_FAILURE, MOST_FAILURE, 0.01)
        knob = FEATURE_MAPS["polynomial"].parameters[DEGREE]
        controls.number(KERNEL.degree, knob.label, int(knob.low), int(knob.high), 1)
        settings.recipe_knobs(data)
        settings.losses()
        settings.number("h", "Half-width h of the hinge's round corner")
        settings.number("draws", "Draws")
        settings.number("seed", "Seed")

    names = ("delta", *settings.of_recipe(data), "loss", "h", "draws", "seed")
    inside = (T, BOUND, FAILURE, KERNEL.degree, *(values.VALUES[name] for name in names))
    controls.more(inside, show)


def _box(value: UrlParameter, label: str, empty: str = "") -> None:
    """Draw a box for any number: a dial is too wide for the fold. Empty, it stands for `empty`."""
    said = address.text_of(value)
    typed = st.text_input(
        label,
        said,
        key=address.follow(value, said),
        on_change=address.write,
        args=(value,),
        placeholder=empty or None,
        max_chars=24,
        help=text.help_on(value.name),
    )
    address.brought(value, said, typed)
    controls.note(label, said or empty)
    controls.refusal(value)
