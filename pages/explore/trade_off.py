"""Trade-off."""

import streamlit as st

st.title("How much accuracy does privacy cost?")
