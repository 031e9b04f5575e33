"""What holding connections open costs others: 2,000 of one client that says nothing with them.

First websockets of one browser that send no message, then connections that send no byte at all. The
other visitor moves every second before, while they come, while they stay, and after they have gone.
In a healthy table these four lines differ little, the server turns away what it does not hold, and
its log does not grow with the connections.

Examples
--------
>>> arguments(["--connections", "500"]).connections
500
"""

import argparse
import asyncio
import re
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from websockets.exceptions import ConnectionClosed

from benchmarks.visitors.browser import LOST, Browser
from benchmarks.visitors.client import Visitor
from benchmarks.visitors.crowd import Crowd, allow_many_files, at, moves
from benchmarks.visitors.watch import Health, Waits, line, using
from tests.serving import Server, serve

AT_ONCE = 50
"""Connections under way at a time, while they come."""

PATIENCE = 10.0
"""Seconds until a connection that does not come counts as refused."""

SHOWN = 3
"""Kinds of lines of the log that are shown."""

HEADINGS = (
    *("idle               ", "open", "refused", "ended", "p50", "p95", "longest"),
    *("health p95", "longest", "failed", "MB now", "MB peak", "server", "client", "log lines"),
)


class Held(Protocol):
    """A connection that is held open."""

    async def shut(self) -> None:
        """End it."""

    def is_open(self) -> bool:
        """Tell whether the server has not ended it."""


class HeldTab:
    """A websocket of a browser that sends nothing; what the server sends is read and forgotten."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._reading: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Connect once: nobody comes back who is turned away."""
        self._socket = await self._browser.shake_hands()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for _ in self._socket:
                pass

    async def shut(self) -> None:
        """End it."""
        await self._socket.close()

    def is_open(self) -> bool:
        """Tell whether the server has not ended it."""
        return self._reading is not None and not self._reading.done()


class HeldLine:
    """A connection without a byte."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def begin(self) -> None:
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    async def shut(self) -> None:
        """End it, without waiting for the other side."""
        with suppress(OSError):
            sock: socket.socket = self._writer.get_extra_info("socket")
            sock.shutdown(socket.SHUT_RDWR)
        self._writer.close()

    def is_open(self) -> bool:
        """Tell whether the server has not ended it."""
        return not self._reader.at_eof()


async def hold(make: Callable[[], HeldTab | HeldLine], number: int) -> tuple[list[Held], int]:
    """Open so many connections, some at a time; return those that came, and how many did not."""
    gate, held, refused = asyncio.Semaphore(AT_ONCE), list[Held](), 0

    async def one() -> None:
        nonlocal refused
        async with gate:
            each = make()
            try:
                async with asyncio.timeout(PATIENCE):
                    await each.begin()
                held.append(each)
            except LOST:
                refused += 1

    await asyncio.gather(*(one() for _ in range(number)))
    return held, refused


class IdleTrial:
    """One server, the visitor who moves on it, and what is held beside.

    Parameters
    ----------
    crowd : Crowd
    other : Visitor
    seconds : float
        How long they are held.
    """

    def __init__(self, crowd: Crowd, other: Visitor, seconds: float) -> None:
        self.crowd, self.other, self.seconds = crowd, other, seconds
        self.held: Sequence[Held] = ()
        self.refused = 0

    async def measure(self, name: str, meanwhile: Awaitable[None]) -> None:
        """Print a line on what the other visitor and health waited while something went on."""
        self.crowd.begin()
        before = len(_log(self.crowd.server))
        async with Health(self.crowd.server) as health:
            with using(self.crowd.server) as used:
                moving = asyncio.create_task(self._move())
                await meanwhile
                self._is_over = True
                await moving
        waits, asked = Waits.of(self.other.counted.seconds), Waits.of(health.seconds)
        n_open = sum(each.is_open() for each in self.held)
        print(
            line(
                (
                    *(name, n_open, self.refused, len(self.held) - n_open),
                    *(waits.p50, waits.p95, waits.longest),
                    *(asked.p95, asked.longest, health.failed, used.now, used.peak),
                    *(used.server / used.seconds, used.client / used.seconds),
                    len(_log(self.crowd.server)) - before,
                ),
                HEADINGS,
            ),
            flush=True,
        )

    async def _move(self) -> None:
        """Move every second until it is over, at least once."""
        self._is_over = False
        while True:
            start = time.perf_counter()
            await moves(self.other, 1, 1.0, start)
            await at(start + 1.0)
            if self._is_over:
                return

    async def open(self, make: Callable[[], HeldTab | HeldLine], number: int) -> None:
        """Hold connections."""
        self.held, self.refused = await hold(make, number)

    async def close(self) -> None:
        """End them, and wait."""
        await asyncio.gather(*(each.shut() for each in self.held))
        self.held, self.refused = (), 0
        await asyncio.sleep(self.seconds)


async def trials(server: Server, asked: argparse.Namespace) -> None:
    """Hold websockets, then bare connections, and print a line for each moment."""
    async with Crowd(server) as crowd:
        other = await crowd.arrive("trade-off")
        if not other:
            raise SystemExit("The visitor beside the connections was never let in.")
        print(line(HEADINGS, HEADINGS), flush=True)
        trial, browser = IdleTrial(crowd, other, asked.seconds), crowd.browser()
        await browser.page()
        await trial.measure("none", asyncio.sleep(asked.seconds))
        for name, make in (
            ("websockets", lambda: HeldTab(browser)),
            ("connections", lambda: HeldLine(server.port)),
        ):
            await trial.measure(f"{name} come", trial.open(make, asked.connections))
            await trial.measure(f"{name} stay", asyncio.sleep(asked.seconds))
            await trial.measure(f"{name} gone", trial.close())
    for what, number in kinds_of(_log(server)).most_common(SHOWN):
        print(f"{number} × {what}")


def _log(server: Server) -> list[str]:
    return server.log.read_text(errors="replace").splitlines()


def kinds_of(lines: Sequence[str]) -> Counter[str]:
    """Count a log's lines by what they say, whatever the time and the numbers in them.

    Examples
    --------
    >>> kinds_of(["12:01 connection 7 ended", "12:02 connection 8 ended", ""])
    Counter({'… connection … ended': 2})
    """
    return Counter(re.sub(r"\d[\d:.,-]*", "…", each).strip() for each in lines if each.strip())


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make load ARGS=idle", description=__doc__)
    parser.add_argument("--connections", type=int, default=2000, help="of each kind")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long they stay")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Start a server, and hold connections to it."""
    asked = arguments(words)
    allow_many_files()
    print(f"{asked.connections:,} connections of one client, of each kind, that say nothing")
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server:
        asyncio.run(trials(server, asked))


if __name__ == "__main__":
    main()
