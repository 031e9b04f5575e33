"""The controls of the noisy sum."""

import streamlit as st

from dplab.studies.foundations.noisy_sum import Question
from pages.comparison import values
from pages.comparison.screen import settings
from pages.foundations import choices as of_page
from pages.foundations.noisy_sum.values import (
    BIT,
    BITS,
    CALLED_N,
    CALLED_ONES,
    DRAWS,
    MOST_DRAWS,
    ONES,
    SIZE,
    question,
)
from pages.kit import address, controls, words
from pages.kit.text import help_on

MANY = 1_000
SIZES = values.SIZES
COUNTS = tuple(sorted({1, 2, 5, 300, *SIZES}))
"""Of ones: as of people, fewer too, and the count with which the part opens."""


def card() -> Question:
    """Draw the controls and return what they say."""
    of_page.dial()
    controls.dial(SIZE, CALLED_N, SIZES, address.get(SIZE), reach=2)
    _ones(address.get(SIZE) - 1)
    controls.one(BIT, "This person's bit", BITS)
    controls.refusal(DRAWS)
    controls.more((values.VALUES["seed"],), lambda: settings.number("seed", "Seed"))
    return question(address.get)


def buttons() -> None:
    """Draw what lets answers fall."""
    n = address.get(DRAWS)
    with st.container(horizontal=True, key="sum_draws"):
        for label, icon, more in (
            ("One draw", ":material/casino:", 1),
            (f"{MANY:,} draws", ":material/grain:", MANY),
        ):
            st.button(label, icon=icon, on_click=_fall, args=(more,), disabled=n >= MOST_DRAWS)
        st.button(
            "Start again",
            icon=":material/replay:",
            on_click=_fall,
            disabled=not n,
            help=help_on("sum_start_again"),
        )


def _fall(more: int = 0) -> None:
    address.put(DRAWS, min(address.get(DRAWS) + more, MOST_DRAWS) if more else 0)


def _ones(others: int) -> None:
    options = (*(size for size in COUNTS if size < others), others)
    asked = address.get(ONES)
    controls.dial(ONES, CALLED_ONES, options, max(1, min(asked, others)))
    if asked > others:
        there = f"There {'is' if others == 1 else 'are'} {words.pluralize(others, 'other')} here"
        st.caption(f"{there}: all have a 1.")
