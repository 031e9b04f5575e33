"""The entry script: the frame around every page, and the one place that catches what goes wrong."""

import logging
from pathlib import Path

import streamlit as st

from dpcore.checks import InvalidInput
from pages.shared import address, live, settings, style, text
from pages.shared.counterexample import choices as counterexample
from pages.shared.geometry import choices as geometry
from pages.shared.papers import choices as papers
from pages.shared.private import choices as private
from pages.shared.sweep import choices as sweep
from pages.shared.tuning import choices as tuning

LOG = logging.getLogger(__name__)
LOGO = str(Path(__file__).parents[1] / "assets" / "logo.svg")

PAGES = {
    "": [
        st.Page("overview.py", title="Overview", default=True),
        st.Page("data.py", title="Data", url_path="data"),
    ],
    "Explore": [
        st.Page("explore/trade_off.py", title="Trade-off", url_path="trade-off"),
        st.Page("explore/sweeps.py", title="Sweeps", url_path="sweeps"),
        st.Page("explore/geometry.py", title="Geometry", url_path="geometry"),
        st.Page("explore/counterexample.py", title="Counterexample", url_path="counterexample"),
        st.Page("explore/private_tuning.py", title="Private tuning", url_path="private-tuning"),
    ],
    "Understand": [
        st.Page("understand/is_it_private.py", title="Is it private?", url_path="is-it-private"),
        st.Page("understand/papers.py", title="Papers", url_path="papers"),
    ],
}

st.set_page_config(page_title="Privacy-Accuracy Explorer", page_icon=LOGO, layout="wide")
st.html(style.CSS)
page = st.navigation(PAGES, position="top")
OWN = (
    *sweep.VALUES,
    *geometry.VALUES,
    *counterexample.VALUES,
    *tuning.VALUES,
    *private.VALUES,
    *papers.VALUES,
)
address.draw((*settings.VALUES.values(), *OWN, live.RUN))

try:
    page.run()
except InvalidInput as refusal:
    st.error(text.literal(str(refusal)))
except Exception as fault:
    # The edge of the page: the visitor gets a sentence, the log the kind of fault and its place.
    # Not its message, which may quote a visitor's data.
    place = fault.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    LOG.error("%s at %s", type(fault).__name__, place and place.tb_frame.f_code.co_qualname)
    st.error("Something went wrong here, and it is our fault. Your settings are kept; try others.")
