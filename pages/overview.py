"""Overview."""

import streamlit as st

st.title("What does privacy cost?")
