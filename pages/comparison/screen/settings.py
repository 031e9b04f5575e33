"""The settings that all pages share: their names in the address, their bounds, their card."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import streamlit as st

from dpcore.data.recipes import RECIPES, Recipe
from dpcore.erm.losses import LOSSES
from dpcore.erm.weighted import weights_of
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.regularization.suggested import AUTO
from dplab.features import FEATURE_MAPS
from dplab.features import SIZES as FEATURE_SIZES
from dplab.simulation.settings import Settings
from pages.comparison import privacy_loss, terms, values
from pages.comparison.kernels import BANDWIDTHS, KernelChoice
from pages.comparison.screen import cached
from pages.comparison.values import (
    BOUNDS,
    CALLED,
    DATA,
    DELTAS,
    EPSILONS,
    LAMS,
    NAMES,
    SIZES,
    UNNAMED,
    VALUES,
    WHOLE_BOUNDS,
    WORDS,
    knobs_of,
)
from pages.kit import address, controls, text, words
from pages.kit.frame import page_frame
from pages.kit.values import Get, UrlParameter

STEP = 0.01
STEPS = {"group_angle": 5.0}
"""How far one press moves a number: whole ones by 1, others by `STEP`, unless it stands here."""


FOLLOWS = controls.Follows(AUTO, "λ follows ε", "lam_follows")


def chosen() -> Settings:
    """Return what the address says, with the default for what cannot be used."""
    return values.settings_of(address.get)


def about_one_lam() -> Settings:
    """Return what the address says, for a page that is about one λ which is given."""
    return values.about_one_lam(address.get)


def refusals(drawn: Collection[str] = ()) -> None:
    """Show why settings in the address cannot be used; for a page without their card.

    Parameters
    ----------
    drawn : collection of str
        Settings whose controls the page draws: these say it themselves.
    """
    for name in (*NAMES, *knobs_of(_value("data"))):
        if name not in drawn:
            controls.refusal(VALUES[name])


def losses() -> tuple[str, ...]:
    """Draw the choice of the loss and return its name, alone."""
    return (controls.one(VALUES["loss"], "Loss", WORDS["loss"]),)


def measure() -> None:
    """Draw the choice of what is shown of each classifier."""
    controls.one_of_many(VALUES["measure"], "Measure", WORDS["measure"])


def class_weights(*, measured: bool = True) -> None:
    """Draw the choice of class weights, and say what they are.

    `measured` tells whether the page lets a measure be chosen: weights serve the balanced error.
    """
    number("positive_share", "Class weights: declared share of +1")
    weights = weights_of(chosen().make_loss())
    st.caption(terms.class_weights(weights) or "Both classes count alike.")
    if min(weights) == 1:
        return
    if not measured:
        st.caption(terms.COUNTED_ALIKE)
    elif _value("measure") == "error":
        st.button(
            "Show the balanced error",
            key="weights_measure",
            on_click=address.put,
            args=(VALUES["measure"], "balanced"),
        )


def uses_delta(mechanism: str) -> bool:
    """Tell whether a mechanism is private with a δ only."""
    return MECHANISMS[mechanism].uses_delta


def delta() -> None:
    """Draw the choice of δ, for a page on which a mechanism uses it."""
    controls.dial(VALUES["delta"], "Privacy parameter δ", DELTAS, _value("delta"))


def card(
    available: Callable[[str], int],
    losses: Callable[[], tuple[str, ...]] | None = None,
    *,
    with_delta: bool = False,
    lams: Callable[[Settings], Mapping[str, float]] | None = None,
    first_n: int | None = None,
    records: Callable[[], object] | None = None,
    more: Callable[[], object] | None = None,
    inside: Iterable[UrlParameter] = (),
) -> Settings:
    """Draw all settings in one card and return what they say.

    Parameters
    ----------
    available : callable
        Training records of the data of that name.
    losses : callable, optional
        Draws the choice of the loss, or of several, and returns what is in use, for a page that is
        about it; without, that of all pages stands under "More settings".
    with_delta : bool
        Whether one of the mechanisms shown uses δ.
    lams : callable, optional
        Returns λ of each mechanism shown, by its name; without, λ is one that is given.
    first_n : int, optional
        Training records that the page takes where none are named, in place of all.
    records : callable, optional
        Says below the choice of the data which records these are.
    more : callable, optional
        Draws the page's own controls under "More settings".
    inside : iterable of UrlParameter
        What these show.
    """
    with st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        data = data_choice()
        if records:
            records()
        epsilon()
        if with_delta:
            delta()
        lam(lams(chosen())) if lams else given_lam()
        training_size(available(data), first_n)
        in_use = losses() if losses else ()
        _more(data, in_use, more, inside)
    return chosen() if lams else about_one_lam()


def epsilon(shown: float | None = None, value: UrlParameter = VALUES["epsilon"]) -> None:
    """Draw the choice of ε, or of another value that is one; see `controls.dial`."""
    used = address.get(value) if shown is None else shown
    controls.dial(value, CALLED["epsilon"], EPSILONS, used, ends=words.ENDS, reach=1)


def given_lam(where: str = "On this page") -> None:
    """Draw the choice of λ where a page is about a given one: where it follows ε, the usual."""
    at, text = chosen().given_lam, address.text_of(VALUES["lam"])
    shown = address.spelled(at) if _value("lam") == AUTO else text
    controls.dial(VALUES["lam"], CALLED["lam"], LAMS, at, text=shown, reach=2)
    if _value("lam") == AUTO:
        st.caption(f"{where} λ is fixed; elsewhere it follows ε.")


def lam(used: Mapping[str, float], *, reach: int = 2) -> None:
    """Draw the choice of λ: each mechanism's follows ε, or one for all.

    Parameters
    ----------
    used : mapping
        λ of each mechanism shown, by its name.
    reach : int
        As in `controls.dial`.
    """
    at = values.usual_lam(_value("lam"), used)
    controls.dial(VALUES["lam"], CALLED["lam"], LAMS, at, follows=FOLLOWS, reach=reach)
    with page_frame.steady("lams"):
        is_following = _value("lam") == AUTO
        st.caption(terms.short_lams(used) if is_following else "All methods at this one λ.")


def data_choice() -> str:
    """Draw the choice of data and return its name."""
    return controls.one_of_many(VALUES["data"], "Data", DATA)


def data_or_patients(shown: str) -> None:
    """Draw the same for a page that opens on patients; see `values.on_patients`."""
    value = VALUES["data"]
    got = st.selectbox(
        "Data",
        list(DATA),
        list(DATA).index(shown),
        format_func=DATA.__getitem__,
        key=address.follow(value, shown),
        on_change=_take_data,
        help=text.help_on(value.name),
    )
    address.brought(value, shown, got)
    controls.refusal(value, shown)
    controls.note("Data", DATA[shown])


def _take_data() -> None:
    address.write(VALUES["data"])
    address.put(UNNAMED, "shared")


def recipe_knobs(data: str) -> None:
    """Draw what the recipe of generated data asks for."""
    if data in RECIPES:
        features(RECIPES[data])
    for name in knobs_of(data):
        number(name, RECIPES[data].knobs[name].label)


def of_recipe(data: str) -> tuple[str, ...]:
    """Return the names of what `recipe_knobs` asks for."""
    return ("d", *knobs_of(data)) if data in RECIPES else ()


def features(recipe: Recipe) -> None:
    """Draw the number of features, where a recipe leaves a choice."""
    low, high = (recipe.n_features(bound) for bound in WHOLE_BOUNDS["d"])
    if low == high:
        return  # There is nothing to choose.
    asked = _value("d")
    used = recipe.n_features(asked)
    controls.number(VALUES["d"], "Features d", low, high, 2 if recipe.even else 1, shown=used)
    if asked != used:
        takes = "an even number of" if recipe.even else f"{low} to {high}"
        st.caption(f"This distribution takes {takes} features: {used} are used.")


def _more(
    data: str,
    in_use: tuple[str, ...],
    more: Callable[[], object] | None,
    inside: Iterable[UrlParameter],
) -> None:
    def show() -> None:
        if more:
            more()
        names = in_use or losses()
        has_corner = any(LOSSES[name].has_half_width for name in names)
        measure()
        class_weights()
        number("h", "Half-width h of the hinge's round corner", disabled=not has_corner)
        number("draws", "Draws")
        number("seed", "Seed")
        recipe_knobs(data)

    of_training = ("measure", "positive_share", "h", "draws", "seed")
    shared = (*of_training, *of_recipe(data), *(() if in_use else ("loss",)))
    controls.more((*inside, *(VALUES[name] for name in shared)), show)


def training_size(available: int, first: int | None = None) -> None:
    """Draw the choice of n, where so many training records are there; `first` if none is named."""
    options = (*(size for size in SIZES if size < available), available)
    asked = _value("n")
    if first:
        # All of them are a number here: an address that names none means fewer.
        text = address.spelled(first)
        controls.dial(VALUES["n"], CALLED["n"], options, first, text=text)
        st.caption(f"This page opens with {first:,}: with more records, choosing costs less.")
        return
    controls.dial(VALUES["n"], CALLED["n"], options, asked or available, last=None)
    if asked and asked > available:
        st.caption(f"This data has {words.pluralize(available, 'training record')}: all are used.")


def about_data_sets(*, with_delta: bool = False) -> Settings:
    """Draw the card of what is about all data sets of a size, and return what it asks.

    `with_delta` tells whether a mechanism on show uses δ.
    """
    epsilon()
    if with_delta:
        delta()
    given_lam()
    any_size()
    any_features()
    corner()
    return about_one_lam()


def any_size() -> None:
    """Draw the choice of n where it is not bounded by the records that are there."""
    asked = _value("n") or cached.available(_value("data"))
    controls.dial(VALUES["n"], CALLED["n"], SIZES, asked)


def any_features() -> None:
    """Draw the choice of d where the records that are there do not bind it."""
    low, high = WHOLE_BOUNDS["d"]
    shown = privacy_loss.features(chosen(), cached.RECORDS)
    controls.number(VALUES["d"], CALLED["d"], low, high, 1, shown=shown)


def corner(inside: Collection[UrlParameter] = (), show: Callable[[], None] | None = None) -> None:
    """Draw the fold of less usual settings: the loss, its corner, and what there is besides."""
    has_corner = LOSSES[_value("loss")].has_half_width

    def all_of_them() -> None:
        losses()
        number("h", "Half-width h of the hinge's round corner", disabled=not has_corner)
        if show:
            show()

    controls.more((VALUES["loss"], VALUES["h"], *inside), all_of_them)


def number(name: str, label: str, *, disabled: bool = False) -> None:
    """Draw a box for a shared number."""
    low, high = WHOLE_BOUNDS.get(name) or BOUNDS[name]
    step = 1 if name in WHOLE_BOUNDS else STEPS.get(name, STEP)
    controls.number(VALUES[name], label, low, high, step, disabled=disabled)


def _value(name: str) -> Any:
    return address.get(VALUES[name])


def kernel(choice: KernelChoice, get: Get = address.get) -> None:
    """Draw the choice of a kernel, and of what it needs; `get` reads what is in use."""
    controls.one_of_many(choice.kernel, "Kernel", choice.labels)
    name = get(choice.kernel)
    parameters = FEATURE_MAPS[name].parameters
    for parameter, value, options in (
        ("bandwidth", choice.bandwidth, BANDWIDTHS),
        ("features", choice.features, FEATURE_SIZES),
    ):
        if parameter in parameters:
            label = parameters[parameter].label
            controls.dial(value, label, options, address.get(value))
    if "degree" in parameters:
        knob = parameters["degree"]
        controls.number(choice.degree, knob.label, int(knob.low), int(knob.high), 1)
