"""A path below which a proxy shows the dashboard, such as `https://lms.example/explorer/`.

Streamlit's option `server.baseUrlPath` names it, and nothing else does. `Outside` takes it off a
request's path before anybody here looks at one, `Inside` puts it back for Streamlit: between them
stand the paths of a server at the root. So it does not matter whether a proxy has taken it off
already, as JupyterHub's does. Addresses that go out are relative: all pages lie beside each other.

Examples
--------
>>> normal("/explorer/"), normal("user/x"), normal("/")
('/explorer', '/user/x', '')
"""

import re
from collections.abc import Collection

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

from dpcore.checks import InvalidInput

PLAIN = re.compile(r"(?:/(?!\.\.?(?:/|\Z))[A-Za-z0-9._~@-]+)*")
"""What stands in an address as it was typed; of all else browsers or proxies make another path."""

FOLDERS = ("assets", "static", "media", "component", "_stcore")
"""Ours and Streamlit's, below which files and connections lie."""

WITH_PATH = ("http", "websocket")


def normal(text: str) -> str:
    """Return a prefix as it begins a path: behind a slash and without one at its end, or empty."""
    return f"/{inner}" if (inner := text.strip().strip("/")) else ""


def streamlits(pages: Collection[str]) -> str:
    """Return the prefix that Streamlit's option names; usually none.

    Parameters
    ----------
    pages : collection of str
        Their paths, behind a slash.

    Raises
    ------
    InvalidInput
        If nobody could come below it, or it leads to something here already.
    """
    prefix = normal(config.get_option("server.baseUrlPath"))
    if not PLAIN.fullmatch(prefix):
        raise InvalidInput(
            "server.baseUrlPath must be a path of letters from a to z, digits and -._~@, such as "
            f"explorer or user/ada, without the host; got {prefix[1:101]!r}."
        )
    if prefix and (prefix in pages or prefix.split("/")[1] in FOLDERS):
        raise InvalidInput(
            "server.baseUrlPath must not be the address of a page or file here: behind a proxy "
            "that strips the path, the two could not be told apart. Take "
            f"another one, such as explorer; got {prefix[1:101]!r}."
        )
    # As Streamlit reads it, a blank at its end belongs to it.
    config.set_option("server.baseUrlPath", prefix.removeprefix("/"))
    return prefix


class Outside:
    """Take the prefix off the path of each request that still has it.

    The address without its slash at the end leads to the one with it, beside which all else lies.

    Parameters
    ----------
    app : ASGIApp
    prefix : str
        As `normal` returns it.
    """

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app, self.prefix = app, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        path = scope.get("path", "")
        if self.prefix and scope["type"] == "http" and path == self.prefix:
            there = f"{self.prefix.rpartition('/')[2]}/"
            there += f"?{scope['query_string'].decode('latin-1')}" if scope["query_string"] else ""
            await RedirectResponse(there)(scope, receive, send)
        elif self.prefix and path.startswith(f"{self.prefix}/"):
            await self.app({**scope, "path": path.removeprefix(self.prefix)}, receive, send)
        else:
            await self.app(scope, receive, send)


class Inside:
    """Put the prefix before the path again, below which Streamlit has its routes.

    Parameters
    ----------
    app : ASGIApp
    prefix : str
        As `normal` returns it.
    """

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app, self.prefix = app, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if self.prefix and scope["type"] in WITH_PATH:
            scope = {**scope, "path": self.prefix + scope["path"]}
        await self.app(scope, receive, send)
