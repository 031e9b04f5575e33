"""What opens a budget: the facts that its owner types once, or those of the sample."""

from typing import Any

import streamlit as st

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.ledger import Ledger
from dpcore.ledger.names import alike
from dpcore.ledger.opening import asked_for
from dpcore.release.spending.items import read_plan
from dplab.tables import sample
from pages.kit import text, visitor, words
from pages.kit.frame import page_frame
from pages.kit.text import help_on
from pages.release import session
from pages.release.budgets import sentences
from pages.release.session import CHOSEN, ReleaseSession
from server.releases import Releases
from server.visits.rate import Rate

MOST_BUDGETS = 200
"""In a ledger, beyond which no visitor of a server that others reach opens another: entries stay.
Whoever keeps the ledger opens as many as there is use for (``python -m dpcore ledger open``)."""
A_MINUTE = Rate(5, 60.0)
"""Budgets of one visitor, where others reach the server: a person who types their facts opens
fewer, and a program would have opened all of `MOST_BUDGETS` in half a minute."""
SAMPLE_EPSILON = 3.0
"""What may be spent on the sample in all: a few releases, and then a refusal, as with any other."""

_REFUSED = "release_budget_refused"

NEW_FACTS = {
    "name": "Name of the data set",
    "n": "Records n",
    "epsilon": "Total ε",
    "m": "Records per person",
    "delta": "Total δ",
    "rho": "Total ρ",
    "plan": "Releases, one kind a line",
}
OF_A_KIND = {"sum": "epsilon", "plan": "plan", "rho": "rho"}
"""What alone a kind of budget asks for."""


def is_of_sample(data_set: str) -> bool:
    """Tell whether a name is kept for the sample."""
    return alike(data_set).startswith(alike(sample.DATA_SET))


def show(releases: Releases, n: int) -> None:
    """Draw what is to be typed about a budget, and the button that opens it."""
    with st.container(border=True, key="release_opening"):
        st.markdown(sentences.OPENING)
        session.text("new_name", "Name of the data set", help=help_on("release_new_name"))
        kind = session.choice(
            "new_kind",
            "How releases are counted",
            sentences.KINDS,
            help=help_on("release_new_kind"),
        )
        st.caption(sentences.ABOUT[kind])
        (_sum if kind == "sum" else _by_laws)(kind, n)
        st.button("Open this budget", on_click=_open_typed, args=(releases,), icon=":material/add:")
        _refusal()


def _sum(_kind: str, n: int) -> None:
    """Draw what is to be typed about a sum of ε and δ."""
    has_delta = session.yes(
        "new_has_delta", "Set a total δ, too", help=help_on("release_new_has_delta")
    )
    with st.container(horizontal=True):
        session.text("new_n", "Records n, public", str(n))
        session.text("new_epsilon", "Total ε, set once", placeholder="such as 2")
        if has_delta:
            session.text("new_delta", "Total δ, set once", placeholder="such as 1e-5")
        session.text("new_m", "Records per person", "1", help=help_on("release_new_m"))


def _by_laws(kind: str, n: int) -> None:
    """Draw what is to be typed about a plan or a ρ, and the ε that it comes to."""
    lines = ""
    if kind == "plan":
        lines = session.area(
            "new_plan",
            NEW_FACTS["plan"],
            placeholder=sentences.PLAN_EXAMPLE,
            help=help_on("release_new_plan"),
        )
    with st.container(horizontal=True):
        session.text("new_n", "Records n, public", str(n))
        if kind == "rho":
            lines = session.text("new_rho", "Total ρ, set once", placeholder="such as 0.2")
        session.text("new_delta", "Total δ, set once", placeholder="such as 1e-6")
    if lines:
        with page_frame.refusing():
            asked = _asked(_typed())
            st.markdown(sentences.would_promise(asked_for({}, "it", **asked)))


def for_sample(releases: Releases, n_before: int) -> None:
    """Draw the button that opens a budget for the sample, which has so many."""
    name = f"{sample.DATA_SET}, {n_before + 1}" if n_before else sample.DATA_SET
    facts = {
        "name": name,
        "n": str(sample.N),
        "epsilon": f"{SAMPLE_EPSILON:g}",
        "m": "1",
        "delta": "0",
    }
    st.markdown(sentences.SAMPLE_BUDGET)
    st.button(
        f"Open a budget of ε = {facts['epsilon']} for the sample",
        on_click=_open,
        args=(releases, facts),
        icon=":material/add:",
    )
    _refusal()


def _refusal() -> None:
    if refusal := st.session_state.pop(_REFUSED, ""):
        st.error(text.escape_markdown(refusal), icon=":material/block:")


def _typed() -> dict[str, str]:
    """Return what was typed about a budget, without what its kind does not have."""
    kind = str(st.session_state.get("release_new_kind", "sum"))
    said = {name: str(st.session_state.get(f"release_new_{name}", "")) for name in NEW_FACTS}
    if kind == "sum" and not st.session_state.get("release_new_has_delta"):
        said["delta"] = "0"
    if kind != "sum":
        said["m"], said["delta"] = "1", said["delta"] or "0"
    return {name: said[name] for name in ("name", "n", "m", "delta", OF_A_KIND[kind])}


def _open_typed(releases: Releases) -> None:
    """Open the budget that was typed, for anything but the sample; a callback."""
    said = _typed()
    if is_of_sample(said["name"]):
        st.session_state[_REFUSED] = sentences.SAMPLES_NAME
    else:
        _open(releases, said)


def _open(releases: Releases, said: dict[str, str]) -> None:
    """Open a budget; a callback."""
    try:
        if not said["name"].strip():
            raise InvalidInput(f"{NEW_FACTS['name']} is empty. Enter one, such as clinic 2024.")
        asked = _asked(said)
        releases.make_folder()
        with releases.ledger() as ledger:
            if not releases.is_alone:
                _check_number(ledger)
            n, delta, m, parts = asked.pop("facts")
            budget = ledger.open(
                said["name"], n=n, delta=delta, records_per_person=m, parts=parts, **asked
            )
    except InvalidInput as refusal:
        st.session_state[_REFUSED] = str(refusal)
        return
    ReleaseSession.current().note_budget(budget.data_set)
    st.session_state[f"release_{CHOSEN}"] = budget.data_set


def _asked(said: dict[str, str]) -> dict[str, Any]:
    """Return what was typed as the ledger takes it: a kind has its own count."""
    n = checks.whole(NEW_FACTS["n"], _number("n", said["n"]))
    m = checks.whole(NEW_FACTS["m"], _number("m", said["m"]), high=n)
    counted: dict[str, Any] = {"epsilon": None, "plan": None, "rho": None}
    if "plan" in said:
        if not said["plan"].strip():
            raise InvalidInput(
                f"The plan is empty. Enter a line, such as {sentences.PLAN_EXAMPLE}."
            )
        counted["plan"] = read_plan(said["plan"].splitlines(), n)
    for name in counted.keys() & said.keys() - {"plan"}:
        counted[name] = checks.positive(NEW_FACTS[name], _number(name, said[name]))
    delta = checks.between(NEW_FACTS["delta"], _number("delta", said["delta"]), 0.0, 1.0)
    return {"facts": (n, delta, m, ()), **counted}


def _check_number(ledger: Ledger) -> None:
    """Raise InvalidInput where a visitor of a server that others reach may open no other budget."""
    if len(ledger.data_sets()) >= MOST_BUDGETS:
        raise InvalidInput(sentences.no_more_budgets(MOST_BUDGETS))
    # Also what the ledger then refuses counts: to try names tells which there are.
    if seconds := A_MINUTE.wait(visitor.kept, visitor.name()):
        raise InvalidInput(sentences.too_soon(A_MINUTE.most, seconds))


def _number(name: str, typed: str) -> float:
    return words.read_number(NEW_FACTS[name], typed, is_whole=name in ("n", "m"))
