"""How far a run has come, or how it ended; what starts it, and what ends it."""

from contextlib import nullcontext

import streamlit as st

from dpcore.data.dataset import Dataset
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps.jobs import ENDED, Status
from dplab.simulation.sweeps.spec import n_fits, seconds
from pages.comparison.screen import live
from pages.comparison.screen.live import Shown, Snapshot
from pages.kit import words
from pages.kit.frame import mode
from pages.kit.text import escape_markdown

SMALL = 2.0
"""Estimated seconds up to which a sweep starts by itself."""

STATES = {
    "cancelled": "Cancelled. What was computed stays, and is not computed again.",
    "abandoned": "Stopped, because no page was showing it. Start again: what was computed stays.",
}


def controls(sweep: SweepSpec, seen: Shown, records: Dataset | None) -> None:
    """Draw the button that starts or cancels, beside what the sweep costs."""
    state = live.state(seen.run)
    on_slide = nullcontext() if state in ENDED else mode.slot("start")
    with on_slide, st.container(horizontal=True, vertical_alignment="center", key="start"):
        if state and state not in ENDED:
            st.button("Cancel", icon=":material/stop:", on_click=live.cancel, args=(seen.run,))
        elif state != "done" or live.has_failed(seen.run):
            st.button(
                _label(seen, state),
                icon=":material/play_arrow:",
                type="primary",
                on_click=live.start,
                args=(sweep,),
            )
        st.caption(_estimate(sweep, records), width="stretch")


def is_small(sweep: SweepSpec, records: Dataset | None) -> bool:
    """Tell whether a sweep may start by itself."""
    return seconds(sweep, records=records) <= SMALL


def _estimate(sweep: SweepSpec, records: Dataset | None) -> str:
    """Return what a sweep will cost, in words."""
    return (
        f"{words.pluralize(n_fits(sweep), 'private classifier')}: about "
        f"{words.duration(seconds(sweep, records=records))} on two quiet cores. "
        "It survives a refresh, and no finished part is computed twice."
    )


def _label(seen: Shown, state: str) -> str:
    if state == "done":
        return "Start the failed parts again"
    return "Start with these settings" if seen.kept else "Start"


def show(look: Snapshot) -> None:
    """Draw how far a run has come, or how it ended."""
    if look.status:
        _state(look.status)
        _failures(look.status)
    if not look.current:
        st.info(
            "This figure belongs to the previous settings until the first point of the new one "
            "is there."
            if look.status
            else "This figure belongs to other settings than the card shows. Start computes it "
            "with the present ones."
        )


def _state(status: Status) -> None:
    if status.state == "waiting":
        st.info(
            f"The server is busy. Yours is number {status.place} in the queue; short sweeps go "
            "first."
        )
    elif status.state == "running":
        left = status.seconds_left
        text = f"{status.done} of {words.pluralize(status.total, 'part')}"
        text += f", {status.reused} of them computed before" if status.reused else ""
        text += "" if left is None else f", about {words.duration(left)} left"
        st.progress(status.done / status.total, text)
    elif status.state in STATES:
        st.info(STATES[status.state])


def _failures(status: Status) -> None:
    for reason in sorted(set(status.failures)):
        failed = words.pluralize(status.failures.count(reason), "part")
        st.warning(f"{failed} failed: {escape_markdown(reason)}")
