"""What ε promises, on a page that compares: as a formula, and in words."""

import streamlit as st

from dpcore.privacy import risk
from dplab.simulation.settings import Settings
from pages.comparison import sentences
from pages.comparison.screen import cached
from pages.kit import text


def promise(settings: Settings) -> str:
    """Return what ε means, unless it holds of nothing yet."""
    return (
        sentences.GUESSED
        if cached.RECORDS.is_guessed(settings)
        else risk.sentence(settings.epsilon)
    )


def definition() -> None:
    """Write what ε promises, as a formula."""
    st.latex(
        r"\frac{\Pr[M(D) \in S]}{\Pr[M(D') \in S]} \le e^{\varepsilon}",
        help=text.help_on("definition"),
    )
