"""Answers that nobody reads hold no memory for long, and no address has all connections."""

import asyncio
import socket
from collections.abc import Callable

import pytest
import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from server import unread
from server.admission import limits
from server.connections import most_connections, most_tabs
from server.unread import InPieces, Open, Unread
from tests.server.asgi import scope_of, sent_by

LARGE = 5_000_000


async def large(_scope, _receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": bytes(LARGE)})


@pytest.mark.parametrize(
    "size", [0, 1, limits.PIECE - 1, limits.PIECE, limits.PIECE + 1, 3 * limits.PIECE, LARGE]
)
def test_an_answer_in_pieces_is_the_same_answer(size: int):
    content = bytes(range(256)) * (size // 256 + 1)

    async def answering(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": content[:size]})

    start, *pieces = sent_by(InPieces(answering), scope_of())
    assert start == {"type": "http.response.start", "status": 200, "headers": []}
    assert b"".join(each["body"] for each in pieces) == content[:size]
    assert all(len(each["body"]) <= limits.PIECE for each in pieces)
    assert [each.get("more_body", False) for each in pieces] == [True] * (len(pieces) - 1) + [False]


def test_pieces_of_a_longer_answer_and_websockets_stay_as_they_are():
    async def streaming(_scope, _receive, send):
        await send({"type": "http.response.body", "body": bytes(100_000), "more_body": True})
        await send({"type": "http.response.body", "body": b"end"})

    more = [each.get("more_body", False) for each in sent_by(InPieces(streaming), scope_of())]
    assert more == [True, True, False]
    assert len(sent_by(InPieces(large), scope_of("/", "websocket"))) == 2


class Transport:
    """One end of a connection that notes whether it was cut."""

    def __init__(self, address: str = "192.0.2.1", waits: int = 0) -> None:
        self.address, self.waits, self.is_cut = address, waits, False

    def get_extra_info(self, _name: str) -> tuple[str, int]:
        return self.address, 1

    def get_write_buffer_size(self) -> int:
        return self.waits

    def abort(self) -> None:
        self.is_cut = True


def served() -> type:
    """Return a class as uvicorn's, which does nothing by itself."""

    class Served:
        def connection_made(self, transport: Transport) -> None:
            self.transport = transport

        def connection_lost(self, reason: Exception | None) -> None: ...
        def pause_writing(self) -> None: ...
        def resume_writing(self) -> None: ...

    return Served


def connect(kind: type, transport: Transport):
    protocol = kind()
    protocol.connection_made(transport)
    return protocol


def test_an_address_has_as_many_as_a_class_needs_and_all_no_more_than_there_is_room_for(
    monkeypatch,
):
    monkeypatch.setattr(limits, "ADDRESS_CONNECTIONS", 3)
    kind = served()
    Open(6, lambda address: address == "127.0.0.1").watch(kind)
    one = [connect(kind, Transport()) for _ in range(5)]
    assert [each.transport.is_cut for each in one] == [False] * 3 + [True] * 2
    # Another address is not held by it, and a trusted proxy by the whole alone.
    proxy = [connect(kind, Transport("127.0.0.1")) for _ in range(4)]
    assert [each.transport.is_cut for each in proxy] == [False] * 3 + [True]
    # One that was cut gives no place back, one that was open does.
    one[4].connection_lost(None)
    assert connect(kind, Transport("192.0.2.9")).transport.is_cut
    one[0].connection_lost(None)
    assert not connect(kind, Transport("192.0.2.9")).transport.is_cut


def test_a_websocket_is_the_connection_that_its_request_was():
    kind, websocket = served(), served()
    opened = Open(1, lambda _: False)
    opened.watch(kind)
    opened.watch(websocket)
    first = connect(kind, Transport())
    upgraded = connect(websocket, first.transport)
    assert not first.transport.is_cut
    upgraded.connection_lost(None)
    assert not connect(kind, Transport()).transport.is_cut


def test_two_hundred_behind_one_address_have_room_for_all_that_their_browsers_open():
    opened = Open(most_connections(65_536), lambda _: False)
    assert all(opened.takes(Transport()) for _ in range(200 * 7))


def test_few_open_files_are_enough_for_fewer():
    assert most_tabs(1024) == 206
    assert most_connections(1024) == 824
    assert (most_tabs(65_536), most_connections(65_536)) == (limits.TABS, limits.CONNECTIONS)


async def looked(change: Callable[[Transport], None], times: int) -> tuple[Transport, int]:
    """Return a connection that could not be written to, and how often memory was given back."""
    kind, given = served(), []
    Unread(lambda: given.append(1)).watch(kind)
    protocol = connect(kind, Transport(waits=1_000_000))
    protocol.pause_writing()
    for _ in range(times):
        change(protocol.transport)
        await asyncio.sleep(2 * limits.UNREAD)
    await asyncio.sleep(5 * unread.SETTLED)
    return protocol.transport, len(given)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNREAD", 0.02)
    monkeypatch.setattr(unread, "SETTLED", 0.02)


def test_who_takes_nothing_is_cut_and_memory_given_back():
    transport, given = asyncio.run(looked(lambda _: None, 2))
    assert (transport.is_cut, given) == (True, 1)


def test_who_takes_a_byte_at_a_time_is_cut():
    def sip(transport: Transport) -> None:
        transport.waits -= 1

    transport, _ = asyncio.run(looked(sip, 2))
    assert transport.is_cut


def test_who_is_slow_is_not():
    async def slow() -> bool:
        kind = served()
        Unread(lambda: None).watch(kind)
        protocol = connect(kind, Transport(waits=10**9))
        protocol.pause_writing()
        for _ in range(40):
            protocol.transport.waits -= limits.LEAST_READ
            await asyncio.sleep(limits.UNREAD / 4)
        protocol.resume_writing()
        await asyncio.sleep(3 * limits.UNREAD)
        return protocol.transport.is_cut

    assert not asyncio.run(slow())


def test_a_server_cuts_who_asks_and_does_not_read(monkeypatch: pytest.MonkeyPatch):
    for name in ("connection_made", "connection_lost", "pause_writing", "resume_writing"):
        monkeypatch.setattr(AutoHTTPProtocol, name, getattr(AutoHTTPProtocol, name))
    ended = []

    async def serving() -> list[int]:
        waiting: list[int] = []
        Unread(lambda: None).watch(AutoHTTPProtocol)

        async def app(scope, receive, send):
            await InPieces(large)(scope, receive, send)
            ended.append(scope["path"])

        config = uvicorn.Config(app, lifespan="off", log_level="critical")
        with socket.create_server(("127.0.0.1", 0)) as bound:
            server = uvicorn.Server(config)
            running = asyncio.create_task(server.serve([bound]))
            while not server.started:
                await asyncio.sleep(0.01)
            asked = socket.create_connection(bound.getsockname())
            asked.setblocking(False)
            asked.sendall(b"GET /unread HTTP/1.1\r\nHost: localhost\r\n\r\n")
            while not ended:
                waiting += [
                    each.transport.get_write_buffer_size()
                    for each in server.server_state.connections
                ]
                await asyncio.sleep(0.005)
            asked.close()
            server.should_exit = True
            await running
        return waiting

    waiting = asyncio.run(serving())
    assert ended == ["/unread"]
    # Of five megabytes a piece or two waited, beside what the system takes.
    assert 0 < max(waiting) < 4 * limits.PIECE
