"""What Streamlit tells of its runs: which tab's message began one, and when it has ended."""

import math
import time
from contextvars import ContextVar
from weakref import WeakKeyDictionary

from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import ScriptRunner, ScriptRunnerEvent

from server.admission.tab import Tab, TabRun
from server.patches.sessions import runs

TAB: ContextVar[Tab | None] = ContextVar("TAB", default=None)
"""Whose messages the present task handles."""

_RUNS: WeakKeyDictionary[ScriptRunner, TabRun] = WeakKeyDictionary()
_LAST = [-math.inf]
"""When a run began or ended at last."""


def quiet() -> float:
    """Return for how many seconds nobody's run has been under way; one that waits, waits for it."""
    return 0.0 if _RUNS else time.monotonic() - _LAST[0]


def hear_of_runs() -> None:
    """Give each run to the tab whose message began it, in this process."""
    runs.listen(_began, _heard)


def _began(session: AppSession, runner: ScriptRunner) -> None:
    tab = TAB.get()
    if tab and (run := tab.began(session)):
        _RUNS[runner] = run


def _heard(runner: ScriptRunner, event: ScriptRunnerEvent) -> None:
    _LAST[0] = time.monotonic()
    run = _RUNS.get(runner)
    if run and event is ScriptRunnerEvent.ENQUEUE_FORWARD_MSG:
        run.draw()
    elif run and event is ScriptRunnerEvent.SHUTDOWN:
        del _RUNS[runner]
        run.end()
