"""Streamlit's own scripts and styles, compressed once and served from memory; and one font less.

Streamlit serves them as they are: a first visit fetches some 8 MB in 120 files, which a class feels
that shares an access point. Here a browser gets them in a third of that, or less: with Brotli at
its best, where the browser takes that (over https and on this machine), else with gzip.

Brotli at its best takes seconds of a processor for Plotly. It works beside, at the lowest priority,
and keeps what it made in the user's cache; until it is done, browsers get gzip.

Examples
--------
>>> sorted(codings("gzip, deflate;q=0, br;q=0.9"))
['br', 'gzip']
"""

import gzip
import hashlib
import os
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import brotli
import platformdirs
from anyio.to_thread import run_sync
from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from server.patches.browser.files import STREAMLIT
from server.patches.browser.rewritten import content_of, may_change

TEXTS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
"""Types of files that are worth compressing; fonts and pictures are compressed already."""

FOREVER = "public, max-age=31536000, immutable"
"""A browser asks once a year, not even whether a file changed: one that does gets another name."""

ASKING = "no-cache"
"""A script that is rewritten keeps its name: a browser asks each time whether it has the one of
today, and mostly hears no more than yes."""

DEFAULT_FONT = "/static/media/SourceSansVF-Upright."
OWN_FONT = "../../assets/fonts/inter-latin.woff2"
"""Streamlit's page asks for the font of its default theme before it knows that ours is another: to
whom it asks, ours lies there."""

CACHE = Path(platformdirs.user_cache_dir("privacy-accuracy-explorer")) / "static"


def smallest(content: bytes) -> bytes:
    """Compress with Brotli at its best, in the widest window that every browser takes."""
    return bytes(brotli.compress(content, quality=11, lgwin=24))


def codings(accepted: str) -> set[str]:
    """Return the codings that an `Accept-Encoding` header names and does not rule out."""
    named = (each.lower().partition(";") for each in accepted.split(","))
    return {coding.strip() for coding, _, weight in named if not re.search(r"q=0(\.0*)?$", weight)}


class AssetCache:
    """Files in two codings: gzip as soon as it is asked for, Brotli as soon as it is ready.

    Parameters
    ----------
    cache : Path
        Where Brotli's work outlives the server. One that cannot be written is done without.
    compress : callable
        Brotli, or what a test puts in its place.
    """

    def __init__(self, cache: Path = CACHE, compress: Callable[[bytes], bytes] = smallest) -> None:
        self.cache, self.compress = cache, compress
        self._gzip: dict[Path, bytes] = {}
        self._brotli: dict[Path, bytes] = {}
        self._tags: dict[Path, str] = {}
        self._asked: set[Path] = set()
        self._queue: SimpleQueue[Path] = SimpleQueue()
        # A daemon: a server that ends does not wait for it.
        threading.Thread(target=self._work, daemon=True).start()

    def take(self, file: Path, accepted: set[str]) -> tuple[bytes, str]:
        """Return the content of a file, and its coding, or an empty text for none."""
        self._order(file)
        if "gzip" in accepted and file not in self._gzip:
            self._gzip[file] = gzip.compress(content_of(file), mtime=0)
        return self.at_hand(file, accepted) or (content_of(file), "")

    def at_hand(self, file: Path, accepted: set[str]) -> tuple[bytes, str] | None:
        """Return the same without a look at the disk, if that is possible."""
        if "br" in accepted and file in self._brotli:
            return self._brotli[file], "br"
        if "gzip" in accepted and file in self._gzip:
            return self._gzip[file], "gzip"
        return None

    def tag(self, file: Path) -> str:
        """Return what tells today's content of a file from any other, as an ETag of all codings."""
        if file not in self._tags:
            self._tags[file] = f'W/"{hashlib.sha256(content_of(file)).hexdigest()[:32]}"'
        return self._tags[file]

    def _order(self, file: Path) -> None:
        """See to it that a file comes in Brotli: from an earlier server, or made by and by."""
        if file in self._asked:
            return
        self._asked.add(file)
        content = content_of(file)
        with suppress(OSError, brotli.error):
            kept = self._kept(content).read_bytes()
            if brotli.decompress(kept) == content:
                self._brotli[file] = kept
                return
        self._queue.put(file)

    def _kept(self, content: bytes) -> Path:
        return self.cache / f"{hashlib.sha256(content).hexdigest()}.br"

    def _work(self) -> None:
        with suppress(AttributeError, OSError):  # Not on every system.
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
        while True:
            self._make(self._queue.get())

    def _make(self, file: Path) -> None:
        content = content_of(file)
        self._brotli[file] = made = self.compress(content)
        with suppress(OSError):
            _write(self._kept(content), made)


def _write(file: Path, content: bytes) -> None:
    """Write a file whole or not at all, whoever else writes it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(file)


class Compressed:
    """Answer requests for Streamlit's texts; everything else goes on to the app.

    Parameters
    ----------
    app : ASGIApp
    shelf : AssetCache
    """

    def __init__(self, app: ASGIApp, shelf: AssetCache) -> None:
        self.app, self.shelf = app, shelf
        # A list of names that exist: nobody's path is ever looked up on the disk.
        self.files = {
            f"/{file.relative_to(STREAMLIT).as_posix()}": file
            for file in (STREAMLIT / "static").rglob("*")
            if file.suffix in TEXTS
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        path = scope.get("path", "")
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
        elif path.startswith(DEFAULT_FONT):
            there = RedirectResponse(OWN_FONT, 301, {"Cache-Control": FOREVER})
            await there(scope, receive, send)
        elif path in self.files:
            await self._answer(self.files[path], scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, file: Path, scope: Scope, receive: Receive, send: Send) -> None:
        asked = Headers(scope=scope)
        kept = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
        if may_change(file):
            kept |= {"Cache-Control": ASKING, "ETag": await run_sync(self.shelf.tag, file)}
            if kept["ETag"] in re.split(r"\s*,\s*", asked.get("if-none-match", "")):
                await Response(status_code=304, headers=kept)(scope, receive, send)
                return
        accepted = codings(asked.get("accept-encoding", ""))
        found = self.shelf.at_hand(file, accepted)
        if found is None:
            found = await run_sync(self.shelf.take, file, accepted)
        content, coding = found
        headers = kept | {"Content-Type": TEXTS[file.suffix]}
        if coding:
            headers["Content-Encoding"] = coding
        await Response(content, headers=headers)(scope, receive, send)
