"""Who a connection comes from: a cookie tells one browser from another, and nothing else does.

An address names nobody: a class behind one router has one. So each page is answered with a token
in a cookie, unless the browser sent a good one, and whatever a visitor leaves here is kept under
that token (`server.visits.visitor_store`).

- A token is made by the server: random bytes, and a proof that follows from them and a key that the
  server has. Nobody chooses one, neither for himself nor to plant it in another's browser. The key
  follows from Streamlit's option `server.cookieSecret`: servers that share one know each other's
  visitors, and one that is started again with it knows its browsers. By default each process has a
  key of its own, and knows nobody of before.

- No script can read the cookie (`HttpOnly`), no other site can send it along with what it embeds or
  posts (`SameSite=Lax`). Over https it goes nowhere else (`Secure`), and its name begins with
  ``__Host-``, under which no neighbouring domain can plant one.
- It has no age: it ends with the browser, so that the next one at a shared computer is somebody
  else. What was kept for it ends sooner, some minutes after the last tab was closed.
- A cookie that is malformed, too long, given twice or without the proof is as good as none: a new
  one replaces it. It is repeated neither in an answer nor in the log, and the pages do not see it.
- An answer that sets the cookie is for one browser: no cache between may keep it for others.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import config

COOKIE = "explorer_visitor"
"""Its name for the pages; `cookie_below` says that in the browser."""

VISITOR = "explorer.visitor"
"""Where a scope says who asks: a token, or nothing."""

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.A)
"""32 bytes: random ones, and their proof."""

RANDOM, PROOF = 16, 16
"""Bytes of each."""

PURPOSE = b"privacy-accuracy explorer: a visitor"
"""Keeps the key apart from others that follow from the same secret, such as Streamlit's own."""

SHARED = frozenset({"public", "private", "s-maxage"})
"""What a `Cache-Control` says of caches between; `private` is said again."""


def is_token(text: object) -> bool:
    """Tell whether something looks as tokens do; that this server made it, `Tokens` tells.

    Examples
    --------
    >>> is_token(Tokens("secret").new()), is_token("Ada")
    (True, False)
    """
    return isinstance(text, str) and TOKEN.fullmatch(text) is not None


class Tokens:
    """Makes tokens, and knows those that were made under the same secret.

    Parameters
    ----------
    secret : str

    Examples
    --------
    >>> tokens = Tokens("secret")
    >>> tokens.made(tokens.new()), tokens.made("a" * 43)
    (True, False)
    """

    def __init__(self, secret: str) -> None:
        self._key = hmac.digest(secret.encode(), PURPOSE, "sha256")

    def new(self) -> str:
        """Return a token that was never given."""
        return self._proven(secrets.token_bytes(RANDOM))

    def made(self, token: str) -> bool:
        """Tell whether a text is a token that was made here, letter by letter."""
        if not is_token(token):
            return False
        # Spelled anew, and not only its proof compared: of the last letter two bits stand for
        # nothing, so that four spellings are the same bytes, and would be four visitors.
        own = self._proven(urlsafe_b64decode(f"{token}=")[:RANDOM])
        return hmac.compare_digest(own, token)

    def _proven(self, random: bytes) -> str:
        proof = hmac.digest(self._key, random, "sha256")[:PROOF]
        return urlsafe_b64encode(random + proof).decode().rstrip("=")


def streamlits() -> Tokens:
    """Return the tokens under Streamlit's secret; by default it is random, one for each process."""
    # One that is set to nothing would be known to everybody.
    return Tokens(config.get_option("server.cookieSecret") or secrets.token_hex())


class Visitors:
    """Know who asks, and give a name to whoever has none.

    Parameters
    ----------
    app : ASGIApp
    tokens : Tokens, optional
        Those under Streamlit's secret if left out.
    prefix : str
        Below which all lies (`server.prefix`): two dashboards of one host have a cookie each.
    """

    def __init__(self, app: ASGIApp, tokens: Tokens | None = None, prefix: str = "") -> None:
        self.app, self.cookie = app, cookie_below(prefix)
        self.tokens = tokens or streamlits()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name = _name(scope, self.cookie)
        visitor = _named(scope, name, self.tokens)
        headers = _with_cookie(scope, self.cookie, visitor)
        named = {**scope, VISITOR: visitor, "headers": headers}
        await self.app(named, receive, send if visitor else self._naming(scope, name, send))

    def _naming(self, scope: Scope, name: str, send: Send) -> Send:
        """Return what sends an answer, with a new name if it is a page."""

        async def send_with_name(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_page(scope, message):
                headers = MutableHeaders(scope=message)
                headers.append("set-cookie", _cookie(scope, name, self.tokens.new()))
                headers["cache-control"] = _private(headers.getlist("cache-control"))
            await send(message)

        return send_with_name


def _private(said: list[str]) -> str:
    """Return what an answer says to caches, and that none may keep it for others.

    Examples
    --------
    >>> _private(["no-cache"]), _private(["public, max-age=60"]), _private([])
    ('no-cache, private', 'max-age=60, private', 'no-cache, private')
    """
    rules = [rule.strip() for line in said for rule in line.split(",") if rule.strip()]
    # A 304 says nothing, and what is added to it replaces what the browser was told with the page:
    # to ask each time.
    rules = rules or ["no-cache"]
    kept = [rule for rule in rules if rule.lower().partition("=")[0] not in SHARED]
    return ", ".join([*kept, "private"])


def _is_page(scope: Scope, start: Message) -> bool:
    """Tell whether an answer is a page, or says that the browser has it already."""
    if start["status"] == 304:
        return "text/html" in Headers(scope=scope).get("accept", "")
    kind = MutableHeaders(scope=start).get("content-type", "")
    return start["status"] == 200 and kind.startswith("text/html")


def _is_secure(scope: Scope) -> bool:
    return scope.get("scheme") in ("https", "wss")


def cookie_below(prefix: str) -> str:
    """Return what the cookie is called below a prefix, over http.

    A path in the cookie would not do: ``__Host-`` and one exclude each other, and the path keeps
    nobody out who is on the same host.

    Examples
    --------
    >>> cookie_below(""), cookie_below("/user/x/explorer")
    ('explorer_visitor', 'explorer_visitor_user%2Fx%2Fexplorer')
    """
    # Escaped: below /course-a and /course_a the names would be one if it left a mark out.
    return f"{COOKIE}_{quote(prefix[1:], safe='')}" if prefix else COOKIE


def _name(scope: Scope, cookie: str) -> str:
    """Return the name under which the browser keeps the cookie."""
    return f"__Host-{cookie}" if _is_secure(scope) else cookie


def _cookie(scope: Scope, name: str, token: str) -> str:
    secure = "; Secure" if _is_secure(scope) else ""
    return f"{name}={token}; Path=/; HttpOnly; SameSite=Lax{secure}"


def _cookies(scope: Scope) -> list[tuple[str, str]]:
    """Return all cookies of a request, in their order, those of one name too."""
    parts = (
        part.partition("=")
        for line in Headers(scope=scope).getlist("cookie")
        for part in line.split(";")
    )
    return [(name.strip(), value.strip()) for name, _, value in parts]


def _named(scope: Scope, name: str, tokens: Tokens) -> str:
    """Return the token that a request names, or nothing if there is not one good one."""
    given = [value for other, value in _cookies(scope) if other == name]
    return given[0] if len(given) == 1 and tokens.made(given[0]) else ""


def _with_cookie(scope: Scope, cookie: str, visitor: str) -> list[tuple[bytes, bytes]]:
    """Return the headers of a request with the cookie as it was understood, under one name."""
    ours = {COOKIE, cookie, f"__Host-{cookie}"}
    cookies = [f"{name}={value}" for name, value in _cookies(scope) if name not in ours]
    cookies += [f"{COOKIE}={visitor}"] if visitor else []
    others = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    return [*others, (b"cookie", "; ".join(cookies).encode("latin-1"))] if cookies else others
