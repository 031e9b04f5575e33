"""Answers that nobody reads are given up: a connection that takes nothing for a while is cut.

Three hundred connections that asked for a script of 4.7 MB and read nothing held 1.2 GB, for as
long as they liked. With answers in pieces (`server.pieces`) each holds one piece, until it is cut.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from server import limits
from server.patches.network import protocols
from server.patches.patch import Patch
from server.visits.reclaim import release_memory

SETTLED = 5.0
"""Seconds after a connection was cut until memory is given back: others may end with it."""


class UnreadAnswers:
    """Cut connections that take nothing of what waits for them.

    Parameters
    ----------
    after : callable
        Called some seconds after one was cut.
    """

    def __init__(self, after: Callable[[], object] = release_memory) -> None:
        self._after = after
        self._looks: dict[Any, asyncio.TimerHandle] = {}
        self._is_settling = False

    def watch(self, kind: Any) -> None:
        """Watch all connections that a class of uvicorn's serves from now on."""

        def pause_writing(go_on: Callable[[], None], protocol: Any) -> None:
            go_on()
            self._look_later(protocol)

        def resume_writing(go_on: Callable[[], None], protocol: Any, *_: object) -> None:
            self._forget(protocol)
            go_on()

        protocols.change(kind, "pause_writing", pause_writing)
        protocols.change(kind, "resume_writing", resume_writing)
        protocols.change(kind, "connection_lost", resume_writing)

    def watches(self, protocol: Any) -> bool:
        """Tell whether something waits for a connection to read."""
        return protocol in self._looks

    def _look_later(self, protocol: Any) -> None:
        self._forget(protocol)  # never two looks: the earlier one could not be taken back
        waits = protocol.transport.get_write_buffer_size()
        loop = asyncio.get_running_loop()
        self._looks[protocol] = loop.call_later(limits.UNREAD, self._look, protocol, waits)

    def _look(self, protocol: Any, before: int) -> None:
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

    def _forget(self, protocol: Any) -> None:
        if look := self._looks.pop(protocol, None):
            look.cancel()


_unread = UnreadAnswers()


def install() -> None:
    """Watch all connections that come from now on."""
    for kind in protocols.CHANGED:
        _unread.watch(kind)


def applies() -> bool:
    """Tell whether a connection is watched while it takes nothing, and no longer, and then cut."""

    def is_watched(protocol: Any, transport: protocols.TrialTransport) -> bool:
        protocol.pause_writing()
        waits = _unread.watches(protocol)
        protocol.resume_writing()
        if not waits or _unread.watches(protocol):
            return False
        transport.waits = limits.LEAST_READ
        # Another one's look: this server's own would give memory back in a loop that is gone.
        UnreadAnswers(lambda: None)._look(protocol, transport.waits)
        return transport.is_closing()

    return protocols.tried(is_watched, websockets_too=True)


PATCH = Patch(
    holds="unread answers are given up",
    targets=tuple(
        f"{kind}.{method}"
        for kind in (
            "uvicorn.protocols.http.auto.AutoHTTPProtocol",
            "uvicorn.protocols.websockets.websockets_sansio_impl.WebSocketsSansIOProtocol",
        )
        for method in ("pause_writing", "resume_writing", "connection_lost")
    ),
    versions="uvicorn 0.54",
    reason="uvicorn waits without an end for a browser that reads nothing of its answer",
    worth="300 connections that read nothing held 1.2 GB for good; now 20 MB for 30 s",
    upstream="none known",
    is_unsafe_without=True,
    applies=applies,
    install=install,
)
