"""Small answers leave at once.

An answer is written in two pieces, its headers and its body. By Nagle's algorithm the second one
waits for the other side to acknowledge the first, which takes it 40 ms. asyncio turns that off, but
not for a socket of the kind that Streamlit hands to uvicorn, whose protocol is 0 and not TCP.
"""

import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from server.patches.network import protocols
from server.patches.patch import Patch


def install() -> None:
    """Turn Nagle's algorithm off on every connection that comes from now on."""
    protocols.change(protocols.CHANGED[0], "connection_made", _made)


def _made(go_on: Callable[[], None], _: Any, transport: Any) -> None:
    with suppress(AttributeError, OSError):  # A connection that is gone, or not TCP's.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    go_on()


def applies() -> bool:
    """Tell whether the algorithm is off on a new connection."""
    return protocols.tried(
        lambda _, transport: bool(
            transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        )
    )


PATCH = Patch(
    holds="small answers leave at once",
    targets=("uvicorn.protocols.http.auto.AutoHTTPProtocol.connection_made",),
    versions="uvicorn 0.54, streamlit 1.67.0",
    reason="asyncio leaves Nagle's algorithm on where the listening socket's protocol is 0",
    worth="an answer of 2 kB took 0.3 ms in place of 44 ms; a page asks for a hundred",
    upstream="Kludex/uvicorn#3149",
    is_unsafe_without=False,
    applies=applies,
    install=install,
)
