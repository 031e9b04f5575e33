"""Frames of a websocket: which ones Streamlit sees, and which ones end the connection."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest, BackMsg

from pages.lessons import sheet
from server import client_messages
from server.client_messages import (
    LARGEST,
    LONGEST_NAME,
    LONGEST_TEXT,
    LONGEST_TOLD,
    OBEYED,
    OPERATIONS,
    Violation,
    read,
)
from tests.hostile.client_messages import wrong_contents
from tests.hostile.files import FUZZ

KINDS = [field.name for field in BackMsg.DESCRIPTOR.oneofs_by_name["type"].fields]
PAYLOADS = [
    field.name for field in BackendOperationRequest.DESCRIPTOR.oneofs_by_name["payload"].fields
]


def message(kind: str, payload: str | None = None) -> bytes:
    asked = BackMsg()
    if payload:
        getattr(asked.backend_operation_request, payload).SetInParent()
    elif isinstance(getattr(asked, kind), bool):
        setattr(asked, kind, True)
    else:
        getattr(asked, kind).SetInParent()
    return asked.SerializeToString()


def outcome(frame: bytes | None) -> bool | int:
    try:
        return read(frame) is not None
    except Violation as violation:
        return violation.code


@pytest.mark.parametrize("kind", KINDS)
def test_only_listed_kinds_are_obeyed(kind: str):
    assert outcome(message(kind)) is (kind in OBEYED)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_only_listed_operations_are_obeyed(payload: str):
    assert outcome(message("backend_operation_request", payload)) is (payload in OPERATIONS)


def test_the_lists_name_what_streamlit_has():
    assert set(KINDS) > OBEYED
    assert set(PAYLOADS) > OPERATIONS
    harmful = {"clear_cache", "set_run_on_save", "load_git_info", "debug_shutdown_runtime"}
    assert not OBEYED & harmful
    assert not OPERATIONS & {"install_skills", "dismiss_skills_nudge"}


@pytest.mark.parametrize("first", KINDS)
def test_the_last_kind_in_a_frame_counts_as_in_streamlit(first: str):
    """Protobuf keeps the last of several that exclude each other."""
    assert outcome(message(first) + message("clear_cache")) is False
    assert outcome(message("clear_cache") + message("rerun_script")) is True


@pytest.mark.parametrize("frame", [b"", b"\xc8\x3e\x01"], ids=["nothing", "a kind of the future"])
def test_unknown_kinds_are_dropped(frame: bytes):
    assert outcome(frame) is False


def test_text_broken_and_large_frames_end_the_connection():
    assert outcome(None) == 1003
    assert outcome(b"\xff\xff\xff") == 1002
    query = BackMsg()
    query.rerun_script.query_string = "x" * LARGEST
    assert outcome(query.SerializeToString()) == 1009


def test_a_large_frame_is_not_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client_messages, "BackMsg", lambda: pytest.fail("read"))
    assert outcome(b"\0" * (LARGEST + 1)) == 1009


def rerun(**state: object) -> bytes:
    return BackMsg(rerun_script=state).SerializeToString()


@pytest.mark.parametrize("field", ["timezone", "locale", "color_scheme"])
def test_what_a_browser_says_of_itself_is_short(field: str):
    said = {field: "x" * LONGEST_NAME}
    assert outcome(rerun(context_info=said)) is True
    assert outcome(rerun(context_info={field: "x" * (LONGEST_NAME + 1)})) is False


def test_no_text_is_longer_than_the_longest_that_a_page_takes():
    typed = [{"id": "code", "string_value": "x" * LONGEST_TEXT}]
    assert outcome(rerun(widget_states={"widgets": typed})) is True
    typed[0]["string_value"] += "x"
    assert outcome(rerun(widget_states={"widgets": typed})) is False
    assert LONGEST_TEXT > sheet.LONGEST


@pytest.mark.parametrize(
    ("said", "passes"),
    [
        ('{"told": {"text": "0.5", "turn": 1764300000000}}', True),
        ("{}", True),
        ('{"told": "' + "x" * LONGEST_TOLD + '"}', False),
        ("[" * LONGEST_TOLD, False),
        ('{"told": ', False),
        ("[]", False),
        ("", False),
    ],
    ids=["a turn", "nothing yet", "too long", "deep", "cut", "a list", "empty"],
)
@pytest.mark.parametrize("kind", ["json_value", "json_trigger_value"])
def test_what_a_dial_tells_is_short_and_json(kind: str, said: str, passes: bool):
    widgets = [{"id": "epsilon_dial1", kind: said}]
    assert outcome(rerun(widget_states={"widgets": widgets})) is passes


@given(st.binary(max_size=200))
@example(b"\x0a" * 100_000)
@settings(max_examples=2000, **FUZZ)
def test_any_bytes_are_judged(frame: bytes):
    """Whatever passes is what Streamlit reads as a kind that is listed."""
    judged = outcome(frame)
    assert judged in (True, False, 1002)
    if judged is True:
        kind = BackMsg.FromString(frame).WhichOneof("type")
        assert kind in OBEYED | {"backend_operation_request"}


@pytest.mark.parametrize("n", [500, pytest.param(2000, marks=pytest.mark.whole)])
def test_wrong_contents_pass_unless_too_long_and_broken_ones_do_not_raise(n: int):
    def judged(frame: bytes, cut: int, more: bytes) -> None:
        said = BackMsg.FromString(frame).rerun_script
        kinds = {each.WhichOneof("value") for each in said.widget_states.widgets}
        tells = kinds & {"json_value", "json_trigger_value"}  # what no dial does
        assert outcome(frame) is (len(said.fragment_id) <= LONGEST_NAME and not tells)
        assert outcome(frame[: len(frame) - cut] + more) in (True, False, 1002)

    tried = given(wrong_contents(), st.integers(0, 10), st.binary(max_size=3))(judged)
    settings(max_examples=n, **FUZZ)(tried)()
