"""The anatomy that pages share: the question as title, settings beside answer, folds at the end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from pages.shared import text

FOLDS = ("The mathematics", "Assumptions", "What this does not show")

SIMULATION = "This is a simulation: these numbers use the true data and are not private."


def title(page: str) -> None:
    """Write the page's question, the sentence under it, and what kind of numbers will follow."""
    question, _, lead = text.sections(page)["lead"].partition("\n")
    st.title(question.removeprefix("# "), anchor=False)
    with st.container(gap="xsmall", key="lead"):
        st.markdown(lead.strip())
        st.caption(SIMULATION)


def anatomy(page: str) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Write the title and return the places of the answer and of the settings card.

    The card stands at the left; on a phone, below the answer.
    """
    title(page)
    with st.container(key="anatomy"):
        card, answer = st.columns([1, 2.4], gap="medium")
    return answer, card


@contextmanager
def refusing() -> Iterator[None]:
    """Write a refusal where the answer would stand, and let the rest of the page go on."""
    try:
        yield
    except InvalidInput as refusal:
        st.error(text.literal(str(refusal)))


def definition() -> None:
    """Write what ε promises, as a formula."""
    st.latex(
        r"\frac{\Pr[M(D) \in S]}{\Pr[M(D') \in S]} \le e^{\varepsilon}",
        help=text.help_on("definition"),
    )


def folds(page: str) -> None:
    """Write the folds at the end of a page."""
    prose = text.sections(page)
    for heading in FOLDS:
        fold(heading, partial(st.markdown, prose[heading]))


def fold(label: str, show: Callable[[], object]) -> None:
    """Draw a fold whose content is made when it is opened: until then nobody waits for it."""
    found = st.expander(label, key=f"fold {label}", on_change="rerun")
    if found.open:
        with found:
            show()
