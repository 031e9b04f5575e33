"""What the part asks: a prior about Ana, a question, and what was answered."""

from collections.abc import Callable

from dpcore import checks
from dplab.studies.foundations.beliefs import VALUES as ANAS
from dplab.studies.foundations.beliefs import Question
from pages.foundations.beliefs.sentences import NAMES
from pages.foundations.epsilon import EPSILON
from pages.kit import words
from pages.kit.values import Get, UrlParameter, one_of, spelled

QUESTIONS = {"sum": "Noisy sum", "xor": "XOR of two bits"}
BITS = {"0": "0", "1": "1"}
LARGEST = 1.0
"""Of a weight."""

BEYOND = 1e12
"""The most that a link may say of an answer."""


def _within(called: str, low: float, high: float) -> Callable[[str], float]:
    wanted = f"a number from {words.number(low)} to {words.number(high)}"
    return lambda text: checks.between(
        called, words.read_number(called, text, wanted=wanted), low, high
    )


def _weight(name: str, default: str, value: float) -> UrlParameter:
    return UrlParameter(
        name, default, _within(f"The weight of Ana's value {NAMES[value]}", 0, LARGEST)
    )


FIRST = Question()
WEIGHTS = {
    value: _weight(f"foundations_{name}", spelled(weight), value)
    for name, value, weight in zip(
        ("zero", "half", "one"), ANAS[FIRST.question], FIRST.weights, strict=True
    )
}
"""By Ana's values."""

QUESTION = one_of("What is asked", "foundations_question", FIRST.question, QUESTIONS)
OUTPUT = UrlParameter(
    "foundations_output",
    spelled(FIRST.output),
    _within("The noisy answer", -BEYOND, BEYOND),
)
BIT = one_of("The answered bit", "foundations_bit", "1", BITS)
VALUES: tuple[UrlParameter, ...] = (QUESTION, *WEIGHTS.values(), OUTPUT, BIT)


def question(get: Get) -> Question:
    """Return what an address asks."""
    name = get(QUESTION)
    return Question(
        name,
        tuple(get(WEIGHTS[value]) for value in ANAS[name]),
        float(get(OUTPUT) if name == "sum" else get(BIT)),
        get(EPSILON),
    )
