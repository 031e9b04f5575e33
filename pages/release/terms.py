"""The second step: how the classifier is drawn, and for how much."""

from collections.abc import Callable

import streamlit as st

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Schema
from dpcore.erm.losses import LOSSES, Loss, make_loss
from dpcore.ledger import Budget
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.regularization.suggested import AUTO
from dpcore.release.orders import ReleaseRequest, plan_route
from dpcore.release.records import words as label_words
from dpcore.release.safe import pure_mechanisms, released_mechanisms
from pages.comparison import values
from pages.kit import words
from pages.kit.text import escape_markdown, help_on
from pages.release import sentences, session

FIXED, CHOSEN = "fixed", "chosen"
HOW_LAM = {FIXED: "One value", CHOSEN: "Chosen privately among candidates"}
FOLLOWS = "λ follows ε"
CALLED = {"epsilon": "Privacy parameter ε", "delta": "Privacy parameter δ",
          "lam": "Regularization λ", "candidates": "Candidates λ",
          "share": "Share of records for the test", "epsilon_test": "ε of the test error",
          "h": "Half-width h", "positive_share": "The declared share of +1"}  # fmt: skip
HALF_WIDTH = 0.5
"""Of a loss that has none."""


Lams = Callable[[], tuple[float | str, ...]]
"""What reads the values of λ from their boxes: not before ε is said, so that a form that is not yet
filled in is no mistake."""


def ask(schema: Schema, budget: Budget) -> ReleaseRequest | None:
    """Draw what is to be said about a release; return the order once ε is said.

    Raises
    ------
    InvalidInput
        If something cannot be used; everything that was typed stays.
    """
    st.markdown(sentences.BEFOREHAND)
    pure = pure_mechanisms()
    # Those with a δ where the budget has one: elsewhere they could not be paid for.
    names = released_mechanisms() if budget.delta else pure
    labels = {name: MECHANISMS[name].label for name in names}
    mechanism = session.choice("mechanism", "Mechanism", labels, start=pure[-1])  # the best of them
    uses_delta = MECHANISMS[mechanism].uses_delta
    with st.container(horizontal=True):
        loss = session.choice("loss", "Loss", {name: each.label for name, each in LOSSES.items()})
        h = session.text("h", CALLED["h"], "0.5") if LOSSES[loss].has_half_width else ""
        said = help_on("release_positive_share")
        share = session.text("positive_share", _share_of(schema), session.NO_SHARE, help=said)
        epsilon = session.text(
            "epsilon", CALLED["epsilon"], placeholder="such as 1", help=help_on("release_epsilon")
        )
        delta = _delta() if uses_delta else ""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        # Algorithm 4 is for ε alone.
        hows = {FIXED: HOW_LAM[FIXED]} if uses_delta else HOW_LAM
        how = session.choice("how_lam", "How λ is set", hows, help=help_on("release_how_lam"))
        read = _candidates() if how == CHOSEN else _one_lam()
    by_rule = st.empty()
    test_share, epsilon_test = _test(budget.n)
    if not epsilon or (uses_delta and not delta):
        st.markdown(sentences.SAY_BOTH if uses_delta else sentences.SAY_EPSILON)
        return None
    charged, lams = _positive("epsilon", epsilon), read()
    order = ReleaseRequest(
        schema,
        mechanism,
        charged,
        None if how == CHOSEN else lams[0],
        _loss(loss, h, share),
        budget.data_set,
        test_share,
        epsilon_test,
        lams if how == CHOSEN else (),
        checks.between(CALLED["delta"], _positive("delta", delta), 0.0, 1.0) if uses_delta else 0.0,
    )
    rules = plan_route(order, budget).rules
    rule = next((each for each in rules if each is not None), None)
    if rule is not None:
        by_rule.caption(sentences.lam_by_rule(rule))
    return order


def _delta() -> str:
    return session.text(
        "delta", CALLED["delta"], placeholder="such as 1e-6", help=help_on("release_delta")
    )


def _one_lam() -> Lams:
    """Draw the box for λ and what lets it follow ε; return how to read it, once ε is said."""
    follows = session.yes(
        "follows",
        FOLLOWS,
        default=True,
        help=help_on("release_follows"),
        on_change=session.let_follow,
    )
    lam = session.text(
        "lam", CALLED["lam"], placeholder="follows ε", on_change=session.stop_following
    )

    def read() -> tuple[float | str, ...]:
        if follows:
            return (AUTO,)
        if not lam:
            raise InvalidInput(
                f"{CALLED['lam']} is empty. Enter a number, such as 0.01, or let it follow ε."
            )
        return (_positive("lam", lam),)

    return read


def _candidates() -> Lams:
    """Draw the candidates; return how to read them, once ε is said."""
    follows = session.yes("auto", "One of them follows ε", default=True)
    typed = session.text("candidates", CALLED["candidates"], "0.1")

    def read() -> tuple[float | str, ...]:
        numbers = words.read_numbers(CALLED["candidates"], typed)
        if not (follows or numbers):
            raise InvalidInput(f"{CALLED['candidates']}: enter some, such as 0.01; 0.1.")
        return (*((AUTO,) if follows else ()), *numbers)

    return read


def _share_of(schema: Schema) -> str:
    """Return what the box for class weights is called, by the label's own word for +1."""
    positive = escape_markdown(label_words(schema.label)["positive"])
    return f"Share of “{positive}”, declared"


def _loss(name: str, h: str, positive_share: str) -> Loss:
    share = _between("positive_share", positive_share)
    return make_loss(name, _between("h", h) if h else HALF_WIDTH, share)


def _between(name: str, typed: str) -> float:
    low, high = values.BOUNDS[name]
    return checks.between(CALLED[name], words.read_number(CALLED[name], typed), low, high)


def _test(n: int) -> tuple[float, float]:
    """Draw what a private test error costs; return its share of n records, and its ε."""
    if not session.yes("test", "Release a test error too", help=help_on("release_test")):
        return 0.0, 0.0
    with st.container(horizontal=True):
        share = session.text("share", CALLED["share"], "0.2")
        epsilon = session.text("epsilon_test", CALLED["epsilon_test"], placeholder="such as 1")
    if not epsilon:
        raise InvalidInput(f"{CALLED['epsilon_test']} is empty. Enter a number, such as 1.")
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
