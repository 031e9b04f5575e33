"""What pages say below a figure of costs."""

import streamlit as st

from pages.kit import controls
from pages.kit.frame import page_frame


def few_records(told: str | None, epsilon: float) -> None:
    """Say what few records cost, with a link to the picture along n.

    Where another ε of the same records has something to say, the place stays.
    """
    if told is None:
        return
    with page_frame.steady("few"):
        if not told:
            st.empty()
            return
        text, link = st.columns([2.8, 1], vertical_alignment="center")
        text.markdown(told)
        with link:
            controls.link_to(
                "trade_off",
                "Error against n",
                ":material/arrow_forward:",
                {"axis": "n", "epsilon": epsilon},
            )
