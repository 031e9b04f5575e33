"""Sweeps under way: started, polled, cancelled, and found again after a restart.

The only place that polls. A small sweep starts on its own, for whatever the settings say. A larger
one waits for a click; its run then stands in the address, so that a refresh finds it again.

Which run answers the present settings, and which one's figure stands meanwhile: see `shown`.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dplab.simulation.settings import UPLOAD
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps.jobs import ENDED, Status
from pages.comparison.screen import cached, own_table
from pages.kit import address, visitor
from pages.kit.address import UrlParameter
from pages.kit.frame import mode

RUN = UrlParameter("run", "")

POLLS = {"running": 0.5, "waiting": 2.0}
"""Seconds between two looks at a run: who waits sees nothing new, and many may wait at once."""

MOMENT, MOMENTS = 0.02, 15
"""Seconds, and how many of them it may take until a run is there that has hardly a thing to do."""

_MEMORY, _REQUESTS = "sweep_memory", "sweep_runs"
"""Where a session keeps its `SweepMemory`, and what each run that it started was asked for."""


@dataclass(frozen=True)
class Shown:
    """What there is to see at the present settings.

    Parameters
    ----------
    run : str
        The run of the present settings, or empty while nobody has started it.
    kept : str
        The run whose figure stands until that one has a first point, or empty.
    state : str
        That of the run, or empty: all that is drawn goes by this one (`looked_at`).
    """

    run: str
    kept: str
    state: str = ""


@dataclass(frozen=True)
class Snapshot:
    """One look at a run: what it has come to, the sweep of the figure, and its rows.

    `status` is that of the run of the present settings, None while there is none; `current` says
    whether sweep and rows belong to the present settings.
    """

    status: Status | None
    sweep: SweepSpec
    rows: pd.DataFrame
    current: bool


class SweepRequest(NamedTuple):
    """What is asked of a run: two runs of equal requests give equal rows.

    `table` is the number of the visitor's own table that the sweep is over, or 0. The spec says of
    any of them that it is an upload, no more.
    """

    spec: SweepSpec
    table: int


@dataclass
class SweepMemory:
    """What a session remembers of its sweeps.

    Parameters
    ----------
    drawn : str
        The run whose rows were drawn last, or empty.
    automatic : str
        The run that was last started without a click, or empty.
    left : set of str
        Runs that started without a click, and that the page itself gave up for other settings.
    stopped : set of str
        Runs that the visitor cancelled: of one that others see, too, only this session is told so.
    restarted : dict
        By a run that the server did not know, the one that was started instead.
    refusal : str
        Why the last click started nothing, until it is read.
    """

    drawn: str = ""
    automatic: str = ""
    left: set[str] = field(default_factory=set)
    stopped: set[str] = field(default_factory=set)
    restarted: dict[str, str] = field(default_factory=dict)
    refusal: str = ""


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
        address.put(RUN, _submit(_request(spec)))
    except InvalidInput as reason:
        # A callback draws nothing: the run that follows shows it.
        _memory().refusal = str(reason)


def cancel(run: str) -> None:
    """Cancel a run; for a button's callback."""
    _memory().stopped.add(run)
    cached.registry().cancel(run, _owner())


def refusal() -> str:
    """Return why the last sweep was refused, once."""
    memory = _memory()
    reason, memory.refusal = memory.refusal, ""
    return reason


def shown(spec: SweepSpec, *, small: bool) -> Shown:
    """Return the run of the present settings, started if it is small, and the one drawn meanwhile.

    Raises
    ------
    InvalidInput
        If a small sweep is impossible.
    """
    request, in_address = _request(spec), _run_in_address(spec)
    if in_address and _request_of(in_address) == request:
        # First what was clicked, or came by a link, though a later run might ask the same.
        run = in_address
    elif small:
        run = _automatic_run(request)
    elif mode.is_framed():
        # Nothing starts there by itself; what is whole is there to see.
        run = _latest_run(request) or cached.registry().whole(spec)
    else:
        # Without a click a large sweep starts nothing, but settings that come back find their run.
        run = _latest_run(request)
    drawn = _memory().drawn
    # Nothing is drawn yet where a page is opened by a link, or the server forgot it: then, while
    # the settings are others, the address names the figure to show.
    return Shown(run, drawn if _is_known(drawn) else in_address)


def looked_at(runs: Shown) -> Shown:
    """Return the same with the state of the run, right before it is drawn."""
    return replace(runs, state=_state_after_a_moment(runs.run))


def state(run: str) -> str:
    """Return the state of a run; an empty text if there is none."""
    return _status(run).state if run else ""


def waits_behind(run: str) -> bool:
    """Tell whether a run that started by itself waits: a press goes before it."""
    status = _status(run)
    return status.automatic and status.state == "waiting"


def has_failed(run: str) -> bool:
    """Tell whether a run has parts that failed; a further run computes these alone."""
    return bool(_status(run).failures)


def watch(runs: Shown, spec: SweepSpec, show: Callable[[Snapshot], None]) -> None:
    """Draw a run now, and again while it goes on."""

    @st.fragment(run_every=POLLS.get(runs.state))
    def poll() -> None:
        snapshot = _snapshot(runs, spec)
        if runs.state in POLLS and snapshot.status and snapshot.status.state != runs.state:
            # As a whole: a fragment cannot change its own pace, and the buttons are outside of it.
            # Before anything is drawn: a file that is asked for in between would be gone with the
            # run that offered it.
            st.rerun()
        show(snapshot)

    poll()


def again(seconds: float, draw: Callable[[], None]) -> None:
    """Draw something now, and again every so many seconds: what is computed in the background."""
    st.fragment(run_every=seconds)(draw)()


def _state_after_a_moment(run: str) -> str:
    """Return the state of a run, once a short one would have ended.

    Else each sweep would begin without a point, and at the pace of one that waits in a queue.
    """
    for _ in range(MOMENTS):
        if state(run) in ("", *ENDED):
            break
        time.sleep(MOMENT)
    return state(run)


def _snapshot(runs: Shown, spec: SweepSpec) -> Snapshot:
    """Return the rows of the present settings, or those of the older figure until there are any."""
    registry, owner = cached.registry(), _owner()
    status = _status(runs.run) if runs.run else None
    rows = registry.rows(runs.run, owner) if runs.run else pd.DataFrame()
    if len(rows):
        _memory().drawn = runs.run
        return Snapshot(status, spec, rows, current=True)
    # A run that ended without a row will have none: an older figure would stand for good.
    may_have_rows = status is None or status.state not in ENDED
    if runs.kept and runs.kept != runs.run and may_have_rows:
        older = registry.spec(runs.kept, owner), registry.rows(runs.kept, owner)
        return Snapshot(status, *older, current=False)
    return Snapshot(status, spec, rows, current=True)


def _status(run: str) -> Status:
    """Return the progress of a run, which has ended for who cancelled it, whoever else sees it."""
    status = cached.registry().status(run, _owner())
    if run in _memory().stopped and status.state not in ENDED:
        return replace(status, state="cancelled", place=0, seconds_left=None)
    return status


def _run_in_address(spec: SweepSpec) -> str:
    """Return the run that the address names, or the one that was started instead of it.

    A server that was started anew does not know it. The settings stand in the same address: their
    sweep costs only the cells that were not finished. It is one for all who have the link, and in a
    frame nothing starts by itself.
    """
    run = address.text_of(RUN)
    if not run or _is_known(run):
        return run
    if mode.is_framed():
        return ""
    # While a page is drawn the address cannot be written: it goes on naming the run that is gone,
    # and each rerun would start a sweep if it were not noted which one was.
    restarted = _memory().restarted
    if not _is_known(restarted.get(run, "")):
        restarted[run] = _submit(_request(spec), automatic=True)
    return restarted[run]


def _automatic_run(request: SweepRequest) -> str:
    """Return the run of a small sweep, started unless there is one.

    The one that was started so for other settings ends: who moves a slider leaves many behind. One
    that was clicked goes on.
    """
    if run := _latest_run(request):
        return run
    memory = _memory()
    if _is_known(memory.automatic) and state(memory.automatic) not in ENDED:
        cached.registry().cancel(memory.automatic, _owner())
        memory.left.add(memory.automatic)
    memory.automatic = _submit(request, automatic=True)
    memory.left.discard(memory.automatic)
    return memory.automatic


def _latest_run(request: SweepRequest) -> str:
    """Return this session's latest run of a request, or an empty text.

    Not one that was abandoned, nor one that the page gave up: nobody wanted these to end.
    """
    left = _memory().left
    for run, asked in reversed(_requests().items()):
        if asked == request and run not in left and _is_known(run) and state(run) != "abandoned":
            return run
    return ""


def _submit(request: SweepRequest, *, automatic: bool = False) -> str:
    """Start a sweep, and note what its run was asked for."""
    spec = request.spec
    run = cached.registry().submit(spec, _owner(), records(spec.data), automatic=automatic)
    if spec.is_own:
        own_table.required().runs.add(run)
    st.session_state.setdefault(_REQUESTS, {})[run] = request
    return run


def _request(spec: SweepSpec) -> SweepRequest:
    return SweepRequest(spec, own_table.required().number if spec.is_own else 0)


def _request_of(run: str) -> SweepRequest:
    """Return what a run was asked for, by this session or, as far as one can know, another."""
    # A run from a link is over public records, which have no number; one from before a refresh, or
    # from another tab, may be over the visitor's own table.
    own = own_table.current()
    table = own.number if own and run in own.runs else 0
    return _requests().get(run) or SweepRequest(cached.registry().spec(run, _owner()), table)


def _requests() -> dict[str, SweepRequest]:
    requests: dict[str, SweepRequest] = st.session_state.get(_REQUESTS, {})
    return requests


def _memory() -> SweepMemory:
    memory: SweepMemory = st.session_state.setdefault(_MEMORY, SweepMemory())
    return memory


def _is_known(run: str) -> bool:
    """Tell whether there is a run, and the server has not forgotten it."""
    return bool(run) and cached.registry().knows(run, _owner())


def _owner() -> str:
    return visitor.name()
