"""Streamlit sees what a page asks for, and not what serves developers (`server.client_messages`).

Nothing is replaced: a tab reads each message first (`server.admission.tab`), with Streamlit's own
reader. In another version a kind may have another name.
"""

from streamlit.proto.BackMsg_pb2 import BackMsg

from server import client_messages
from server.patches.patch import Patch


def applies() -> bool:
    """Tell whether a run passes, and the order to throw away what all visitors share does not."""
    run, clear = BackMsg(), BackMsg(clear_cache=True)
    run.rerun_script.SetInParent()
    passed, refused = (client_messages.read(each.SerializeToString()) for each in (run, clear))
    return passed is not None and refused is None


PATCH = Patch(
    holds="messages for developers are refused",
    targets=("streamlit.proto.BackMsg_pb2.BackMsg",),
    versions="streamlit 1.67.0",
    reason="Streamlit obeys any browser that throws away all visitors' cache, or writes files",
    worth="4 kinds of 10 pass; without, one message of 2 bytes slows everybody's next answer",
    upstream="none known",
    is_unsafe_without=True,
    applies=applies,
)
