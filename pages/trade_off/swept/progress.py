"""How far a run has come, or how it ended; what starts it, and what ends it."""

from contextlib import nullcontext

import streamlit as st

from dpcore.data.dataset import Dataset
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps.jobs import ENDED, Status
from dplab.simulation.sweeps.spec import n_fits
from pages.comparison.screen import cached, live
from pages.comparison.screen.live import Shown, Snapshot
from pages.kit import words
from pages.kit.frame import mode
from pages.kit.text import escape_markdown

SMALL = 10.0
"""Seconds that a sweep may take on this server to start by itself."""

HERE = "on this server, if nobody else asks."
KEPT = "Results are saved: you can refresh or cancel, and no finished part is computed twice."
NOT_KEPT = "Nothing of your own table is stored, so a second run computes everything again."

STATES = {
    "cancelled": "Cancelled. What was computed stays here.",
    "abandoned": "Stopped, because no page was showing it. Press Start for the rest.",
}

STARTS = {"done": "Start failed parts", "waiting": "Start now"}
"""What a press does, by the state: of what started by itself and waits, it need not be pressed."""


def controls(sweep: SweepSpec, seen: Shown, records: Dataset | None) -> None:
    """Draw the button that starts or cancels, beside what the sweep costs, until it is whole."""
    state = seen.state
    if state == "done" and not live.has_failed(seen.run):
        return
    on_slide = nullcontext() if state in ENDED else mode.slot("start")
    with on_slide, st.container(horizontal=True, vertical_alignment="center", key="start"):
        if state and state not in ENDED and not live.waits_behind(seen.run):
            st.button("Cancel", icon=":material/stop:", on_click=live.cancel, args=(seen.run,))
        else:
            st.button(
                STARTS.get(state, "Start"),
                icon=":material/play_arrow:",
                type="primary",
                on_click=live.start,
                args=(sweep,),
            )
        takes = f"about {words.duration(_seconds(sweep, records))}"
        fits = words.pluralize(n_fits(sweep), "classifier")
        kept = NOT_KEPT if sweep.is_own else KEPT
        st.caption(takes, width="stretch", help=f"{fits}, {takes} {HERE} {kept}")


def is_small(sweep: SweepSpec, records: Dataset | None) -> bool:
    """Tell whether a sweep may start by itself: it is short, and no frame on another's page."""
    return not mode.is_framed() and _seconds(sweep, records) <= SMALL


def _seconds(sweep: SweepSpec, records: Dataset | None) -> float:
    return cached.registry().seconds(sweep, records)


def show(look: Snapshot) -> bool:
    """Draw how far a run has come, or how it ended; tell whether there is more to wait for."""
    is_going_on = False
    if look.status:
        _failures(look.status)
        is_going_on = _is_going_on(look.status)
    if not look.current:
        st.info(
            "The figure still shows your previous settings, until the first new point is there."
            if look.status
            else "The figure still shows your previous settings. Press Start to update it."
        )
    return is_going_on or not look.current


def _is_going_on(status: Status) -> bool:
    """Draw the state of a run, and tell whether it has not ended."""
    if status.state == "waiting":
        st.info(
            f"The server is busy. Yours is number {status.place} in the queue; sweeps that people "
            "started go first, and short ones before long ones."
        )
    elif status.state == "running":
        left = status.seconds_left
        text = f"{status.done} of {words.pluralize(status.total, 'part')}"
        text += f", {status.reused} of them computed before" if status.reused else ""
        text += "" if left is None else f", about {words.duration(left)} left"
        st.progress(status.done / status.total, text)
    elif status.state in STATES:
        st.caption(STATES[status.state])
    return status.state not in ENDED


def _failures(status: Status) -> None:
    for reason in sorted(set(status.failures)):
        failed = words.pluralize(status.failures.count(reason), "part")
        st.warning(f"{failed} failed: {escape_markdown(reason)}")
