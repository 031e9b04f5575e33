"""Accessibility: the statement, as the guides have it."""

import streamlit as st

from pages.kit import text
from pages.kit.frame import page_frame

page_frame.title("accessibility", follows="")
st.markdown(text.statement())
