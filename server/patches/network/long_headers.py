"""Long headers are read: a websocket's request with one reaches the door, and is answered there.

uvicorn reads a request with h11, and hands on that of a websocket to `websockets`, which gives up
at a line of 8 kB or at 128 headers. uvicorn then neither answers nor closes the connection, and one
that is left over breaks the server's end. A browser with many cookies comes there as well as a
hostile client. With limits beyond what h11 lets through, the door gets to see such a request.
"""

from websockets import http11
from websockets.http11 import Request
from websockets.server import ServerProtocol

from server.patches.patch import Patch

BEYOND_H11 = 2**20
"""Bytes of a line, and headers: the loop reads 256 kB at once, and h11 allows no more than that."""

LONG = 10_000
"""Bytes of the header that is tried."""


def install() -> None:
    """Lift the limits of `websockets`."""
    http11.MAX_LINE_LENGTH = http11.MAX_NUM_HEADERS = BEYOND_H11


def applies() -> bool:
    """Tell whether a request with a long line is read."""
    protocol = ServerProtocol()
    protocol.receive_data(
        b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        b"Cookie: " + b"x" * LONG + b"\r\n\r\n"
    )
    return any(isinstance(each, Request) for each in protocol.events_received())


PATCH = Patch(
    holds="long headers are read",
    targets=("websockets.http11.MAX_LINE_LENGTH", "websockets.http11.MAX_NUM_HEADERS"),
    versions="websockets 17.4, uvicorn 0.54",
    reason="uvicorn neither answers nor closes a websocket whose request has a line above 8 kB",
    worth="an answer after 1 ms; without, none in 15 s, and the connection stays open",
    upstream="python-websockets/websockets#1471 (by an environment variable, read at its import)",
    is_unsafe_without=True,
    applies=applies,
    install=install,
)
