"""The controls of Geometry."""

from collections.abc import Mapping, Sequence

import streamlit as st

from dpcore.data.recipes import RECIPES, RecipeParameter
from pages.comparison import values
from pages.comparison.screen import cached, settings
from pages.geometry import view
from pages.geometry.values import FIRST, SECOND, SIZE, SIZES, PlaneQuestion, question
from pages.kit import address, controls
from pages.kit.address import UrlParameter
from pages.kit.frame import page_frame
from pages.kit.text import help_on

BY_WEIGHT = (
    "Shown first are the features with the largest weights without noise, which are read from the "
    "data: a choice by them is not private."
)


def card() -> PlaneQuestion:
    """Draw all settings in one card and return what they ask."""
    with st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        data = settings.data_choice()
        if data not in RECIPES:
            with page_frame.refusing():
                _features(question(address.get))
        settings.epsilon()
        settings.given_lam()
        controls.dial(SIZE, "Training records n", SIZES, address.get(SIZE))
        _more(RECIPES[data].knobs if data in RECIPES else {})
    return question(address.get)


def _more(knobs: Mapping[str, RecipeParameter]) -> None:
    def show() -> None:
        settings.losses()
        settings.measure()
        settings.number("h", "Half-width h of the hinge's round corner")
        settings.number("seed", "Seed")
        for name, knob in knobs.items():
            settings.number(name, knob.label)

    controls.more((values.VALUES[name] for name in ("loss", "measure", "h", "seed", *knobs)), show)


def _features(asked: PlaneQuestion) -> None:
    """Draw the choice of two features of a table, by their names."""
    names = cached.dataset(asked.settings).features
    first, second = view.features(asked, cached.RECORDS)
    _by_name(FIRST, "First feature", names, first)
    _by_name(SECOND, "Second feature", names, second)
    if None in view.named(asked, len(names)):
        st.caption(BY_WEIGHT)


def _by_name(value: UrlParameter, label: str, names: Sequence[str], place: int) -> None:
    got = st.selectbox(
        label,
        range(1, len(names) + 1),
        place - 1,
        format_func=lambda at: names[at - 1],
        key=address.follow(value, place),
        on_change=address.write,
        args=(value,),
        help=help_on(value.name),
    )
    address.brought(value, place, got)
    controls.refusal(value)
