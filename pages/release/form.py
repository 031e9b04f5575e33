"""The four steps, or what came of them."""

import streamlit as st

from dpcore.privacy.ledger import Ledger
from pages.kit.frame import page_frame
from pages.release import budgets, desk, material, outcome, review, sentences, terms
from pages.release.material import Material
from server.releases import Releases

RELEASE, USE = "release", "use"
PARTS = {RELEASE: "Release one classifier", USE: "Use a released model"}


def show(releases: Releases, ledger: Ledger) -> None:
    """Draw the steps, each once the one before is complete; after the last, what came of it."""
    pressed = review.pressed()
    with page_frame.refusing():
        if pressed and ledger.lookup(pressed):  # A button that did its work before this run.
            desk.here().last = pressed
        last = desk.here().last
        if last and outcome.show(ledger, last, is_alone=releases.is_alone):
            return
    with st.container(key="release_form"), page_frame.refusing():
        found = material.ask()
        if found:
            _onward(releases, ledger, found, pressed)


def _onward(releases: Releases, ledger: Ledger, found: Material, pressed: str) -> None:
    st.header("2. How, and for how much", anchor=False)
    budget = budgets.choose(releases, ledger, len(found.table))
    order = terms.ask(found.schema, budget) if budget else None
    if order is None or budget is None:
        return
    idempotency_key = desk.here().idempotency_key(order, found.number)
    if pressed == idempotency_key:
        outcome.draw(order, found, ledger, idempotency_key)
        st.rerun()
    if pressed:
        st.error(sentences.CHANGED, icon=":material/block:")
    review.show(order, found, budget, ledger, idempotency_key)
