"""The door: the one place through which every connection comes, before Streamlit sees it.

It refuses Hosts and Origins that are not this server's (`hosts`), and what is not listed: of
Streamlit's own paths and websockets those pass that the pages need.
"""

import logging
import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from server.entry import here
from server.entry.hosts import VARIABLE, Allowed, Refusal, with_own_origin
from server.notices import look

LOG = logging.getLogger(__name__)

HEALTH, READY = "/_stcore/health", "/_stcore/ready"
"""What a proxy asks: whether the process lives, and whether to send visitors here
(`server.entry.ready`)."""

DENIAL = "websocket.http.response"
"""ASGI's name for refusing a websocket with an ordinary answer; uvicorn can do it."""

CORE = re.compile(r"/_stcore(?:/([^/]*))?(?:/|\Z)")
OPEN = frozenset({"health", "ready", "host-config", "upload_file", "bidi-components"})
"""What proxies and the pages need of Streamlit's own paths; `ready` is ours. The others tell the
state of the server, or let programs drive it; what a later Streamlit adds is not open either."""

STREAM = "/_stcore/stream"
"""The one websocket: where browsers speak to Streamlit, and where they are admitted."""

LOGIN = re.compile(r"/(?:auth/(?:login|logout)|oauth2callback)/?\Z")
"""Streamlit's, always registered; nobody configures a provider here."""

REASONS = {
    400: "A malformed Host or Origin was refused.",
    421: f"A Host or an Origin was refused that {VARIABLE} does not name.",
}
"""What the log says of refusals, each once: whoever sends them could fill it otherwise."""


HEADINGS = {
    400: "This request cannot be read",
    421: "This server does not answer here",
    404: "There is nothing here",
}
"""What stands above the sentence, where a browser asks for a page."""


class HostGuard:
    """Let in who is meant, and what the pages need.

    Parameters
    ----------
    app : ASGIApp
        What stands behind the door.
    allowed : Allowed
        Hosts and origins that it answers to.
    """

    def __init__(self, app: ASGIApp, allowed: Allowed) -> None:
        self.app = app
        self.allowed = allowed
        self._logged: set[int] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        try:
            self._check(scope)
        except Refusal as refusal:
            self._log(refusal.status)
            await _refuse(refusal, scope, receive, send)
            return
        if scope["type"] == "websocket":
            # Its headers are what a page reads of its visitor's connection.
            await self.app(here.marked(_as_streamlit_compares(scope)), receive, send)
        else:
            await self.app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        if scope["type"] not in ("http", "websocket"):
            return
        headers = Headers(scope=scope)
        self.allowed.check(
            headers.getlist("host"),
            headers.getlist("origin"),
            is_here=here.arrives_here(scope),
            is_probe=_is_probe(scope),
        )
        if not _is_open(scope):
            raise Refusal(404, "Not Found")

    def _log(self, status: int) -> None:
        if status in REASONS and status not in self._logged:
            self._logged.add(status)
            LOG.warning("%s Later ones are not logged.", REASONS[status])


def _is_open(scope: Scope) -> bool:
    """Tell whether there is anything for visitors at a path."""
    path = scope["path"]
    if scope["type"] == "websocket":
        return bool(path == STREAM)
    core = CORE.search(path)
    return not LOGIN.search(path) and (core is None or core[1] in OPEN)


def _is_probe(scope: Scope) -> bool:
    """Tell whether somebody, such as a proxy, asks how the server is and no more."""
    return (
        scope["type"] == "http"
        and scope["path"] in (HEALTH, READY)
        and scope["method"] in ("GET", "HEAD")
    )


def _as_streamlit_compares(scope: Scope) -> Scope:
    """Return the scope of a websocket with an Origin that Streamlit takes for its own.

    Streamlit compares the texts of Origin and Host. Where they differ (a proxy changed the Host, or
    one of them names the usual port), it would ask a server on the internet for this machine's
    address, and stand still meanwhile. The door has compared them already.
    """
    headers = MutableHeaders(raw=list(scope["headers"]))
    if "origin" in headers:
        headers["origin"] = with_own_origin(headers["origin"], headers["host"])
    return {**scope, "headers": headers.raw}


async def _refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the status and the sentence of a refusal: a page to who asks for one."""
    if scope["type"] == "websocket" and DENIAL not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    answer: Response = PlainTextResponse(f"{refusal}\n", status_code=refusal.status)
    if scope["type"] == "http" and "text/html" in Headers(scope=scope).get("accept", ""):
        document = look.document(HEADINGS.get(refusal.status, str(refusal)), str(refusal))
        answer = HTMLResponse(document, refusal.status)
    await answer(scope, receive, send)
