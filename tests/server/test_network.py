"""A running server, and what a hostile client sends it: nobody else notices, nothing is logged."""

import re
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection

import pytest
from hypothesis import given, settings
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from dplab.simulation.executors.choice import EXPRESS
from dplab.simulation.executors.processes import cores
from pages.kit import visitor
from server.entry.hosts import VARIABLE
from server.headers import FRAMES
from server.log import REFUSED
from server.releases import SWITCH
from server.visits.visitor_store import PER_SERVER, PER_VISITOR
from tests.hostile.client_messages import wrong_contents
from tests.hostile.files import FUZZ
from tests.processes import descendants, gone
from tests.serving import FAULT, PATIENCE, ROOT, STREAMLIT, UVICORN, Server, serve

WORD = "Ada-Lovelace-1815"
"""What a visitor sends and the log must not hold."""

SITE = "https://course.example"
"""A site that the server knows, and that may frame its pages."""

UPGRADE = [
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
]
WIDGET = re.compile(r'\bid: "(\$\$[^"]+)"')


class Trap(threading.Thread):
    """A proxy that notes who asks it for anything, and hangs up."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.asked = 0

    def run(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self.listening.accept()
                self.asked += 1  # before the caller can know that it was heard
                caller.close()

    @property
    def environment(self) -> dict[str, str]:
        address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        return {"http_proxy": address, "https_proxy": address, "no_proxy": ""}


@pytest.fixture(scope="module")
def trap() -> Iterator[Trap]:
    trap = Trap()
    trap.start()
    yield trap
    trap.listening.shutdown(socket.SHUT_RDWR)
    trap.listening.close()


WAYS = ((STREAMLIT, signal.SIGTERM), (UVICORN, signal.SIGKILL))
"""To start a server, and how it ends."""

one_way = pytest.mark.parametrize(
    "guarded",
    [
        pytest.param(WAYS[0], id="streamlit", marks=pytest.mark.whole),
        pytest.param(WAYS[1], id="uvicorn"),
    ],
    indirect=True,
)
"""Messages that are the same below any server, and take long, in every run to one."""


# How processes end with any program, `test_processes.py` tells.
@pytest.fixture(scope="module", params=WAYS, ids=["streamlit", "uvicorn"])
def guarded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, trap: Trap):
    """A server whose every request to elsewhere falls into the trap.

    What computes starts with it, before any visitor comes, and ends with it, however it ends.
    """
    command, end = request.param
    environment = trap.environment | {VARIABLE: SITE, FRAMES: SITE}
    folder = tmp_path_factory.mktemp("guarded")
    with serve(folder, command, environment=environment, may_fail=True) as running:
        workers = all_that_compute(running)
        yield running
        workers |= set(descendants(running.process.pid))
        running.process.send_signal(end)
        running.process.wait(PATIENCE)
        assert all(gone(worker) for worker in workers)


def all_that_compute(server: Server) -> set[int]:
    """Wait for all processes that compute, and the one that they are copies of."""
    deadline = time.monotonic() + PATIENCE
    while len(workers := descendants(server.process.pid)) < cores() + EXPRESS + 1:
        assert time.monotonic() < deadline, "no process that computes"
        time.sleep(0.05)
    return set(workers)


def stream(server: Server, **more: object) -> ClientConnection:
    address = f"{server.url.replace('http', 'ws')}/_stcore/stream?word={WORD}"
    subprotocols = more.pop("subprotocols", ["streamlit"])
    return connect(address, subprotocols=subprotocols, max_size=None, proxy=None, **more)


def rerun(page: str = "", query: str = "", fragment: str = "") -> BackMsg:
    state = {"page_name": page, "query_string": query, "fragment_id": fragment}
    return BackMsg(rerun_script=state)


def until_finished(socket: ClientConnection) -> set[str]:
    """Wait for the end of a run; return the ids of the widgets that it drew."""
    found: set[str] = set()
    while True:
        message = ForwardMsg.FromString(socket.recv(timeout=PATIENCE))
        found |= set(WIDGET.findall(str(message)))
        if message.WhichOneof("type") == "script_finished":
            return found


def run(socket: ClientConnection, message: BackMsg) -> set[str]:
    socket.send(message.SerializeToString())
    return until_finished(socket)


def closed_with(server: Server, data: str | bytes) -> int | None:
    """Return the code with which the server closes after `data`."""
    with stream(server) as socket:
        socket.send(data)
        with suppress(ConnectionClosed):
            while True:
                socket.recv(timeout=PATIENCE)
        return socket.close_code


def refused(server: Server, **more: object) -> tuple[int, str]:
    with pytest.raises(InvalidStatus) as refusal, stream(server, **more):
        pass
    return refusal.value.response.status_code, refusal.value.response.body.decode()


def answer(server: Server, *lines: str) -> int:
    """Return the status that a request of these lines, as they are, is answered with."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as raw:
        raw.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        return int(raw.makefile("rb").readline().split()[1])


def test_no_connection_leaves_for_strangers(guarded: Server, trap: Trap):
    for i in range(20):
        status, sentence = refused(guarded, origin=f"https://evil{i}.example")
        assert status == 421
        assert VARIABLE in sentence
        assert guarded.get("/_stcore/health")[0] == 200
    with stream(guarded, origin=SITE) as named:
        run(named, rerun())
    assert trap.asked == 0
    said = guarded.log.read_text()
    assert said.count(VARIABLE) == 1
    assert REFUSED not in said
    assert "evil" not in said


def test_the_trap_would_notice(trap: Trap):
    port = trap.listening.getsockname()[1]
    before = trap.asked
    with suppress(OSError):
        asking = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        asking.request("GET", "http://elsewhere.example/")
        asking.getresponse()
    assert trap.asked == before + 1
    trap.asked = before


@pytest.mark.parametrize("path", ["/", "/data", "/_stcore/health", "/assets/logo.svg", "/media/x"])
def test_another_host_gets_no_page(guarded: Server, path: str):
    status, headers, body = guarded.get(path, {"Host": "evil.example"})
    assert status == 421
    assert VARIABLE in body.decode()
    assert headers["content-type"] == "text/plain; charset=utf-8"


def test_a_named_host_gets_the_page(guarded: Server):
    assert guarded.get("/", {"Host": "course.example"})[0] == 200
    assert guarded.get("/", {"Host": "other.course.example"})[0] == 421


def test_probes_of_a_proxy_pass(guarded: Server):
    health = "/_stcore/health"
    assert answer(guarded, f"GET {health} HTTP/1.0") == 200
    assert answer(guarded, f"GET {health} HTTP/1.1", "Host: 10.0.0.5:8501") == 200
    assert answer(guarded, "GET / HTTP/1.0") == 421


@pytest.mark.parametrize("origin", ["http://[::1", "http://\xff", "http://" + "a" * 10_000])
def test_a_malformed_origin_is_a_bad_request(guarded: Server, origin: str):
    here = f"Host: 127.0.0.1:{guarded.port}"
    for lines in ([], UPGRADE):
        request = f"GET /_stcore/{'stream' if lines else 'health'} HTTP/1.1"
        assert answer(guarded, request, here, f"Origin: {origin}", *lines) == 400
    assert "aaaa" not in guarded.log.read_text()


def test_long_cookies_do_not_keep_a_visitor_out(guarded: Server):
    request = ["GET /_stcore/stream HTTP/1.1", f"Host: 127.0.0.1:{guarded.port}", *UPGRADE]
    assert answer(guarded, *request, "Cookie: a=" + "b" * 12_000) == 101
    assert answer(guarded, *request, *[f"X-{i}: 1" for i in range(200)]) == 101


@one_way
def test_nobody_clears_what_all_share(guarded: Server):
    before = all_that_compute(guarded)
    with stream(guarded) as socket:
        run(socket, rerun("trade-off"))
        for _ in range(11):
            socket.send(BackMsg(clear_cache=True).SerializeToString())
            run(socket, rerun("trade-off"))
    after = descendants(guarded.process.pid)
    assert before <= set(after)
    # One is what the others are copies of.
    assert len(after) <= max(cores() + EXPRESS + 1, len(before))


def test_frames_that_no_browser_sends_end_the_connection(guarded: Server):
    assert closed_with(guarded, WORD) == 1003
    assert closed_with(guarded, b"\xff\xff" + WORD.encode()) == 1002
    assert closed_with(guarded, rerun(query=WORD * 400_000).SerializeToString()) == 1009


def crafted(widgets: set[str]) -> Iterator[BackMsg]:
    """Yield messages that a browser would not send: wrong types, unknown names."""
    for field in ("string_value", "json_value", "bytes_value", "double_value", "trigger_value"):
        message = rerun("data")
        values = {
            "json_value": f'{{"told": {{"text": "{WORD}", "turn": 1}}}}',
            "bytes_value": WORD.encode(),
            "double_value": 1e308,
        }
        for widget in widgets:
            state = message.rerun_script.widget_states.widgets.add()
            state.id = widget
            setattr(state, field, True if field == "trigger_value" else values.get(field, WORD))
        yield message
    for name in ("", WORD, f"$$ID-{WORD}"):
        message = rerun()
        message.rerun_script.widget_states.widgets.add(id=name, string_value=WORD)
        yield message
    yield rerun(page=WORD)
    yield rerun(query=f"epsilon={WORD}&data={WORD}&{WORD}=1&run={WORD}")
    yield rerun(fragment=WORD)
    operation = {"request_id": WORD, "session_id": WORD, "deferred_file": {"file_id": WORD}}
    yield BackMsg(backend_operation_request=operation)


@one_way
def test_no_word_of_a_visitor_reaches_the_log(guarded: Server):
    with stream(guarded, subprotocols=["streamlit", WORD, WORD]) as socket:
        widgets = run(socket, rerun("data"))
    assert len(widgets) > 5
    for message in crafted(widgets):
        with stream(guarded) as socket:
            run(socket, rerun("data"))
            socket.send(message.SerializeToString())
            if message.rerun_script.widget_states.widgets:
                # Two that come at once would be made one, and nothing seen of the first.
                until_finished(socket)
            run(socket, rerun("data"))
    said = guarded.log.read_text()
    assert WORD not in said
    assert "Traceback" not in said
    assert FAULT.search(said), "Nothing of it was logged: the messages are not what they were."


@one_way
def test_wrong_contents_do_not_end_a_visit(guarded: Server):
    """Whatever one message was, the next one gets its page, and the log no traceback."""
    with stream(guarded) as socket:
        widgets = tuple(sorted(run(socket, rerun("data"))))

        @settings(max_examples=60, **FUZZ)
        @given(wrong_contents(widgets, ("data", "overview")))
        def send(frame: bytes) -> None:
            socket.send(frame)
            run(socket, rerun("overview"))

        send()
    assert "Traceback" not in guarded.log.read_text()
    assert guarded.get("/_stcore/health")[0] == 200


def test_a_site_that_is_named_may_frame_the_pages(guarded: Server):
    headers = guarded.get("/?embed=true")[1]
    assert "x-frame-options" not in headers
    assert f"frame-ancestors 'self' {SITE}" in headers["content-security-policy"]


@pytest.mark.parametrize("command", [STREAMLIT, pytest.param(UVICORN, marks=pytest.mark.whole)])
def test_a_wrong_setting_ends_the_start_with_a_sentence(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(VARIABLE, "*.example")
    arguments = [sys.executable, "-m", *(part.format(port=0) for part in command)]
    ended = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode != 0
    assert f"{VARIABLE} must name hosts or origins" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        (VARIABLE, "*.example", "must name hosts or origins"),
        (FRAMES, "*", "must name origins"),
        (PER_VISITOR, "much", "must be a positive whole number of megabytes"),
        (PER_SERVER, "much", "must be a positive whole number of megabytes"),
        (SWITCH, "perhaps", "must be on or off"),
    ],
)
def test_every_setting_is_read_at_the_start(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
):
    """Python ends with the sentence of such an exit, as a process above does for one of them."""
    monkeypatch.setenv(name, value)
    monkeypatch.setattr(visitor.kept, "room", visitor.kept.room)
    with pytest.raises(SystemExit) as refusal:
        runpy.run_path(str(ROOT / "app.py"))
    assert f"{name} {said}" in refusal.value.code
