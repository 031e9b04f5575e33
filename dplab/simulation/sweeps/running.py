"""Run the cells of a sweep in an executor, and keep what is finished.

`run` hands the cells to an executor and yields each result as it completes; cells that a store
already holds are not computed again. Threads, processes and clusters give the same rows, bit for
bit.

Examples
--------
>>> spec = SweepSpec(data="uniform", epsilons=(0.5, 5.0), sizes=(100, 1000), draws=3)
>>> sum(len(result.rows) for result in run(spec))
26
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing, nullcontext
from itertools import islice
from typing import Protocol

import pandas as pd

from dpcore.checks import Unavailable
from dpcore.data.dataset import Dataset
from dplab.simulation.sweeps.cells import NO_ROWS, Cell, CellResult, RowMaker, cells, run_cell
from dplab.simulation.sweeps.spec import SweepSpec, check

AHEAD = 2
"""Cells handed over for each that can be computed at a time: no worker waits for the next one."""


class CellStore(Protocol):
    """Storage for finished cells, such as `store.Store`."""

    def find(self, cell: Cell) -> pd.DataFrame | None:
        """Return the stored rows of a cell, or None."""

    def keep(self, result: CellResult) -> bool:
        """Store the rows of a cell, and return whether they were there already."""


def run(
    spec: SweepSpec,
    executor: Executor | None = None,
    store: CellStore | None = None,
    records: Dataset | None = None,
) -> Iterator[CellResult]:
    """Run a sweep and yield its cells as they complete, those already stored first.

    Parameters
    ----------
    spec : SweepSpec
    executor : concurrent.futures.Executor, optional
        Where cells run: `processes.Processes` uses every core, `cluster.Cluster` many machines;
        two threads if left out. The caller's own is not shut down.
    store : CellStore, optional
        Cells found here are not computed; others are stored as they complete. Cells of an upload
        are neither looked up nor stored.
    records : Dataset, optional
        The caller's own table, for ``spec.data == "upload"``.

    Raises
    ------
    InvalidInput
        Before anything runs, if the grid is impossible or too large.
    """
    check(spec, records)
    return run_cells(cells(spec), executor, store if records is None else None, records)


def run_cells(
    wanted: Sequence[Cell],
    executor: Executor | None = None,
    store: CellStore | None = None,
    records: Dataset | None = None,
    rows: RowMaker | None = None,
) -> Iterator[CellResult]:
    """Run cells and yield them as they complete.

    The executor, store and records are as in `run`. `rows` says how to compute the rows of a cell,
    if not as a sweep does; it may be sent to other processes.
    """
    missing = []
    for cell in wanted:
        # At once, before anything is computed: a sweep that was begun before shows what it has.
        if store and (stored := store.find(cell)) is not None:
            yield CellResult(cell, stored)
        else:
            missing.append(cell)
    with ThreadPoolExecutor(max_workers=2) if executor is None else nullcontext(executor) as pool:
        own = [rows] if rows else []

        def submit(cell: Cell) -> Future[CellResult]:
            return pool.submit(run_cell, cell, records, *own)

        # Closed when a caller stops in the middle, and not when the garbage is collected.
        with closing(_handed_over(missing, pool, submit)) as computed:
            for result in computed:
                if store:
                    store.keep(result)  # first: whoever gets it may stop here
                yield result


def _handed_over(
    missing: Sequence[Cell], pool: Executor, submit: Callable[[Cell], Future[CellResult]]
) -> Generator[CellResult, None, None]:
    left, under_way = iter(missing), dict[Future[CellResult], Cell]()
    try:
        while True:
            # A few at a time: others who share the executor come in between.
            free = AHEAD * max(1, int(getattr(pool, "slots", 2))) - len(under_way)
            for cell in islice(left, max(0, free)):
                under_way[submit(cell)] = cell
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                yield result_of(future, under_way.pop(future))
    finally:
        # A caller that stops in the middle must not keep a shared executor busy.
        for future in under_way:
            future.cancel()


def result_of(future: Future[CellResult], cell: Cell) -> CellResult:
    """Wait for a cell and return its result; a process or machine that was lost is a failure."""
    # Other errors go on: they are mistakes of the program, and no cell's.
    try:
        return future.result()
    except Unavailable as reason:
        return CellResult(cell, NO_ROWS, str(reason))
