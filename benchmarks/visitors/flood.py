"""A flood: tabs that send valid moves as fast as somebody's script could, beside one who moves.

Nothing in a flood is malformed: each message asks for a new ε, as a slider does that is dragged.
The other visitor moves every second. In a healthy line, what that visitor waits hardly differs
from the line without a flood, health is answered at once, and memory stays where it was; how many
of the flood's own messages are answered does not matter, since each is overtaken by the next.

Who floods: `tab`, one tab; `tabs`, six tabs of one browser; `browsers`, six browsers, each with its
cookie; `nameless`, six tabs that keep no cookie.

Examples
--------
>>> arguments(["--who", "tabs,nameless", "--rates", "300"]).who
['tabs', 'nameless']
"""

import argparse
import asyncio
import itertools
import tempfile
import time
from pathlib import Path

from benchmarks.visitors.ceiling import numbers
from benchmarks.visitors.client import Visitor
from benchmarks.visitors.crowd import DIAL, Crowd, allow_many_files, moves, new_epsilon
from benchmarks.visitors.watch import Health, Used, Waits, line, using
from tests.serving import Server, serve

TABS = 6
WHO = {
    "tab": "one tab",
    "tabs": "six tabs of one browser",
    "browsers": "six browsers",
    "nameless": "six without a cookie",
}
RATES = (30, 300, 1000)
"""Messages a second, of all that flood together."""

PAGE = "trade-off"
TICK = 0.01
"""Seconds between two looks at how many messages are due."""

REST = 2.0
"""Seconds between two floods."""

HEADINGS = (
    *("flood of                ", "asked/s", "sent/s", "answered/s", "p50", "p95", "longest"),
    *("silence", "overtaken", "unanswered", "health p95", "longest", "failed", "MB now", "MB peak"),
    *("server", "client", "away"),
)


async def pour(tabs: list[Visitor], rate: float, seconds: float) -> int:
    """Send so many moves a second, the tabs in turn; return how many the server took.

    Where it takes them more slowly, fewer are sent: a connection holds only so much.
    """
    start, sent, tried = time.perf_counter(), 0, 0
    due = itertools.cycle(tabs)
    while (passed := time.perf_counter() - start) < seconds:
        # What a closed connection did not take is not made up for.
        for _ in range(int(rate * passed) - tried):
            tab = next(due)
            tab.set(DIAL, new_epsilon())
            sent += await tab.resend()
            tried += 1
            if time.perf_counter() - start > seconds:
                break
        await asyncio.sleep(TICK)
    return sent


async def flooding(crowd: Crowd, who: str) -> list[Visitor]:
    """Let those come who will flood."""
    number = 1 if who == "tab" else TABS
    has_cookies = who != "nameless"
    one = crowd.browser() if who in ("tab", "tabs") else None
    came = [
        await crowd.arrive(PAGE, browser=one or crowd.browser(has_cookies=has_cookies))
        for _ in range(number)
    ]
    return [visitor for visitor in came if visitor]


async def trial(
    crowd: Crowd, other: Visitor, tabs: list[Visitor], rate: float, seconds: float
) -> tuple[int, Used, Health]:
    """Let a flood come while somebody else moves; return what was sent, used, and asked."""
    crowd.begin()
    async with Health(crowd.server) as health:
        with using(crowd.server) as used:
            start = time.perf_counter()
            moving = moves(other, max(1, round(seconds)), 1.0, start)
            sent, _ = await asyncio.gather(pour(tabs, rate if tabs else 0, seconds), moving)
    return sent, used, health


def row(
    name: str, rate: float, crowd: Crowd, people: tuple[Visitor, list[Visitor]], seconds: float,
    measured: tuple[int, Used, Health],
) -> tuple[object, ...]:  # fmt: skip
    """Return a line: the flood, the other visitor's waits, health, memory, the processor."""
    (other, tabs), (sent, used, health) = people, measured
    waits, asked = Waits.of(other.counted.seconds), Waits.of(health.seconds)
    answered = sum(tab.counted.reruns for tab in tabs)
    away = crowd.counted([]).turned_away
    return (
        *(name, rate, sent / seconds, answered / used.seconds, waits.p50, waits.p95, waits.longest),
        *(other.counted.silence, other.counted.overtaken, other.counted.unanswered),
        *(asked.p95, asked.longest),
        *(health.failed, used.now, used.peak, used.server / used.seconds),
        *(used.client / used.seconds, sum(away.values())),
    )


async def floods(server: Server, asked: argparse.Namespace) -> None:
    """Print a line without a flood, and one for each kind and rate."""
    async with Crowd(server) as crowd:
        other = await crowd.arrive(PAGE)
        if not other:
            raise SystemExit("The visitor beside the flood was never let in.")
        print(line(HEADINGS, HEADINGS), flush=True)
        for who, rate in [("", 0), *((who, rate) for who in asked.who for rate in asked.rates)]:
            tabs = await flooding(crowd, who) if who else []
            measured = await trial(crowd, other, tabs, rate, asked.seconds)
            said = row(WHO.get(who, "none"), rate, crowd, (other, tabs), asked.seconds, measured)
            print(line(said, HEADINGS), flush=True)
            for tab in tabs:
                await tab.leave()
                crowd.visitors.remove(tab)
            await asyncio.sleep(REST if who else 0)


def kinds(text: str) -> list[str]:
    """Read who floods, with commas between them."""
    found = text.split(",")
    if strange := [each for each in found if each not in WHO]:
        raise argparse.ArgumentTypeError(f"{strange[0]} is none of {', '.join(WHO)}")
    return found


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make load ARGS=flood", description=__doc__)
    said = "; ".join(f"{name}: {what}" for name, what in WHO.items())
    parser.add_argument("--who", type=kinds, default=["tab", "tabs"], help=said)
    parser.add_argument("--rates", type=numbers, default=list(RATES), help="messages a second")
    parser.add_argument("--seconds", type=float, default=6.0, help="how long each flood lasts")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Start a server, and let floods come over it."""
    asked = arguments(words)
    allow_many_files()
    print(f"Floods of new ε for {asked.seconds:g} s each, beside a visitor who moves every second")
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server:
        asyncio.run(floods(server, asked))


if __name__ == "__main__":
    main()
