"""What pages show at the places of their dials, computed while nobody asks for anything.

A process of the lowest priority opens a page as a visitor would, and the server keeps what the page
computed (`pages.comparison.screen.ahead`): all that it asks there, whatever that is, and none of it
by the interpreter that visitors share. It opens tables that come with the program, and can reach
nothing of a visitor's.

Examples
--------
>>> asked = list(places(("trade_off", "geometry")))
>>> asked[:3]
[('trade_off', {}), ('geometry', {}), ('trade_off', {'epsilon': '1'})]
"""

import asyncio
import logging
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import TypeAlias

from streamlit.logger import get_logger
from streamlit.runtime.scriptrunner_utils import script_run_context

from dpcore import checks
from dpcore.data.real.tables import TABLES
from dpcore.data.recipes import RECIPES
from dplab.simulation.executors.choice import SETTING
from pages.comparison import values
from pages.comparison.records import Records
from pages.comparison.screen.ahead import AHEAD, Spelled
from pages.kit import page
from pages.kit.text import PAGES
from pages.kit.values import reading, spelled
from server.admission import runs
from server.log import kind_and_place

LOG = logging.getLogger(__name__)

SWITCH = "EXPLORER_PLACES"

REST = 1.0
"""Seconds without anybody's run before the next place."""

PATIENCE = 600
"""Seconds for a place, by the clock, where others take the processor."""

Place: TypeAlias = tuple[str, Mapping[str, str]]
"""A page, and what its address says."""


def are_kept(environment: Mapping[str, str]) -> bool:
    """Tell whether a server computes places: unless it is told not to, or may start no process.

    Raises
    ------
    InvalidInput
        If the switch is neither on nor off.
    """
    switch = environment.get(SWITCH) or "on"
    return checks.one_of(SWITCH, switch, ("on", "off")) == "on" and (
        environment.get(SETTING) != "threads"
    )


def places(pages: Sequence[str]) -> Iterator[Place]:
    """Yield what is computed, in this order: how pages open, their dials, then Trade-off's others.

    Of each dial, what is near its default comes first.
    """
    for name in pages:
        yield name, {}
    for name in pages:
        yield from ((name, turned) for turned in _turned(name))
    shipped = (name for name, table in TABLES.items() if table.shipped)
    for data in (*RECIPES, *shipped):
        if data != values.VALUES["data"].default:
            yield from (("trade_off", turned | {"data": data}) for turned in _turned("trade_off"))
    yield from (("trade_off", {"lam": spelled(lam)}) for lam in values.LAMS)
    most = Records().available(values.VALUES["data"].default)
    yield from (("trade_off", {"n": spelled(n)}) for n in values.SIZES if n < most)


def _turned(name: str) -> Iterator[dict[str, str]]:
    """Yield what an address says at each place of a page's dial."""
    if dial := page.about(name).dial:
        at_first = reading({})
        also = dial.also(at_first) if dial.also else {}
        start = float(at_first(dial.value))
        for step in sorted(dial.steps, key=lambda step: abs(math.log(step / start))):
            yield {dial.value.name: spelled(step)} | {each.name: also[each] for each in also}


def computed_at(name: str, texts: Mapping[str, str]) -> Mapping[Spelled, bytes]:
    """Return what a page computes at a place, but for what this process has computed before."""
    # Where it is used: the server, which never opens a page so, need not have it.
    from streamlit.testing.v1 import AppTest

    # The test bench asks for a run of which there is none yet, and says so each time.
    get_logger(script_run_context.__name__).setLevel(logging.ERROR)
    visitor = AppTest.from_file(str(PAGES / "main.py"), default_timeout=PATIENCE)
    for value, text in texts.items():
        visitor.query_params[value] = text
    # The first run tells where pages lie.
    visitor.run().switch_page(page.file_of(name))
    return AHEAD.heard(visitor.run)


async def keep(
    executor: Executor, asked: Iterable[Place], quiet: Callable[[], float] = runs.quiet
) -> None:
    """Compute places there, one after the other, each when nobody's run was under way for a while.

    Parameters
    ----------
    executor : Executor
        Of one process; it is shut down at the end, or when this task is cancelled.
    asked : iterable of Place
    quiet : callable
        Returns for how many seconds nobody's run has been under way.
    """
    try:
        for name, texts in asked:
            while quiet() < REST:
                await asyncio.sleep(REST / 4)
            try:
                future = executor.submit(computed_at, name, texts)
                AHEAD.keep(await asyncio.wrap_future(future))
            except checks.Unavailable as reason:
                # No process, or no memory for it: to try the others would cost visitors theirs.
                LOG.error(f"Computed only when asked for: {reason}")
                return
            except Exception as fault:
                # At the edge of a task: one place must not keep the others.
                LOG.error(f"{name} was not computed before it is asked [{kind_and_place(fault)}]")
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
