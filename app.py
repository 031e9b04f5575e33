"""The web application: Streamlit behind security headers, with the fonts and pictures beside it.

`streamlit run app.py` and `uvicorn app:app` both serve it. The screen itself begins in
`pages/main.py`: an entry script *beside* a folder named `pages` would put Streamlit into its
older navigation, in which a deep link on a fresh server opens a page without its frame.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from threadpoolctl import threadpool_limits

# Imported before the first visitor comes, who would otherwise wait a second for it.
import pages.shared.figures.curves  # noqa: F401
from dpcore.checks import InvalidInput
from pages.shared import cached

LOG = logging.getLogger(__name__)
ROOT = Path(__file__).parent

# Everything comes from this server, so that no request leaves the machine. Streamlit and Plotly
# write inline styles; a picture is exported through data: and blob: addresses. The hash stands
# for the one inline script of Streamlit's page, `window.prerenderReady = false`.
CONTENT_SECURITY_POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'sha256-THxz9J9+wf7rhwR2YkXJoSZ13UCmYyC+3lNDv2+8ugA='",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'self'",
}

SECURITY_HEADERS = {
    "Content-Security-Policy": "; ".join(f"{k} {v}" for k, v in CONTENT_SECURITY_POLICY.items()),
    "X-Frame-Options": "SAMEORIGIN",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


# Streamlit fetches Plotly, the largest part of a page, only when the first figure arrives. Named
# here, it is fetched while the page still starts.
STATIC = Path(st.__file__).parent / "static"
PLOTLY = [f"/{path.relative_to(STATIC)}" for path in STATIC.glob("static/js/PlotlyChart.*.js")]
PRELOAD = {"Link": ", ".join(f"<{path}>; rel=modulepreload" for path in PLOTLY)}


class SecurityHeaders:
    """Add `SECURITY_HEADERS` to every response, and to pages what they will need soon.

    Websockets and streams pass untouched.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                if headers.get("content-type", "").startswith("text/html"):
                    headers.update(PRELOAD)
            await send(message)

        await self.app(scope, receive, send_with_headers)


class NoMetrics:
    """Answer 404 where Streamlit would tell anybody the state of the server."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        hidden = scope["type"] == "http" and scope["path"].rstrip("/") == "/_stcore/metrics"
        answer = PlainTextResponse("Not Found", status_code=404) if hidden else self.app
        await answer(scope, receive, send)


@asynccontextmanager
async def warm(_: st.App) -> AsyncIterator[None]:
    """Start what computes sweeps with the server: the first visitor's would wait for it."""
    try:
        cached.executor()
    except InvalidInput as refusal:
        LOG.error("No sweep can run: %s", refusal)
    yield


# Visitors share the cores: one visitor's matrix products take one core and leave the others.
threadpool_limits(limits=1, user_api="blas")

app = st.App(
    ROOT / "pages" / "main.py",
    lifespan=warm,
    middleware=[Middleware(SecurityHeaders), Middleware(NoMetrics)],
    routes=[Mount("/assets", StaticFiles(directory=ROOT / "assets"))],
)
