"""The door without a network: what reaches the application, and what is answered instead."""

import logging

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit.web.server import server_util
from streamlit.web.server.starlette.starlette_websocket import _is_origin_allowed

from server.entry.host_guard import HostGuard
from server.entry.hosts import VARIABLE, read_allowed
from server.headers import FOREVER, REVALIDATED, SECURITY_HEADERS, SecurityHeaders
from tests.server.asgi import scope_of, sent_by

STREAM = "/_stcore/stream"
HIDDEN = [
    "/_stcore",
    "/_stcore/",
    "/_stcore/stream",
    "/_stcore/script-health-check",
    "/_stcore/what-a-later-one-adds",
    "/_stcore/healthy",
    "/_stcore/health-2/x",
    "/auth/login",
    "/auth/logout",
    "/oauth2callback",
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


def codes(sent: list[Message]) -> list[int]:
    return [message["code"] for message in sent if message["type"] == "websocket.close"]


@pytest.mark.parametrize("path", HIDDEN)
def test_what_is_not_for_visitors_is_not_found(door: HostGuard, pages: Pages, path: str):
    assert sent_by(door, scope_of(path))[0]["status"] == 404
    assert pages.scopes == []


@pytest.mark.parametrize(
    "path",
    ["/_stcore/stream2", "/stream", "/", "/x/_stcore/stream", "/_stcore/health", "/assets/x"],
)
def test_there_is_one_websocket(door: HostGuard, pages: Pages, path: str):
    assert sent_by(door, scope_of(path, "websocket"))[0]["status"] == 404
    assert pages.scopes == []


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/_stcore/health",
        "/_stcore/host-config",
        "/_stcore/upload_file/a/b",
        "/_stcore/bidi-components/x/y.js",
        "/media/x.png",
        "/agent",
        "/metrics",
        "/auth",
        "/oauth2callback/x",
    ],
)
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
    ours = [
        record.getMessage() for record in caplog.records if record.name == "server.entry.host_guard"
    ]
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
        ("/assets/fonts/inter-latin.woff2", 200, FOREVER),
        ("/assets/fonts/inter-latin.woff2", 304, FOREVER),
        ("/assets/fonts/none.woff2", 404, {}),
        ("/assets/logo.svg", 200, REVALIDATED),
        ("/", 200, {}),
    ],
)
def test_browsers_keep_fonts_and_only_fonts(path: str, status: int, kept: dict[str, str]):
    (start,) = sent_by(answered(status), scope_of(path))
    sent = {name.decode(): value.decode() for name, value in start["headers"]}
    assert sent.get("cache-control") == kept.get("Cache-Control")


def test_refused_websockets_carry_the_security_headers(door: HostGuard):
    refused = scope_of(STREAM, "websocket", headers={"host": "evil.example"})
    start = sent_by(SecurityHeaders(door), refused)[0]
    assert {name.lower().encode() for name in SECURITY_HEADERS} <= {n for n, _ in start["headers"]}
