"""Frames that protobuf can read, with contents that no browser sends."""

from functools import cache

from hypothesis import strategies as st
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.hostile.files import NUMBERS, WORDS

# All made once: Hypothesis looks through a new strategy for longer than it draws from one.
texts = st.sampled_from((*NUMBERS, *WORDS)) | st.text(max_size=20)
fragments = st.just("") | texts
heights, kinds = st.integers(0, 4), st.integers(0, 6)
doubles, integers = st.floats(), st.integers(-(2**63), 2**63 - 1)
pieces, lists = st.binary(max_size=20), st.lists(texts, max_size=3)


@cache
def names(known: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Return names among which the known ones are frequent."""
    return st.sampled_from(known) | texts if known else texts


@st.composite
def wrong_contents(
    draw: st.DrawFn, widgets: tuple[str, ...] = (), pages: tuple[str, ...] = ("",)
) -> bytes:
    """A message that asks for a run: of any page, with values of wrong types for its widgets."""
    asked = BackMsg()
    state = asked.rerun_script
    state.query_string = draw(texts)
    state.page_name = draw(names(pages))
    state.fragment_id = draw(fragments)
    for _ in range(draw(heights)):
        widget = state.widget_states.widgets.add()
        widget.id = draw(names(widgets))
        match draw(kinds):
            case 0:
                widget.string_value = draw(texts)
            case 1:
                widget.json_value = draw(texts)
            case 2:
                widget.double_value = draw(doubles)
            case 3:
                widget.int_value = draw(integers)
            case 4:
                widget.bytes_value = draw(pieces)
            case 5:
                widget.trigger_value = True
            case _:
                widget.string_array_value.data.extend(draw(lists))
    return asked.SerializeToString()
