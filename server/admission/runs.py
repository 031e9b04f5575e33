"""What Streamlit tells of its runs: which tab's message began one, and when it has ended.

A run is Streamlit's `ScriptRunner`, a thread, with all that it runs until it shuts down: a page
that asks to be run again (`st.rerun`) goes on in the same one. Streamlit's session begins it while
it handles a message, in the task that serves the tab's connection, and hears of its end in the loop
of events, also of one that it has ended itself and forgotten.
"""

from contextvars import ContextVar
from typing import Any
from weakref import WeakKeyDictionary

from streamlit import runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import RerunData, ScriptRunner, ScriptRunnerEvent

from server.admission.tab import Tab, TabRun

TAB: ContextVar[Tab | None] = ContextVar("TAB", default=None)
"""Whose messages the present task handles."""

_RUNS: WeakKeyDictionary[ScriptRunner, TabRun] = WeakKeyDictionary()

_create = AppSession._create_scriptrunner
_handle = AppSession._handle_scriptrunner_event_on_event_loop


def hear_of_runs() -> None:
    """Have all sessions of this process tell when a run begins and ends."""

    def create(session: AppSession, initial_rerun_data: RerunData) -> None:
        _create(session, initial_rerun_data)
        tab, runner = TAB.get(), session._scriptrunner
        if tab and runner and (run := tab.began(session)):
            _RUNS[runner] = run

    def handle(
        session: AppSession,
        sender: ScriptRunner | None,
        event: ScriptRunnerEvent,
        *rest: Any,
    ) -> None:
        try:
            _handle(session, sender, event, *rest)
        finally:
            run = _RUNS.get(sender) if sender else None
            if run and event is ScriptRunnerEvent.ENQUEUE_FORWARD_MSG:
                run.draw()
            elif run and event is ScriptRunnerEvent.SHUTDOWN:
                _RUNS.pop(run.runner, None)  # type: ignore[arg-type]
                run.end()

    AppSession._create_scriptrunner = create  # type: ignore[method-assign,assignment]
    AppSession._handle_scriptrunner_event_on_event_loop = handle  # type: ignore[method-assign,assignment]


def is_put_aside(session: str) -> bool:
    """Tell whether Streamlit keeps a session whose connection broke.

    A browser takes it up again without a word, where nothing has to be drawn anew.
    """
    if not (session and runtime.exists()):
        return False
    kept = runtime.get_instance()._session_mgr
    return not kept.is_active_session(session) and kept.get_session_info(session) is not None
