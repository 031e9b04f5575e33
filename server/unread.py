"""Answers that nobody reads, and more connections than there is room for.

uvicorn takes an answer whole: of a script of 4.7 MB, all that the other side does not take at once
waits in the process. Three hundred connections that asked and read nothing held 1.2 GB, for as
long as they liked. So answers are handed over in pieces (`InPieces`), the next when the one before
is on its way; a connection of which nothing is taken for a while is cut; and so is one beyond what
an address, or all, may have open.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from server.admission import limits
from server.visits.reclaim import release_memory

TRUSTED = "FORWARDED_ALLOW_IPS"
"""uvicorn's: proxies whose word on who asks is taken."""

SETTLED = 5.0
"""Seconds after a connection was cut until memory is given back: others may end with it."""


class InPieces:
    """Hand answers over in pieces.

    Parameters
    ----------
    app : ASGIApp
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_pieces(message: Message) -> None:
            body = memoryview(message.get("body", b""))
            last = max(0, len(body) - 1) // limits.PIECE * limits.PIECE
            if not last:
                await send(message)
                return
            for start in range(0, last, limits.PIECE):
                piece = bytes(body[start : start + limits.PIECE])
                await send({**message, "body": piece, "more_body": True})
            await send({**message, "body": bytes(body[last:])})

        await self.app(scope, receive, send_pieces)


class WritingProtocol(Protocol):
    """A protocol of uvicorn's, as far as it is changed here."""

    transport: Any


class Unread:
    """Cut connections that take nothing of what waits for them.

    Parameters
    ----------
    after : callable
        Called some seconds after one was cut.
    """

    def __init__(self, after: Callable[[], object] = release_memory) -> None:
        self._after = after
        self._looks: dict[WritingProtocol, asyncio.TimerHandle] = {}
        self._is_settling = False

    def watch(self, kind: Any) -> None:
        """Watch all connections that a class of uvicorn's serves from now on, in this process."""
        pause, resume, lost = kind.pause_writing, kind.resume_writing, kind.connection_lost

        def pause_writing(protocol: WritingProtocol) -> None:
            pause(protocol)
            self._look_later(protocol)

        def resume_writing(protocol: WritingProtocol) -> None:
            self._forget(protocol)
            resume(protocol)

        def connection_lost(protocol: WritingProtocol, reason: Exception | None) -> None:
            self._forget(protocol)
            lost(protocol, reason)

        kind.pause_writing, kind.resume_writing = pause_writing, resume_writing
        kind.connection_lost = connection_lost

    def _look_later(self, protocol: WritingProtocol) -> None:
        waits = protocol.transport.get_write_buffer_size()
        loop = asyncio.get_running_loop()
        self._looks[protocol] = loop.call_later(limits.UNREAD, self._look, protocol, waits)

    def _look(self, protocol: WritingProtocol, before: int) -> None:
        if before - protocol.transport.get_write_buffer_size() >= limits.LEAST_READ:
            self._look_later(protocol)
            return
        self._forget(protocol)
        protocol.transport.abort()
        if not self._is_settling:
            self._is_settling = True
            asyncio.get_running_loop().call_later(SETTLED, self._settle)

    def _settle(self) -> None:
        self._is_settling = False
        asyncio.get_running_loop().run_in_executor(None, self._after)

    def _forget(self, protocol: WritingProtocol) -> None:
        if look := self._looks.pop(protocol, None):
            look.cancel()


class Open:
    """Count connections by the address that they come from, and cut those that are too many.

    Parameters
    ----------
    most : int
        In all.
    is_trusted : callable
        Tells of an address whether a proxy is there, which speaks for many.
    """

    def __init__(self, most: int, is_trusted: Callable[[str], bool]) -> None:
        self.most, self.is_trusted = most, is_trusted
        self._from: dict[Any, str] = {}
        self._of = Counter[str]()

    def watch(self, kind: Any) -> None:
        """Count all connections that a class of uvicorn's is given from now on, in this process."""
        made, lost = kind.connection_made, kind.connection_lost

        def connection_made(protocol: WritingProtocol, transport: Any) -> None:
            made(protocol, transport)
            if not self.takes(transport):
                transport.abort()

        def connection_lost(protocol: WritingProtocol, reason: Exception | None) -> None:
            self.drop(protocol.transport)
            lost(protocol, reason)

        kind.connection_made, kind.connection_lost = connection_made, connection_lost

    def takes(self, transport: Any) -> bool:
        """Count a connection and tell whether there is room for it; once, whoever serves it."""
        if transport in self._from:  # A websocket, which was a request before.
            return True
        address = (transport.get_extra_info("peername") or ("",))[0]
        is_one_of_many = address and self.is_trusted(address)
        if len(self._from) >= self.most or (
            not is_one_of_many and self._of[address] >= limits.ADDRESS_CONNECTIONS
        ):
            return False
        self._from[transport] = address
        self._of[address] += 1
        return True

    def drop(self, transport: Any) -> None:
        """Count a connection no longer."""
        if (address := self._from.pop(transport, None)) is not None:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]


def limit_connections(most: int) -> None:
    """Cut connections beyond `most`, and those whose answers nobody reads, in this process."""
    # As uvicorn reads it: whom it trusts is who is believed about others.
    named = os.environ.get(TRUSTED, "127.0.0.1,::1")
    trusted = ProxyHeadersMiddleware(None, named).trusted_hosts  # type: ignore[arg-type]
    opened, unread = Open(most, lambda address: address in trusted), Unread()
    for kind in (AutoHTTPProtocol, WebSocketsSansIOProtocol):
        opened.watch(kind)
        unread.watch(kind)
