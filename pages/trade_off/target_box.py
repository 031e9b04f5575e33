"""The box that asks for the largest acceptable loss of accuracy, in points."""

import streamlit as st

from pages.kit import address, controls
from pages.kit.text import help_on
from pages.trade_off.target_error import WITHIN


def box(question: str = "Which ε?") -> None:
    """Draw the box that asks."""
    text = address.text_of(WITHIN)
    typed = st.text_input(
        f"{question} Largest acceptable loss of accuracy, in points",
        text,
        key=address.follow(WITHIN, text),
        on_change=address.write,
        args=(WITHIN,),
        placeholder="such as 2",
        max_chars=24,
        help=help_on(WITHIN.name),
    )
    address.brought(WITHIN, text, typed)
    controls.refusal(WITHIN)
