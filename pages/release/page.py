"""Release: one private classifier, charged to a ledger, with a certificate; and its use."""

import os
from collections.abc import Iterator

import streamlit as st

from dpcore.ledger import Ledger
from dpcore.privacy.proofs import PROOFS
from pages.kit import controls, visitor
from pages.kit.frame import page_frame
from pages.release import material, outcome, review, sentences, terms, use, values
from pages.release.budgets import choice, panel
from pages.release.session import ReleaseSession
from server.releases import Releases, read_releases


def show(releases: Releases, ledger: Ledger) -> None:
    """Draw the four steps, or what came of the last one, with their states above."""
    states = st.container(key="release_steps")
    with st.container(key="release_columns"):
        steps, beside = st.columns([2.2, 1], gap="large")
    with steps:
        pressed = review.pressed()
        said = _came_of(pressed, releases, ledger)
        # What was released has gone through all of them.
        done = ["", "", "", said] if said else _form(_steps(releases, ledger, pressed))
    states.markdown(sentences.states(done))
    with beside, page_frame.refusing():
        panel.show(releases, ledger)


def _came_of(pressed: str, releases: Releases, ledger: Ledger) -> str:
    """Draw what came of the key that was pressed last; return it in short, if it was charged."""
    with page_frame.refusing():
        if pressed and ledger.lookup(pressed):  # A button that did its work before this run.
            ReleaseSession.current().last = pressed
        last = ReleaseSession.current().last
        return outcome.show(ledger, last, is_alone=releases.is_alone) if last else ""
    return ""


def _form(steps: Iterator[str]) -> list[str]:
    """Draw each step under its name, or why it waits; return what came of those that are done."""
    done, is_open = [], True
    with st.container(key="release_form"):
        for number, (title, waits) in enumerate(sentences.STEPS.items(), start=1):
            st.header(f"{number}. {title}", anchor=False)
            if not is_open:
                st.caption(waits)
                continue
            came = None
            with page_frame.refusing():
                came = next(steps, None)
            is_open = came is not None
            if came:
                done.append(came)
        outcome.example()
    return done


def _steps(releases: Releases, ledger: Ledger, pressed: str) -> Iterator[str]:
    """Draw step after step, up to the first that needs something; yield what came of each.

    A review is read and not filled in: nothing tells the page that it is done.
    """
    found = material.ask()
    if found is None:
        return
    yield sentences.of_material(found.schema, len(found.table))
    budget = choice.choose(releases, ledger, found)
    order = terms.ask(found.schema, budget) if budget else None
    if order is None or budget is None:
        return
    idempotency_key = ReleaseSession.current().idempotency_key(order, found.number)
    if pressed == idempotency_key:
        ReleaseSession.current().note_budget(budget.data_set)
        outcome.draw(order, found, ledger, idempotency_key)
        st.rerun()
    if pressed:
        st.error(sentences.CHANGED, icon=":material/block:")
    yield sentences.of_terms(order)
    review.show(order, found, budget, ledger)
    yield ""
    review.button(order, found, idempotency_key)


page_frame.title("release", sentences.FOLLOWS)
releases = read_releases(os.environ, is_here=visitor.is_here())
if not releases.are_on:
    st.markdown(f"**{sentences.off(releases)}**")
else:
    if controls.one(values.PART, "What to do", values.PARTS) == values.USE:
        use.show()
    else:
        with page_frame.refusing(), releases.ledger() as ledger:
            ledger.data_sets()  # What is wrong with it is said once.
            show(releases, ledger)
    page_frame.folds("release", {each.title: each.text for each in PROOFS.values()})
