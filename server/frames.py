"""Which of a browser's messages Streamlit gets to see.

A browser speaks to Streamlit in binary frames, each a `BackMsg`. Streamlit obeys any kind of it
from anybody: `clear_cache` throws away what all visitors share, `set_run_on_save` and
`load_git_info` serve developers, `install_skills` writes files. So the kinds that the pages need
are listed, and the rest is dropped, those that a later Streamlit adds included:

- `rerun_script` and `stop_script`: every control, every page, and Streamlit's button "Stop";
- `file_urls_request`: uploads;
- `backend_operation_request` with `deferred_file` (downloads that are made when they are asked for)
  or `dataframe_chunk` (the next rows of a long table).

`app_heartbeat` belongs to a platform's page around the app, and there is none. The frames are read
with Streamlit's own reader, so that door and server cannot read one frame in two ways.

Examples
--------
>>> is_obeyed(BackMsg(stop_script=True).SerializeToString())
True
>>> is_obeyed(BackMsg(clear_cache=True).SerializeToString())
False
"""

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg

OBEYED = frozenset({"rerun_script", "stop_script", "file_urls_request"})
OPERATIONS = frozenset({"deferred_file", "dataframe_chunk"})

LARGEST = 4 * 2**20
"""Bytes of a frame. The values of all controls of a page travel in one: usually some kB; 1 MB where
200 columns with names of 5 kB are chosen."""

# Codes of RFC 6455, 7.4.1.
PROTOCOL_ERROR, UNSUPPORTED, TOO_BIG = 1002, 1003, 1009


class Violation(Exception):
    """A frame that no browser sends: the connection is closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def is_obeyed(frame: bytes | None) -> bool:
    """Tell whether a frame is one that Streamlit should see.

    Parameters
    ----------
    frame : bytes or None
        The bytes of a binary frame; None for a text frame.

    Raises
    ------
    Violation
        If it is a text frame, too large, or no `BackMsg`.
    """
    if frame is None:
        raise Violation(UNSUPPORTED)
    if len(frame) > LARGEST:
        raise Violation(TOO_BIG)
    asked = BackMsg()
    try:
        asked.ParseFromString(frame)
    except DecodeError:
        raise Violation(PROTOCOL_ERROR) from None
    if asked.HasField("backend_operation_request"):
        return asked.backend_operation_request.WhichOneof("payload") in OPERATIONS
    return asked.WhichOneof("type") in OBEYED
