"""The quiet row under a figure: what a visitor takes along."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from pages.shared import picture


@contextmanager
def row() -> Iterator[None]:
    """Lay out beside each other what is drawn inside."""
    with st.container(horizontal=True, key="takeaway"):
        yield


def file(name: str, content: Callable[[], str | bytes], label: str = "CSV") -> None:
    """Draw the button that saves a file, whose content is made when it is asked for."""
    st.download_button(
        label,
        content,
        name,
        "text/csv" if name.endswith(".csv") else None,
        on_click="ignore",
        icon=":material/table:",
        type="tertiary",
    )


def format_of_picture() -> None:
    """Draw the choice of the format in which the figure's camera saves."""
    with st.popover("Picture", icon=":material/image:", type="tertiary"):
        picture.choice()


def code(about: str, script: str = "") -> None:
    """Draw the script that does the same, behind a button; without one, only what is to be said."""
    with st.popover("Code", icon=":material/code:", type="tertiary"):
        st.markdown(about)
        if script:
            st.code(script, language="python", height=360)


def link(query: str, *, own: bool) -> None:
    """Draw the address that opens the same picture, behind a button.

    Parameters
    ----------
    query : str
    own : bool
        Whether the picture rests on the visitor's own table.
    """
    with st.popover("Link", icon=":material/link:", type="tertiary"):
        st.markdown("This address opens the same picture anywhere that the dashboard runs:")
        address = (st.context.url or "") + (f"?{query}" if query else "")
        st.code(address, language=None, wrap_lines=True)
        if own:
            st.markdown(
                "It does not carry your table: who opens it needs the same file, "
                "uploaded and declared on the Data page."
            )
