"""Downloads: each goes to that visitor alone, once, within a minute.

Streamlit serves what its download button gives under ``/media/``, to anybody who knows the address,
as long as a page is open; and the address is a hash of content, type and name, so that a guess at
the content can be confirmed there. So Streamlit gets a *token* instead of the file: a random text
that names it. Whoever fetches the token's address is given the file instead, if the cookie is that
of the visitor for whom it was made; everybody else gets a 404. A browser that sends no
cookies gets its file under the random address alone.

Streamlit's button asks twice: once by a script that only looks whether the address answers, and
again to save what is there. The first is told yes, without content, where the browser says which of
the two it is (`Sec-Fetch-Mode`, from every browser of today over https or on its own machine);
otherwise a file may be fetched twice.
"""

import re
import secrets
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.visits.visitor_store import VisitorStore
from server.visits.visitors import VISITOR, is_token

LASTS = 60.0
"""Seconds from the click, in which the browser fetches the file."""

MOST = 8
"""Files of one visitor that wait to be fetched; the oldest makes room."""

ASKED = 2
"""Requests of a click, where the browser does not say which is which."""

MEDIA = re.compile(r"(?<!/static)/media/[^/]+\Z")
MARK = secrets.token_bytes(32)
"""How a token begins. Nobody outside of this process knows it, so that no file can look so."""

NOBODY = ""
"""The name under which files lie whose visitor sends no cookie."""

OVER = (
    "This file is not here: it was fetched already, or more than a minute has passed, or it is for "
    "another browser. Go back to the page and press its button again."
)


@dataclass(eq=False)
class _File:
    content: bytes
    left: int = ASKED


def download_token(kept: VisitorStore, visitor: str, content: bytes) -> bytes:
    """Keep a file for a visitor, and return what Streamlit may have in its place.

    Parameters
    ----------
    kept : VisitorStore
    visitor : str
        A token, or any other name for somebody who sends no cookie.
    content : bytes

    Raises
    ------
    InvalidInput
        If the visitor has no room for it.
    """
    owner, token = visitor if is_token(visitor) else NOBODY, secrets.token_bytes(32)
    if owner != NOBODY:
        # Of those who send no cookie, nobody pushes out another's.
        waiting = kept.keys(owner, _File)
        kept.drop(owner, *waiting[: max(0, len(waiting) + 1 - MOST)])
    kept.keep(owner, token, _File(content), lasts=LASTS)
    return MARK + token


class Files:
    """Give a file for its token.

    Parameters
    ----------
    app : ASGIApp
    kept : VisitorStore
        Where the files lie.
    """

    def __init__(self, app: ASGIApp, kept: VisitorStore) -> None:
        self.app = app
        self.kept = kept

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or not MEDIA.search(scope["path"]):
            await self.app(scope, receive, send)
            return
        # A part of a token would not be known as one.
        headers = [(name, value) for name, value in scope["headers"] if name != b"range"]
        answer = _Answer(self, scope, receive, send)
        await self.app({**scope, "headers": headers}, receive, answer.send)

    def redeemed(self, token: bytes, scope: Scope) -> bytes | None:
        """Return the file for whoever asks, or None if there is none for them."""
        owner = scope.get(VISITOR, NOBODY)
        file = self.kept.get(owner, token)
        if not isinstance(file, _File):
            return None
        mode = Headers(scope=scope).get("sec-fetch-mode")
        if mode == "cors" or scope["method"] == "HEAD":
            # A look, which may come after the file has gone out: an error there would be news.
            return b""
        content = file.content if file.left > 0 else None
        file.left -= ASKED if mode else 1
        if file.left <= 0:
            file.content = b""
        return content


class _Answer:
    """What Streamlit answers, with the file where it holds a token."""

    def __init__(self, files: Files, scope: Scope, receive: Receive, send: Send) -> None:
        self._files, self._scope, self._receive, self._send = files, scope, receive, send
        self._start: Message | None = None

    async def send(self, message: Message) -> None:
        """Hold the beginning back until the content shows what it is."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        start, self._start = self._start, None
        body = message.get("body", b"")
        if start and body.startswith(MARK):
            await self._redeem(start, body.removeprefix(MARK))
            return
        if start:
            await self._send(start)
        await self._send(message)

    async def _redeem(self, start: Message, token: bytes) -> None:
        content = self._files.redeemed(token, self._scope)
        answer: Response = PlainTextResponse(f"{OVER}\n", status_code=404)
        if content is not None:
            answer = Response(content, start["status"], _headers(start))
        answer.headers["cache-control"] = "no-store"
        await answer(self._scope, self._receive, self._send)


def _headers(start: Message) -> dict[str, str]:
    """Return name and kind of the file, as Streamlit gave them for the token."""
    headers = MutableHeaders(raw=list(start["headers"]))
    wanted = ("content-type", "content-disposition")
    return {name: headers[name] for name in wanted if name in headers}
