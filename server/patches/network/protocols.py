"""uvicorn's classes of connections: how methods are changed, and how a change is tried.

Examples
--------
>>> tried(lambda protocol, transport: not transport.is_closing())
True
"""

import asyncio
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

from streamlit.web.server.starlette import starlette_server
from uvicorn import Config
from uvicorn.config import HTTP_PROTOCOLS, WS_PROTOCOLS
from uvicorn.importer import import_from_string
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

CHANGED: tuple[Any, ...] = (AutoHTTPProtocol, WebSocketsSansIOProtocol)
"""The classes whose methods are changed: that of requests, and that of websockets."""

Changed = Callable[..., None]
"""Called with the method as it was, the connection, and the method's arguments."""


def change(kind: Any, method: str, changed: Changed) -> None:
    """Put something in the place of a method of all connections that come from now on."""
    original = getattr(kind, method)

    def replaced(protocol: Any, *arguments: Any) -> None:
        changed(lambda: original(protocol, *arguments), protocol, *arguments)

    setattr(kind, method, replaced)


class TrialTransport(asyncio.Transport):
    """The other end of a connection that nobody opened."""

    def __init__(self, end: socket.socket) -> None:
        super().__init__({"socket": end, "peername": ("192.0.2.1", 1)})
        self._is_closed = False
        self.waits = 0

    def close(self) -> None:
        """Note that the connection is closed."""
        self._is_closed = True

    abort = close

    def is_closing(self) -> bool:
        """Tell whether it was closed."""
        return self._is_closed

    def write(self, data: Any) -> None:
        """Send nothing."""

    def get_write_buffer_size(self) -> int:
        """Return what waits to be read."""
        return self.waits


Trial = Callable[[Any, TrialTransport], bool]
"""Tells of a connection, which was just made, whether what is to hold does."""


def tried(trial: Trial, *, websockets_too: bool = False) -> bool:
    """Tell whether a trial succeeds with the classes that uvicorn serves with."""
    kinds: list[Any] = [HTTP_PROTOCOLS["auto"]]
    if websockets_too:
        kinds.append(WS_PROTOCOLS[starlette_server._get_websocket_protocol()])
    # In a thread of its own: here a loop may be running already.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _all_succeed(trial, kinds)).result()


async def _all_succeed(trial: Trial, kinds: list[Any]) -> bool:
    return all(_succeeds(trial, import_from_string(str(kind))) for kind in kinds)


def _succeeds(trial: Trial, kind: Any) -> bool:
    async def app(_scope: object, _receive: object, _send: object) -> None:
        """Answer nothing."""

    config = Config(app, interface="asgi3", lifespan="off", log_config=None)
    config.load()
    state = ServerState()
    with closing(socket.socket()) as end:
        protocol, transport = kind(config, state, {}), TrialTransport(end)
        protocol.connection_made(transport)
        try:
            return trial(protocol, transport)
        finally:
            protocol.connection_lost(ConnectionError())
            for task in state.tasks:
                task.cancel()
