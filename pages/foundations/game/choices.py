"""The controls of the guessing game: who plays, on which answers, and the buttons of the game.

One look at a round with little noise would tell its coin, so that another ε, other answers and
other data sets mean another game.
"""

import secrets

import streamlit as st

from dplab.studies.foundations.game import LARGEST_SEED, MANY, OTHERS, ROUNDS, Question
from pages.foundations import choices as of_page
from pages.foundations.game.values import (
    ANSWERS,
    ASKED,
    GAME,
    GUESSES,
    ONES,
    OPTIMAL,
    PAIR,
    PAIRS,
    ROLE,
    ROLES,
    question,
    rules,
)
from pages.kit import address, controls
from pages.kit.address import UrlParameter

RULES = "foundations rules"
"""Where the session keeps the rules of the game that it has, beside the game's number."""


def card() -> Question:
    """Draw the controls and return what they say."""
    _settle()
    is_bob = controls.one(ROLE, "You play", ROLES) == "bob"
    of_page.dial()
    asked = controls.one_of_many(ASKED, "Answers", ANSWERS)
    # Randomised response answers the vote in question, whatever the others are.
    unused = asked == "randomised_response"
    controls.number(ONES, f"Ones among the other {OTHERS} votes", 0, OTHERS, 1, disabled=unused)
    if is_bob:
        st.caption("Another ε, other answers or other votes begin a new game.")
    else:
        controls.one(PAIR, "A and B", PAIRS)
    return question(address.get)


def guess(which: str, at: int) -> None:
    """Guess round `at`: "0" for A, "1" for B; for callbacks.

    A second press that arrives before the next round is on the screen guesses nothing.
    """
    before = address.get(GUESSES)
    if len(before) == at < ROUNDS:
        address.put(GUESSES, before + which)


def begin_anew() -> None:
    """Begin another game; for callbacks."""
    for value, content in _fresh().items():
        address.put(value, content)


def let_optimal_play() -> None:
    """Let the optimal Bob play, too; for callbacks."""
    address.put(OPTIMAL, MANY)


def _settle() -> None:
    """Begin another game where there is none yet, or where its rules are no longer those."""
    seed, asked = address.get(GAME), rules(address.get, is_bob=True)
    if seed is None:
        address.complete(_fresh())
    if address.get(ROLE) == "bob":
        known = st.session_state.get(RULES, (seed, asked))
        if known[0] == seed and known[1] != asked:
            address.complete(_fresh())
        st.session_state[RULES] = seed, asked


def _fresh() -> dict[UrlParameter, object]:
    return {GAME: secrets.randbelow(LARGEST_SEED), GUESSES: "", OPTIMAL: "0"}
