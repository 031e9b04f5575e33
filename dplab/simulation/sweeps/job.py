"""A job: a sweep that a visitor has submitted, how far it has come, and its rows so far.

Its cells are made one by one, when their turn has come: a job that waits holds its `SweepSpec` and
nothing of its size.
"""

import random
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pandas as pd

from dpcore.data.dataset import Dataset
from dplab.simulation.sweeps.cells import NO_ROWS, Cell, CellResult, each_cell, n_cells
from dplab.simulation.sweeps.spec import SweepSpec, seconds

ENDED = ("done", "cancelled", "abandoned")


@dataclass(frozen=True)
class Status:
    """The progress of a job.

    Parameters
    ----------
    state : str
        "waiting", "running", "done", "cancelled" or "abandoned".
    done, reused, total : int
        Cells: finished, of these found in the store, and in all.
    place : int
        Its number among the jobs that wait, in the order in which they would start if no further
        one came; 0 unless it waits. A short job that comes later goes before a long one.
    seconds_left : float or None
        Estimated from the cells so far; None before the first one and after the end.
    failures : tuple of str
        Reasons, one for each cell that failed.
    automatic : bool
        Whether it started by itself.
    """

    state: str
    done: int
    reused: int
    total: int
    place: int
    seconds_left: float | None
    failures: tuple[str, ...]
    automatic: bool = False


@dataclass(eq=False)
class SweepJob:
    """A sweep under way, for `turns` and `jobs` alone; made by `new_job`.

    `records` are the owner's own table, until the job ends; `table` returns it for as long as
    somebody else has it, then None. `todo` are cells that nobody has taken yet. `estimate` is in
    seconds of one core, as `spec.seconds` has it; `asked` is when somebody asked for its status
    last. `number` and `round` say when it came, and in which round of its line it starts: see
    `turns`. What was begun as a `long` one stays one until it ends. The `lookers` are the pages
    that show it: of an `automatic` one these may be several.
    """

    spec: SweepSpec
    owner: str
    records: Dataset | None
    table: Callable[[], Dataset | None]
    todo: Iterator[Cell]
    total: int
    estimate: float
    asked: float
    automatic: bool
    # All that follows is changed under the lock of the queue, `JobQueue`.
    lookers: int = 1
    number: int = 0
    round: int = 0
    state: str = "waiting"
    started: float = 0.0
    taken: int = 0
    reused: int = 0
    done: int = 0
    n_rows: int = 0
    expected: float = 0.0
    measured: float = 0.0
    long: bool = False
    failures: list[str] = field(default_factory=list)
    rows: pd.DataFrame = field(default_factory=NO_ROWS.copy)
    fresh: list[pd.DataFrame] = field(default_factory=list)
    returned: list[Cell] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def private(self) -> bool:
        """Whether it rests on its owner's own table."""
        return self.spec.is_own

    @property
    def orphaned(self) -> bool:
        """Whether it rests on a table that is gone."""
        # By the weak reference: `records` is None once it has ended, whoever has the table still.
        return self.private and self.table() is None

    @property
    def is_of_use(self) -> bool:
        """Whether it is under way, or whole."""
        return self.state not in ENDED or (self.state == "done" and not self.failures)

    def join(self, now: float) -> None:
        """Note that one more page shows it."""
        self.lookers += 1
        self.asked = now

    def is_left_by(self, visitor: str) -> bool:
        """Note that a page of a visitor's wants it no more; tell whether it ends by that.

        A link shows a pressed one to others, who cannot end it.
        """
        if not self.automatic:
            return visitor == self.owner
        self.lookers -= 1
        return self.lookers <= 0

    @property
    def has_cells(self) -> bool:
        """Whether a cell is left that nobody has taken."""
        return self.state not in ENDED and self.taken < self.total

    def next_cell(self) -> Cell:
        """Take a cell; one that was given back comes first."""
        # It was next once.
        self.taken += 1
        return self.returned.pop() if self.returned else next(self.todo)

    def give_back(self, cell: Cell) -> None:
        """Take back a cell that was not computed."""
        self.taken -= 1
        self.returned.append(cell)

    def scatter(self) -> None:
        """Put the cells that nobody has taken in a random order: others compute the same sweep."""
        rest = list(self.todo)
        random.shuffle(rest)
        self.todo = iter(rest)

    def take(self, result: CellResult, reused: bool) -> None:
        """Note what a cell gave."""
        self.done += 1
        self.reused += reused
        self.n_rows += len(result.rows)
        # Put together when somebody looks (`gather`): once a cell would copy all rows each time.
        if result.failure:
            self.failures.append(result.failure)
        else:
            self.fresh.append(result.rows)

    def gather(self) -> None:
        """Put the rows that came since the last time below the others."""
        if self.fresh:
            # Without the empty table of the beginning, whose columns have no types yet.
            old = [self.rows] if len(self.rows) else []
            self.rows = pd.concat([*old, *self.fresh], ignore_index=True)
            self.fresh.clear()

    def end(self, state: str) -> None:
        """End it; what it held for cells to come is let go."""
        self.state = state
        # Its rows may be looked at for long; an own table is not held for that.
        self.todo, self.records = iter(()), None
        self.returned.clear()
        self.ended.set()


def new_job(
    spec: SweepSpec,
    owner: str,
    records: Dataset | None,
    asked: float,
    *,
    automatic: bool = False,
) -> SweepJob:
    """Return the job of a sweep that was checked."""
    return SweepJob(
        spec,
        owner,
        records,
        # Weak: the rows over an own table are known as long as somebody has that table.
        table=weakref.ref(records) if records else _no_table,
        todo=each_cell(spec),
        total=n_cells(spec),
        estimate=seconds(spec, workers=1, records=records),
        asked=asked,
        automatic=automatic,
    )


def _no_table() -> None:
    """Stand for the table of a sweep over public records."""
