"""The format in which a figure's camera button saves."""

import streamlit as st

FORMATS = {"svg": "SVG, for print and slides", "png": "PNG, for everything else"}


def choice() -> None:
    """Ask for the format."""
    st.markdown("The camera at the figure's upper right corner saves it as")
    st.radio(
        "Format of the picture",
        list(FORMATS),
        format_func=FORMATS.__getitem__,
        key="picture",
        label_visibility="collapsed",
    )


def chosen() -> str:
    """Return the format that was asked for last."""
    return str(st.session_state.get("picture", "svg"))
