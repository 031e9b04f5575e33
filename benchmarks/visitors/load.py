"""Many visitors at once on a server of their own: how long each waits, what each move costs.

A visitor speaks as a browser does (`browser`, `client`): it gets a page, keeps the cookie, opens a
websocket, notes the widgets that are drawn, and sends the values of all of them with each move.
Time runs from the message that is sent to the message that the script has finished. Who moves again
before that waits for the newer answer alone; the older one counts as overtaken. The server's
processor time is that of its own process, without those that compute sweeps.

Examples
--------
>>> asked = arguments(["--visitors", "30", "--every", "4", "--sweeps", "2"])
>>> asked.visitors, asked.pages
(30, ['trade-off'])
"""

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.visitors.client import Counted, Visitor
from benchmarks.visitors.crowd import DIAL, Crowd, allow_many_files, at, new_epsilon
from benchmarks.visitors.watch import Used, Waits, using
from pages.comparison.values import EPSILONS
from pages.kit import words
from tests.serving import Server, serve

ACTS = {
    "new": "an ε that nobody has asked for",
    "places": "a place of the dial, where somebody was before",
    "open": "the next one of the pages",
}
WHAT = "; ".join(f"{act}: {what}" for act, what in ACTS.items())

PLACES = tuple(map(words.number, EPSILONS))
"""Where the first visitor turns the dial before the others come."""

OUTCOMES = ("answered", "overtaken")


async def gather(crowd: Crowd, asked: argparse.Namespace) -> list[Visitor]:
    """Let everybody open a page, one after the other; start the sweeps, fill the cache."""
    await crowd.sweeps(asked.sweeps)
    came = [
        await crowd.arrive(asked.pages[number % len(asked.pages)], asked.query)
        for number in range(asked.visitors)
    ]
    moving = [visitor for visitor in came if visitor]
    if moving and asked.act == "places":
        await everywhere(moving[0])
    return moving


async def everywhere(visitor: Visitor) -> None:
    """Let a visitor turn the dial to each of its places."""
    for text in PLACES:
        await visitor.turn(DIAL, text)
        await visitor.answered()


async def act(number: int, visitor: Visitor, turns: int, asked: argparse.Namespace) -> None:
    """Let one visitor move at fixed times, as many times as asked for."""
    start = time.perf_counter() + asked.every * number / asked.visitors
    for turn in range(turns):
        await at(start + turn * asked.every)
        if asked.act == "open":
            await visitor.open(asked.pages[(number + turn) % len(asked.pages)])
        elif asked.act == "places":
            await visitor.turn(DIAL, PLACES[(number + turn + 1) % len(PLACES)])
        else:
            await visitor.turn(DIAL, new_epsilon())
    await visitor.answered()


async def measure(
    crowd: Crowd, moving: list[Visitor], asked: argparse.Namespace
) -> tuple[Counted, Used]:
    """Let everybody move; return what was counted, and what was used until the last answer."""
    turns = max(1, round(asked.seconds / asked.every))
    crowd.begin()
    with using(crowd.server) as used:
        acting = (act(number, visitor, turns, asked) for number, visitor in enumerate(moving))
        await asyncio.gather(*acting)
    return crowd.counted(moving), used


def report(counted: Counted, used: Used, asked: argparse.Namespace) -> str:
    """Return what was measured, in words."""
    waits, runs = Waits.of(counted.seconds), max(1, counted.reruns)
    return "\n".join(
        (
            f"{asked.visitors} visitors on {', '.join(asked.pages)}, every {asked.every:g} s "
            f"{ACTS[asked.act]}; {asked.sweeps} sweeps beside them",
            f"waits: p50 {waits.p50:.2f} s, p95 {waits.p95:.2f} s, longest {waits.longest:.2f} s, "
            f"longest silence {counted.silence:.2f} s; "
            f"{len(counted.seconds)} {OUTCOMES[0]}, {counted.overtaken} {OUTCOMES[1]}, "
            f"{counted.unanswered} unanswered; {refusals(counted.turned_away)}",
            f"server: {1000 * used.server / runs:.1f} ms of processor time for each of "
            f"{counted.reruns} runs; {counted.frames / runs:.0f} messages, "
            f"{counted.bytes / runs / 1000:.1f} kB each",
            f"memory: {used.now:.0f} MB, at most {used.peak:.0f} MB; a second, the server took "
            f"{used.server / used.seconds:.2f} s of the processor and this client "
            f"{used.client / used.seconds:.2f} s",
        )
    )


def refusals(counts: Counter[str]) -> str:
    """Say how often somebody was turned away.

    Examples
    --------
    >>> refusals(Counter({"page": 2, "closed": 1, "websocket": 0}))
    'turned away: 2 page, 1 closed'
    >>> refusals(Counter())
    'nobody turned away'
    """
    said = ", ".join(f"{number} {what}" for what, number in counts.items() if number)
    return f"turned away: {said}" if said else "nobody turned away"


async def visit(server: Server, asked: argparse.Namespace) -> str:
    """Let visitors come, move and leave; return the report."""
    async with Crowd(server) as crowd:
        moving = await gather(crowd, asked)
        return report(*await measure(crowd, moving, asked), asked)


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.visitors.load", description=__doc__)
    parser.add_argument("--visitors", type=int, default=10)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two moves")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long they move")
    parser.add_argument("--pages", type=lambda text: text.split(","), default=["trade-off"])
    parser.add_argument("--act", choices=ACTS, default="new", help=WHAT)
    parser.add_argument("--sweeps", type=int, default=0, help="long sweeps beside them")
    parser.add_argument("--query", default="", help="settings of all visitors: n=300&draws=20")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Start a server, load it, and print what was measured."""
    asked = arguments(words)
    allow_many_files()
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server:
        print(asyncio.run(visit(server, asked)))


if __name__ == "__main__":
    main()
