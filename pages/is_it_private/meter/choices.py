"""The controls of the meter: a mechanism, and whose records are neighbours."""

import streamlit as st

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import UPLOAD
from dplab.studies.is_it_private.verdicts import MOST_OWN_RECORDS
from pages.comparison import values
from pages.comparison.screen import cached, settings
from pages.is_it_private import choices
from pages.is_it_private.meter.values import (
    AUDIT_RUNS,
    LABELS,
    MECHANISM,
    PAIR,
    PAIRS,
    RUNS,
    TURNED,
    MeterAsked,
    question,
)
from pages.kit import address, controls
from pages.kit.words import pluralize

EXAMPLES = {
    "CM08's own setting": {"n": 14_000, "lam": 0.01, "epsilon": 0.1, "d": 10},
    "Few records, small λ": {"n": 600, "lam": 1e-6, "epsilon": 0.2, "d": 1},
    "A small table": {"n": 100, "lam": 1e-3, "epsilon": 0.1, "d": 1},
}
"""Settings at which the missing Jacobian term of 2008 is harmless, and at which it matters."""

OF_2008 = "objective_2008"

_SHARED = values.VALUES


def card() -> MeterAsked:
    """Draw the settings and return what they ask."""
    mechanism = controls.one_of_many(MECHANISM, "Mechanism", LABELS)
    is_own = controls.one(PAIR, "Neighbours", PAIRS) == "own"
    if is_own:
        settings.data_choice()
    settings.epsilon()
    if settings.uses_delta(mechanism):
        settings.delta()
    settings.given_lam()
    if is_own:
        _own_size()
    else:
        settings.any_size()
    _rest(is_own)
    _examples()
    choices.links()
    asked = question(address.get)
    if is_own:
        cached.dataset(asked.settings)  # Where there is none, nothing below has anything to say.
    return asked


def other_verdict(mechanism: str) -> None:
    """Draw the button that shows a mechanism of the other kind: one that is sound, or leaks."""
    is_sound = MECHANISMS[mechanism].guarantee in ("pure", "approximate")
    label = "Show one that leaks" if is_sound else "Show a sound one"
    there = MECHANISM.default if is_sound else _sound(mechanism)
    icon = ":material/warning:" if is_sound else ":material/verified_user:"
    st.button(label, icon=icon, on_click=address.put, args=(MECHANISM, there))


def _sound(mechanism: str) -> str:
    """Return the first mechanism without a δ that is proven, of the same family."""
    family = MECHANISMS[mechanism].family
    return next(
        name
        for name, each in MECHANISMS.items()
        if each.family is family and each.guarantee == "pure"
    )


def _examples() -> None:
    """Draw buttons that bring historic settings."""
    st.caption("Historic settings:")
    with st.container(horizontal=True, gap="small"):
        for label, content in EXAMPLES.items():
            st.button(label, on_click=_bring, args=(content,), key=f"to {label}", type="tertiary")


def _own_size() -> None:
    available = cached.available(address.get(_SHARED["data"]))
    asked = address.get(_SHARED["n"]) or available
    most = min(available, MOST_OWN_RECORDS)
    options = (*(size for size in values.SIZES if size < most), most)
    controls.dial(_SHARED["n"], "Records n", options, min(asked, most))
    if asked > most:
        # The box keeps what the other pages use, such as "all".
        st.caption(f"n = {most:,} here: {_why(available)}")


def _why(available: int) -> str:
    """Return why fewer records are used than were asked for."""
    if available <= MOST_OWN_RECORDS:
        return f"this data has {pluralize(available, 'training record')}, and all are used."
    return (
        f"of the {available:,} training records at most {MOST_OWN_RECORDS:,} are used, so that the "
        "answer comes at once."
    )


def _rest(is_own: bool) -> None:
    data = address.get(_SHARED["data"])
    if not is_own:
        settings.any_features()

    def show() -> None:
        controls.one(AUDIT_RUNS, "Runs of the audit", RUNS)
        if is_own:
            if data != UPLOAD:
                most = cached.available(data)
                controls.number(TURNED, "Record whose label is flipped", 0, most, 1)
            settings.number("seed", "Seed")
            settings.recipe_knobs(data)

    of_own = ("seed", *settings.of_recipe(data)) if is_own else ()
    turned = (TURNED,) if is_own else ()
    settings.corner((AUDIT_RUNS, *turned, *(_SHARED[name] for name in of_own)), show)


def _bring(content: dict[str, float]) -> None:
    address.put(MECHANISM, OF_2008)
    for name, value in content.items():
        address.put(_SHARED[name], value)
    address.put(PAIR, "worst")
