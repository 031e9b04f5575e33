"""The ledger on the screen: the chosen budget, what is left, what further charges would leave.

No other budget is shown.
"""

import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.ledger import Budget, Charge, Cost, Ledger, Overspent
from dpcore.release import kept
from pages.kit import text, words
from pages.kit.frame import page_frame
from pages.kit.text import help_on
from pages.release import session
from pages.release.budgets import sentences
from pages.release.session import ReleaseSession
from server.releases import Releases

SHOWN = 8
"""Charges that the page lists, the latest ones."""

_AGAIN, _NO_MODEL = "release_again", "release_no_model"


def show(releases: Releases, ledger: Ledger) -> None:
    """Draw the ledger: who may spend, the chosen budget with its charges, and a plan to try."""
    st.header("The ledger", anchor=False)
    st.caption(sentences.ledger(ledger, lies=releases.is_alone))
    # Kept in the session: without the form there is no box to ask.
    chosen, names = ReleaseSession.current().budget, ledger.data_sets()
    if releases.is_alone and chosen is None and len(names) == 1:
        chosen = names[0]  # there is no other, no table that it may not be for, nobody else to tell
    if chosen in names:
        _one(releases, ledger, ledger.budget(chosen))
    else:
        st.markdown(sentences.NO_BUDGET)


def _one(releases: Releases, ledger: Ledger, budget: Budget) -> None:
    unfinished, set_back = ledger.unfinished(), ledger.set_back()
    with st.container(border=True):
        st.markdown(f"**{text.escape_markdown(budget.data_set)}**")
        st.progress(budget.share_spent, sentences.spent(budget))
        if budget.terms is not None:
            st.caption(sentences.kept_together(budget))
        if budget.items_left:
            st.markdown(sentences.items(budget))
        charges = [each for each in budget.charges if isinstance(each, Charge)]
        st.markdown(
            "\n".join(
                "- "
                + sentences.charge(
                    each, is_open=each.number in unfinished, before=set_back.get(each.number)
                )
                for each in charges[: -SHOWN - 1 : -1]
            )
        )
        if len(charges) > SHOWN:
            st.caption(sentences.earlier(len(charges) - SHOWN))
        finished = [each for each in charges[::-1] if each.number not in unfinished]
        if finished and releases.is_alone:
            _again(releases, finished)
        if budget.terms is None:
            _plan(ledger, budget)


def _again(releases: Releases, finished: list[Charge]) -> None:
    """Draw what shows a released model again: a server that was restarted knows no keys.

    Only where nobody else comes. Elsewhere the models are for who asked, or keeps the ledger.
    """
    st.selectbox(
        "Show a released model again",
        finished,
        index=None,
        format_func=sentences.entry,
        placeholder="choose its entry",
        key=_AGAIN,
        on_change=_show_model,
        args=(releases,),
        help=help_on("release_again"),
    )
    if refusal := st.session_state.pop(_NO_MODEL, ""):
        st.error(text.escape_markdown(refusal), icon=":material/block:")


def _show_model(releases: Releases) -> None:
    """Let the page show the model of the chosen entry; a callback."""
    charge = st.session_state[_AGAIN]
    st.session_state[_AGAIN] = None  # The same one can be chosen again.
    if charge is None:
        return
    try:
        with releases.ledger() as ledger:
            kept(ledger, charge.number)
    except InvalidInput as refusal:
        st.session_state[_NO_MODEL] = str(refusal)
        return
    ReleaseSession.current().last = charge.ticket


def _plan(ledger: Ledger, budget: Budget) -> None:
    typed = session.text(
        "plan",
        "Charges to try, without spending",
        placeholder="such as 0.5; 0.25",
        help=help_on("release_plan"),
    )
    deltas = ""
    if budget.delta:
        deltas = session.text(
            "plan_delta",
            "δ of each of them",
            placeholder="such as 1e-6",
            help=help_on("release_plan_delta"),
        )
    if not typed:
        return
    with page_frame.refusing():
        costs = _costs(_charges("Charges to try", typed), _charges("δ", deltas or "0"))
        try:
            said = sentences.planned(costs, ledger.plan(budget.data_set, costs))
        except Overspent as refusal:  # An answer, and no fault: nothing was asked for.
            said = text.escape_markdown(str(refusal))
        st.markdown(said)


def _costs(epsilons: list[float], deltas: list[float]) -> list[Cost]:
    """Return charges with their δ: one for all of them, or one for each."""
    if len(deltas) not in (1, len(epsilons)):
        raise InvalidInput(
            f"δ must be one number for all charges, or one for each of the {len(epsilons)}; got "
            f"{len(deltas)}."
        )
    every = deltas * len(epsilons) if len(deltas) == 1 else deltas
    return [Cost(*each) for each in zip(epsilons, every, strict=True)]


def _charges(called: str, typed: str) -> list[float]:
    """Return what was typed as charges; a single number is read as in the box of ε: 1,5 is 1.5."""
    try:
        return [words.read_number(called, typed)]
    except InvalidInput:
        numbers = words.read_numbers(called, typed)
        if not numbers:  # marks alone, such as ";"
            raise
        return numbers
