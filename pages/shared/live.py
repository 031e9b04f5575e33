"""Sweeps under way: started, polled, cancelled, and found again after a restart.

The only place that polls. The id of a run stands in the address, so that a refresh finds it again;
a server that was started anew does not know it, and starts the same sweep once more, which costs
only the cells that were not finished.
"""

import secrets
from collections.abc import Callable

import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.experiments.jobs import ENDED, Status
from dpcore.experiments.sweeps import SweepSpec
from pages.shared import address, cached
from pages.shared.address import Value

RUN = Value("run", "")

POLL = 0.7
"""Seconds between two looks at a run."""


def start(spec: SweepSpec) -> None:
    """Start a sweep and write its run into the address; for a button's callback."""
    try:
        address.put(RUN, cached.registry().submit(spec, _owner()))
    except InvalidInput as refusal:
        st.session_state["refusal"] = str(refusal)


def cancel(run: str) -> None:
    """Cancel a run; for a button's callback."""
    cached.registry().cancel(run)


def refusal() -> str:
    """Return why the last sweep was refused, once."""
    return str(st.session_state.pop("refusal", ""))


def current(spec: SweepSpec) -> str:
    """Return the run that the address names, started again if the server does not know it."""
    named = address.text_of(RUN)
    if not named or cached.registry().knows(named):
        return named
    again = st.session_state.setdefault("runs_again", {})
    if not cached.registry().knows(again.get(named, "")):
        again[named] = cached.registry().submit(spec, _owner())
    return str(again[named])


def going_on(run: str) -> bool:
    """Tell whether a run has not ended yet."""
    return bool(run) and cached.registry().status(run).state not in ENDED


def watch(run: str, draw: Callable[[Status, SweepSpec, pd.DataFrame], None]) -> None:
    """Draw a run now, and again while it goes on.

    Parameters
    ----------
    run : str
    draw : callable
        Called with the status, the sweep and the rows so far.
    """
    registry = cached.registry()
    polling = going_on(run)

    @st.fragment(run_every=POLL if polling else None)
    def look() -> None:
        status = registry.status(run)
        draw(status, registry.spec(run), registry.rows(run))
        if polling and status.state in ENDED:
            st.rerun()  # once more as a whole, without polling

    look()


def _owner() -> str:
    return str(st.session_state.setdefault("owner", secrets.token_hex(8)))
