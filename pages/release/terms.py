"""The second step: how the classifier is drawn, and for how much."""

import streamlit as st

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.schema import Schema
from dpcore.erm.losses import LOSSES, Loss, make_loss
from dpcore.privacy.ledger import Budget
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.release.orders import ReleaseRequest
from dpcore.release.safe import released_mechanisms
from pages.comparison import settings
from pages.kit import words
from pages.kit.text import help_on
from pages.release import desk, sentences

FIXED, CHOSEN = "fixed", "chosen"
HOW_LAM = {FIXED: "Fixed beforehand", CHOSEN: "Chosen privately among candidates"}
CALLED = {"epsilon": "Privacy parameter ε", "lam": "Regularization λ", "candidates": "Candidates λ",
          "share": "Share of records for the test", "epsilon_test": "ε of the test error",
          "h": "Half-width h"}  # fmt: skip


def ask(schema: Schema, budget: Budget) -> ReleaseRequest | None:
    """Draw what is to be said about a release; return the order once ε is said.

    Raises
    ------
    InvalidInput
        If something cannot be used; everything that was typed stays.
    """
    st.markdown(sentences.BEFOREHAND)
    mechanism = desk.choice("mechanism", "Mechanism", _mechanisms())
    with st.container(horizontal=True):
        loss = desk.choice("loss", "Loss", {name: each.label for name, each in LOSSES.items()})
        h = desk.text("h", CALLED["h"], "0.5") if LOSSES[loss].has_half_width else ""
        epsilon = desk.text(
            "epsilon", CALLED["epsilon"], placeholder="such as 1", help=help_on("release_epsilon")
        )
    with st.container(horizontal=True):
        how = desk.choice("how_lam", "How λ is set", HOW_LAM, help=help_on("release_how_lam"))
        if how == FIXED:
            lam = desk.text("lam", CALLED["lam"], "0.01")
        else:
            lam = desk.text("candidates", CALLED["candidates"], "1e-4, 1e-3, 1e-2, 0.1, 1")
    share, epsilon_test = _test(budget.n)
    if not epsilon:
        st.markdown(sentences.SAY_EPSILON)
        return None
    if how == CHOSEN and not lam:
        raise InvalidInput(f"{CALLED['candidates']} must be said, such as 0.01; 0.1.")
    candidates = tuple(words.read_numbers(CALLED["candidates"], lam)) if how == CHOSEN else ()
    return ReleaseRequest(
        schema,
        mechanism,
        _positive("epsilon", epsilon),
        None if candidates else _positive("lam", lam),
        _loss(loss, h),
        budget.data_set,
        share,
        epsilon_test,
        candidates,
    )


def _mechanisms() -> dict[str, str]:
    """Return the names of the mechanisms that a release may use, the best one first."""
    return {name: MECHANISMS[name].label for name in reversed(released_mechanisms())}


def _loss(name: str, h: str) -> Loss:
    if not h:
        return make_loss(name)
    low, high = settings.BOUNDS["h"]
    return make_loss(
        name, checks.between(CALLED["h"], words.read_number(CALLED["h"], h), low, high)
    )


def _test(n: int) -> tuple[float, float]:
    """Draw what a private test error costs; return its share of n records, and its ε."""
    if not desk.yes("test", "Release a test error too", help=help_on("release_test")):
        return 0.0, 0.0
    with st.container(horizontal=True):
        share = desk.text("share", CALLED["share"], "0.2")
        epsilon = desk.text("epsilon_test", CALLED["epsilon_test"], placeholder="such as 1")
    if not epsilon:
        raise InvalidInput(f"{CALLED['epsilon_test']} must be said, such as 1; nothing is typed.")
    part = checks.between(CALLED["share"], words.read_number(CALLED["share"], share), 0.0, 1.0)
    if part == 0:
        raise InvalidInput(f"{CALLED['share']} must be above 0 and below 1, such as 0.2; got 0.")
    if not 0 < round(part * n) < n:
        raise InvalidInput(
            f"{CALLED['share']} must leave records to train on and to test on, such as 0.2; "
            f"{checks.written(part)} of {n:,} records is {round(part * n):,}."
        )
    return part, _positive("epsilon_test", epsilon)


def _positive(name: str, text: str) -> float:
    return checks.positive(CALLED[name], words.read_number(CALLED[name], text))
