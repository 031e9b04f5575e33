"""Whose turn it is: the order in which the cells of many visitors' sweeps are computed.

Jobs stand in two lines. A job is *short* if its cells take at most `SHORT` seconds of one core, as
estimated (`pace`), and *long* otherwise; one that was begun as a long one stays that. Where a cell
may run, its *slot*, is one of two:

- the *usual* slots (a core each, or the threads of a cluster) take cells of both lines in turn: a
  short one after a long one and a long one after a short one, as far as both lines have any;
- the *express* slots take cells of short jobs alone, when no usual slot is free. They have no core
  of their own: the system shares the cores. So a short sweep never waits for a long cell to end,
  which may take minutes, and a long sweep keeps at least half of the usual turns, however many
  short ones come.

What started by itself (`automatic`) stands behind all that somebody pressed for, in either line: it
has a usual slot only where no pressed job has a cell left.

An estimate may be wrong. What is computed in an express slot is given up after `OVERRUN` seconds of
the processor; the job is long from then on, and its cell is computed again in a usual slot.

Within a line visitors share alike (*start-time fair queueing*): the turn goes to the visitor who
has had the fewest seconds of it, counted from when the visitor came; a visitor with eight jobs has
no more than one with a single one, and nobody saves up seconds by waiting. Of the long jobs
`max_running` are begun at a time, one of each visitor, so that some end before all have begun. The
others wait in rounds: in each, every visitor's next job, first come first served.

A visitor may have `MOST_OF_ONE` jobs that have not ended, all together `MOST`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dplab.simulation.sweeps.cells import Cell
from dplab.simulation.sweeps.job import ENDED, SweepJob
from dplab.simulation.sweeps.pace import CostModel, seconds_of

SHORT = 4.0
"""Seconds of one core that a short job may have left: two of both cores of a small server."""

OVERRUN = 8.0
"""Seconds of the processor after which a cell in an express slot is given up: twice what it may be,
for the first one of a process has to read the table, too."""

REUSED = 0.01
"""Seconds that a cell counts which the store had."""

MOST_OF_ONE = 12
"""Jobs of one visitor that have not ended: more than anybody watches."""

MOST = 200
"""Jobs of all visitors that have not ended: more than a server serves visitors."""


@dataclass(frozen=True)
class Slots:
    """How many cells may be under way: in usual slots, of these over own tables, and in express."""

    usual: int
    own: int
    express: int = 0


@dataclass(frozen=True, eq=False)
class Turn:
    """A cell that is to be computed, for a job, and where."""

    job: SweepJob
    cell: Cell
    records: Dataset | None
    expected: float
    charged: float
    express: bool
    short: bool


class Shares:
    """Seconds that visitors have had of one line: start-time fair queueing."""

    def __init__(self) -> None:
        self._had: dict[str, float] = {}
        self._now = 0.0

    def of(self, owner: str) -> float:
        """Return where a visitor stands; the least of all is next."""
        # Never behind who had the last turn: time that passed without asking is not owed.
        return max(self._had.get(owner, 0.0), self._now)

    def charge(self, owner: str, seconds: float) -> None:
        """Note a turn and what it is expected to take."""
        # When the turn begins, by what it is expected to take: else one visitor had all turns until
        # the first of them ended. `correct` settles the difference.
        self._now = self.of(owner)
        self._had[owner] = self._now + seconds
        # Who has had no more than the last one stands where a newcomer does.
        self._had = {name: had for name, had in self._had.items() if had > self._now}

    def correct(self, owner: str, seconds: float) -> None:
        """Add what a turn took beyond the expected, which may be negative."""
        # Whoever is not there any more stands where a newcomer does, whatever is left to settle.
        if owner in self._had:
            self._had[owner] += seconds


class FairScheduler:
    """The jobs that have not ended, and whose turn it is; not safe for threads.

    Parameters
    ----------
    clock : callable
        Seconds.
    max_running : int
        Long jobs that are begun at a time.
    """

    def __init__(self, clock: Callable[[], float], max_running: int) -> None:
        self.clock, self.max_running = clock, max_running
        self.open: list[SweepJob] = []
        self.pace = CostModel()
        self._under_way: list[Turn] = []
        # A line each: minutes of long cells must not make a visitor's short sweep wait.
        self._shares = {True: Shares(), False: Shares()}
        self._last_short = False
        self._count = self._round = 0

    def add(self, job: SweepJob) -> None:
        """Take a job on.

        Raises
        ------
        InvalidInput
            If its visitor has as many as one may have, or all have.
        """
        if sum(each.owner == job.owner for each in self.open) >= MOST_OF_ONE:
            raise InvalidInput(
                f"You have {MOST_OF_ONE} sweeps running or waiting, which is the most allowed. "
                "Cancel one, or wait until one ends."
            )
        self.check_room()
        self._count += 1
        job.number = self._count
        # Fixed when it comes, so that nobody's place gets worse by what others have had since.
        job.round = max([self._round, *(each.round + 1 for each in self._long_of(job.owner))])
        self.open.append(job)

    def check_room(self) -> None:
        """Raise InvalidInput if nobody may have another."""
        if len(self.open) >= MOST:
            raise InvalidInput(
                f"This server has {MOST} sweeps running or waiting, which is the most allowed. "
                "Try again in a few minutes."
            )

    def end(self, job: SweepJob, state: str) -> None:
        """End a job that is open."""
        self.open.remove(job)
        job.end(state)

    def next(self, slots: Slots) -> Turn | None:
        """Return the cell whose turn it is, if a slot is free for it."""
        express = [turn.express for turn in self._under_way]
        if express.count(False) < slots.usual:
            # Cells over own tables stay on this machine, though a cluster has more slots.
            full = sum(t.job.private and not t.express for t in self._under_way) >= slots.own
            lines = [[job for job in line if not (full and job.private)] for line in self._ready()]
            # In turn; where one line has nothing, the other has every turn.
            ready = list(filter(None, lines[::-1] if self._last_short else lines))
            for line in sorted(ready, key=lambda line: line[0].automatic):
                return self._begin(line[0], express=False)
        # Only when no usual slot is free: the express ones have no core of their own.
        elif express.count(True) < slots.express:
            for job in self._ready()[0][:1]:
                return self._begin(job, express=True)
        return None

    def settle(self, turn: Turn, seconds: float, *, reused: bool) -> None:
        """Note that a cell has ended, and what it took of the processor; 0 if nobody measured."""
        self._under_way.remove(turn)
        # A failure, or a cell that was lost: it stays charged as expected, and teaches nothing.
        if not (reused or seconds):
            return
        took = REUSED if reused else seconds
        self._shares[turn.short].correct(turn.job.owner, took - turn.charged)
        if not reused:
            turn.job.expected += turn.expected
            turn.job.measured += seconds
            self.pace.learn(turn.cell.spec, expected=turn.expected, measured=seconds)

    def give_back(self, turn: Turn, seconds: float) -> None:
        """Note that a cell was given up after some seconds; it is computed again, as a long one."""
        self.settle(turn, seconds, reused=False)
        # After `settle`, which takes these seconds for what the cell needs: they are a lower bound.
        self.pace.overrun(turn.cell.spec, expected=turn.expected, measured=seconds)
        turn.job.long = True
        # What `_begin` took off is still to be done.
        if turn.job.state not in ENDED:
            turn.job.estimate += turn.expected
            turn.job.give_back(turn.cell)

    def place(self, job: SweepJob) -> int:
        """Return the number of a job among those that wait; 0 if it does not."""
        if job.state != "waiting":
            return 0
        short, long = self._lines()
        return [*filter(_waits, short), *_queue(long)].index(job) + 1

    def is_short(self, job: SweepJob) -> bool:
        """Tell whether a job stands in the short line: by what it has left, as far as is known."""
        return not job.long and job.estimate * self._factor(job) <= SHORT

    def _factor(self, job: SweepJob) -> float:
        """Return by what factor the estimate of a job is wrong, by its own cells if any ended."""
        if job.expected and job.measured:
            # The larger one: a long sweep taken for a short one keeps others waiting.
            return max(job.measured / job.expected, self.pace.factor(job.spec))
        return self.pace.factor(job.spec)

    def _begin(self, job: SweepJob, *, express: bool) -> Turn:
        short = self.is_short(job)
        job.long = not short
        if job.state == "waiting":
            job.state, job.started = "running", self.clock()
            # Earlier rounds are over: who comes now is in this one, behind those who wait in it.
            self._round = max(self._round, job.round)
        # Express cells take no usual turn, and must not cost the short line its next one.
        if not express:
            self._last_short = short
        cell = job.next_cell()
        expected = seconds_of(cell, job.records)
        charged = expected * self._factor(job)
        job.estimate = max(0.0, job.estimate - expected)
        self._shares[short].charge(job.owner, charged)
        turn = Turn(job, cell, job.records, expected, charged, express, short)
        self._under_way.append(turn)
        return turn

    def _ready(self) -> tuple[list[SweepJob], list[SweepJob]]:
        """Return the short and the long jobs that could have a turn, the next one first."""
        short, long = self._lines()
        going = [job for job in long if not _waits(job)]
        # One that started by itself keeps none from beginning that somebody pressed for.
        if sum(not job.automatic for job in going) < self.max_running:
            # One of each visitor: `max_running` jobs of one would keep all others from beginning.
            busy = {job.owner for job in going}
            going += [job for job in _queue(long) if job.owner not in busy][:1]
        begun = [job for job in going if job.has_cells]
        return [job for job in short if job.has_cells], self._by_share(begun, short=False)

    def _lines(self) -> tuple[list[SweepJob], list[SweepJob]]:
        """Return the short jobs, and the long ones, in the order of their visitors' shares."""
        lines: tuple[list[SweepJob], list[SweepJob]] = ([], [])
        for job in self.open:
            lines[not self.is_short(job)].append(job)
        return self._by_share(lines[0], short=True), self._by_share(lines[1], short=False)

    def _long_of(self, owner: str) -> list[SweepJob]:
        return [job for job in self.open if job.owner == owner and not self.is_short(job)]

    def _by_share(self, jobs: list[SweepJob], *, short: bool) -> list[SweepJob]:
        share = self._shares[short]
        # Of equal shares, who came first.
        return sorted(jobs, key=lambda job: (job.automatic, share.of(job.owner), job.number))


def _queue(long: list[SweepJob]) -> list[SweepJob]:
    """Return the long jobs that wait, the next one first."""
    return sorted(filter(_waits, long), key=lambda job: (job.automatic, job.round, job.number))


def _waits(job: SweepJob) -> bool:
    return job.state == "waiting"
