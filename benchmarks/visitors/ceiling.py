"""Where the ceiling is: answers a second against the number of visitors, on one server.

Everybody asks every four seconds for a new ε, or turns to another place of the dial, beside two
long sweeps. While there is room, the answers a second grow with the visitors; at the ceiling they
grow no more, and what comes beyond it is waits, or moves that are overtaken by the same visitor's
next one.

Examples
--------
>>> arguments(["--visitors", "10,20", "--seconds", "8"]).visitors
[10, 20]
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

from benchmarks import yardstick
from benchmarks.visitors import load
from benchmarks.visitors.client import Counted, Visitor
from benchmarks.visitors.crowd import Crowd, allow_many_files
from benchmarks.visitors.watch import Health, Used, Waits, line
from tests.serving import Server, serve

VISITORS = (10, 20, 40, 60, 80, 120)

HEADINGS = (
    *("visitors", "asked/s", "answers/s", "ms each", "p50", "p95", "longest", "silence"),
    *("overtaken", "unanswered"),
    *("health p95", "longest", "MB now", "MB peak", "server", "client", "opening p50", "away"),
)


def row(
    number: int,
    asked: argparse.Namespace,
    measured: tuple[Counted, Used],
    others: tuple[Waits, ...],
) -> tuple[object, ...]:
    """Return a line: what was asked and answered, who waited how long, and what that took."""
    counted, used = measured
    waits, (health, opening) = Waits.of(counted.seconds), others
    return (
        *(number, number / asked.every, len(counted.seconds) / used.seconds),
        1000 * used.server / max(1, counted.reruns),
        *(waits.p50, waits.p95, waits.longest, counted.silence),
        *(counted.overtaken, counted.unanswered),
        *(health.p95, health.longest, used.now, used.peak),
        *(used.server / used.seconds, used.client / used.seconds, opening.p50),
        sum(counted.turned_away.values()),
    )


async def grow(crowd: Crowd, moving: list[Visitor], number: int, query: str) -> Waits:
    """Let visitors come until there are so many; return how long each waited for the page."""
    crowd.begin()
    came = [await crowd.arrive("trade-off", query) for _ in range(number - len(moving))]
    moving += [visitor for visitor in came if visitor]
    return Waits.of(crowd.counted(crowd.visitors).seconds)


async def climb(server: Server, asked: argparse.Namespace) -> None:
    """Let more and more visitors come to one server, and print a line for each number."""
    async with Crowd(server) as crowd:
        await crowd.sweeps(asked.sweeps)
        moving: list[Visitor] = []
        print(line(HEADINGS, HEADINGS), flush=True)
        for number in asked.visitors:
            opening = await grow(crowd, moving, number, asked.query)
            if asked.act == "places" and moving:
                await load.everywhere(moving[0])
            one = argparse.Namespace(**vars(asked) | {"visitors": number})
            async with Health(server) as health:
                measured = await load.measure(crowd, moving, one)
            waits = Waits.of(health.seconds), opening
            print(line(row(number, asked, measured, waits), HEADINGS), flush=True)


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make load ARGS=ceiling", description=__doc__)
    parser.add_argument("--visitors", type=numbers, default=list(VISITORS), help="such as 10,20,40")
    parser.add_argument("--every", type=float, default=4.0, help="seconds between two moves")
    parser.add_argument("--seconds", type=float, default=12.0, help="how long they move, each time")
    parser.add_argument("--act", choices=("new", "places"), default="new", help=load.WHAT)
    parser.add_argument("--sweeps", type=int, default=2, help="long sweeps beside them")
    parser.add_argument("--query", default="", help="settings of all visitors: n=300&draws=20")
    return parser.parse_args(words)


def numbers(text: str) -> list[int]:
    """Read numbers with commas between them."""
    return [int(part) for part in text.split(",")]


def main(words: list[str] | None = None) -> None:
    """Start a server, and look for its ceiling."""
    asked = arguments(words)
    allow_many_files()
    print(
        f"Each visitor asks every {asked.every:g} s for {load.ACTS[asked.act]}, for "
        f"{asked.seconds:g} s; {asked.sweeps} sweeps beside them; the yardstick: "
        f"{yardstick.milliseconds():.1f} ms"
    )
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server:
        asyncio.run(climb(server, asked))


if __name__ == "__main__":
    main()
