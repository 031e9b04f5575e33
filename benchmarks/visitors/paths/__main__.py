"""Walk four paths by the screen alone, with a clock, and tell where one stopped.

Examples
--------
>>> asked = arguments(["mine.csv", "--phone"])
>>> [path.name for path in asked.tables], asked.phone, asked.who
(['mine.csv'], True, ['stakeholder', 'student', 'practical', 'analyst'])
"""

import argparse
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from playwright.sync_api import Page

from benchmarks.visitors.paths import analyst, practical, stakeholder, student
from benchmarks.visitors.paths.analyst import Analyst
from benchmarks.visitors.paths.practical import PracticalStudent
from benchmarks.visitors.paths.somebody import Lap, walk
from benchmarks.visitors.paths.stakeholder import Stakeholder
from benchmarks.visitors.paths.student import ScreenStudent
from benchmarks.visitors.paths.tables import BroughtTable, from_file, own_tables
from server.releases import SWITCH
from tests.e2e.browser import DESKTOP, PHONE, chromium
from tests.serving import IN_THREADS, serve

WHO = ("stakeholder", "student", "practical", "analyst")
HEADINGS = f"  {'':19}{'seconds':>8}{'presses':>9}{'words':>7}"

Walk = Callable[[Page, str], Iterator[Lap]]
"""Walks at a window with the dashboard of an address."""


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.visitors.paths", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("tables", nargs="*", type=Path, help="CSV, XLSX or Parquet; else our five")
    parser.add_argument("--who", nargs="+", choices=WHO, default=list(WHO), help="else all four")
    parser.add_argument("--phone", action="store_true", help="walk on a phone")
    return parser.parse_args(words)


def walks(who: Sequence[str], tables: Iterable[BroughtTable]) -> Iterator[tuple[str, Walk]]:
    """Yield each path that is asked for, by its name: the analyst's once for each table."""
    if "stakeholder" in who:
        yield "stakeholder", lambda *at: walk(Stakeholder(*at), stakeholder.STEPS)
    if "student" in who:
        yield "student", lambda *at: walk(ScreenStudent(*at), student.STEPS)
    if "practical" in who:
        yield "practical", lambda *at: walk(PracticalStudent(*at), practical.STEPS)
    for own in tables if "analyst" in who else ():
        yield f"analyst, {own.name}", partial(_analyse, own)


def _analyse(own: BroughtTable, page: Page, base: str) -> Iterator[Lap]:
    return walk(Analyst(page, base, own), analyst.STEPS)


def line(lap: Lap) -> str:
    """Return a step as a line of the report."""
    counts = f"{lap.seconds:8.1f}{lap.presses:9}{lap.words:7,}"
    return f"  {lap.step:19}{counts}  {'STOPPED: ' * lap.has_stopped}{lap.said}"


def total(laps: Sequence[Lap]) -> Lap:
    """Return all steps of a path as one."""
    seconds, presses, words = (
        sum(getattr(lap, name) for lap in laps) for name in ("seconds", "presses", "words")
    )
    stopped = [lap.step for lap in laps if lap.has_stopped]
    said = f"at {stopped[0]}" if stopped else "arrived"
    return Lap("in all", seconds, presses, words, said, bool(stopped))


def main(words: Sequence[str] | None = None) -> None:
    """Walk each path on a server of its own, and print its steps as they are done."""
    asked = arguments(words)
    tables = [from_file(path) for path in asked.tables] or own_tables()
    stopped = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder), environment=IN_THREADS | {SWITCH: "on"}) as server,
        chromium() as browser,
    ):
        for name, way in walks(asked.who, tables):
            print(f"{name}, {'phone' if asked.phone else 'desktop'}\n{HEADINGS}", flush=True)
            page = browser.new(phone=asked.phone)
            page.set_viewport_size(PHONE if asked.phone else DESKTOP)
            laps = []
            for lap in way(page, server.url):
                print(line(lap), flush=True)
                laps.append(lap)
            print(line(total(laps)), flush=True)
            page.context.close()
            stopped += laps[-1].has_stopped
    print(f"{stopped} stopped" if stopped else "All arrived")


if __name__ == "__main__":
    main()
