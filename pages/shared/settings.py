"""The settings that all pages share: their widgets, keys and bounds, and how a link spells them.

Each setting is a widget bound to the address bar under its own name, and every page draws them
all, since Streamlit forgets a bound value at the reload of a page that does not draw it. A dial is
two widgets: a box that takes any number and is bound, and a slider that is a shortcut to the usual
values and follows the box. What cannot be used gets a sentence, and the default takes its place.
"""

import math
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from dpcore import checks
from dpcore.data.recipes import RECIPES, Knob
from dpcore.data.tables import TABLES
from dpcore.erm.losses import LOSSES
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from pages.shared import words
from pages.shared.text import help_on

DEFAULT = Settings()
ALL = "all"

FEWEST_DRAWS, MOST_DRAWS = 2, 500
FEWEST_FEATURES, MOST_FEATURES = 1, 100
LARGEST_SEED = 2**32 - 1
NARROWEST_BAND, WIDEST_BAND = 0.01, 2.0
SMALLEST, LARGEST = 1e-9, 1e9
"""A typed ε or λ lies between these, or ε is ∞."""

DATA = {name: recipe.label for name, recipe in RECIPES.items()}
DATA |= {name: table.label for name, table in TABLES.items()}
DATA |= {UPLOAD: "Your own table"}


def _steps(first: int, last: int, per_decade: Sequence[float]) -> tuple[float, ...]:
    values = [float(f"{step}e{decade}") for decade in range(first, last) for step in per_decade]
    return (*values, float(f"1e{last}"))


EPSILONS = _steps(-3, 2, (1, 1.5, 2, 3, 5, 7))
LAMS = _steps(-6, 0, (1, 2, 5))
SIZES = tuple(int(size) for size in _steps(1, 6, (1, 2, 5)))


@dataclass(frozen=True)
class _Dial:
    """A number on a slider with a box beside it."""

    name: str
    label: str
    default: str
    options: tuple[float, ...]
    read: Callable[[str], float]

    @property
    def slider(self) -> str:
        return f"{self.name}_slider"


def _read_epsilon(text: str) -> float:
    value = words.read_number("epsilon", text)
    return value if value == math.inf else checks.between("epsilon", value, SMALLEST, LARGEST)


def _read_lam(text: str) -> float:
    return checks.between("lam", words.read_number("lam", text), SMALLEST, LARGEST)


def _read_size(text: str) -> float:
    if text.strip().lower() == ALL:
        return math.inf
    return checks.whole("n", words.read_number("n", text.replace(",", "")))


_EPSILON = _Dial(
    "epsilon", "Privacy parameter ε", words.number(DEFAULT.epsilon), EPSILONS, _read_epsilon
)
_LAM = _Dial("lam", "Regularization λ", words.number(DEFAULT.lam), LAMS, _read_lam)


def card(available: Callable[[str], int], *, folded: bool = False) -> Settings:
    """Draw all settings in one card and return what they say.

    Parameters
    ----------
    available : callable
        Training records of the data of that name.
    folded : bool
        Whether the card starts as a closed fold, for pages that are about something else.
    """
    box: AbstractContextManager[Any] = (
        st.expander("Settings", key="settings_fold")
        if folded
        else st.container(border=True, key="settings")
    )
    with box:
        if not folded:
            st.markdown("#### Settings")
        return rest(data_choice(), available)


def data_choice() -> str:
    """Draw the choice of data and return its name."""
    value = _bound_choice("data", DATA, DEFAULT.data)
    st.selectbox(
        "Data",
        list(DATA),
        format_func=DATA.__getitem__,
        key=_choice("data"),
        on_change=_copy_choice,
        args=("data",),
        help=help_on("data"),
    )
    return value


def rest(
    data: str,
    available: Callable[[str], int],
    recipe: tuple[int, tuple[tuple[str, float], ...]] | None = None,
) -> Settings:
    """Draw every setting but the choice of data; the recipe's too unless they are given."""
    epsilon = _dial(_EPSILON)
    _ends()
    lam = _dial(_LAM)
    loss = _loss()
    n = _training_size(available(data))
    with st.expander("More settings", key="more"):
        h = _half_width(loss)
        draws = _whole("draws", "Draws", DEFAULT.draws, FEWEST_DRAWS, MOST_DRAWS)
        seed = _whole("seed", "Seed", DEFAULT.seed, 0, LARGEST_SEED)
        d, knobs = recipe or recipe_knobs(data)
    return Settings(data, epsilon, lam, loss, h, n, draws, seed, d, knobs)


def recipe_knobs(data: str) -> tuple[int, tuple[tuple[str, float], ...]]:
    """Draw what the recipe of generated data asks for; return its features and knobs."""
    if data not in RECIPES:
        return DEFAULT.d, ()
    d = _whole("d", "Features d", DEFAULT.d, FEWEST_FEATURES, MOST_FEATURES)
    return d, tuple((name, _knob(name, knob)) for name, knob in RECIPES[data].knobs.items())


def link(settings: Settings) -> str:
    """Return the query that opens the same settings elsewhere; defaults are left out."""
    query: dict[str, str] = {
        "data": settings.data,
        "epsilon": words.number(settings.epsilon),
        "lam": words.number(settings.lam),
        "loss": settings.loss,
        "n": ALL if settings.n is None else str(settings.n),
        "h": str(settings.h),
        "draws": str(settings.draws),
        "seed": str(settings.seed),
        "d": str(settings.d),
    } | {name: str(value) for name, value in settings.knobs}
    return urlencode({key: text for key, text in query.items() if text != _default(key, settings)})


def _default(key: str, settings: Settings) -> str:
    knobs = RECIPES[settings.data].knobs if settings.data in RECIPES else {}
    if key in knobs:
        return str(knobs[key].default)
    value = getattr(DEFAULT, key)
    return ALL if value is None else str(value)


def _dial(dial: _Dial) -> float:
    slider, box = st.columns([3, 1.3], vertical_alignment="bottom", wrap=False)
    text = box.text_input(
        f"{dial.label}, typed",
        value=dial.default,
        key=dial.name,
        bind="query-params",
        label_visibility="collapsed",
        max_chars=24,
    )
    try:
        value = dial.read(text)
    except checks.InvalidInput as refusal:
        value = dial.read(dial.default)
        st.error(f"{refusal} Shown is {dial.default}.")
    st.session_state[dial.slider] = min(dial.options, key=lambda option: _distance(option, value))
    slider.select_slider(
        dial.label,
        dial.options,
        format_func=words.number,
        key=dial.slider,
        on_change=_follow,
        args=(dial,),
        help=help_on(dial.name),
    )
    return value


def _follow(dial: _Dial) -> None:
    """Write the slider's value into the box."""
    value = st.session_state[dial.slider]
    last = value == dial.options[-1] and dial.default == ALL
    st.session_state[dial.name] = ALL if last else f"{value:g}"


def _distance(option: float, value: float) -> float:
    return abs(math.log(option) - math.log(min(value, LARGEST)))


def _ends() -> None:
    with st.container(horizontal=True, horizontal_alignment="distribute", key="ends"):
        st.caption("← more private", width="content")
        st.caption("more accurate →", width="content")


def _training_size(available: int) -> int | None:
    options = (*(size for size in SIZES if size < available), available)
    value = _dial(_Dial("n", "Training records n", ALL, options, _read_size))
    if value == math.inf:
        return None
    if value > available:
        st.caption(f"This data has {words.counted(available, 'training record')}: all are used.")
    return int(value)


def _loss() -> str:
    value = _bound_choice("loss", LOSSES, DEFAULT.loss)
    st.segmented_control(
        "Loss",
        list(LOSSES),
        required=True,
        format_func=lambda name: LOSSES[name].label,
        key=_choice("loss"),
        on_change=_copy_choice,
        args=("loss",),
        width="stretch",
        help=help_on("loss"),
    )
    return value


def _bound_choice(name: str, options: Collection[str], default: str) -> str:
    """Read a choice from the address bar and set its widget to it.

    A widget that is bound itself would write its label into the address, which changes with the
    wording. So a box that nobody sees is bound, and holds the name.
    """
    with st.container(key=f"unseen_{name}"):
        value = st.text_input(name, default, key=name, bind="query-params")
    if value not in options:
        value = default
    st.session_state[_choice(name)] = value
    return value


def _copy_choice(name: str) -> None:
    st.session_state[name] = st.session_state[_choice(name)]


def _choice(name: str) -> str:
    return f"{name}_choice"


def _half_width(loss: str) -> float:
    return st.number_input(
        "Half-width h of the hinge's round corner",
        NARROWEST_BAND,
        WIDEST_BAND,
        DEFAULT.h,
        0.05,
        key="h",
        bind="query-params",
        disabled=loss == "logistic",
        help=help_on("h"),
    )


def _whole(name: str, label: str, default: int, low: int, high: int) -> int:
    return st.number_input(
        label, low, high, default, key=name, bind="query-params", help=help_on(name)
    )


def _knob(name: str, knob: Knob) -> float:
    return st.number_input(
        knob.label,
        knob.low,
        knob.high,
        knob.default,
        0.01,
        key=name,
        bind="query-params",
        help=help_on(name),
    )
