"""What a link to a page shows where it is pasted: the page's question, a sentence, one picture.

Whoever makes such a card reads HTML and runs no script. Streamlit's page is the same at every
address, and says "Streamlit": here each page's has a title, a description and the tags of the Open
Graph protocol, in memory from the start. The picture is one for the whole server, since nothing
here could draw a page.

Examples
--------
>>> html = headed("<head><title>Streamlit</title></head>", Card("Why?", "So <that>."), "http://x/")
>>> "<title>Why?</title>" in html, 'content="So &lt;that&gt;."' in html
(True, True)
"""

import hashlib
import html
import re
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from server.notices.connection import with_notice
from server.patches.browser import files

TITLE = re.compile(r"<title>.*?</title>", re.S)
CORE = "_stcore/"
PICTURE = "assets/pictures/overview_light.png"
SCRIPT = "assets/page/page.js"
"""Ours, which runs before Streamlit's."""

NAME = "Privacy-Accuracy Explorer"

SAID = "".join(sign for sign in string.punctuation if sign != "#")
"""What a query may hold as it is, besides letters and digits."""


@dataclass(frozen=True)
class Card:
    """What a link to one page shows.

    Parameters
    ----------
    title, description : str
        Plain text.
    """

    title: str
    description: str


def headed(page: str, card: Card, root: str, path: str = "") -> str:
    """Return Streamlit's page with a card in its head.

    Parameters
    ----------
    page : str
        With a title to be replaced.
    card : Card
    root : str
        The server's address, which ends with a slash: cards name whole addresses.
    path : str
        The page's, below the root.
    """
    tags = {
        "og:site_name": NAME,
        "og:type": "website",
        "og:title": card.title,
        "og:description": card.description,
        "og:url": f"{root}{path}",
        "og:image": f"{root}{PICTURE}",
        "og:image:alt": "A dial for ε, what an attacker is left with, and what it costs",
    }
    lines = [
        f"<title>{html.escape(card.title)}</title>",
        f'<meta name="description" content="{html.escape(card.description)}" />',
        '<meta name="twitter:card" content="summary_large_image" />',
        *(f'<meta property="{key}" content="{html.escape(tags[key])}" />' for key in tags),
        f'<script src="./{SCRIPT}" defer></script>',
    ]
    return TITLE.sub(lambda _: "\n    ".join(lines), page, count=1)


PRERENDER = "prerender"
"""In what a browser says of a page that it opens before anybody asked for it. Open, a page
computes, and takes a place; refused, it is opened as usual once somebody asks."""


class Previews:
    """Answer requests for pages with a head of their own; everything else goes on to the app.

    An address below a page, which is none, leads to the page; that of a page which moved, or an
    address below it, to where that is.

    Parameters
    ----------
    app : ASGIApp
    cards : mapping
        By the path of each page, such as "/trade-off".
    prefix : str
        Below which all lies (`server.prefix`): a card names whole addresses.
    moved : callable
        Returns the address of what lay at a path, with a query, and lies elsewhere now, such as
        "/trade-off?axis=n"; or an empty text.
    """

    def __init__(
        self,
        app: ASGIApp,
        cards: Mapping[str, Card],
        prefix: str = "",
        moved: Callable[[str, str], str] = lambda path, query: "",  # noqa: ARG005 - nothing moved
    ) -> None:
        self.app, self.cards, self.prefix, self.moved = app, cards, prefix, moved
        self.page = with_notice(files.page())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        is_asked = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if is_asked and (there := self._elsewhere(scope["path"], scope["query_string"])):
            await RedirectResponse(there)(scope, receive, send)
            return
        card = self.cards.get(scope["path"]) if is_asked else None
        if card is None:
            await self.app(scope, receive, send)
            return
        if PRERENDER in Headers(scope=scope).get("sec-purpose", ""):
            await Response(status_code=503)(scope, receive, send)
            return
        root = str(Request(scope).base_url).rstrip("/") + f"{self.prefix}/"
        path = scope["path"].lstrip("/")
        content = headed(self.page, card, root, path)
        tag = f'"{hashlib.sha256(content.encode()).hexdigest()[:32]}"'
        kept = {"Cache-Control": "no-cache, private", "ETag": tag}
        if tag in re.split(r"\s*,\s*", Headers(scope=scope).get("if-none-match", "")):
            answer: Response = Response(status_code=304, headers=kept)
        else:
            answer = HTMLResponse(content, headers=kept)
        await answer(scope, receive, send)

    def _elsewhere(self, path: str, said: bytes) -> str:
        """Return the way to the page that an address means and that lies elsewhere, or "".

        Streamlit's page would be sent below a page too, and looks for its scripts beside itself:
        blank. And from a slash at the end Streamlit leads to a path that begins at the root, where
        another site may be, if a proxy has taken a path off. So the way names no host and no root.
        """
        name, slash, below = path.removeprefix("/").partition("/")
        # Streamlit's script looks for its server there, and then beside the page.
        if not name or below.startswith(CORE):
            return ""
        query = quote(said, safe=SAID)
        there = self.moved(f"/{name}", query)
        if not there and slash and f"/{name}" in self.cards:
            there = f"/{name}" + (f"?{query}" if query else "")
        up = "../" * (1 + below.count("/")) if slash else "./"
        return there and up + there.removeprefix("/")
