"""Uploads on their way to a page: counted while they arrive, taken from their owner only.

Streamlit takes a file for any session that is open, from anybody who knows its id, under any name,
and keeps it until the session is over, whether or not a page asked for it. Here it is taken

- from the browser whose session it is, by the cookie (`visitors`);
- as far as there is room for it (`visitor_store`): an upload counts as its owner's from its
  first byte on, whether its size was declared or not, until Streamlit has it no more.

When a visitor is gone, so are the uploads that no page took. Files stay in memory on their way
(`server.patches.network.spooled_uploads`).
"""

import asyncio
import re
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Protocol

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import runtime

from dpcore.checks import InvalidInput
from server.visits.visitor_store import ServerFull, VisitorStore
from server.visits.visitors import COOKIE, VISITOR
from server.visits.weight import Elsewhere

PATH = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)\Z")

BODY = 60.0
"""Seconds until an upload ends of which no further part has come; and for one that is refused, for
all that its browser still sends."""

STEP = 4_000_000
"""Bytes for which room is made at a time."""

LARGEST = 120_000_000
"""Bytes that are read to their end although they were refused. A browser that is still sending
would not see the answer otherwise. More than an upload may have."""

NO_COOKIE = (
    "An upload needs the cookie that comes with the page. Allow cookies for this address, load the "
    "page again, and upload the file there."
)
NO_SESSION = "This server does not know your page. Load it again, and upload the file there."


class Manager(Protocol):
    """Where Streamlit keeps uploads."""

    @property
    def file_storage(self) -> Mapping[str, Mapping[str, object]]:
        """The files of each session."""

    def remove_session_files(self, session_id: str) -> None:
        """Remove the files of a session."""


def streamlits() -> Manager:
    """Return where the running Streamlit keeps uploads."""
    manager: Manager = runtime.get_instance().uploaded_file_mgr  # type: ignore[assignment]
    return manager


def visitor_of(session: str) -> str:
    """Return whose session that is, by the cookie of its websocket; nothing if it is not open."""
    client = runtime.get_instance().get_client(session)
    context = client.client_context if client else None
    return context.cookies.get(COOKIE, "") if context else ""


class Refused(Exception):
    """An upload is refused; the message is for whoever sent it."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Uploads:
    """Let those uploads pass for which there is room, to their owner's session.

    Parameters
    ----------
    app : ASGIApp
    kept : VisitorStore
        What visitors have; uploads count as theirs.
    manager, owner : callable
        As `streamlits` and `visitor_of`.
    """

    def __init__(
        self,
        app: ASGIApp,
        kept: VisitorStore,
        manager: Callable[[], Manager] = streamlits,
        owner: Callable[[str], str] = visitor_of,
    ) -> None:
        self.app, self.kept = app, kept
        self._manager, self._owner_of = manager, owner
        self._held: dict[tuple[str, str], str] = {}
        kept.ended.append(self._forget)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        named = PATH.search(scope["path"]) if scope["type"] == "http" else None
        if not named or scope["method"] not in ("PUT", "DELETE"):
            await self.app(scope, receive, send)
            return
        visitor, place = scope.get(VISITOR, ""), (named[1], named[2])
        try:
            self._check(visitor, place[0])
            upload = UploadInProgress(self.kept, visitor, scope, receive, send)
        except Refused as refusal:
            await _refuse(refusal, scope, receive, send)
            return
        try:
            with suppress(ClientDisconnect):
                await self.app(scope, upload.receive, upload.send)
        finally:
            upload.close()
            self._hold(visitor, place, upload.arrived)

    def _check(self, visitor: str, session: str) -> None:
        if not visitor:
            raise Refused(403, NO_COOKIE)
        if self._owner_of(session) != visitor:
            raise Refused(400, NO_SESSION)
        self._let_go()

    def _hold(self, visitor: str, place: tuple[str, str], size: int) -> None:
        """Count a file as its owner's, if Streamlit has it now."""
        if size and _has(self._manager(), place):
            self._held[place] = visitor
            # There is room: it was made while the bytes came.
            with suppress(InvalidInput):
                self.kept.keep(visitor, place, Elsewhere(size))
        self._let_go()

    def _let_go(self) -> None:
        """Count no longer what Streamlit has no longer."""
        manager = self._manager()
        for place in [place for place in self._held if not _has(manager, place)]:
            self.kept.drop(self._held.pop(place), place)

    def _forget(self, visitor: str) -> None:
        """Remove the uploads of a visitor who is gone."""
        for place in [place for place, owner in self._held.items() if owner == visitor]:
            del self._held[place]
            self._manager().remove_session_files(place[0])


class UploadInProgress:
    """An upload under way: room is made for it as it comes."""

    def __init__(
        self, kept: VisitorStore, visitor: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        self._kept, self._visitor = kept, visitor
        self._scope, self._receive, self._send = scope, receive, send
        self._key = secrets.token_bytes(16)
        self._is_refused = False
        self.arrived = self._room = 0
        self._try(lambda: kept.check(visitor, _declared(scope)))

    async def receive(self) -> Message:
        """Return the next part, or that the connection ended if there is no room for it."""
        try:
            async with asyncio.timeout(BODY):
                message = await self._receive()
        except TimeoutError:
            return {"type": "http.disconnect"}
        self.arrived += len(message.get("body", b""))
        try:
            if self.arrived > self._room:
                self._make_room(self.arrived + STEP)
        except Refused as refusal:
            await _refuse(refusal, self._scope, self._receive, self._send)
            self._is_refused = True
            return {"type": "http.disconnect"}
        return message

    async def send(self, message: Message) -> None:
        """Send what Streamlit answers, unless the upload was refused."""
        if not self._is_refused:
            await self._send(message)

    def close(self) -> None:
        """Count it no longer."""
        self._kept.drop(self._visitor, self._key)

    def _make_room(self, size: int) -> None:
        # What was declared and did not come takes no room: it would keep others out.
        self._try(lambda: self._kept.keep(self._visitor, self._key, Elsewhere(size)))
        self._room = size

    def _try(self, make_room: Callable[[], None]) -> None:
        try:
            make_room()
        except InvalidInput as full:
            status = 429 if isinstance(full, ServerFull) else 413
            raise Refused(status, f"This file cannot be taken: {full}") from None


def _has(manager: Manager, place: tuple[str, str]) -> bool:
    session, file = place
    return file in manager.file_storage.get(session, {})


def _declared(scope: Scope) -> int:
    """Return the size that a request declares; 0 if it says none, or nonsense."""
    text = Headers(scope=scope).get("content-length", "")
    return int(text) if len(text) < 12 and text.isascii() and text.isdecimal() else 0


async def _refuse(refusal: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    if 0 < _declared(scope) <= LARGEST:
        with suppress(TimeoutError):
            async with asyncio.timeout(BODY):
                while (await receive()).get("more_body"):
                    pass
    answer = PlainTextResponse(f"{refusal}\n", status_code=refusal.status)
    await answer(scope, receive, send)
