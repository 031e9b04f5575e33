"""Sweeps under way: started, polled, cancelled, and found again after a restart.

The only place that polls. A small sweep starts by itself, for whatever the settings say. A larger
one waits for a click; its run then stands in the address, so that a refresh finds it again. A
server that was started anew does not know it, and starts the same sweep once more, which costs
only the cells that were not finished. Until a new run has its first point, the figure of the last
one stays.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dpcore.simulation.sources import UPLOAD
from dpcore.simulation.sweeps import SweepSpec
from dpcore.simulation.sweeps.jobs import ENDED, Status
from pages.comparison import cached, own_table
from pages.kit import address, visitor
from pages.kit.address import Value

RUN = Value("run", "")

POLLS = {"running": 0.5, "waiting": 2.0}
"""Seconds between two looks at a run: who waits sees nothing new, and many may wait at once."""

MOMENT, MOMENTS = 0.01, 15
"""Seconds, and how many of them it may take until a free worker takes a run on."""


@dataclass(frozen=True)
class Shown:
    """What there is to see at the present settings.

    Parameters
    ----------
    run : str
        The run of the present settings, or empty while nobody has started it.
    kept : str
        The run whose figure was last drawn, or empty.
    """

    run: str
    kept: str


@dataclass(frozen=True)
class Snapshot:
    """One look at a run: what it has come to, the sweep of the figure, and its rows.

    Parameters
    ----------
    status : Status or None
        Of the run of the present settings; None while there is none.
    sweep : SweepSpec
    rows : DataFrame
    current : bool
        Whether sweep and rows belong to the present settings.
    """

    status: Status | None
    sweep: SweepSpec
    rows: pd.DataFrame
    current: bool


Wanted = tuple[SweepSpec, int]
"""A sweep, and the number of the own table that it is over, or 0."""


def records(data: str) -> Dataset | None:
    """Return the visitor's own table, if the data are that.

    Raises
    ------
    InvalidInput
        If they are, and there is none.
    """
    return own_table.required().data if data == UPLOAD else None


def start(spec: SweepSpec) -> None:
    """Start a sweep and write its run into the address; for a button's callback."""
    try:
        address.put(RUN, _submit(_wanted(spec)))
    except InvalidInput as refusal:
        st.session_state["refusal"] = str(refusal)


def cancel(run: str) -> None:
    """Cancel a run; for a button's callback."""
    cached.registry().cancel(run, _owner())


def refusal() -> str:
    """Return why the last sweep was refused, once."""
    return str(st.session_state.pop("refusal", ""))


def shown(spec: SweepSpec, *, small: bool) -> Shown:
    """Return the run of the present settings, started if it is small, and the one drawn last.

    Raises
    ------
    InvalidInput
        If a small sweep is impossible.
    """
    wanted, named = _wanted(spec), _named(spec)
    if named and _sweep_of(named) == wanted:
        run = named
    elif small:
        run = _by_itself(wanted)
    else:
        run = _earlier(wanted)
    kept = st.session_state.get("drawn", "")
    return Shown(run, kept if _knows(kept) else named)


def state(run: str) -> str:
    """Return the state of a run; an empty text if there is none."""
    return cached.registry().status(run, _owner()).state if run else ""


def has_failed(run: str) -> bool:
    """Tell whether a run has parts that failed; a further run computes these alone."""
    return bool(cached.registry().status(run, _owner()).failures)


def watch(seen: Shown, spec: SweepSpec, show: Callable[[Snapshot], None]) -> None:
    """Draw a run now, and again while it goes on."""
    before = _taken_on(seen.run)

    @st.fragment(run_every=POLLS.get(before))
    def look() -> None:
        found = _look(seen, spec)
        show(found)
        if before in POLLS and found.status and found.status.state != before:
            st.rerun()  # as a whole: with another pace, or with none

    look()


def _taken_on(run: str) -> str:
    """Return the state of a run, once a free worker would have taken it on."""
    for _ in range(MOMENTS):
        if state(run) != "waiting":
            break
        time.sleep(MOMENT)
    return state(run)


def _look(seen: Shown, spec: SweepSpec) -> Snapshot:
    registry, owner = cached.registry(), _owner()
    status = registry.status(seen.run, owner) if seen.run else None
    rows = registry.rows(seen.run, owner) if seen.run else pd.DataFrame()
    if len(rows):
        st.session_state["drawn"] = seen.run
        return Snapshot(status, spec, rows, current=True)
    over = status is not None and status.state in ENDED
    if seen.kept and seen.kept != seen.run and not over:
        kept = registry.spec(seen.kept, owner), registry.rows(seen.kept, owner)
        return Snapshot(status, *kept, current=False)
    return Snapshot(status, spec, rows, current=True)


def _named(spec: SweepSpec) -> str:
    """Return the run that the address names, started again if the server does not know it."""
    named = address.text_of(RUN)
    if not named or _knows(named):
        return named
    again = st.session_state.setdefault("runs_again", {})
    if not _knows(again.get(named, "")):
        again[named] = _submit(_wanted(spec))
    return str(again[named])


def _by_itself(wanted: Wanted) -> str:
    """Return the run of a small sweep; what was under way for other settings ends."""
    found, last = _earlier(wanted), st.session_state.get("by_itself", "")
    if found:
        return found
    if last and _knows(last) and state(last) not in ENDED:
        cancel(last)
    st.session_state["by_itself"] = _submit(wanted)
    return str(st.session_state["by_itself"])


def _earlier(wanted: Wanted) -> str:
    """Return this session's latest run of a sweep, or an empty text."""
    runs: dict[str, Wanted] = st.session_state.get("sweep_runs", {})
    same = (run for run, sweep in reversed(runs.items()) if sweep == wanted and _knows(run))
    return next((run for run in same if state(run) != "abandoned"), "")


def _submit(wanted: Wanted) -> str:
    spec, _ = wanted
    run = cached.registry().submit(spec, _owner(), records(spec.data))
    if spec.data == UPLOAD:
        own_table.required().runs.add(run)
    st.session_state.setdefault("sweep_runs", {})[run] = wanted
    return run


def _sweep_of(run: str) -> Wanted:
    runs: dict[str, Wanted] = st.session_state.get("sweep_runs", {})
    # A run from a link is over public records, which have no number; one from before a refresh, or
    # from another tab, may be over the visitor's own table.
    own = own_table.current()
    number = own.number if own and run in own.runs else 0
    return runs.get(run) or (cached.registry().spec(run, _owner()), number)


def _wanted(spec: SweepSpec) -> Wanted:
    return spec, own_table.required().number if spec.data == UPLOAD else 0


def _knows(run: str) -> bool:
    return bool(run) and cached.registry().knows(run, _owner())


def _owner() -> str:
    return visitor.name()
