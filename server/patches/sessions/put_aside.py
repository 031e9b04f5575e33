"""A session whose connection broke is known again: its browser takes it up without a word.

Where nothing has to be drawn anew, the browser has nothing to say, and Streamlit must hear of its
connection at once. Streamlit's list of sessions is private.
"""

from streamlit import runtime
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.session_manager import SessionManager

from server.patches.patch import Patch, names_in


def is_put_aside(session: str) -> bool:
    """Tell whether Streamlit keeps a session whose connection broke."""
    if not (session and runtime.exists()):
        return False
    kept = getattr(runtime.get_instance(), "_session_mgr", None)
    if kept is None:
        return False
    return not kept.is_active_session(session) and kept.get_session_info(session) is not None


def applies() -> bool:
    """Tell whether the running Streamlit will have such a list."""
    asked = SessionManager.is_active_session, SessionManager.get_session_info
    return "_session_mgr" in names_in(Runtime.__init__.__code__) and all(map(callable, asked))


PATCH = Patch(
    holds="a tab that comes back without a word stays",
    targets=(
        "streamlit.runtime.runtime.Runtime",
        "streamlit.runtime.session_manager.SessionManager.get_session_info",
    ),
    versions="streamlit 1.67.0",
    reason="a connection that says nothing is closed after 10 s, also one of a page that waits",
    worth="no reconnection; without, one every 10 s of each tab that was cut and is not used",
    upstream="streamlit/streamlit#8901 (sessions that are taken up again)",
    is_unsafe_without=False,
    applies=applies,
)
