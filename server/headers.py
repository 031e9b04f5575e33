"""What every answer carries: a policy of security, and for pages and fonts how to be fast."""

from collections.abc import Sequence

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dpcore.checks import InvalidInput
from server import static
from server.entry.hosts import Refusal, read_origin
from server.patches.browser import files

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

FRAMES = "EXPLORER_FRAMES"
"""The environment variable that names sites which may show a page inside of their own."""


def read_frames(text: str) -> tuple[str, ...]:
    """Return the origins that `EXPLORER_FRAMES` names, as a browser writes them.

    Parameters
    ----------
    text : str
        Origins separated by commas, such as ``https://course.example``; their schemes count.

    Raises
    ------
    InvalidInput
        If an entry is none: a name without a scheme, an address with a path, a joker.
    """
    entries = [entry.strip() for entry in text.split(",") if entry.strip()]
    return tuple(dict.fromkeys(_origin(entry) for entry in entries))


def _origin(entry: str) -> str:
    try:
        origin = read_origin(entry.removesuffix("/"))
    except Refusal:
        origin = None
    if origin is None:
        raise InvalidInput(
            f"{FRAMES} must name origins, such as https://course.example, separated by commas; "
            f"got {entry!r}."
        )
    return str(origin)


def security_headers(frames: Sequence[str] = ()) -> dict[str, str]:
    """Return `SECURITY_HEADERS`, or the same for a server whose pages others may frame.

    `X-Frame-Options` knows no list of sites: it is left out where the policy names some.
    """
    if not frames:
        return SECURITY_HEADERS
    ancestors = " ".join(["'self'", *frames])
    policy = CONTENT_SECURITY_POLICY | {"frame-ancestors": ancestors}
    return {
        name: value for name, value in SECURITY_HEADERS.items() if name != "X-Frame-Options"
    } | {"Content-Security-Policy": "; ".join(f"{k} {v}" for k, v in policy.items())}


# Streamlit fetches Plotly, the largest part of a page, only when the first figure arrives. Named
# here, it is fetched while the page still starts. Naming the 47 smaller scripts of the elements too
# was tried: on one machine the first paint came 0.4 s later for it. The address is relative to the
# page's, as all that a page names: it may lie below a path.
PLOTLY = [
    path.relative_to(files.STREAMLIT).as_posix()
    for path in files.STREAMLIT.glob("static/js/PlotlyChart.*.js")
]
PRELOAD = {"Link": ", ".join(f"<{path}>; rel=modulepreload" for path in PLOTLY)}

# A browser asks for a font once a year, not even whether it changed: one that changes gets another
# name.
FONTS = "/assets/fonts/"
FOREVER = {"Cache-Control": static.FOREVER}
# For our scripts and styles it asks each time: those of an older version would meet newer pages.
OTHERS = "/assets/"
REVALIDATED = {"Cache-Control": "no-cache"}
FOUND = (200, 206, 304)

STARTS = ("http.response.start", "websocket.http.response.start")
"""The beginning of an answer; the second refuses a websocket."""


class SecurityHeaders:
    """Add `SECURITY_HEADERS` to every answer, to pages what they will need soon, to fonts a year.

    Websockets that are let in, and streams, pass untouched.

    Parameters
    ----------
    app : ASGIApp
    frames : sequence of str
        Origins that may frame the pages, besides the server's own.
    """

    def __init__(self, app: ASGIApp, frames: Sequence[str] = ()) -> None:
        self.app = app
        self.headers = security_headers(frames)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] in STARTS:
                headers = MutableHeaders(scope=message)
                headers.update(self.headers)
                is_page = headers.get("content-type", "").startswith("text/html")
                if is_page and message["status"] in FOUND:
                    headers.update(PRELOAD)
                if scope["path"].startswith(OTHERS) and message["status"] in FOUND:
                    headers.update(FOREVER if scope["path"].startswith(FONTS) else REVALIDATED)
            await send(message)

        await self.app(scope, receive, send_with_headers)
