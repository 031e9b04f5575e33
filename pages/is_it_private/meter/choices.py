"""What the meter asks for: a mechanism, and whose records are neighbours."""

from dataclasses import dataclass, replace

import streamlit as st

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import UPLOAD, Settings
from dplab.studies.is_it_private.verdicts import MOST_OWN_RECORDS, Question
from pages.comparison import values
from pages.comparison.screen import cached, settings
from pages.is_it_private import problem
from pages.is_it_private.results import OwnPair
from pages.kit import address, controls
from pages.kit.address import UrlParameter
from pages.kit.words import pluralize

PAIRS = {"worst": "the worst we found", "own": "in your data"}
RUNS = {"4000": "4,000", "40000": "40,000"}

LABELS = {name: mechanism.label for name, mechanism in MECHANISMS.items()}

MOST_ROWS = 10_000_000

MECHANISM = address.one_of("Mechanism", "mechanism", "objective_2008", LABELS)
PAIR = address.one_of("The pair of neighbours", "pair", "worst", PAIRS)
AUDIT_RUNS = address.one_of("Runs of the audit", "runs", "4000", RUNS)
TURNED = UrlParameter("turned", "0", address.whole("The record", 0, MOST_ROWS))
"""The record of the visitor's data whose label is turned, from 1; 0 for the longest."""
VALUES = (MECHANISM, PAIR, AUDIT_RUNS, TURNED)

EXAMPLES = {
    "CM08's own setting": {"n": 14_000, "lam": 0.01, "epsilon": 0.1, "d": 10},
    "Few records, small λ": {"n": 600, "lam": 1e-6, "epsilon": 0.2, "d": 1},
    "A small table": {"n": 100, "lam": 1e-3, "epsilon": 0.1, "d": 1},
}
"""Settings at which the missing Jacobian term of 2008 is harmless, and at which it matters."""

_SHARED = values.VALUES


@dataclass(frozen=True)
class MeterAsked:
    """What the meter is asked.

    `own` says which records of the visitor's data are neighbours, if they are looked for there.
    """

    question: Question
    own: OwnPair | None


def card() -> MeterAsked:
    """Draw the settings and return what they ask."""
    mechanism = controls.one_of_many(MECHANISM, "Mechanism", LABELS)
    is_own = controls.one(PAIR, "Neighbours", PAIRS) == "own"
    if is_own:
        settings.data_choice()
    problem.epsilon()
    if settings.uses_delta(mechanism):
        settings.delta()
    settings.given_lam()
    settings.losses()
    n = _own_size() if is_own else problem.size()
    _rest(is_own)
    _examples()
    problem.links()
    chosen = settings.about_one_lam()
    d = cached.dataset(chosen).X.shape[1] if is_own else chosen.d
    chosen = replace(chosen, n=n)
    of_problem = chosen.epsilon, chosen.given_lam, chosen.loss, chosen.h
    return MeterAsked(Question(mechanism, *of_problem, n, d, chosen.delta), own(chosen))


def own(chosen: Settings) -> OwnPair | None:
    """Return which records of the visitor's data are neighbours, if they are looked for there."""
    if address.get(PAIR) != "own":
        return None
    # Which row of an own table is looked at stands in no link.
    turned = 0 if chosen.is_own else address.get(TURNED)
    most = cached.available(chosen.data)
    return OwnPair(chosen, min(turned, most) - 1 if turned else None)


def _examples() -> None:
    """Draw buttons that bring settings with a history."""
    st.caption("Settings with a history:")
    with st.container(horizontal=True, gap="small"):
        for label, content in EXAMPLES.items():
            st.button(label, on_click=_bring, args=(content,), key=f"to {label}", type="tertiary")


def runs() -> int:
    """Return how often the auditor runs the mechanism on each data set."""
    return int(address.get(AUDIT_RUNS))


def _own_size() -> int:
    available = cached.available(address.get(_SHARED["data"]))
    asked = address.get(_SHARED["n"]) or available
    most = min(available, MOST_OWN_RECORDS)
    options = (*(size for size in values.SIZES if size < most), most)
    controls.slider_with_box(_SHARED["n"], "Records n", options, min(asked, most))
    if asked > most:
        # The box keeps what the other pages use, such as "all".
        st.caption(f"n = {most:,} here: {_why(available)}")
    return int(min(asked, most))


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
        problem.features()

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
    problem.more((AUDIT_RUNS, *turned, *(_SHARED[name] for name in of_own)), show)


def _bring(content: dict[str, float]) -> None:
    for name, value in content.items():
        address.put(_SHARED[name], value)
    address.put(PAIR, "worst")
