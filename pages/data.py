"""Data."""

import streamlit as st

st.title("What goes in?")
