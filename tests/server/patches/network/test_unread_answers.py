"""Answers that nobody reads hold no memory for long."""

import asyncio
import socket
from collections.abc import Callable

import pytest
import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from server import limits
from server.patches.network import unread_answers
from server.patches.network.unread_answers import UnreadAnswers
from server.pieces import InPieces
from tests.server.patches.network.transports import Transport, connect, served
from tests.server.test_pieces import large


async def looked(change: Callable[[Transport], None], times: int) -> tuple[Transport, int]:
    """Return a connection that could not be written to, and how often memory was given back."""
    kind, given = served(), []
    UnreadAnswers(lambda: given.append(1)).watch(kind)
    protocol = connect(kind, Transport(waits=1_000_000))
    protocol.pause_writing()
    for _ in range(times):
        change(protocol.transport)
        await asyncio.sleep(2 * limits.UNREAD)
    await asyncio.sleep(5 * unread_answers.SETTLED)
    return protocol.transport, len(given)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNREAD", 0.02)
    monkeypatch.setattr(unread_answers, "SETTLED", 0.02)


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
        UnreadAnswers(lambda: None).watch(kind)
        protocol = connect(kind, Transport(waits=10**9))
        protocol.pause_writing()
        loop, done = asyncio.get_running_loop(), asyncio.Event()

        def read(times: int) -> None:
            protocol.transport.waits -= limits.LEAST_READ
            if not times:
                protocol.resume_writing()
                done.set()
                return
            # By a timer, as the look is: on a busy machine they are late, and still in their order.
            loop.call_later(limits.UNREAD / 4, read, times - 1)

        read(40)
        await done.wait()
        await asyncio.sleep(3 * limits.UNREAD)
        return protocol.transport.is_cut

    assert not asyncio.run(slow())


def test_a_server_cuts_who_asks_and_does_not_read(monkeypatch: pytest.MonkeyPatch):
    for name in ("connection_made", "connection_lost", "pause_writing", "resume_writing"):
        monkeypatch.setattr(AutoHTTPProtocol, name, getattr(AutoHTTPProtocol, name))
    ended = []

    async def serving() -> list[int]:
        waiting: list[int] = []
        UnreadAnswers(lambda: None).watch(AutoHTTPProtocol)

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
