"""The settings that all pages share: how the address spells them, and the widgets that set them.

The address bar holds each setting as a text under its own name. The boxes bound to it are drawn
in the entry script, unseen: only there does Streamlit keep a bound value over page changes. The
widgets that a visitor sees follow these boxes and write into them. A dial is two such widgets: a
slider over the usual values, and a box that takes any number. A text that cannot be used, typed
or from a link, gets a sentence beside its widget, and the default takes its place.
"""

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from dpcore import checks
from dpcore.data.recipes import RECIPES
from dpcore.data.tables import TABLES
from dpcore.erm.losses import LOSSES
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import words
from pages.shared.text import help_on, literal

ALL = "all"

SMALLEST, LARGEST = 1e-9, 1e9
"""A typed ε lies between these, or is ∞."""

BOUNDS = {"h": (0.01, 2.0), "lam": (1e-6, 1e6)} | {
    name: (knob.low, knob.high)
    for recipe in RECIPES.values()
    for name, knob in recipe.knobs.items()
}
WHOLE_BOUNDS = {"draws": (2, 500), "seed": (0, 2**32 - 1), "d": (1, 100)}
STEP = 0.01

DATA = {name: recipe.label for name, recipe in RECIPES.items()}
DATA |= {name: table.label for name, table in TABLES.items()}
DATA |= {UPLOAD: "Your own table"}


def _spelled(value: float | str | list[str] | None) -> str:
    if value is None:
        return ALL
    if isinstance(value, list):
        return ",".join(value)
    if isinstance(value, float):
        return words.number(value) if math.isinf(value) else f"{value:.15g}"
    return str(value)


def _steps(first: int, last: int, per_decade: Sequence[float]) -> tuple[float, ...]:
    values = [float(f"{step}e{decade}") for decade in range(first, last) for step in per_decade]
    return (*values, float(f"1e{last}"))


EPSILONS = _steps(-3, 2, (1, 1.5, 2, 3, 5, 7))
LAMS = _steps(-6, 0, (1, 2, 5))
SIZES = tuple(int(size) for size in _steps(1, 6, (1, 2, 5)))

NAMES = ("data", "epsilon", "lam", "loss", "h", "n", "draws", "seed", "d")
DEFAULTS = {name: _spelled(getattr(Settings(), name)) for name in NAMES} | {
    name: _spelled(knob.default)
    for recipe in RECIPES.values()
    for name, knob in recipe.knobs.items()
}
"""What the address need not say."""

AXES = {"epsilon": "ε", "n": "n", "lam": "λ"}
FOLDS = {"1": "one split", "5": "five folds"}

SWEEP = {"axis": "epsilon", "mechanisms": "non_private,output,objective", "folds": "1", "run": ""}
"""What the Sweeps page adds: its axis, what it compares, its folds, and the run under way."""


def _read(name: str, text: str) -> Any:
    """Return the value that a text stands for; raise `InvalidInput` if it stands for none."""
    if name in ("data", "loss"):
        return checks.one_of(name, text, tuple(DATA if name == "data" else LOSSES))
    if name == "n" and text.strip().lower() == ALL:
        return None
    value = words.read_number(name, text)
    if name == "n":
        return checks.whole(name, value)
    if name in WHOLE_BOUNDS:
        low, high = WHOLE_BOUNDS[name]
        return checks.whole(name, value, low=low, high=high)
    if name == "epsilon" and value == math.inf:
        return value
    return checks.between(name, value, *BOUNDS.get(name, (SMALLEST, LARGEST)))


def address() -> None:
    """Draw the unseen boxes that are bound to the address bar; for the entry script alone."""
    with st.container(key="unseen"):
        for name, default in (DEFAULTS | SWEEP).items():
            st.text_input(name, default, key=name, bind="query-params")


def chosen() -> Settings:
    """Return what the address says, with the default for what cannot be used."""
    data = _value("data")
    knobs = RECIPES[data].knobs if data in RECIPES else ()
    return Settings(
        **{name: _value(name) for name in NAMES},
        knobs=tuple((name, _value(name)) for name in knobs),
    )


def link(settings: Settings) -> str:
    """Return the query that opens the same settings elsewhere; defaults are left out."""
    texts = {name: _spelled(getattr(settings, name)) for name in NAMES}
    texts |= {name: _spelled(value) for name, value in settings.knobs}
    return urlencode({name: text for name, text in texts.items() if text != DEFAULTS[name]})


def card(available: Callable[[str], int]) -> Settings:
    """Draw all settings in one card and return what they say.

    Parameters
    ----------
    available : callable
        Training records of the data of that name.
    """
    with st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        data = data_choice()
        _dial("epsilon", "Privacy parameter ε", EPSILONS)
        with st.container(horizontal=True, horizontal_alignment="distribute", key="ends"):
            st.caption("← more private", width="content")
            st.caption("more accurate →", width="content")
        _dial("lam", "Regularization λ", LAMS)
        _loss()
        _training_size(available(data))
        with st.expander("More settings", key="more"):
            _number("h", "Half-width h of the hinge's round corner", disabled=not _has_corner())
            _number("draws", "Draws")
            _number("seed", "Seed")
            recipe_knobs(data)
    return chosen()


def data_choice() -> str:
    """Draw the choice of data and return its name."""
    st.selectbox(
        "Data",
        list(DATA),
        format_func=DATA.__getitem__,
        key=_follow("data", _value("data")),
        on_change=_write,
        args=("data",),
        help=help_on("data"),
    )
    _refusal("data")
    return _value("data")


def recipe_knobs(data: str) -> None:
    """Draw what the recipe of generated data asks for."""
    if data in RECIPES:
        _number("d", "Features d")
        for name, knob in RECIPES[data].knobs.items():
            _number(name, knob.label)


def sweep_axis() -> str:
    """Draw the choice of what varies and return its name."""
    st.segmented_control(
        "Vary",
        list(AXES),
        required=True,
        format_func=AXES.__getitem__,
        key=_follow("axis", _one_of("axis", AXES)),
        on_change=_write,
        args=("axis",),
        width="stretch",
        help=help_on("axis"),
    )
    return _one_of("axis", AXES)


def sweep_mechanisms() -> tuple[str, ...]:
    """Draw the choice of mechanisms and return their names, in the registry's order."""
    asked = st.session_state["mechanisms"].split(",")
    chosen = tuple(name for name in MECHANISMS if name in asked)
    st.multiselect(
        "Compare",
        list(MECHANISMS),
        format_func=lambda name: MECHANISMS[name].label,
        key=_follow("mechanisms", list(chosen)),
        on_change=_write,
        args=("mechanisms",),
        wrap=True,
        help=help_on("mechanisms"),
    )
    return chosen


def sweep_folds() -> int:
    """Draw the choice of the protocol and return its folds."""
    st.segmented_control(
        "Protocol",
        list(FOLDS),
        required=True,
        format_func=FOLDS.__getitem__,
        key=_follow("folds", _one_of("folds", FOLDS)),
        on_change=_write,
        args=("folds",),
        width="stretch",
        help=help_on("folds"),
    )
    return int(_one_of("folds", FOLDS))


def sweep_run() -> str:
    """Return the run that the address names, or an empty text."""
    return str(st.session_state["run"])


def name_run(run: str) -> None:
    """Write a run into the address; for callbacks only."""
    st.session_state["run"] = run


def _one_of(name: str, allowed: Collection[str]) -> str:
    text = st.session_state[name]
    return text if text in allowed else SWEEP[name]


def _dial(name: str, label: str, options: Sequence[float], value: float | None = None) -> None:
    value = _value(name) if value is None else value
    slider, box = st.columns([3, 1.3], vertical_alignment="bottom", wrap=False)
    slider.select_slider(
        label,
        options,
        format_func=words.number,
        key=_follow(name, min(options, key=lambda option: _distance(option, value)), "slider"),
        on_change=_write,
        args=(name, "slider", ALL if name == "n" else None, options[-1]),
        help=help_on(name),
    )
    box.text_input(
        f"{label}, typed",
        key=_follow(name, st.session_state[name]),
        on_change=_write,
        args=(name,),
        label_visibility="collapsed",
        max_chars=24,
    )
    _refusal(name)


def _distance(option: float, value: float) -> float:
    return abs(math.log(option) - math.log(min(value, LARGEST)))


def _loss() -> None:
    st.segmented_control(
        "Loss",
        list(LOSSES),
        required=True,
        format_func=lambda name: LOSSES[name].label,
        key=_follow("loss", _value("loss")),
        on_change=_write,
        args=("loss",),
        width="stretch",
        help=help_on("loss"),
    )
    _refusal("loss")


def _has_corner() -> bool:
    return bool(_value("loss") != "logistic")


def _training_size(available: int) -> None:
    options = (*(size for size in SIZES if size < available), available)
    asked = _value("n")
    _dial("n", "Training records n", options, asked or available)
    if asked and asked > available:
        st.caption(f"This data has {words.counted(available, 'training record')}: all are used.")


def _number(name: str, label: str, *, disabled: bool = False) -> None:
    low, high = WHOLE_BOUNDS.get(name) or BOUNDS[name]
    st.number_input(
        label,
        low,
        high,
        step=1 if name in WHOLE_BOUNDS else STEP,
        format="%d" if name in WHOLE_BOUNDS else "%.6g",
        key=_follow(name, _value(name)),
        on_change=_write,
        args=(name,),
        disabled=disabled,
        help=help_on(name),
    )
    _refusal(name)


def _value(name: str) -> Any:
    try:
        return _read(name, st.session_state[name])
    except checks.InvalidInput:
        return _read(name, DEFAULTS[name])


def _refusal(name: str) -> None:
    """Show why the text in the address cannot be used, if it cannot."""
    try:
        _read(name, st.session_state[name])
    except checks.InvalidInput as refusal:
        st.error(literal(f"{refusal} Shown is {DEFAULTS[name]}."))


def _follow(name: str, value: Any, kind: str = "box") -> str:
    """Set a visible widget to the setting's value and return its key."""
    key = f"{name}_{kind}"
    st.session_state[key] = value
    return key


def _write(name: str, kind: str = "box", last: str | None = None, end: float | None = None) -> None:
    """Write what a visible widget says into the address; a slider's end may have a name."""
    value = st.session_state[f"{name}_{kind}"]
    st.session_state[name] = last if last and value == end else _spelled(value)
