"""The middleware: it lets connections in where there is room, and each becomes a tab.

A websocket is accepted here, and Streamlit hears of it with the first message: until then it costs
an open file and no session. One that takes up a session of before is heard of at once: its browser
has nothing to say where nothing was moved.

A visitor is whom the cookie names; a connection without one is a visitor of its own, so that who
takes a new cookie for each, or none, is held by what all may have together.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dpcore.checks import InvalidInput
from server import limits
from server.admission.memory import RunMemory
from server.admission.open_tabs import FULL, NoRoom, OpenTabs
from server.admission.pace import Pace, pause
from server.admission.page import no_room
from server.admission.runs import TAB
from server.admission.tab import Queues, Tab
from server.client_messages import TOO_BIG, Violation
from server.entry.host_guard import DENIAL, READY, STREAM
from server.entry.ready import NOT_READY
from server.patches.sessions.put_aside import is_put_aside
from server.visits.visitor_store import ServerFull, VisitorStore
from server.visits.visitors import VISITOR
from server.visits.weight import Elsewhere

LOG = logging.getLogger(__name__)

TOO_SILENT, TRY_AGAIN = 1008, 1013
"""Codes of RFC 6455 and of IANA's list: a connection that says nothing; no room at this moment."""


class Admission:
    """Let in whom there is room for, and give runs their turns.

    Parameters
    ----------
    app : ASGIApp
    kept : VisitorStore
        What visitors have: who is known there is not new.
    most : int
        Tabs.
    is_unseen : callable, optional
        Tells of a widget's name that nobody sees it.
    resumes : callable, optional
        Tells of a session's name that a browser may take it up without a word.
    """

    def __init__(
        self,
        app: ASGIApp,
        kept: VisitorStore,
        most: int = limits.TABS,
        is_unseen: Callable[[str], bool] = lambda _: False,
        resumes: Callable[[str], bool] = is_put_aside,
    ) -> None:
        self.app, self.kept, self.is_unseen, self.resumes = app, kept, is_unseen, resumes
        self.tabs, self.queues, self.memory = OpenTabs(most), Queues(), RunMemory(kept)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "websocket" and scope["path"] == STREAM:
            await self._stream(scope, receive, send)
        elif scope["type"] == "http" and scope["path"] == READY and self._refusal_of(""):
            # As nobody in particular: a proxy asks for all, and a cookie is one visitor's.
            LOG.warning("Not ready: there is no room for another tab.")
            await no_room(NOT_READY, is_page=False)(scope, receive, send)
        elif scope["type"] == "http" and _is_page(scope) and (why := self._refusal(scope)):
            await no_room(why, is_page=True)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _refusal(self, scope: Scope) -> str:
        """Return why somebody cannot have another tab, or nothing."""
        return self._refusal_of(scope.get(VISITOR, ""), is_page=scope["type"] == "http")

    def _refusal_of(self, visitor: str, *, is_page: bool = False) -> str:
        try:
            self.tabs.check(visitor, is_page=is_page)
        except NoRoom as reason:
            return str(reason)
        is_new = not (visitor and self.kept.knows(visitor))
        return FULL if is_new and self.memory.is_full() else ""

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        if why := self._refusal(scope):
            await _refuse(why, scope, receive, send)
            return
        named = scope.get(VISITOR, "")
        visitor = named or f"connection {secrets.token_hex(16)}"
        present = self.kept.present(visitor) if named else nullcontext()
        with self.tabs.counted(visitor) as pace, present:
            await receive()  # that it is one
            protocols = scope.get("subprotocols") or [None]
            await send({"type": "websocket.accept", "subprotocol": protocols[0]})
            if self.resumes((*protocols, "", "")[2]):
                await self._serve(visitor, pace, None, scope, receive, send)
                return
            first = await self._first(receive)
            if first is None:
                await send({"type": "websocket.close", "code": TOO_SILENT})
            elif first["type"] == "websocket.receive":
                await self._serve(visitor, pace, first, scope, receive, send)

    async def _first(self, receive: Receive) -> Message | None:
        """Return the first message, or None where it did not come in time."""
        try:
            async with asyncio.timeout(limits.FIRST_WORD) as patience:
                with self.tabs.silent(patience):
                    return await receive()
        except TimeoutError:
            return None

    async def _serve(
        self,
        visitor: str,
        pace: Pace,
        first: Message | None,
        scope: Scope,
        receive: Receive,
        send: Send,
    ) -> None:
        weight = _Weight(self.kept, visitor)
        waiting = partial(pause, pace, Pace(limits.MESSAGES, limits.BURST))
        tab = Tab(visitor, self.queues, receive, send, waiting, weight.take, self.is_unseen)
        reading = asyncio.create_task(tab.read(first))
        TAB.set(tab)
        try:
            await self.app(scope, tab.receive, tab.send)
        finally:
            reading.cancel()
            tab.end()
            weight.end()


class _Weight:
    """What a tab's values take of its visitor's memory: as much as its largest message."""

    def __init__(self, kept: VisitorStore, visitor: str) -> None:
        self.kept, self.visitor = kept, visitor
        self._key = secrets.token_bytes(16)
        self._counted = limits.SIZE_UNCOUNTED

    def take(self, size: int) -> None:
        """Count a message; raise Violation if its visitor has no room for it."""
        if size <= self._counted:
            return
        try:
            self.kept.keep(self.visitor, self._key, Elsewhere(size))
        except ServerFull:
            return  # No fault of theirs, and they would come back with the same.
        except InvalidInput:
            raise Violation(TOO_BIG) from None
        self._counted = size

    def end(self) -> None:
        """Count it no longer."""
        self.kept.drop(self.visitor, self._key)
        self.kept.leave(self.visitor)


def _is_page(scope: Scope) -> bool:
    """Tell whether somebody asks for a page, and not for one of its files."""
    folder, _, last = scope["path"].rpartition("/")
    return (
        scope["method"] in ("GET", "HEAD")
        and "." not in last
        and not folder.endswith(("/_stcore", "/media"))
    )


async def _refuse(why: str, scope: Scope, receive: Receive, send: Send) -> None:
    if DENIAL in scope.get("extensions", {}):
        await no_room(why, is_page=False)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": TRY_AGAIN})
