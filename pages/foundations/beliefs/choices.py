"""The controls of the part: a prior about Ana, a question, and what was answered."""

import numpy as np
import streamlit as st

from dplab.studies.foundations import beliefs
from dplab.studies.foundations.beliefs import VALUES as ANAS
from dplab.studies.foundations.beliefs import Question
from pages.foundations import choices as of_page
from pages.foundations.beliefs.sentences import NAMES
from pages.foundations.beliefs.values import (
    BEYOND,
    BIT,
    BITS,
    LARGEST,
    OUTPUT,
    QUESTION,
    QUESTIONS,
    WEIGHTS,
    question,
)
from pages.kit import address, controls, words
from pages.kit.address import UrlParameter
from pages.kit.text import help_on

STEP = 0.05
"""Of a weight."""

LOW, HIGH = -1.0, 3.0
"""Ends of the slider of answers, outside of which the beliefs are those at its ends."""

DIGITS = 9
"""Decimals of a weight that is computed."""


def card() -> Question:
    """Draw the controls and return what they say."""
    of_page.dial()
    name = controls.one(QUESTION, "What is asked", QUESTIONS)
    st.markdown("What is believed about Ana's value, before:")
    for value in ANAS[name]:
        _slider(WEIGHTS[value], f"Weight of {NAMES[value]}", 0.0, LARGEST)
    if name == "sum":
        _slider(OUTPUT, "Noisy answer minus the known sum", LOW, HIGH)
    else:
        controls.one(BIT, "Answered bit", BITS)
    return question(address.get)


def draw() -> None:
    """Draw Ana's value from the prior and an answer to it; for callbacks."""
    asked = question(address.get)
    answer = beliefs.draw(asked, np.random.default_rng())
    if asked.question == "sum":
        address.put(OUTPUT, float(np.clip(answer, -BEYOND, BEYOND)))
    else:
        address.put(BIT, int(answer))


def move_most() -> None:
    """Choose the prior and the answer with which a belief moves most; for callbacks."""
    asked = question(address.get)
    weights = beliefs.moving_most(asked.question, asked.epsilon)
    for value, weight in zip(ANAS[asked.question], weights, strict=True):
        address.put(WEIGHTS[value], round(weight, DIGITS))
    address.put(OUTPUT, 1)
    address.put(BIT, 1)


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
