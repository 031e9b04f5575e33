"""A press is told from a move, in every way in which Streamlit sends one."""

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

from server.patches.sessions.triggers import is_press

ONCE = (WidgetState(trigger_value=True), WidgetState(json_trigger_value="{}"))
LASTING = (WidgetState(trigger_value=False), WidgetState(bool_value=True), WidgetState())


@pytest.mark.parametrize("widget", ONCE + LASTING)
def test_what_is_sent_once_is_a_press(widget: WidgetState):
    assert is_press(widget) == (widget in ONCE)
