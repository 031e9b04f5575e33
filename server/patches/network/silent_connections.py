"""Connections that ask for nothing are closed after some seconds, sooner where many come.

Whoever opens a connection and says nothing holds a file of this process open, for as long as they
like: uvicorn's own timeout counts from the first answer on.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from server import limits
from server.patches.network import protocols
from server.patches.patch import Patch

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

_new: dict[Any, asyncio.BaseTransport] = {}


def install() -> None:
    """Close connections that come from now on and ask for nothing."""
    protocols.change(protocols.CHANGED[0], "connection_made", _made)
    protocols.change(protocols.CHANGED[0], "connection_lost", _lost)


def _made(go_on: Callable[[], None], protocol: Any, transport: asyncio.BaseTransport) -> None:
    go_on()
    _new[protocol] = transport
    asyncio.get_running_loop().call_later(limits.FIRST_WORD, end, protocol)
    if len(_new) > limits.SILENT:
        end(next(iter(_new)))


def _lost(go_on: Callable[[], None], protocol: Any, _: object) -> None:
    _new.pop(protocol, None)
    go_on()


def end(protocol: Any) -> None:
    """Close a connection, if it has asked for nothing."""
    transport = _new.pop(protocol, None)
    if transport and protocol.scope is None:
        transport.close()


def applies() -> bool:
    """Tell whether a new connection is closed then, and one that asked is not, and where many come.

    That the clock is set is not tried: it would take as long.
    """

    def is_closed(protocol: Any, transport: protocols.TrialTransport) -> bool:
        end(protocol)
        return transport.is_closing()

    def asks(protocol: Any, transport: protocols.TrialTransport) -> bool:
        protocol.data_received(REQUEST)
        return not is_closed(protocol, transport)

    def is_one_too_many(_: Any, transport: protocols.TrialTransport) -> bool:
        return transport.is_closing()

    silent, limits.SILENT = limits.SILENT, 0
    try:
        is_limited = protocols.tried(is_one_too_many)
    finally:
        limits.SILENT = silent
    return is_limited and protocols.tried(is_closed) and protocols.tried(asks)


PATCH = Patch(
    holds="silent connections end in time",
    targets=(
        "uvicorn.protocols.http.auto.AutoHTTPProtocol.connection_made",
        "uvicorn.protocols.http.auto.AutoHTTPProtocol.connection_lost",
    ),
    versions="uvicorn 0.54",
    reason="uvicorn waits for a first request without an end, and each holds an open file",
    worth="at most 200 files for 10 s; without, as many as somebody opens, for good",
    upstream="Kludex/uvicorn#160",
    is_unsafe_without=True,
    applies=applies,
    install=install,
)
