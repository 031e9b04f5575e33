"""The entry script: the navigation around every page."""

import streamlit as st

PAGES = {
    "": [st.Page("overview.py", title="Overview", default=True), st.Page("data.py", title="Data")],
    "Explore": [st.Page("explore/trade_off.py", title="Trade-off", url_path="trade-off")],
}

st.navigation(PAGES, position="top").run()
