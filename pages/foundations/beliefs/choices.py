"""What the part asks for: a prior about Ana, a question, and what was answered."""

from collections.abc import Callable

import numpy as np
import streamlit as st

from dpcore import checks
from dplab.studies.foundations import beliefs
from dplab.studies.foundations.beliefs import VALUES as ANAS
from dplab.studies.foundations.beliefs import Question
from pages.foundations import epsilon
from pages.foundations.beliefs.sentences import NAMES
from pages.kit import address, controls, words
from pages.kit.address import UrlParameter
from pages.kit.text import help_on

QUESTIONS = {"sum": "Noisy sum", "xor": "XOR of two bits"}
BITS = {"0": "0", "1": "1"}
LARGEST, STEP = 1.0, 0.05
"""Of a weight."""

LOW, HIGH, BEYOND = -1.0, 3.0, 1e12
"""Ends of the slider of answers, outside of which the beliefs are those at its ends; and the most
that a link may say."""

DIGITS = 9
"""Decimals of a weight that is computed."""


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
    value: _weight(f"foundations_{name}", address.spelled(weight), value)
    for name, value, weight in zip(
        ("zero", "half", "one"), ANAS[FIRST.question], FIRST.weights, strict=True
    )
}
"""By Ana's values."""

QUESTION = address.one_of("What is asked", "foundations_question", "sum", QUESTIONS)
OUTPUT = UrlParameter(
    "foundations_output",
    address.spelled(FIRST.output),
    _within("The noisy answer", -BEYOND, BEYOND),
)
BIT = address.one_of("The answered bit", "foundations_bit", "1", BITS)
VALUES: tuple[UrlParameter, ...] = (QUESTION, *WEIGHTS.values(), OUTPUT, BIT)


def card() -> Question:
    """Draw the controls and return what they say."""
    epsilon.dial()
    question = controls.one(QUESTION, "What is asked", QUESTIONS)
    st.markdown("What is believed about Ana's value, before:")
    for value in ANAS[question]:
        _slider(WEIGHTS[value], f"Weight of {NAMES[value]}", 0.0, LARGEST)
    if question == "sum":
        _slider(OUTPUT, "Noisy answer, less what is known", LOW, HIGH)
    else:
        controls.one(BIT, "Answered bit", BITS)
    return _asked()


def within_reach() -> None:
    """Draw the slider of ε right under the picture, for a phone."""
    epsilon.within_reach()


def draw() -> None:
    """Draw Ana's value from the prior and an answer to it; for callbacks."""
    asked = _asked()
    answer = beliefs.draw(asked, np.random.default_rng())
    if asked.question == "sum":
        address.put(OUTPUT, float(np.clip(answer, -BEYOND, BEYOND)))
    else:
        address.put(BIT, int(answer))


def move_most() -> None:
    """Choose the prior and the answer with which a belief moves most; for callbacks."""
    asked = _asked()
    weights = beliefs.moving_most(asked.question, asked.epsilon)
    for value, weight in zip(ANAS[asked.question], weights, strict=True):
        address.put(WEIGHTS[value], round(weight, DIGITS))
    address.put(OUTPUT, 1)
    address.put(BIT, 1)


def _asked() -> Question:
    question = address.get(QUESTION)
    return Question(
        question,
        tuple(address.get(WEIGHTS[value]) for value in ANAS[question]),
        float(address.get(OUTPUT) if question == "sum" else address.get(BIT)),
        epsilon.used(),
    )


def _slider(value: UrlParameter, label: str, low: float, high: float) -> None:
    """Draw a slider between two ends; beyond them it stands at the nearer one."""
    shown = min(max(float(address.get(value)), low), high)
    got = st.slider(
        label,
        low,
        high,
        shown,
        STEP,
        key=address.follow(value, shown),
        on_change=address.write,
        args=(value,),
        help=help_on(value.name),
    )
    address.brought(value, shown, got)
    controls.note(label, words.number(address.get(value)))
    controls.refusal(value)
