"""The door without a network: what reaches the application, and what is answered instead."""

import asyncio
import logging
from contextlib import suppress

import pytest
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.web.server import server_util
from streamlit.web.server.starlette.starlette_websocket import _is_origin_allowed

from server.door import HostGuard, Socket
from server.headers import FOREVER, SECURITY_HEADERS, SecurityHeaders
from server.hosts import VARIABLE, read_allowed
from tests.server.asgi import scope_of, sent_by

STREAM = "/_stcore/stream"
HIDDEN = [
    "/_stcore/metrics",
    "/_stcore/metrics/",
    "/_stcore/agent",
    "/_stcore/agent/interact",
    "/_stcore/agent/openapi.json",
    "/_stcore/agent/mcp/x",
    "/course/_stcore/agent/mcp",
]
CONNECT = {"type": "websocket.connect"}
LEFT = {"type": "websocket.disconnect", "code": 1001}
RERUN = BackMsg(rerun_script={"page_name": "data"}).SerializeToString()
CLEAR = BackMsg(clear_cache=True).SerializeToString()


class Pages:
    """An application that notes what reaches it, and answers each message of a websocket."""

    def __init__(self) -> None:
        self.scopes: list[Scope] = []
        self.heard: list[Message] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope)
        while scope["type"] == "websocket":
            self.heard.append(message := await receive())
            await send({"type": "websocket.send", "bytes": b"answer"})
            if message["type"] == "websocket.disconnect":
                return


@pytest.fixture
def pages() -> Pages:
    return Pages()


@pytest.fixture
def door(pages: Pages) -> HostGuard:
    return HostGuard(pages, read_allowed("https://course.example"))


def frame(data: bytes | str) -> Message:
    return {"type": "websocket.receive", "text" if isinstance(data, str) else "bytes": data}


def codes(sent: list[Message]) -> list[int]:
    return [message["code"] for message in sent if message["type"] == "websocket.close"]


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("path", HIDDEN)
def test_what_is_not_for_visitors_is_not_found(door: HostGuard, pages: Pages, path: str, kind: str):
    assert sent_by(door, scope_of(path, kind))[0]["status"] == 404
    assert pages.scopes == []


@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/_stcore/agents", "/agent", "/metrics"])
def test_the_rest_passes_as_it_came(door: HostGuard, pages: Pages, path: str):
    scope = scope_of(path)
    sent_by(door, scope)
    assert pages.scopes == [scope]


def test_starting_and_ending_pass(door: HostGuard, pages: Pages):
    sent_by(door, {"type": "lifespan"})
    assert len(pages.scopes) == 1


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": ""}, 421),
        ({"origin": "http://localhost:3000"}, 421),
        ({"origin": "http://[::1"}, 400),
        ({"host": "a\x01b"}, 400),
    ],
)
def test_strangers_are_refused(
    door: HostGuard, pages: Pages, kind: str, headers: dict[str, str], status: int
):
    start, body = sent_by(door, scope_of(STREAM, kind, headers=headers))
    assert start["status"] == status
    assert start["type"].startswith("websocket.") == (kind == "websocket")
    assert (VARIABLE.encode() in body["body"]) == (status == 421 and headers.get("host") != "")
    assert pages.scopes == []


def test_a_server_that_cannot_answer_a_websocket_closes_it(door: HostGuard):
    foreign = {"host": "evil.example"}
    sent = sent_by(door, scope_of(STREAM, "websocket", can_deny=False, headers=foreign))
    assert codes(sent) == [1008]


def test_refusals_are_logged_once_and_quote_nothing(
    door: HostGuard, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    for i in range(20):
        sent_by(door, scope_of(headers={"host": f"evil{i}.example"}))
        sent_by(door, scope_of(headers={"origin": f"evil{i}"}))
        sent_by(door, scope_of("/_stcore/metrics"))
    ours = [record.getMessage() for record in caplog.records if record.name == "server.door"]
    assert len(ours) == 2
    assert not any("evil" in said for said in ours)


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_only_a_question_for_health_is_a_probe(door: HostGuard, pages: Pages, method: str):
    address = {"host": "10.0.0.5:8501"}
    sent_by(door, scope_of("/_stcore/health", method=method, headers=address))
    assert len(pages.scopes) == (method != "POST")
    sent_by(door, scope_of("/", method=method, headers=address))
    sent_by(door, scope_of("/_stcore/health", "websocket", headers=address))
    assert len(pages.scopes) == (method != "POST")


def test_messages_that_no_page_needs_are_dropped(door: HostGuard, pages: Pages):
    received = [CONNECT, frame(CLEAR), frame(RERUN), frame(CLEAR), frame(b""), frame(RERUN), LEFT]
    sent = sent_by(door, scope_of(STREAM, "websocket"), received)
    assert pages.heard == [CONNECT, frame(RERUN), frame(RERUN), LEFT]
    assert codes(sent) == []


@pytest.mark.parametrize(
    ("data", "code"), [("clear", 1003), (b"\xff\xff", 1002), (b"\x0a" * 5 * 2**20, 1009)]
)
def test_frames_that_no_browser_sends_end_the_connection(
    door: HostGuard, pages: Pages, data: bytes | str, code: int
):
    """Streamlit hears that the visitor left, and what it still sends goes nowhere."""
    received = [CONNECT, frame(RERUN), frame(data), frame(RERUN)]
    sent = sent_by(door, scope_of(STREAM, "websocket"), received)
    assert pages.heard == [*received[:2], {"type": "websocket.disconnect", "code": code}]
    assert [message["type"] for message in sent] == ["websocket.send"] * 2 + ["websocket.close"]
    assert codes(sent) == [code]


def test_a_visitor_who_left_meanwhile_is_no_fault():
    async def receive() -> Message:
        return frame("text")

    async def send(message: Message) -> None:
        raise OSError(message["type"])

    left = asyncio.run(Socket(receive, send).receive())
    assert left == {"type": "websocket.disconnect", "code": 1003}


async def heard_at_the_end(receive: Receive, send: Send) -> type[Exception]:
    """Return how Starlette says that a visitor left while something was sent to him."""
    socket = WebSocket(scope_of(STREAM, "websocket"), receive, send)
    await socket.accept()
    try:
        with suppress(WebSocketDisconnect):  # Streamlit's other task, which sends
            await socket.send_bytes(b"figures")
        while True:
            await socket.receive_bytes()
    except (WebSocketDisconnect, RuntimeError) as fault:
        return type(fault)


def test_a_visitor_who_leaves_while_something_is_sent_has_left_and_made_no_fault():
    def end(*, is_at_the_door: bool) -> type[Exception]:
        waiting = iter([CONNECT, LEFT])

        async def receive() -> Message:
            return next(waiting)

        async def send(message: Message) -> None:
            if message["type"] == "websocket.send":
                raise OSError

        at_the_door = Socket(receive, send)
        if is_at_the_door:
            return asyncio.run(heard_at_the_end(at_the_door.receive, at_the_door.send))
        return asyncio.run(heard_at_the_end(receive, send))

    assert end(is_at_the_door=True) is WebSocketDisconnect
    assert issubclass(end(is_at_the_door=False), RuntimeError), "The door may leave that alone."


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8501", None),
        ("localhost:8501", "http://localhost:8501"),
        ("LOCALHOST:8501", "http://localhost:8501"),
        ("localhost:443", "https://localhost"),
        ("127.0.0.1:8501", "https://course.example"),
        ("[::1]:8501", "http://[::1]:8501"),
    ],
)
def test_streamlit_never_asks_the_internet_about_who_was_let_in(
    door: HostGuard, pages: Pages, monkeypatch: pytest.MonkeyPatch, host: str, origin: str | None
):
    monkeypatch.setattr(server_util.net_util, "get_external_ip", lambda: pytest.fail("asked"))
    monkeypatch.setattr(server_util.net_util, "get_internal_ip", lambda: pytest.fail("asked"))
    headers = {"host": host} | ({"origin": origin} if origin else {})
    sent_by(door, scope_of(STREAM, "websocket", headers=headers), [CONNECT, LEFT])
    (scope,) = pages.scopes
    seen = {name.decode(): value.decode() for name, value in scope["headers"]}
    assert seen["host"] == host
    assert ("origin" in seen) == bool(origin)
    assert _is_origin_allowed(seen.get("origin"), seen["host"])


def answered(status: int):
    async def app(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
        await send({"type": "http.response.start", "status": status, "headers": []})

    return SecurityHeaders(app)


@pytest.mark.parametrize(
    ("path", "status", "kept"),
    [
        ("/assets/fonts/inter-latin.woff2", 200, True),
        ("/assets/fonts/inter-latin.woff2", 304, True),
        ("/assets/fonts/none.woff2", 404, False),
        ("/assets/logo.svg", 200, False),
        ("/", 200, False),
    ],
)
def test_browsers_keep_fonts_and_only_fonts(path: str, status: int, kept: bool):
    (start,) = sent_by(answered(status), scope_of(path))
    sent = {name.decode(): value.decode() for name, value in start["headers"]}
    assert sent.get("cache-control") == (FOREVER["Cache-Control"] if kept else None)


def test_refused_websockets_carry_the_security_headers(door: HostGuard):
    refused = scope_of(STREAM, "websocket", headers={"host": "evil.example"})
    start = sent_by(SecurityHeaders(door), refused)[0]
    assert {name.lower().encode() for name in SECURITY_HEADERS} <= {n for n, _ in start["headers"]}
