"""What the lecture prints, claim by claim: a fold that is the same in all parts."""

import streamlit as st

from pages.comparison import values
from pages.foundations.lecture import sentences
from pages.foundations.lecture.sentences import LectureClaim
from pages.foundations.values import PARTS
from pages.kit import address
from pages.kit.text import escape_markdown

HEADING = "What the lecture prints"


def show() -> None:
    """Write each claim with its verdict, its test, and what opens the part that shows it."""
    found = sentences.claims()
    st.markdown(sentences.in_short(found))
    # A list, since the cells of a table are too narrow for these on a phone.
    for number, claim in enumerate(found, start=1):
        with st.container(border=True, gap="xsmall"):
            st.markdown(sentences.line(claim))
            st.caption(f"Test: {escape_markdown(claim.test)}")
            st.button(
                f"See it in “{PARTS.labels[claim.part]}”",
                key=f"claim {number}",
                icon=":material/visibility:",
                type="tertiary",
                on_click=_open,
                args=(claim,),
            )


def _open(claim: LectureClaim) -> None:
    """Open the part that shows a claim, at its settings; for callbacks.

    A link to the page itself would drop the settings of all other pages from the address. The fold
    closes, so that the part is in sight.
    """
    known = {value.name: value for value in (*PARTS.values, values.VALUES["epsilon"])}
    address.put(PARTS.choice, claim.part)
    for name, content in claim.at.items():
        address.put(known[name], content)
    st.session_state[f"fold {HEADING}"] = False
