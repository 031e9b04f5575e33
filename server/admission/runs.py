"""What Streamlit tells of its runs: which tab's message began one, and when it has ended."""

from contextvars import ContextVar
from weakref import WeakKeyDictionary

from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import ScriptRunner, ScriptRunnerEvent

from server.admission.tab import Tab, TabRun
from server.patches.sessions import runs

TAB: ContextVar[Tab | None] = ContextVar("TAB", default=None)
"""Whose messages the present task handles."""

_RUNS: WeakKeyDictionary[ScriptRunner, TabRun] = WeakKeyDictionary()


def hear_of_runs() -> None:
    """Give each run to the tab whose message began it, in this process."""
    runs.listen(_began, _heard)


def _began(session: AppSession, runner: ScriptRunner) -> None:
    tab = TAB.get()
    if tab and (run := tab.began(session)):
        _RUNS[runner] = run


def _heard(runner: ScriptRunner, event: ScriptRunnerEvent) -> None:
    run = _RUNS.get(runner)
    if run and event is ScriptRunnerEvent.ENQUEUE_FORWARD_MSG:
        run.draw()
    elif run and event is ScriptRunnerEvent.SHUTDOWN:
        del _RUNS[runner]
        run.end()
