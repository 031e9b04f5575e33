"""Who is looking, and what a server keeps for each visitor.

All tabs of one browser are one visitor. What is kept for one is in this server's memory alone, and
goes ten minutes after the last tab was closed (`server.visits.visitor_store`).
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from dpcore.checks import InvalidInput
from server.entry.here import HEADER
from server.patches.sessions.sent_values import keys_sent
from server.visits.sessions import Sessions
from server.visits.visitor_store import VisitorStore
from server.visits.visitors import COOKIE, is_token

_VISITOR = "visitor"
kept = VisitorStore()
"""What visitors have here: outside of Streamlit's caches and sessions, which end when they like."""

sessions = Sessions(kept.leave)


def name() -> str:
    """Return the name of the visitor: of the browser, by its cookie, or else of the session."""
    named, session = st.context.cookies.get(COOKIE), getattr(get_script_run_ctx(), "session_id", "")
    if is_token(named):
        # Kept for the end of a run, when the connection may be closed already.
        st.session_state[_VISITOR] = named
    own = str(st.session_state.setdefault(_VISITOR, f"session {secrets.token_hex(16)}"))
    sessions.note(own, session)
    return own


def is_here() -> bool:
    """Tell whether the visitor sits at this machine: the door says so of their connection."""
    return bool(st.context.headers.get(HEADER) == "1")


def is_dark() -> bool:
    """Tell whether the visitor's theme is the dark one."""
    return st.context.theme.type == "dark"


def is_phone() -> bool:
    """Tell whether the visitor has a phone: by its browser's name, as Streamlit itself does.

    What it decides is how a figure is laid out, never what it shows.
    """
    return "Mobi" in st.context.headers.get("User-Agent", "")


def numbers_sent(prefix: str) -> set[int]:
    """Return the numbers behind a prefix in the keys of widgets whose values the browser has sent.

    A browser whose server has gone sends what it shows to the next one, which drew none of it.
    """
    run = get_script_run_ctx()
    keys = keys_sent(run.session_state) if run else ()
    numbers = (key.removeprefix(prefix) for key in keys if key.startswith(prefix))
    return {int(each) for each in numbers if re.fullmatch(r"[0-9]{1,6}", each)}


def give_free(file: UploadedFile) -> None:
    """Let Streamlit forget a file, which it would keep as long as the session."""
    run = get_script_run_ctx()
    if run and isinstance(run.uploaded_file_mgr, MemoryUploadedFileManager):
        run.uploaded_file_mgr.remove_file(run.session_id, file.file_id)
        kept.drop(name(), (run.session_id, file.file_id))


@contextmanager
def uncounted(file: UploadedFile) -> Iterator[None]:
    """Make room for a file's table: the file itself goes at once where there is room for that."""
    run, owner = get_script_run_ctx(), name()
    place = (run.session_id if run else "", file.file_id)
    size = kept.get(owner, place)
    kept.drop(owner, place)
    try:
        yield
    except InvalidInput:
        if size is not None:
            with suppress(InvalidInput):  # There was room for it.
                kept.keep(owner, place, size)
        raise
