"""A patch of foreign code that no longer takes stops the start, and says which."""

import subprocess
import sys

import pytest
from starlette.formparsers import MultiPartParser
from streamlit.runtime.app_session import AppSession
from streamlit.web.server.starlette import starlette_websocket
from uvicorn.config import HTTP_PROTOCOLS
from websockets import http11

import app
from server import frames, proofs
from tests.serving import ROOT

SABOTAGE = """
import starlette.formparsers
class Fixed(type):
    def __setattr__(cls, name, value):
        if name != "spool_max_size":
            super().__setattr__(name, value)
parser = starlette.formparsers.MultiPartParser
starlette.formparsers.MultiPartParser = Fixed("MultiPartParser", (parser,), {})
import app
"""


def test_all_hold_with_the_versions_of_the_constraints():
    assert app.app
    assert proofs.failed() == []


def test_an_upload_that_goes_to_disk_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(MultiPartParser, "spool_max_size", 2**20)
    assert proofs.failed() == ["uploads stay in memory"]


def test_a_line_that_websockets_gives_up_at_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(http11, "MAX_LINE_LENGTH", 8192)
    assert proofs.failed() == ["long headers are read"]


def test_a_frame_that_passes_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(frames, "OBEYED", frames.OBEYED | {"clear_cache"})
    assert proofs.failed() == ["frames are refused"]


def test_a_stream_elsewhere_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(starlette_websocket, "_ROUTE_WEBSOCKET_STREAM", "_stcore/stream2")
    assert proofs.failed() == ["the stream is admitted"]


def test_a_run_that_begins_unheard_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(AppSession, "request_rerun", lambda session, state: session._begin(state))
    assert proofs.failed() == ["runs take turns"]


def test_connections_of_another_class_are_told(monkeypatch: pytest.MonkeyPatch):
    other = "uvicorn.protocols.http.h11_impl:H11Protocol"
    if proofs.import_from_string(str(HTTP_PROTOCOLS["auto"])).__name__ == "H11Protocol":
        other = "uvicorn.protocols.http.httptools_impl:HttpToolsProtocol"
    monkeypatch.setitem(HTTP_PROTOCOLS, "auto", other)
    assert proofs.failed() == ["connections end in time"]


def test_what_cannot_be_tried_does_not_hold(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delattr(AppSession, "request_rerun")
    assert proofs.failed() == ["runs take turns"]


def test_a_server_whose_patch_has_no_effect_does_not_start_and_says_which():
    run = [sys.executable, "-c", SABOTAGE]
    ended = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "this does not hold: uploads stay in memory. Without it the server" in ended.stderr
