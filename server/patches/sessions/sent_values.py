"""Of which widgets a browser has sent values is known: Streamlit tells it of drawn ones alone.

A browser whose server has gone sends what it shows to the next one, which drew none of it.
"""

from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.runtime.state.common import user_key_from_element_id

from server.patches.patch import Patch


def keys_sent(state: SafeSessionState) -> list[str]:
    """Return the keys of widgets whose values came with the message that is run."""
    sent = getattr(getattr(state, "_state", None), "_new_widget_state", None)
    return [user_key_from_element_id(each) or "" for each in getattr(sent, "states", ())]


def applies() -> bool:
    """Tell whether the key of a value that came is found."""
    came, name = WidgetStates(), "$$ID-0123456789abcdef-box_7"
    came.widgets.add(id=name, bool_value=True)
    state = SessionState()
    state.set_widgets_from_proto(came)
    return keys_sent(SafeSessionState(state, lambda: None)) == ["box_7"]


PATCH = Patch(
    holds="a file is known after its server was started again",
    targets=("streamlit.runtime.state.SafeSessionState", "streamlit.runtime.state.SessionState"),
    versions="streamlit 1.67.0",
    reason="a box for files must get another key than any that the browser holds a file for",
    worth="the first file after a new start is shown; without, it comes to nobody: 0 of 1",
    upstream="none known",
    is_unsafe_without=False,
    applies=applies,
)
