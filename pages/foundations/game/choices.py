"""What the guessing game asks for, who plays, and the moves of the game.

A game is its seed and the guesses so far, both in the address. One look at a round with little
noise would tell its coin, so that another ε, other answers and other data sets mean another game.
"""

import secrets

import streamlit as st

from dplab.studies.foundations import game
from dplab.studies.foundations.game import LARGEST_SEED, MANY, OTHERS, ROUNDS, Question, Rules
from pages.foundations import epsilon
from pages.kit import address, controls
from pages.kit.address import UrlParameter

ROLES = {"bob": "Bob", "alice": "Alice"}
ANSWERS = {
    "laplace": "Noisy sum (Laplace)",
    "randomised_response": "Randomised response",
    "majority": "Majority, no noise",
}
PAIRS = {"one": "One record differs", "same": "The same"}
PLAYED = {"0": "None", str(MANY): f"{MANY:,}"}

NONE = "A new game"
"""What is shown instead of a game that cannot be read."""


def _seed(text: str) -> int | None:
    return address.whole("The number of the game", 0, LARGEST_SEED)(text) if text else None


def _game(text: str) -> str:
    return f"Game {text}" if text else NONE


def _guessed(text: str) -> str:
    return f"A game after round {len(text)}" if text else NONE


ROLE = address.one_of("Who you play", "foundations_role", "bob", ROLES)
ASKED = address.one_of("The answers", "foundations_answers", "laplace", ANSWERS)
ONES = UrlParameter(
    "foundations_ones",
    str(OTHERS // 2),
    address.whole(f"Ones among the other {OTHERS} votes", 0, OTHERS),
)
PAIR = address.one_of("The two data sets", "foundations_pair", "one", PAIRS)
GAME = UrlParameter("foundations_game", "", _seed, _game)
GUESSES = UrlParameter("foundations_guesses", "", game.read_guesses, _guessed)
OPTIMAL = address.one_of("Rounds of the optimal Bob", "foundations_optimal", "0", PLAYED)
VALUES: tuple[UrlParameter, ...] = (ROLE, ASKED, ONES, PAIR, GAME, GUESSES, OPTIMAL)

RULES = "foundations rules"
"""Where the session keeps the rules of the game that it has, beside the game's number."""


def card() -> Question:
    """Draw the controls and return what they say."""
    _settle()
    is_bob = controls.one(ROLE, "You play", ROLES) == "bob"
    epsilon.dial()
    asked = controls.one_of_many(ASKED, "Answers", ANSWERS)
    # Randomised response answers the vote in question, whatever the others are.
    unused = asked == "randomised_response"
    controls.number(ONES, f"Ones among the other {OTHERS} votes", 0, OTHERS, 1, disabled=unused)
    if is_bob:
        st.caption("Another ε, other answers or other votes begin a new game.")
    else:
        controls.one(PAIR, "A and B", PAIRS)
    return _question(is_bob=is_bob)


def within_reach() -> None:
    """Draw the slider that moves the picture right under it, for a phone."""
    epsilon.within_reach()


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
    seed, rules = address.get(GAME), _rules(is_bob=True)
    if seed is None:
        address.complete(_fresh())
    if address.get(ROLE) == "bob":
        known = st.session_state.get(RULES, (seed, rules))
        if known[0] == seed and known[1] != rules:
            address.complete(_fresh())
        st.session_state[RULES] = seed, rules


def _fresh() -> dict[UrlParameter, object]:
    return {GAME: secrets.randbelow(LARGEST_SEED), GUESSES: "", OPTIMAL: "0"}


def _question(*, is_bob: bool) -> Question:
    return Question(
        is_bob,
        _rules(is_bob=is_bob),
        address.get(GAME),
        address.get(GUESSES),
        int(address.get(OPTIMAL)) if is_bob else MANY,
    )


def _rules(*, is_bob: bool) -> Rules:
    return Rules(
        address.get(ASKED),
        epsilon.used(),
        address.get(ONES),
        is_bob or address.get(PAIR) == "one",
    )
