"""What random features ask for: records, a kernel and how many of its features, ε, λ."""

from dataclasses import replace

import streamlit as st

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from dplab.studies.kernels.random_features import PLANE, Question
from pages.comparison import values
from pages.comparison.screen import cached, settings
from pages.kernels.kernel import KERNEL
from pages.kit import address, controls
from pages.kit.address import UrlParameter

CHOSEN = "chosen"
RECORDS = {"moons": "Moons", "circles": "Circles", "xor": "XOR", CHOSEN: "Others"}
SHADES = {"share": "Share of draws", "one": "One draw"}

FEWEST, MOST = 10, 20_000
SIZES = tuple(size for size in values.SIZES if FEWEST <= size <= MOST)

ON = address.one_of("Records", "kernels_data", "moons", RECORDS)
SIZE = UrlParameter("kernels_n", str(PLANE.n), address.whole(values.CALLED["n"], FEWEST, MOST))
SHADE = address.one_of("What the shade shows", "kernels_shade", "share", SHADES)
GAUSSIAN = {name: each.label for name, each in MECHANISMS.items() if each.uses_delta}
FIGURES = {
    "epsilon": "A line, or a kernel?",
    "features": "How many features?",
    "delta": "Where δ helps",
}
FIGURE = address.one_of("The second figure", "kernels_figure", "epsilon", FIGURES)
ALSO = address.some_of("Each method compared besides", "kernels_also", "", GAUSSIAN)
VALUES = (ON, *KERNEL.values, SIZE, SHADE, FIGURE, ALSO)


def card() -> Question:
    """Draw the controls and return what they say."""
    now = settings.chosen()
    if controls.one(ON, "Records", RECORDS) == CHOSEN:
        settings.data_choice()
    settings.kernel(KERNEL)
    controls.slider_with_box(
        values.VALUES["epsilon"], "Privacy parameter ε", values.EPSILONS, now.epsilon
    )
    settings.lam(_lams(chosen()))
    settings.losses()
    controls.slider_with_box(SIZE, "Training records n", SIZES, address.get(SIZE))
    _more()
    return chosen()


def chosen() -> Question:
    """Return what the address says."""
    return Question(_records(), *KERNEL.chosen(address.get))


def _lams(question: Question) -> dict[str, float]:
    return cached.lams(
        question.settings, question.mechanisms, lambda d: question.make_map(d).n_features
    )


def _records() -> Settings:
    now, on = replace(settings.chosen(), also=tuple(address.get(ALSO))), address.get(ON)
    if on != CHOSEN:
        now = replace(now, data=on, d=PLANE.d, knobs=())
    return replace(now, n=min(address.get(SIZE), cached.available(now.data)))


def _more() -> None:
    def show() -> None:
        controls.some(ALSO, "Compare also", GAUSSIAN)
        settings.delta()
        settings.measure()
        settings.number("h", "Half-width h of the hinge's round corner")
        settings.number("draws", "Draws")
        settings.number("seed", "Seed")

    names = ("delta", "measure", "h", "draws", "seed")
    controls.more((ALSO, *(values.VALUES[name] for name in names)), show)


def shade() -> str:
    """Draw the choice of what the picture of the plane shows, and return it."""
    with st.container(width=280):
        return controls.one(SHADE, "Shade", SHADES)


def figure() -> str:
    """Draw the choice of the second figure, and return it."""
    return controls.one(FIGURE, "Look closer", FIGURES)
