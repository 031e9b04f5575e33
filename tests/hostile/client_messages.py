"""Frames that protobuf can read, with contents that no browser sends."""

from collections.abc import Sequence

from hypothesis import strategies as st
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.hostile.files import NUMBERS, WORDS


@st.composite
def wrong_contents(
    draw: st.DrawFn, widgets: Sequence[str] = (), pages: Sequence[str] = ("",)
) -> bytes:
    """A message that asks for a run: of any page, with values of wrong types for its widgets."""
    asked, text = BackMsg(), st.sampled_from((*NUMBERS, *WORDS)) | st.text(max_size=20)
    state = asked.rerun_script
    state.query_string = draw(text)
    state.page_name = draw(st.sampled_from(pages) | text)
    state.fragment_id = draw(st.just("") | text)
    for _ in range(draw(st.integers(0, 4))):
        widget = state.widget_states.widgets.add()
        widget.id = draw(st.sampled_from(widgets) | text) if widgets else draw(text)
        match draw(st.integers(0, 6)):
            case 0:
                widget.string_value = draw(text)
            case 1:
                widget.json_value = draw(text)
            case 2:
                widget.double_value = draw(st.floats())
            case 3:
                widget.int_value = draw(st.integers(-(2**63), 2**63 - 1))
            case 4:
                widget.bytes_value = draw(st.binary(max_size=20))
            case 5:
                widget.trigger_value = True
            case _:
                widget.string_array_value.data.extend(draw(st.lists(text, max_size=3)))
    return asked.SerializeToString()
