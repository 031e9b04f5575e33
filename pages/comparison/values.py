"""The settings that all pages share: their names in the address, their bounds, their defaults."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from dpcore import checks
from dpcore.data.real.tables import TABLES
from dpcore.data.recipes import RECIPES
from dpcore.erm.losses import LOSSES
from dpcore.erm.weighted import LEAST
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.regularization.suggested import AUTO, Lam
from dplab.simulation.measures import MEASURES
from dplab.simulation.settings import GIVEN_LAM, UPLOAD, Settings
from pages.kit import values, words
from pages.kit.page import About, Dial
from pages.kit.values import Get, UrlParameter
from pages.kit.view import EditionDial

SMALLEST, LARGEST = 1e-9, 1e9
"""A typed ε lies between these, or is ∞."""

BOUNDS = {
    "h": (0.01, 2.0),
    "lam": (1e-6, 1e6),
    "delta": (1e-30, 0.1),
    "positive_share": (LEAST, 1 - LEAST),
} | {
    name: (knob.low, knob.high)
    for recipe in RECIPES.values()
    for name, knob in recipe.knobs.items()
}
WHOLE_BOUNDS = {"draws": (2, 500), "seed": (0, 2**32 - 1), "d": (1, 100)}
DATA = {name: recipe.label for name, recipe in RECIPES.items()}
DATA |= {name: table.label for name, table in TABLES.items()}
DATA |= {UPLOAD: "Your own table"}


def _steps(first: int, last: int, per_decade: Sequence[float]) -> tuple[float, ...]:
    values = [float(f"{step}e{decade}") for decade in range(first, last) for step in per_decade]
    return (*values, float(f"1e{last}"))


FIRST = 1.0
"""The ε with which all pages open: one story, and neither all noise nor none."""

EPSILONS = _steps(-3, 2, (1, 1.5, 2, 3, 5, 7))
LAMS = _steps(-6, 0, (1, 2, 5))
DELTAS = _steps(-12, -2, (1,))
SIZES = tuple(int(size) for size in _steps(1, 6, (1, 2, 5)))


CALLED = {
    "data": "Data",
    "epsilon": "Privacy parameter ε",
    "lam": "Regularization λ",
    "loss": "Loss",
    "h": "Half-width h",
    "n": "Training records n",
    "draws": "Draws",
    "seed": "Seed",
    "d": "Features d",
    "measure": "Measure",
    "delta": "δ",
    "positive_share": "Declared share of +1",
} | {name: knob.label for recipe in RECIPES.values() for name, knob in recipe.knobs.items()}
"""What a refusal calls a setting: as its control does, or in short."""


def _epsilon(text: str) -> float:
    value = words.read_number(CALLED["epsilon"], text)
    if not (SMALLEST <= value <= LARGEST or value == math.inf):
        raise checks.InvalidInput(
            f"{CALLED['epsilon']} must be between {words.number(SMALLEST)} and "
            f"{words.number(LARGEST)}, or ∞; got {words.number(value)}."
        )
    return value


def _records(text: str) -> int | None:
    if text.strip().lower() == values.ALL:
        return None
    return checks.whole(CALLED["n"], words.read_number(CALLED["n"], text, is_whole=True))


def _whole(name: str) -> Callable[[str], int]:
    return values.whole(CALLED[name], *WHOLE_BOUNDS[name])


def _real(name: str) -> Callable[[str], float]:
    called, (low, high) = CALLED[name], BOUNDS[name]
    # λ has a range so wide that the usual examples lie in it.
    wanted = "" if name == "lam" else f"a number from {words.number(low)} to {words.number(high)}"
    return lambda text: checks.between(
        called, words.read_number(called, text, wanted=wanted), low, high
    )


def _lam(text: str) -> Lam:
    return AUTO if text.strip().lower() == AUTO else _real("lam")(text)


NAMES = (
    *("data", "epsilon", "lam", "loss", "h", "n", "draws", "seed", "d", "measure", "delta"),
    "positive_share",
)

_READ: dict[str, Callable[[str], Any]] = {
    "epsilon": _epsilon,
    "n": _records,
}
_READ |= {name: _whole(name) for name in WHOLE_BOUNDS} | {name: _real(name) for name in BOUNDS}

_DEFAULTS = {name: values.spelled(getattr(Settings(), name)) for name in NAMES} | {
    name: values.spelled(knob.default)
    for recipe in RECIPES.values()
    for name, knob in recipe.knobs.items()
}
_DEFAULTS |= {"lam": AUTO, "epsilon": values.spelled(FIRST)}
"""What the address need not say."""

WORDS = {
    "data": DATA,
    "loss": {name: loss.label for name, loss in LOSSES.items()},
    "measure": {name: each.choice for name, each in MEASURES.items()},
}
"""What the screen calls the words that a setting may be."""

VALUES = {
    name: values.one_of(CALLED[name], name, default, WORDS[name])
    if name in WORDS
    else UrlParameter(name, default, _READ[name])
    for name, default in _DEFAULTS.items()
}
"""Every shared setting by its name."""

VALUES |= {
    "lam": UrlParameter(
        "lam",
        AUTO,
        _lam,
        lambda text: "λ that follows ε" if _lam(text) == AUTO else words.as_shown(text),
    )
}

PATIENTS = "breast_cancer"
UNNAMED = values.one_of(
    "Where no data is named",
    "adversary_records",
    "patients",
    {"patients": "patients", "shared": "the usual records"},
)
"""Whether a page that opens `on_patients` keeps to the data that other pages open with: somebody
chose them. (It is called as when one page had it: links have the name.)"""

DIAL = Dial(VALUES["epsilon"], "ε", EPSILONS)
"""What the arrow keys move on most slides."""


def simulating(
    title: str,
    own: tuple[UrlParameter, ...] = (),
    *,
    presents: bool = True,
    dial: Dial | None = DIAL,
    words: tuple[str, ...] = (),
) -> About:
    """Return what a page says of itself that has the shared settings, and values of its own."""
    return About(title, (*VALUES.values(), *own), True, presents, dial, words)


def settings_of(get: Get) -> Settings:
    """Return the settings that an address asks for."""
    return Settings(
        **{name: get(VALUES[name]) for name in NAMES},
        knobs=tuple((name, get(VALUES[name])) for name in knobs_of(get(VALUES["data"]))),
    )


def on_patients(get: Get) -> Settings:
    """Return the same for a page that opens on patients, unless somebody chose the usual data."""
    asked = settings_of(get)
    if get(UNNAMED) == "shared" or asked.data != VALUES["data"].default:
        return asked
    return replace(asked, data=PATIENTS, knobs=())


def about_one_lam(get: Get) -> Settings:
    """Return the same for a page that is about one λ which is given."""
    now = settings_of(get)
    return replace(now, lam=now.given_lam)


def knobs_of(data: str) -> tuple[str, ...]:
    """Return the names of what a recipe asks for besides the usual settings."""
    return tuple(RECIPES[data].knobs) if data in RECIPES else ()


def link(settings: Settings) -> str:
    """Return the query that opens the same settings elsewhere; defaults are left out."""
    texts = {name: values.spelled(getattr(settings, name)) for name in NAMES}
    texts |= {name: values.spelled(value) for name, value in settings.knobs}
    return urlencode({name: text for name, text in texts.items() if text != VALUES[name].default})


def usual_lam(given: Lam, used: Mapping[str, float]) -> float:
    """Return where a dial of λ stands: at the given one, or at that of the first with noise.

    Parameters
    ----------
    given : float or "auto"
    used : mapping
        λ of each mechanism shown, in their order.
    """
    if given != AUTO:
        return float(given)
    private = (lam for name, lam in used.items() if MECHANISMS[name].is_noisy)
    return next(private, next(iter(used.values()), GIVEN_LAM))


def epsilon_name(epsilon: float) -> str:
    """Return what a dial shows at a place."""
    return f"ε = {words.number(epsilon)}"


def epsilon_dial(places: tuple[float, ...] = EPSILONS, **more: Any) -> EditionDial:
    """Return the dial of ε of a page without a server; see `EditionDial` for what else it has."""
    return EditionDial(VALUES["epsilon"], CALLED["epsilon"], places, epsilon_name, **more)
