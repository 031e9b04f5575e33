"""The press of a button is told from a move: by Streamlit's own, private, reading of a widget.

A newer move takes the place of an older one, and ends its run; a press happens once, to its end.
"""

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.scriptrunner_utils import script_requests

from server.patches.patch import Patch


def is_press(widget: WidgetState) -> bool:
    """Tell whether a widget was pressed, or sent once, by the message that it comes with."""
    return script_requests._has_active_trigger_value(widget)


def applies() -> bool:
    """Tell whether a press is told from the value of a dial."""
    return is_press(WidgetState(trigger_value=True)) and not is_press(WidgetState(double_value=1.0))


PATCH = Patch(
    holds="presses are told from moves",
    targets=("streamlit.runtime.scriptrunner_utils.script_requests._has_active_trigger_value",),
    versions="streamlit 1.67.0",
    reason="a press that is taken for a move may be ended between a charge and its release",
    worth="no press is lost; without, each that a move follows before its turn",
    upstream="none known",
    is_unsafe_without=True,
    applies=applies,
)
