"""All visitors of a server: they come, open pages, move, and leave."""

import asyncio
import itertools
import resource
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from benchmarks.visitors.browser import Browser, NeverLetIn
from benchmarks.visitors.client import Counted, Visitor
from tests.serving import Server

SWEEP = "axis=map&folds=5&draws=500"
"""The query of a sweep that goes on for longer than anybody measures."""

DIAL = "epsilon_dial1"
KEPT_OUT = "never let in"

NUMBERS = itertools.count(1_000_001, 10)


def new_epsilon() -> str:
    """Return an ε that nobody has asked for: seven digits, no zero at the end, never one twice."""
    return f"0.{next(NUMBERS)}"


def allow_many_files() -> None:
    """Let this process, and the servers it starts, hold as many connections as the system allows.

    Half of each connection lies here and half in the server: 2,000 are beyond the usual 1,024.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Crowd:
    """All visitors of a server.

    Parameters
    ----------
    server : Server
    """

    def __init__(self, server: Server) -> None:
        self.server = server
        self.visitors: list[Visitor] = []
        self.browsers: list[Browser] = []
        self.kept_out = 0
        self._listening = asyncio.TaskGroup()
        self._tasks: list[asyncio.Task[None]] = []

    def browser(self, *, has_cookies: bool = True) -> Browser:
        """Return a new browser, whose refusals are counted here."""
        self.browsers.append(Browser(self.server, has_cookies=has_cookies))
        return self.browsers[-1]

    async def come(self, query: str = "", browser: Browser | None = None) -> Visitor | None:
        """Let a visitor connect, with a browser of their own unless it is one that has tabs.

        Whoever is never let in is counted, and nobody comes.
        """
        visitor = Visitor(browser or self.browser(), query)
        try:
            await visitor.connect()
        except NeverLetIn:
            self.kept_out += 1
            return None
        self._tasks.append(self._listening.create_task(visitor.listen()))
        self.visitors.append(visitor)
        return visitor

    async def arrive(
        self, page: str, query: str = "", browser: Browser | None = None
    ) -> Visitor | None:
        """Let a visitor come and open a page, and wait for it."""
        visitor = await self.come(query, browser)
        if visitor:
            await visitor.open(page)
            await visitor.answered()
        return visitor

    async def sweeps(self, number: int) -> None:
        """Let as many visitors start sweeps that go on to the end."""
        for seed in range(1, number + 1):
            if visitor := await self.arrive("trade-off", f"{SWEEP}&seed={seed}"):
                await visitor.press("Start")
                await visitor.answered()

    async def __aenter__(self) -> "Crowd":
        """Begin to listen: a fault in that ends everything."""
        await self._listening.__aenter__()
        return self

    async def __aexit__(self, *fault: Any) -> None:
        """End all connections."""
        for visitor in self.visitors:
            await visitor.leave()
        for task in self._tasks:
            task.cancel()
        await self._listening.__aexit__(*fault)

    def begin(self) -> None:
        """Count anew from now on."""
        self.kept_out = 0
        for browser in self.browsers:
            browser.turned_away.clear()
        for visitor in self.visitors:
            visitor.counted = Counted()

    def counted(self, moving: Iterable[Visitor]) -> Counted:
        """Return what was counted: waits of those who move, all else of everybody."""
        parts = [visitor.counted for visitor in self.visitors]
        names = ("unanswered", "frames", "bytes", "reruns")
        whole = Counted(**{name: sum(getattr(part, name) for part in parts) for name in names})
        for visitor in moving:
            whole.seconds += visitor.counted.seconds
            whole.overtaken += visitor.counted.overtaken
            whole.silence = max(whole.silence, visitor.counted.silence)
        refusals = [browser.turned_away for browser in self.browsers]
        whole.turned_away = sum(
            (*refusals, *(part.turned_away for part in parts)), Counter({KEPT_OUT: self.kept_out})
        )
        return whole


async def at(moment: float) -> None:
    """Sleep until a moment of `time.perf_counter`, if it is still to come."""
    await asyncio.sleep(max(0.0, moment - time.perf_counter()))


async def moves(visitor: Visitor, turns: int, every: float, start: float) -> None:
    """Let one visitor ask for new ε at fixed times, and wait for the last answer."""
    for turn in range(turns):
        await at(start + turn * every)
        await visitor.turn(DIAL, new_epsilon())
    await visitor.answered()
