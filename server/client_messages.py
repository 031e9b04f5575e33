"""Which of a browser's messages Streamlit gets to see.

A browser speaks to Streamlit in binary frames, each a `BackMsg`. Streamlit obeys any kind of it
from anybody: `clear_cache` throws away what all visitors share, `set_run_on_save` and
`load_git_info` serve developers, `install_skills` writes files. So the kinds that the pages need
are listed, and the rest is dropped, those that a later Streamlit adds included:

- `rerun_script` and `stop_script`: every control, every page, and Streamlit's button "Stop"; not
  with a longer text than any page takes, which the session would keep, nor with what no dial tells;
- `file_urls_request`: uploads;
- `backend_operation_request` with `deferred_file` (downloads that are made when they are asked for)
  or `dataframe_chunk` (the next rows of a long table).

`app_heartbeat` belongs to a platform's page around the app, and there is none. Messages are
read with Streamlit's own reader, so that nobody can be read in two ways.

Examples
--------
>>> read(BackMsg(stop_script=True).SerializeToString()).stop_script
True
>>> read(BackMsg(clear_cache=True).SerializeToString()) is None
True
"""

import json

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState

OBEYED = frozenset({"rerun_script", "stop_script", "file_urls_request"})
OPERATIONS = frozenset({"deferred_file", "dataframe_chunk"})

LARGEST = 4 * 2**20
"""Bytes of a message. The values of all controls of a page travel in one: usually some kB; 1 MB
where 200 columns with names of 5 kB are chosen."""

LONGEST_TEXT = 2**15
"""Characters of a text that is typed. The longest field takes 30,000, the codes of a class."""

LONGEST_TOLD = 200
"""Characters of what a dial tells, as JSON: a text, and the number of a turn."""

LONGEST_NAME = 64
"""Characters of a time zone, a language, a look, a fragment: a fragment has most, 32."""

# Codes of RFC 6455, 7.4.1.
PROTOCOL_ERROR, UNSUPPORTED, TOO_BIG = 1002, 1003, 1009


class Violation(Exception):
    """A message that no browser sends: the connection is closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def read(data: bytes | None) -> BackMsg | None:
    """Return what a message asks for, or None if it is nothing that Streamlit should see.

    Parameters
    ----------
    data : bytes or None
        The bytes of a binary frame; None for a text frame.

    Raises
    ------
    Violation
        If it is a text frame, too large, or no `BackMsg`.
    """
    if data is None:
        raise Violation(UNSUPPORTED)
    if len(data) > LARGEST:
        raise Violation(TOO_BIG)
    message = BackMsg()
    try:
        message.ParseFromString(data)
    except DecodeError:
        raise Violation(PROTOCOL_ERROR) from None
    return message if _is_obeyed(message) else None


def _is_obeyed(message: BackMsg) -> bool:
    if message.HasField("backend_operation_request"):
        return message.backend_operation_request.WhichOneof("payload") in OPERATIONS
    if message.HasField("rerun_script") and (
        _is_too_long(message.rerun_script) or not all(map(_is_told, _states(message.rerun_script)))
    ):
        return False
    return message.WhichOneof("type") in OBEYED


def _states(state: ClientState) -> list[str]:
    """Return what components say, as JSON."""
    widgets = state.widget_states.widgets
    kinds = ("json_value", "json_trigger_value")
    return [
        getattr(each, each.WhichOneof("value"))
        for each in widgets
        if each.WhichOneof("value") in kinds
    ]


def _is_told(text: str) -> bool:
    """Tell whether a dial may say so: Streamlit would read what is no JSON, and end the run."""
    try:
        return len(text) <= LONGEST_TOLD and isinstance(json.loads(text), dict)
    except ValueError:
        return False


def _is_too_long(state: ClientState) -> bool:
    """Tell whether a text is longer than any that a page takes: the session would keep it."""
    browser = state.context_info
    names = (browser.timezone, browser.locale, browser.color_scheme, state.fragment_id)
    typed = (each.string_value for each in state.widget_states.widgets)
    texts = (state.page_name, state.page_script_hash, *typed)
    return any(len(name) > LONGEST_NAME for name in names) or any(
        len(text) > LONGEST_TEXT for text in texts
    )
