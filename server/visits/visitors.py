"""Who a connection comes from: a cookie tells one browser from another, and nothing else does.

An address names nobody: a class behind one router has one. So each page is answered with a random
token in a cookie, unless the browser sent a good one, and whatever a visitor leaves here is kept
under that token (`server.visits.belongings`).

- No script can read the cookie (`HttpOnly`), no other site can send it along with what it embeds or
  posts (`SameSite=Lax`). Over https it goes nowhere else (`Secure`), and its name begins with
  ``__Host-``, under which no neighbouring domain can plant one.
- It has no age: it ends with the browser, so that the next one at a shared computer is somebody
  else. What was kept for it ends sooner, some minutes after the last tab was closed.
- A cookie that is malformed, too long or given twice is as good as none: a new one replaces it. It
  is repeated neither in an answer nor in the log, and the pages do not see it.
"""

import re
import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "explorer_visitor"
"""Its name for the pages, and in the browser over http."""

VISITOR = "explorer.visitor"
"""Where a scope says who asks: a token, or nothing."""

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.A)
BYTES = 32
"""Random bytes of a token: 43 letters."""


def is_token(text: object) -> bool:
    """Tell whether something is a token as this server makes them.

    Examples
    --------
    >>> is_token(secrets.token_urlsafe(BYTES)), is_token("Ada")
    (True, False)
    """
    return isinstance(text, str) and TOKEN.fullmatch(text) is not None


class Visitors:
    """Know who asks, and give a name to whoever has none.

    Parameters
    ----------
    app : ASGIApp
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        visitor = _named(scope)
        named = {**scope, VISITOR: visitor, "headers": _with_cookie(scope, visitor)}
        await self.app(named, receive, send if visitor else _naming(scope, send))


def _naming(scope: Scope, send: Send) -> Send:
    """Return what sends an answer, with a new name if it is a page."""

    async def send_with_name(message: Message) -> None:
        if message["type"] == "http.response.start" and _is_page(scope, message):
            headers = MutableHeaders(scope=message)
            headers.append("set-cookie", _cookie(scope, secrets.token_urlsafe(BYTES)))
        await send(message)

    return send_with_name


def _is_page(scope: Scope, start: Message) -> bool:
    """Tell whether an answer is a page, or says that the browser has it already."""
    if start["status"] == 304:
        return "text/html" in Headers(scope=scope).get("accept", "")
    kind = MutableHeaders(scope=start).get("content-type", "")
    return start["status"] == 200 and kind.startswith("text/html")


def _is_secure(scope: Scope) -> bool:
    return scope.get("scheme") in ("https", "wss")


def _name(scope: Scope) -> str:
    """Return the name under which the browser keeps the cookie."""
    return f"__Host-{COOKIE}" if _is_secure(scope) else COOKIE


def _cookie(scope: Scope, token: str) -> str:
    secure = "; Secure" if _is_secure(scope) else ""
    return f"{_name(scope)}={token}; Path=/; HttpOnly; SameSite=Lax{secure}"


def _cookies(scope: Scope) -> list[tuple[str, str]]:
    """Return all cookies of a request, in their order, those of one name too."""
    parts = (
        part.partition("=")
        for line in Headers(scope=scope).getlist("cookie")
        for part in line.split(";")
    )
    return [(name.strip(), value.strip()) for name, _, value in parts]


def _named(scope: Scope) -> str:
    """Return the token that a request names, or nothing if there is not one good one."""
    given = [value for name, value in _cookies(scope) if name == _name(scope)]
    return given[0] if len(given) == 1 and is_token(given[0]) else ""


def _with_cookie(scope: Scope, visitor: str) -> list[tuple[bytes, bytes]]:
    """Return the headers of a request with the cookie as it was understood, under one name."""
    ours = {COOKIE, f"__Host-{COOKIE}"}
    cookies = [f"{name}={value}" for name, value in _cookies(scope) if name not in ours]
    cookies += [f"{COOKIE}={visitor}"] if visitor else []
    others = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    return [*others, (b"cookie", "; ".join(cookies).encode("latin-1"))] if cookies else others
