"""It is heard that a run begins, what it sends, and that it ends; and a run can be let go of.

A run is Streamlit's `ScriptRunner`, a thread, with all that it runs until it shuts down: a page
that asks to be run again (`st.rerun`) goes on in the same one. Streamlit's session begins it while
it handles a message, in the task that serves the tab's connection, and hears of its end in the loop
of events, also of one that it has ended itself and forgotten.
"""

from collections.abc import Callable
from typing import Any

from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import RerunData, ScriptRunner, ScriptRunnerEvent

from server.patches.patch import Patch, names_in

Began = Callable[[AppSession, ScriptRunner], None]
Heard = Callable[[ScriptRunner, ScriptRunnerEvent], None]

_listeners: list[tuple[Began, Heard]] = []

_create = AppSession._create_scriptrunner
_handle = AppSession._handle_scriptrunner_event_on_event_loop


def listen(began: Began, heard: Heard) -> None:
    """Tell somebody of all runs of this process, once this patch is installed."""
    _listeners.append((began, heard))


def runner_of(session: AppSession) -> ScriptRunner | None:
    """Return what runs for a session at this moment."""
    return session._scriptrunner


def let_go(session: AppSession) -> None:
    """Let a session begin its next run beside the one that it has, as Streamlit does itself."""
    session._scriptrunner = None


def install() -> None:
    """Have all sessions of this process tell when a run begins and ends."""

    def create(session: AppSession, initial_rerun_data: RerunData) -> None:
        _create(session, initial_rerun_data)
        if runner := runner_of(session):
            for began, _ in _listeners:
                began(session, runner)

    def handle(
        session: AppSession, sender: ScriptRunner | None, event: ScriptRunnerEvent, *rest: Any
    ) -> None:
        try:
            _handle(session, sender, event, *rest)
        finally:
            for _, heard in _listeners if sender else ():
                heard(sender, event)  # type: ignore[arg-type]

    AppSession._create_scriptrunner = create  # type: ignore[method-assign,assignment]
    AppSession._handle_scriptrunner_event_on_event_loop = handle  # type: ignore[method-assign,assignment]


def applies() -> bool:
    """Tell whether somebody listens, and Streamlit calls what was replaced."""
    heard = AppSession._create_scriptrunner, AppSession._handle_scriptrunner_event_on_event_loop
    called = {
        "_create_scriptrunner": AppSession.request_rerun,
        "_handle_scriptrunner_event_on_event_loop": AppSession._on_scriptrunner_event,
        "_scriptrunner": _create,
    }
    return bool(
        _listeners
        and all(each.__module__ == __name__ for each in heard)
        and all(name in names_in(caller.__code__) for name, caller in called.items())
    )


PATCH = Patch(
    holds="runs take turns",
    targets=tuple(
        f"streamlit.runtime.app_session.AppSession.{name}"
        for name in ("_create_scriptrunner", "_handle_scriptrunner_event_on_event_loop")
    ),
    versions="streamlit 1.67.0",
    reason="Streamlit begins a thread for each message: a crowd's runs slow each other down",
    worth="14.5 answers a second of 20 that 80 visitors ask for; with two runs at a time 13.0, "
    "with four 9.8",
    upstream="streamlit/streamlit#723 (closed: how to share the processor)",
    is_unsafe_without=True,
    applies=applies,
    install=install,
)
