"""What the guessing game asks: who plays, on which answers, and the moves of the game.

A game is its seed and the guesses so far, both in the address.
"""

from dplab.studies.foundations import game
from dplab.studies.foundations.game import LARGEST_SEED, MANY, OTHERS, Question, Rules
from pages.foundations.epsilon import EPSILON
from pages.kit.values import Get, UrlParameter, one_of, spelled, whole

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
    return whole("The number of the game", 0, LARGEST_SEED)(text) if text else None


def _game(text: str) -> str:
    return f"Game {text}" if text else NONE


def _guessed(text: str) -> str:
    return f"A game after round {len(text)}" if text else NONE


ROLE = one_of("Who you play", "foundations_role", "bob", ROLES)
ASKED = one_of("The answers", "foundations_answers", "laplace", ANSWERS)
ONES = UrlParameter(
    "foundations_ones",
    spelled(Rules.ones),
    whole(f"Ones among the other {OTHERS} votes", 0, OTHERS),
)
PAIR = one_of("The two data sets", "foundations_pair", "one", PAIRS)
GAME = UrlParameter("foundations_game", "", _seed, _game)
GUESSES = UrlParameter("foundations_guesses", "", game.read_guesses, _guessed)
OPTIMAL = one_of("Rounds of the optimal Bob", "foundations_optimal", "0", PLAYED)
VALUES: tuple[UrlParameter, ...] = (ROLE, ASKED, ONES, PAIR, GAME, GUESSES, OPTIMAL)


def question(get: Get) -> Question:
    """Return what an address asks; where it names no game, of the first one.

    On the live page it always names one: a visitor's coins and noise are new.
    """
    is_bob = get(ROLE) == "bob"
    optimal = int(get(OPTIMAL)) if is_bob else MANY
    return Question(is_bob, rules(get, is_bob=is_bob), get(GAME) or 0, get(GUESSES), optimal)


def rules(get: Get, *, is_bob: bool) -> Rules:
    """Return the rules of an address; Bob's two data sets always differ."""
    return Rules(get(ASKED), get(EPSILON), get(ONES), is_bob or get(PAIR) == "one")
