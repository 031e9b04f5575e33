"""Open connections are limited: those beyond what an address, or all, may have are cut."""

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from server import limits
from server.open_files import most_connections, open_many_files
from server.patches.network import protocols
from server.patches.patch import Patch

TRUSTED = "FORWARDED_ALLOW_IPS"
"""uvicorn's: proxies whose word on who asks is taken."""


class OpenConnections:
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
        """Count all connections that a class of uvicorn's is given from now on."""

        def connection_made(go_on: Callable[[], None], _: Any, transport: Any) -> None:
            go_on()
            if not self.takes(transport):
                transport.abort()

        def connection_lost(go_on: Callable[[], None], protocol: Any, _: object) -> None:
            self.drop(protocol.transport)
            go_on()

        protocols.change(kind, "connection_made", connection_made)
        protocols.change(kind, "connection_lost", connection_lost)

    def takes(self, transport: Any) -> bool:
        """Count a connection and tell whether there is room for it; once, whoever serves it."""
        if self.counts(transport):  # A websocket, which was a request before.
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

    def counts(self, transport: Any) -> bool:
        """Tell whether a connection is counted."""
        return transport in self._from

    def drop(self, transport: Any) -> None:
        """Count a connection no longer."""
        if (address := self._from.pop(transport, None)) is not None:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]


_open = OpenConnections(limits.CONNECTIONS, lambda _: False)


def install() -> None:
    """Count all connections that come from now on, and cut those that are too many."""
    # As uvicorn reads it: whom it trusts is who is believed about others.
    named = os.environ.get(TRUSTED, "127.0.0.1,::1")
    trusted = ProxyHeadersMiddleware(None, named).trusted_hosts  # type: ignore[arg-type]
    _open.most, _open.is_trusted = most_connections(open_many_files()), trusted.__contains__
    for kind in protocols.CHANGED:
        _open.watch(kind)


def applies() -> bool:
    """Tell whether a connection is counted while it is open, and cut where there is no room."""
    seen = []

    def is_counted(_: Any, transport: protocols.TrialTransport) -> bool:
        seen.append(transport)
        return _open.counts(transport)

    def is_cut(_: Any, transport: protocols.TrialTransport) -> bool:
        return transport.is_closing()

    is_held = protocols.tried(is_counted, websockets_too=True)
    most, _open.most = _open.most, 0
    try:
        is_limited = protocols.tried(is_cut, websockets_too=True)
    finally:
        _open.most = most
    return is_held and is_limited and not any(map(_open.counts, seen))


PATCH = Patch(
    holds="open connections are limited",
    targets=tuple(
        f"{kind}.{method}"
        for kind in (
            "uvicorn.protocols.http.auto.AutoHTTPProtocol",
            "uvicorn.protocols.websockets.websockets_sansio_impl.WebSocketsSansIOProtocol",
        )
        for method in ("connection_made", "connection_lost")
    ),
    versions="uvicorn 0.54",
    reason="uvicorn's limit counts all alike: one address could take every connection",
    worth="2,000 open files for one address, 8,000 in all; without, all that the system has",
    upstream="none known (Kludex/uvicorn#1030: what happens where files run out)",
    is_unsafe_without=True,
    applies=applies,
    install=install,
)
