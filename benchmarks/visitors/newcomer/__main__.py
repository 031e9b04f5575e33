"""Minutes from a file to a scored, certified release, and where the way of somebody new stops.

Examples
--------
>>> asked = arguments(["mine.csv", "--phone"])
>>> [path.name for path in asked.tables], asked.phone
(['mine.csv'], True)
"""

import argparse
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.visitors.newcomer.tables import BroughtTable, from_file, own_tables
from benchmarks.visitors.newcomer.way import STEPS, Walked, walk
from benchmarks.visitors.watch import line
from server.releases import SWITCH
from tests.e2e.browser import DESKTOP, PHONE, chromium
from tests.serving import IN_THREADS, serve

HEADINGS = ("table                ", *STEPS, "asked", "pressed", "remarks", "constant",
            "no noise", "ε = 1", "scored")  # fmt: skip


def row(met: Walked) -> list[object]:
    """Return a line of the table: minutes after each step, and what was met."""
    minutes = [met.seconds.get(step, float("nan")) / 60 for step in STEPS]
    errors = met.constant, met.without_noise, met.at_epsilon
    return [met.name, *minutes, met.questions, met.presses, met.remarks, *errors, met.scored]


def told(met: Walked) -> str:
    """Return what stands below a line: what was asked, read and proposed, or where it stopped."""
    said = [f"+1: {met.asked or 'not said'}", *(f"{page}: {it}" for page, it in met.said.items())]
    if met.stopped:
        said.append(f"Stopped at {met.stopped}")
    return "\n".join(f"    {each}" for each in said)


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.visitors.newcomer", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("tables", nargs="*", type=Path, help="CSV, XLSX or Parquet; else our five")
    parser.add_argument("--phone", action="store_true", help="walk on a phone")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Walk the way with each table, on a server of its own, and print how far each came."""
    asked = arguments(words)
    brought = [from_file(path) for path in asked.tables] or own_tables()
    print("minutes since the file was there, after each step")
    print(line(HEADINGS, HEADINGS), flush=True)
    start, arrived = time.perf_counter(), 0
    for met in walked(brought, phone=asked.phone):
        print(f"{line(row(met), HEADINGS)}\n{told(met)}", flush=True)
        arrived += not met.stopped
    minutes = (time.perf_counter() - start) / 60
    print(f"{arrived} of {len(brought)} tables came to a scored release, in {minutes:.1f} min")


def walked(brought: Iterable[BroughtTable], *, phone: bool) -> Iterator[Walked]:
    """Let somebody new come with each table, to one server with one ledger."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder), environment=IN_THREADS | {SWITCH: "on"}) as server,
        chromium() as browser,
    ):
        for own in brought:
            window = browser.new(phone=phone)
            window.set_viewport_size(PHONE if phone else DESKTOP)
            yield walk(window, server.url, own)
            window.context.close()


if __name__ == "__main__":
    main()
