"""What is read off a server while visitors act: waits, health, memory, the processor; and tables.

Client and server share a machine. So the client says what it took of the processor itself: where
that is a large part of a core, waits are partly its own.
"""

import asyncio
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.visitors.browser import HEALTH, ask
from tests.processes import spent
from tests.serving import Server

PROBES = 5
"""How often a second somebody asks for the server's health."""

FORGET_PEAK = "5"
"""What Linux takes, in a process's `clear_refs`, for: the peak begins anew."""


@dataclass(frozen=True)
class Waits:
    """Seconds that somebody waited: the middle, what one in twenty exceeds, and the longest."""

    p50: float
    p95: float
    longest: float

    @classmethod
    def of(cls, seconds: Iterable[float]) -> "Waits":
        """Summarise waits; without any there is nothing to say, which is no number.

        Examples
        --------
        >>> Waits.of(range(100))
        Waits(p50=49.5, p95=95, longest=99)
        >>> Waits.of([])
        Waits(p50=nan, p95=nan, longest=nan)
        """
        waits = sorted(seconds)
        if not waits:
            return cls(*3 * (float("nan"),))
        p95 = waits[min(len(waits) - 1, int(0.95 * len(waits)))]
        return cls(statistics.median(waits), p95, waits[-1])


def memory(pid: int) -> dict[str, float]:
    """Return the MB that a process has now and has had at most, where the system tells."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    parts = (line.split() for line in lines if line.startswith(("VmRSS", "VmHWM")))
    return {part[0].rstrip(":"): int(part[1]) / 1024 for part in parts}


@dataclass
class Used:
    """What was used from one moment to another.

    Parameters
    ----------
    seconds : float
        Of the clock.
    server, client : float
        Seconds of the processor: of the server's process without those that compute sweeps, and of
        this one.
    now, peak : float
        MB of the server's process at the end, and at most between the two where the system can
        begin a peak anew; else since the server's start.
    """

    seconds: float = 0.0
    server: float = 0.0
    client: float = 0.0
    now: float = 0.0
    peak: float = 0.0


@contextmanager
def using(server: Server) -> Iterator[Used]:
    """Yield what holds, once the block has ended, what it used."""
    pid, used = server.process.pid, Used()
    with suppress(OSError):
        Path(f"/proc/{pid}/clear_refs").write_text(FORGET_PEAK)
    start, ours, theirs = time.perf_counter(), time.process_time(), spent(pid)
    yield used
    used.seconds = time.perf_counter() - start
    used.client, used.server = time.process_time() - ours, spent(pid) - theirs
    has = memory(pid)
    used.now, used.peak = has.get("VmRSS", 0.0), has.get("VmHWM", 0.0)


@dataclass
class Health:
    """Ask for the server's health, five times a second, until the block ends.

    No question waits for the one before: a server that stands still is asked all the same, and
    each question counts. `failed` are those that got no good answer.
    """

    server: Server
    seconds: list[float] = field(default_factory=list)
    failed: int = 0
    _asking: set[asyncio.Task[None]] = field(default_factory=set)

    async def __aenter__(self) -> "Health":
        """Begin to ask."""
        self._clock = asyncio.create_task(self._tick())
        return self

    async def __aexit__(self, *fault: object) -> None:
        """Ask no more, and wait for what is still to be answered."""
        self._clock.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)

    async def _tick(self) -> None:
        while True:
            task = asyncio.create_task(self._ask())
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)
            await asyncio.sleep(1 / PROBES)

    async def _ask(self) -> None:
        start = time.perf_counter()
        answer = await ask(self.server.port, HEALTH)
        if answer.status == 200:
            self.seconds.append(time.perf_counter() - start)
        else:
            self.failed += 1


def cell(value: object) -> str:
    """Return a value as it stands in a table: three digits are more than a second run repeats.

    Examples
    --------
    >>> [cell(value) for value in (0.0123, 3.456, 261.7, float("nan"), 12, "six")]
    ['0.01', '3.46', '262', '–', '12', 'six']
    """
    if not isinstance(value, float):
        return str(value)
    return "–" if value != value else f"{value:.2f}" if abs(value) < 100 else f"{value:.0f}"


WIDTH = 9
"""Characters of a column, at least."""


def line(values: Sequence[object], headings: Sequence[str]) -> str:
    """Return a row of a table: its first column to the left, numbers below each other."""
    texts = [cell(value) for value in values]
    widths = [max(WIDTH, len(heading) + 2) for heading in headings]
    first = f"{texts[0]:<{widths[0]}}"
    return first + "".join(f"{t:>{w}}" for t, w in zip(texts[1:], widths[1:], strict=True))
