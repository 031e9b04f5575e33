"""The answer of the part."""

import streamlit as st


def show(chosen: float) -> None:
    """Draw the answer."""
    st.markdown(f"ε = {chosen:g}")
