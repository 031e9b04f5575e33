"""Small answers leave at once, on the socket that Streamlit binds."""

import asyncio
import socket

import pytest
import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from server.patches.network import no_delay


@pytest.fixture
def _undone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test changes in uvicorn is undone after it."""
    monkeypatch.setattr(AutoHTTPProtocol, "connection_made", AutoHTTPProtocol.connection_made)


async def has_no_delay() -> bool:
    """Connect to a server on a socket as Streamlit binds it; tell whether answers leave at once."""
    seen: list[int] = []

    async def app(scope, receive, send):
        """Answer nothing: the connection is all."""

    class Watched(AutoHTTPProtocol):
        def connection_made(self, transport):
            super().connection_made(transport)
            sock = transport.get_extra_info("socket")
            seen.append(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    config = uvicorn.Config(app, lifespan="off", log_level="critical", http=Watched)
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([bound]))
        while not server.started:
            await asyncio.sleep(0.01)
        _, writer = await asyncio.open_connection(*bound.getsockname())
        while not seen:
            await asyncio.sleep(0.01)
        writer.close()
        server.should_exit = True
        await serving
    return bool(seen[0])


@pytest.mark.usefixtures("_undone")
def test_small_answers_leave_at_once():
    no_delay.install()
    assert asyncio.run(has_no_delay())
