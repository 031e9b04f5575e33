"""The controls of the part: how many answers, a budget, and the buttons that spend it."""

from collections.abc import Sequence

import streamlit as st

from dpcore.checks import InvalidInput
from dplab.laplace.composition import MOST_ANSWERS, spend
from dplab.studies.foundations.composition import Question
from pages.comparison import values
from pages.comparison.screen import settings
from pages.foundations import choices as of_page
from pages.foundations.composition.values import (
    ANSWERS,
    BUDGET,
    MOST_QUERIES,
    MOST_RUNS,
    RUN,
    SPENT,
    question,
)
from pages.kit import address, controls

COUNTS = (*range(1, 11), 12, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, MOST_ANSWERS)
BUDGETS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

REFUSED = "foundations_refused"
"""Where the session keeps why a query was refused, until it is shown."""


def card() -> Question:
    """Draw the controls and return what they say."""
    of_page.dial()
    controls.dial(ANSWERS, "Answers k", COUNTS, address.get(ANSWERS), reach=2)
    controls.dial(BUDGET, "Budget", BUDGETS, address.get(BUDGET))
    controls.refusal(SPENT)
    controls.refusal(RUN)
    controls.more([values.VALUES["seed"]], lambda: settings.number("seed", "Seed"))
    return question(address.get)


def buttons(cost: float) -> None:
    """Draw the buttons that ask once more, at this ε, and that start with a fresh budget."""
    with st.container(horizontal=True):
        st.button("Ask again", icon=":material/add:", on_click=_ask, args=(cost,))
        st.button("Start again", icon=":material/restart_alt:", on_click=_start_again)


def why_refused() -> str:
    """Return why the last query was refused, once; or an empty text."""
    return str(st.session_state.pop(REFUSED, ""))


def _ask(cost: float) -> None:
    spent = address.get(SPENT)
    try:
        if len(spent) == MOST_QUERIES:
            raise InvalidInput(f"This page counts at most {MOST_QUERIES} queries. Start again.")
        spend(sum(spent), cost, address.get(BUDGET))
    except InvalidInput as refusal:
        st.session_state[REFUSED] = str(refusal)
        return
    _write((*spent, cost))


def _start_again() -> None:
    """Begin with a fresh budget and fresh noise: whoever asks anew expects other answers."""
    address.put(RUN, address.get(RUN) % MOST_RUNS + 1)
    _write(())


def _write(spent: Sequence[float]) -> None:
    address.put(SPENT, [address.spelled(each) for each in spent])
