"""What the Geometry page asks for: data in the plane, ε, λ, the loss, and few enough records.

n is the page's own: a picture shows points, and thousands say no more than hundreds.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from dpcore import checks
from dpcore.data.recipes import RECIPES, RecipeParameter
from dplab.simulation.settings import Settings
from dplab.studies.geometry.clouds import USUAL_RECORDS, heaviest_of, weighing
from dplab.studies.geometry.plane import FEATURES
from pages.comparison import values
from pages.comparison.screen import cached, settings
from pages.kit import address, controls, words
from pages.kit.address import UrlParameter
from pages.kit.frame import page_frame
from pages.kit.text import help_on

FEWEST, MOST, MOST_FEATURES = 10, 5_000, 10_000
SIZES = tuple(size for size in values.SIZES if FEWEST <= size <= MOST)
MOST_TABLES = 60

heaviest = cached.study(heaviest_of, MOST_TABLES)


def _feature(called: str) -> Callable[[str], int | None]:
    def read(text: str) -> int:
        place = words.read_number(called, text, is_whole=True, wanted="its number, such as 1")
        return checks.whole(called, place, high=MOST_FEATURES)

    return lambda text: read(text) if text else None


_READ_SIZE = address.whole(values.CALLED["n"], FEWEST, MOST)
SIZE = UrlParameter("plane_n", str(USUAL_RECORDS), _READ_SIZE)


def _by_number(text: str) -> str:
    return f"Feature {text}" if text else "A feature with a large weight"


FIRST = UrlParameter("plane_first", "", _feature("First feature"), _by_number)
SECOND = UrlParameter("plane_second", "", _feature("Second feature"), _by_number)
"""Features by their numbers: an own table's names stay out of links. Empty: by their weights."""
VALUES = (SIZE, FIRST, SECOND)

BY_WEIGHT = (
    "Shown first are the features with the largest weights without noise, which are read from the "
    "data: a choice by them is not private."
)


def card() -> tuple[Settings, tuple[int, int]]:
    """Draw all settings in one card; return them and the places of the two features."""
    now = settings.chosen()
    with st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        data = settings.data_choice()
        places = (1, 2)
        if data not in RECIPES:
            with page_frame.refusing():
                places = _features(now)
        controls.slider_with_box(
            values.VALUES["epsilon"], "Privacy parameter ε", values.EPSILONS, now.epsilon
        )
        settings.given_lam()
        settings.losses()
        controls.slider_with_box(SIZE, "Training records n", SIZES, address.get(SIZE))
        _more(RECIPES[data].knobs if data in RECIPES else {})
    return replace(settings.about_one_lam(), d=FEATURES, n=address.get(SIZE)), places


def _more(knobs: Mapping[str, RecipeParameter]) -> None:
    def show() -> None:
        settings.measure()
        settings.number("h", "Half-width h of the hinge's round corner")
        settings.number("seed", "Seed")
        for name, knob in knobs.items():
            settings.number(name, knob.label)

    controls.more((values.VALUES[name] for name in ("measure", "h", "seed", *knobs)), show)


def _features(now: Settings) -> tuple[int, int]:
    """Draw the choice of two features of a table, by their names, and return their places."""
    names = cached.dataset(now).features
    first, second = _shown(now, len(names))
    _by_name(FIRST, "First feature", names, first)
    _by_name(SECOND, "Second feature", names, second)
    if None in _named(len(names)):
        st.caption(BY_WEIGHT)
    return first, second


def _shown(now: Settings, most: int) -> tuple[int, int]:
    """Return the places that the address names, and the heaviest others where it names none."""
    first, second = named = _named(most)
    if first and second:
        return first, second
    others = (place for place in heaviest(weighing(now)) if place not in named)
    # A table with a single feature has no other: its picture is refused with a sentence.
    return first or next(others, 1), second or next(others, 1)


def _named(most: int) -> list[int | None]:
    """Return the places that the address names and the table has: it may name another table's."""
    named: list[int | None] = [address.get(FIRST), address.get(SECOND)]
    return [place if place is not None and place <= most else None for place in named]


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
