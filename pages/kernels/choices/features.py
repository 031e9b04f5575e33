"""What random features ask for: records, a kernel and how many of its features, ε, λ."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from dpcore import checks
from dpcore.data.recipes import Knob
from dpcore.erm.features import FEATURE_MAPS
from dpcore.experiments.kernels.random_features import PLANE, FeatureChoice
from dpcore.experiments.settings import Settings
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import address, cached, controls, settings, words
from pages.shared.address import Value

CHOSEN = "chosen"
RECORDS = {"moons": "Moons", "circles": "Circles", "xor": "XOR", CHOSEN: "Others"}
KERNELS = {name: kind.label for name, kind in FEATURE_MAPS.items() if name != "linear"}
SHADES = {"share": "Share of draws", "one": "One draw"}

FEWEST, MOST = 10, 20_000
SIZES = tuple(size for size in settings.SIZES if FEWEST <= size <= MOST)
BANDWIDTHS = (0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0)
NUMBERS = (10, 20, 50, 100, 200, 500, 1_000)

_RANDOM, _EXACT = FEATURE_MAPS["gaussian"].parameters, FEATURE_MAPS["polynomial"].parameters


def _real(knob: Knob) -> Callable[[str], float]:
    def read(text: str) -> float:
        value = words.read_number(knob.label, text)
        return checks.between(knob.label, value, knob.low, knob.high)

    return read


def _default(name: str, knob: Knob, read: Callable[[str], float]) -> Value:
    return Value(name, address.spelled(knob.default), read)


ON = address.one_of("Records", "kernels_data", "moons", RECORDS)
KERNEL = address.one_of("Kernel", "kernels_kernel", "gaussian", KERNELS)
BANDWIDTH = _default("kernels_bandwidth", _RANDOM["bandwidth"], _real(_RANDOM["bandwidth"]))
FEATURES = _default(
    "kernels_features",
    _RANDOM["features"],
    settings.whole(
        _RANDOM["features"].label,
        int(_RANDOM["features"].low),
        int(_RANDOM["features"].high),
    ),
)
DEGREE = _default(
    "kernels_degree",
    _EXACT["degree"],
    settings.whole(_EXACT["degree"].label, int(_EXACT["degree"].low), int(_EXACT["degree"].high)),
)
SIZE = Value("kernels_n", str(PLANE.n), settings.whole(settings.CALLED["n"], FEWEST, MOST))
SHADE = address.one_of("What the shade shows", "kernels_shade", "share", SHADES)
GAUSSIAN = {name: each.label for name, each in MECHANISMS.items() if each.uses_delta}
FIGURES = {
    "epsilon": "A line, or a kernel?",
    "features": "How many features?",
    "delta": "Where δ helps",
}
FIGURE = address.one_of("The second figure", "kernels_figure", "epsilon", FIGURES)
ALSO = address.some_of("Each method compared besides", "kernels_also", "", GAUSSIAN)
VALUES = (ON, KERNEL, BANDWIDTH, FEATURES, DEGREE, SIZE, SHADE, FIGURE, ALSO)


def card() -> FeatureChoice:
    """Draw the controls and return what they say."""
    values, now = settings.VALUES, settings.chosen()
    if controls.one(ON, "Records", RECORDS) == CHOSEN:
        settings.data_choice()
    kernel = controls.one_of_many(KERNEL, "Kernel", KERNELS)
    _of_kernel(kernel)
    controls.dial(values["epsilon"], "Privacy parameter ε", settings.EPSILONS, now.epsilon)
    controls.dial(values["lam"], "Regularization λ", settings.LAMS, now.lam)
    settings.losses()
    controls.dial(SIZE, "Training records n", SIZES, address.get(SIZE))
    _more()
    return chosen()


def chosen() -> FeatureChoice:
    """Return what the address says."""
    kernel = address.get(KERNEL)
    said = {"bandwidth": BANDWIDTH, "features": FEATURES, "degree": DEGREE}
    parameters = tuple((name, address.get(said[name])) for name in FEATURE_MAPS[kernel].parameters)
    return FeatureChoice(_records(), kernel, parameters)


def _records() -> Settings:
    now, on = replace(settings.chosen(), also=tuple(address.get(ALSO))), address.get(ON)
    if on != CHOSEN:
        now = replace(now, data=on, d=PLANE.d, knobs=())
    return replace(now, n=min(address.get(SIZE), cached.available(now.data)))


def _of_kernel(kernel: str) -> None:
    parameters = FEATURE_MAPS[kernel].parameters
    if "bandwidth" in parameters:
        controls.dial(BANDWIDTH, parameters["bandwidth"].label, BANDWIDTHS, address.get(BANDWIDTH))
        controls.dial(FEATURES, parameters["features"].label, NUMBERS, address.get(FEATURES))
    if "degree" in parameters:
        low, high = int(parameters["degree"].low), int(parameters["degree"].high)
        controls.number(DEGREE, parameters["degree"].label, low, high, 1)


def _more() -> None:
    def show() -> None:
        controls.some(ALSO, "Compare also", GAUSSIAN)
        settings.delta()
        settings.measure()
        settings.number("h", "Half-width h of the hinge's round corner")
        settings.number("draws", "Draws")
        settings.number("seed", "Seed")

    names = ("delta", "measure", "h", "draws", "seed")
    controls.more((ALSO, *(settings.VALUES[name] for name in names)), show)


def shade() -> str:
    """Draw the choice of what the picture of the plane shows, and return it."""
    with st.container(width=280):
        return controls.one(SHADE, "Shade", SHADES)


def figure() -> str:
    """Draw the choice of the second figure, and return it."""
    return controls.one(FIGURE, "Look closer", FIGURES)
