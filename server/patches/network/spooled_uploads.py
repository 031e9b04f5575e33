"""Uploads stay in memory on their way to a page: starlette writes those above 1 MB to disk."""

import asyncio
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor

from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser

from server.patches.patch import Patch
from server.visits.uploads import LARGEST

MEGABYTES = 2
"""Of the upload that is tried."""


def install() -> None:
    """Let no upload be written to disk on its way."""
    MultiPartParser.spool_max_size = 2 * LARGEST


def applies() -> bool:
    """Tell whether a file on its way to a page is written to no disk."""
    # In a thread of its own: here a loop may be running already.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _stays()).result()


async def _stays() -> bool:
    headers = Headers({"content-type": "multipart/form-data; boundary=x"})
    form = await MultiPartParser(headers, _body()).parse()
    try:
        # A file that was rolled over to disk has a name or a number of the system's.
        return not getattr(form["f"].file, "_rolled", True)  # type: ignore[union-attr]
    finally:
        await form.close()


async def _body() -> AsyncGenerator[bytes, None]:
    yield b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
    for _ in range(MEGABYTES):
        yield bytes(2**20)
    yield b"\r\n--x--\r\n"


PATCH = Patch(
    holds="uploads stay in memory",
    targets=("starlette.formparsers.MultiPartParser.spool_max_size",),
    versions="starlette 1.10",
    reason="a table that a visitor was promised to be in memory alone would lie on the disk",
    worth="0 bytes of an upload on the disk in place of all of them, above 1 MB",
    upstream="Kludex/starlette#3190",
    is_unsafe_without=True,
    applies=applies,
    install=install,
)
