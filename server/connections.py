"""What uvicorn leaves undone for a connection: long headers are read, small answers leave at once.

uvicorn reads a request with h11, and hands on that of a websocket to `websockets`, which gives up
at a line of 8 kB or at 128 headers. uvicorn then neither answers nor closes the connection, and one
that is left over breaks the server's end. A browser with many cookies comes there as well as a
hostile client. With limits beyond what h11 lets through, the door gets to see such a request.

An answer is written in two pieces, its headers and its body. By Nagle's algorithm the second one
waits for the other side to acknowledge the first, which takes it 40 ms. asyncio turns that off, but
not for a socket of the kind that Streamlit hands to uvicorn, whose protocol is 0 and not TCP: each
of a page's hundred files came 40 ms late.

Whoever opens a connection and asks for nothing holds a file of this process open, for as long as
they like. Such a one is closed after some seconds, and sooner where many connections come; so is a
websocket that was told to close and does not.
"""

import asyncio
import socket
import sys
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import http11

from server.admission import limits

if sys.platform != "win32":
    import resource

BEYOND_H11 = 2**20
"""Bytes of a line, and headers: the loop reads 256 kB at once, and h11 allows no more than that."""


MANY_FILES = 65_536
"""Open files that are asked for, where the system lets us have as many."""


def read_long_headers() -> None:
    """Lift the limits of `websockets`, in this process."""
    http11.MAX_LINE_LENGTH = http11.MAX_NUM_HEADERS = BEYOND_H11


def answer_at_once() -> None:
    """Turn Nagle's algorithm off on every connection that comes from now on, in this process."""
    connection_made = AutoHTTPProtocol.connection_made

    def made(protocol: Any, transport: asyncio.BaseTransport) -> None:
        with suppress(AttributeError, OSError):  # A connection that is gone, or not TCP's.
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection_made(protocol, transport)

    AutoHTTPProtocol.connection_made = made  # type: ignore[method-assign,assignment]


def end_silent_ones() -> None:
    """Close connections that ask for nothing, and soon those that do not close, in this process."""
    connection_made = AutoHTTPProtocol.connection_made
    new: dict[Any, asyncio.BaseTransport] = {}

    def end(protocol: Any) -> None:
        transport = new.pop(protocol, None)
        if transport and protocol.scope is None:
            transport.close()

    def made(protocol: Any, transport: asyncio.BaseTransport) -> None:
        connection_made(protocol, transport)
        new[protocol] = transport
        asyncio.get_running_loop().call_later(limits.FIRST_WORD, end, protocol)
        if len(new) > limits.SILENT:
            end(next(iter(new)))

    AutoHTTPProtocol.connection_made = made  # type: ignore[method-assign,assignment]
    _close_soon()


def _close_soon() -> None:
    websocket_made = WebSocketsSansIOProtocol.connection_made

    def made(protocol: Any, transport: asyncio.BaseTransport) -> None:
        websocket_made(protocol, transport)
        protocol.close_timeout = limits.CLOSING

    WebSocketsSansIOProtocol.connection_made = made  # type: ignore[method-assign,assignment]


def most_tabs(files: int) -> int:
    """Return how many tabs so many open files are enough for."""
    return max(1, min(limits.TABS, (files - limits.FILES_BESIDE) // limits.FILES_PER_TAB))


def most_connections(files: int) -> int:
    """Return how many connections may be open, those of tabs and of their files included."""
    return max(1, min(limits.CONNECTIONS, files - limits.FILES_BESIDE))


def open_many_files() -> int:
    """Let this process open as many files as it may; return how many that are."""
    if sys.platform == "win32":
        return MANY_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    ours = MANY_FILES if hard == resource.RLIM_INFINITY else min(hard, MANY_FILES)
    if soft != resource.RLIM_INFINITY and soft < ours:
        with suppress(OSError, ValueError):  # A system may allow less than it says.
            resource.setrlimit(resource.RLIMIT_NOFILE, (ours, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MANY_FILES if soft == resource.RLIM_INFINITY else soft
