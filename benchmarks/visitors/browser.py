"""A browser as a server sees it: it gets a page, keeps the cookies, and opens websockets with them.

Who somebody is follows from a cookie that the server makes: so each browser gets a page first, and
each of its tabs sends that cookie along. Whoever is turned away, with a 503 or by a connection that
is closed, comes back after as long as the answer says (`Retry-After`), as a person would who loads
the page again; each time is counted, and nothing breaks.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.parser import BytesParser
from http.cookies import SimpleCookie

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus

from tests.serving import Server

PATIENCE = 60
"""Seconds until an answer or a page that does not come counts as missing."""

SOON, LATE = 1.0, 10.0
"""Seconds until somebody comes back where no answer says when, and at most."""

FULL = 503
LOST = (OSError, EOFError, TimeoutError, InvalidHandshake)
"""What happens to connections that a server refuses, ends, or does not answer."""

PAGE, HEALTH = "/", "/_stcore/health"
XSRF = "_streamlit_xsrf"


class NeverLetIn(Exception):
    """Somebody was turned away for as long as they were patient."""


@dataclass(frozen=True)
class HttpAnswer:
    """What came back for a request; a connection that was closed without a word has status 0."""

    status: int = 0
    headers: Mapping[str, list[str]] = field(default_factory=dict)
    body: bytes = b""

    @property
    def wait(self) -> float:
        """Seconds until one should come back."""
        return _seconds(*self.headers.get("retry-after", [""])[:1])


def _seconds(text: str) -> float:
    return min(float(text), LATE) if text.isdecimal() else SOON


async def ask(
    port: int,
    path: str,
    headers: Mapping[str, str] | None = None,
    method: str = "GET",
    body: bytes = b"",
) -> HttpAnswer:
    """Send one request over a connection of its own: http.client would take a thread for each."""
    given = {"Host": f"127.0.0.1:{port}", "Connection": "close", "Content-Length": str(len(body))}
    lines = [f"{name}: {value}" for name, value in (given | dict(headers or {})).items()]
    head = "\r\n".join((f"{method} {path} HTTP/1.1", *lines, "", ""))
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(head.encode() + body)
                return _read(await reader.read())
            finally:
                writer.close()
    except LOST:
        return HttpAnswer()


def _read(raw: bytes) -> HttpAnswer:
    r"""Take an answer apart.

    Examples
    --------
    >>> answer = _read(b"HTTP/1.1 503 Busy\r\nRetry-After: 3\r\n\r\nLater.")
    >>> answer.status, answer.wait, answer.body
    (503, 3.0, b'Later.')
    """
    head, _, body = raw.partition(b"\r\n\r\n")
    first, _, rest = head.partition(b"\r\n")
    words = first.split()
    if len(words) < 2:
        return HttpAnswer()
    headers: dict[str, list[str]] = {}
    for name, value in BytesParser().parsebytes(rest + b"\r\n\r\n", headersonly=True).items():
        headers.setdefault(name.lower(), []).append(value)
    return HttpAnswer(int(words[1]), headers, body)


class Browser:
    """One jar of cookies, and what opens pages and tabs with it.

    Parameters
    ----------
    server : Server
    has_cookies : bool
        Whether it keeps cookies. Without, no two of its tabs belong together.
    """

    def __init__(self, server: Server, *, has_cookies: bool = True) -> None:
        self.server, self.has_cookies = server, has_cookies
        self.cookies: dict[str, str] = {}
        self.turned_away: Counter[str] = Counter()
        self._has_page = False

    async def ask(
        self,
        path: str,
        headers: Mapping[str, str] | None = None,
        method: str = "GET",
        body: bytes = b"",
    ) -> HttpAnswer:
        """Send a request with the cookies, and keep those that come."""
        sent = self.headers() | dict(headers or {})
        answer = await ask(self.server.port, path, sent, method, body)
        for line in answer.headers.get("set-cookie", ()) if self.has_cookies else ():
            self.cookies |= {name: each.value for name, each in SimpleCookie(line).items()}
        return answer

    def headers(self) -> dict[str, str]:
        """Return the header that says who this is."""
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": jar} if jar else {}

    async def page(self) -> None:
        """Get the page and what its script asks for before it connects, until both are there."""
        for path in (PAGE, HEALTH):
            deadline = time.perf_counter() + PATIENCE
            while (answer := await self.ask(path, {"Accept": "text/html"})).status != 200:
                self.turned_away["page"] += 1
                await _later(answer.wait, deadline)
        self._has_page = True

    async def tab(self) -> ClientConnection:
        """Open a websocket, after the first page."""
        if not self._has_page:
            await self.page()
        deadline = time.perf_counter() + PATIENCE
        while True:
            try:
                return await self.shake_hands()
            except LOST as refusal:
                self.turned_away["websocket"] += 1
                await _later(_wait_of(refusal), deadline)

    async def shake_hands(self) -> ClientConnection:
        """Open a websocket at once, or raise one of `LOST`."""
        return await connect(
            f"{self.server.url.replace('http', 'ws')}/_stcore/stream",
            origin=self.server.url,
            additional_headers=self.headers(),
            subprotocols=["streamlit"],
            compression=None,
            max_size=None,
            proxy=None,
            open_timeout=PATIENCE,
            ping_interval=None,  # Browsers send none.
        )

    async def put(self, path: str, name: str, content: bytes) -> HttpAnswer:
        """Upload a file as a form does; who is told to come later does."""
        start = (
            f'--XX\r\nContent-Disposition: form-data; name="f"; filename="{name}"\r\n'
            "Content-Type: text/csv\r\n\r\n"
        ).encode()
        headers = {
            "Content-Type": "multipart/form-data; boundary=XX",
            "X-Xsrftoken": self.cookies.get(XSRF, ""),
        }
        deadline = time.perf_counter() + PATIENCE
        while True:
            answer = await self.ask(path, headers, "PUT", start + content + b"\r\n--XX--\r\n")
            if answer.status not in (0, FULL):
                return answer
            self.turned_away["upload"] += 1
            await _later(answer.wait, deadline)


async def _later(seconds: float, deadline: float) -> None:
    if time.perf_counter() + seconds > deadline:
        raise NeverLetIn
    await asyncio.sleep(seconds)


def _wait_of(refusal: BaseException) -> float:
    if isinstance(refusal, InvalidStatus):
        return _seconds(refusal.response.headers.get("Retry-After", ""))
    return SOON
