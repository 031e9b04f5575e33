"""One connection to an ASGI application, without a network."""

import asyncio
from collections.abc import Iterable, Mapping

from starlette.types import ASGIApp, Message, Scope

HOST = "localhost:8501"


def scope_of(
    path: str = "/",
    kind: str = "http",
    *,
    method: str = "GET",
    can_deny: bool = True,
    headers: Mapping[str, str] | None = None,
    arrives: str = "127.0.0.1",
) -> Scope:
    """Return the scope of a request to localhost; `headers` add to its Host or replace it.

    It arrived at an address of the server's machine: the loopback, where it comes from there.
    """
    given = {"host": HOST} | dict(headers or {})
    return {
        "type": kind,
        "path": path,
        "server": (arrives, 8501),
        "method": method,
        "query_string": b"",
        "extensions": {"websocket.http.response": {}} if can_deny else {},
        "headers": [(k.encode(), v.encode("latin-1")) for k, v in given.items() if v],
    }


def sent_by(app: ASGIApp, scope: Scope, received: Iterable[Message] = ()) -> list[Message]:
    """Return what an application sends in a connection."""
    waiting, sent = iter(received), []

    async def receive() -> Message:
        return next(waiting)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent
