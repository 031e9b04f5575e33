"""How far a run has come, or how it ended."""

import streamlit as st

from dpcore.experiments.jobs import Status
from pages.shared import words
from pages.shared.text import literal

STATES = {
    "cancelled": "Cancelled. What was computed stays, and is not computed again.",
    "abandoned": "Stopped, since nobody was watching. Start again: what was computed stays.",
}


def draw(status: Status) -> None:
    """Draw how far a run has come, or how it ended."""
    if status.state == "waiting":
        st.info(f"The server is busy: {words.counted(status.place, 'run')} to start, yours last.")
    elif status.state == "running":
        left = status.seconds_left
        text = f"{status.done} of {words.counted(status.total, 'part')}"
        text += "" if left is None else f", about {words.duration(left)} left"
        st.progress(status.done / status.total, text)
    elif status.state in STATES:
        st.info(STATES[status.state])
    for reason in sorted(set(status.failures)):
        failed = words.counted(status.failures.count(reason), "part")
        st.warning(f"{failed} failed: {literal(reason)}")
