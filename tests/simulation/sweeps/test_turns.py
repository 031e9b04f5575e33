"""FairScheduler: short sweeps go first, visitors share alike, and nobody waits for ever.

No thread and no clock: a simulated machine, whose cells take the time that each test says.
"""

import math
from collections import Counter
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dplab.simulation.sweeps import SweepSpec, cells
from dplab.simulation.sweeps.cells import NO_ROWS, CellResult
from dplab.simulation.sweeps.job import SweepJob, new_job
from dplab.simulation.sweeps.pace import FASTEST, MOST_KINDS, SLOWEST, CostModel, seconds_of
from dplab.simulation.sweeps.spec import seconds
from dplab.simulation.sweeps.turns import MOST, OVERRUN, SHORT, FairScheduler, Shares, Slots, Turn

ONE = SweepSpec(data="uniform", d=3, sizes=(500,), mechanisms=("output",), draws=400)
"""One cell, some hundredths of a second."""
SHORTS = replace(ONE, sizes=tuple(range(500, 510)))
LONGS = replace(ONE, sizes=tuple(range(1000, 1014)), folds=5, draws=20_000)
"""Seventy cells of about a second."""


@dataclass
class Machine:
    """A machine with slots; each cell takes the seconds that `takes` says."""

    slots: Slots
    max_running: int = 4
    takes: object = staticmethod(lambda turn: turn.expected)
    now: float = 0.0
    under_way: list = field(default_factory=list)
    had: Counter = field(default_factory=Counter)

    def __post_init__(self):
        self.turns = FairScheduler(lambda: self.now, self.max_running)

    def submit(self, spec: SweepSpec, owner: str, *, automatic: bool = False) -> SweepJob:
        job = new_job(spec, owner, None, self.now, automatic=automatic)
        self.turns.add(job)
        self.fill()
        return job

    def fill(self):
        while turn := self.turns.next(self.slots):
            given_up = turn.express and self.takes(turn) > OVERRUN
            took = OVERRUN if given_up else self.takes(turn)
            self.under_way.append((self.now + took, took, given_up, turn))

    def step(self) -> Turn:
        """Let the cell end that ends next."""
        self.under_way.sort(key=lambda each: each[0])
        self.now, took, given_up, turn = self.under_way.pop(0)
        self.had[turn.job.owner] += took
        if given_up:
            self.turns.give_back(turn, took)
        else:
            self.turns.settle(turn, took, reused=False)
            turn.job.take(CellResult(turn.cell, NO_ROWS), reused=False)
            if turn.job.done == turn.job.total:
                self.turns.end(turn.job, "done")
        self.fill()
        return turn

    def run_until(self, job: SweepJob) -> float:
        start = self.now
        while job.state != "done":
            self.step()
        return self.now - start


EXPRESS = Slots(usual=2, own=2, express=2)


def test_the_examples_are_what_they_say():
    assert seconds(ONE, workers=1) < 0.1
    assert seconds(SHORTS, workers=1) < SHORT < 15 * SHORT < seconds(LONGS, workers=1)


@pytest.mark.parametrize("owners", [[f"visitor {k}" for k in range(8)], ["ada"] * 8])
def test_a_short_sweep_waits_for_no_long_cell(owners):
    busy = Machine(EXPRESS, takes=lambda turn: turn.expected * (300 if not turn.short else 1))
    for owner in owners:
        busy.submit(LONGS, owner)
    for owner in ("bob", owners[0]):
        assert busy.run_until(busy.submit(SHORTS, owner)) <= 2 * seconds(SHORTS, workers=1)


def test_without_express_it_waits_for_one_cell_not_for_all():
    busy = Machine(Slots(2, 2))
    for number in range(8):
        busy.submit(LONGS, f"visitor {number}")
    cell = busy.under_way[0][1]
    assert busy.run_until(busy.submit(SHORTS, "bob")) <= 10 * cell


def test_express_takes_no_cell_while_a_usual_slot_is_free_and_never_a_long_one():
    busy = Machine(EXPRESS)
    busy.submit(SHORTS, "ada")
    assert [turn.express for *_, turn in busy.under_way] == [False, False, True, True]
    other = Machine(EXPRESS)
    other.submit(LONGS, "ada")
    assert [turn.express for *_, turn in other.under_way] == [False, False]


@pytest.mark.parametrize("slots", [EXPRESS, Slots(2, 2), Slots(1, 1)])
def test_endless_short_work_leaves_a_long_sweep_half_of_the_usual_turns(slots):
    busy = Machine(slots)
    long, usual = busy.submit(replace(LONGS, sizes=(1000, 1001)), "ada"), Counter()
    for number in range(3000):
        for visitor in range(8):
            if not any(job.owner == f"{visitor}" for job in busy.turns.open):
                busy.submit(replace(ONE, seed=number), f"{visitor}")
        turn = busy.step()
        usual[turn.short] += not turn.express
        if long.state == "done":
            break
    assert long.state == "done"
    assert usual[False] >= long.total
    assert usual[True] <= usual[False] + 2


def test_visitors_share_alike_whatever_the_number_and_the_size_of_their_jobs():
    busy = Machine(Slots(2, 2), max_running=10)
    small_cells = replace(LONGS, draws=4000)
    for number in range(5):
        busy.submit(replace(LONGS, seed=number), "many")
    busy.submit(replace(small_cells, folds=5, sizes=tuple(range(1000, 1090))), "small cells")
    busy.submit(LONGS, "one")
    while busy.now < 60:
        busy.step()
    cell = seconds(LONGS, workers=1) / 70
    assert max(busy.had.values()) - min(busy.had.values()) <= 3 * cell
    assert set(busy.had) == {"many", "small cells", "one"}


def test_a_wrong_estimate_is_charged_when_it_is_known():
    busy = Machine(
        Slots(2, 2), takes=lambda turn: turn.expected * (5 if turn.job.spec.d == 4 else 1)
    )
    busy.submit(replace(LONGS, d=4), "slow")
    busy.submit(LONGS, "fast")
    while busy.now < 60:
        busy.step()
    assert busy.had["slow"] == pytest.approx(busy.had["fast"], rel=0.2)


def test_waiting_saves_up_no_seconds():
    share = Shares()
    for _ in range(100):
        share.charge("ada", 1.0)
    share.charge("bob", 1.0)  # a newcomer has a turn beside ada, not a hundred
    assert share.of("ada") - share.of("bob") <= 1.0
    assert share.of("eve") >= share.of("bob") - 1.0


def test_a_cell_that_overruns_in_express_makes_its_job_long():
    busy = Machine(EXPRESS, takes=lambda turn: 100.0 if turn.job.owner == "liar" else turn.expected)
    for number in range(4):
        busy.submit(LONGS, f"visitor {number}")
    liar = busy.submit(SHORTS, "liar")
    while not liar.long:
        busy.step()
    # The same kind of sweep is not taken for a short one again.
    assert not busy.turns.is_short(new_job(SHORTS, "eve", None, 0.0))
    assert busy.run_until(busy.submit(replace(SHORTS, d=5), "bob")) <= OVERRUN + 1
    busy.run_until(liar)
    assert liar.done == liar.total == 10


def test_places_are_the_order_in_which_jobs_start():
    busy = Machine(Slots(1, 1), max_running=1)
    names = ["ada", "ada", "bob", "ada", "eve", "bob"]
    submitted = [busy.submit(LONGS, owner) for owner in names]
    waiting = submitted[1:]
    places = {busy.turns.place(job): job for job in waiting}
    assert sorted(places) == [1, 2, 3, 4, 5]
    # Everybody's first before anybody's second; ada's first is under way.
    assert [places[place].owner for place in range(1, 6)] == ["bob", "eve", "ada", "bob", "ada"]
    started = []
    while len(started) < 5:
        busy.step()
        started += [job for job in waiting if job.state != "waiting" and job not in started]
    assert started == [places[place] for place in range(1, 6)]


def test_a_short_job_stands_before_the_long_ones_that_wait():
    busy = Machine(Slots(0, 0), max_running=1)
    longs = [busy.submit(LONGS, f"visitor {number}") for number in range(3)]
    short = busy.submit(SHORTS, "bob")
    assert [busy.turns.place(job) for job in (short, *longs)] == [1, 2, 3, 4]


def test_long_jobs_that_are_begun_are_few_and_one_of_each_visitor():
    busy = Machine(Slots(8, 8), max_running=3)
    for number in range(20):
        busy.submit(LONGS, f"visitor {number % 5}")
    for _ in range(20):
        busy.step()
    begun = [job.owner for job in busy.turns.open if job.state == "running"]
    assert len(begun) == len(set(begun)) == 3


def test_a_short_job_is_begun_however_many_long_ones_are():
    busy = Machine(Slots(8, 8), max_running=3)
    for number in range(20):
        busy.submit(LONGS, f"visitor {number}")
    assert {turn.job.state for *_, turn in busy.under_way} == {"running"}
    short = busy.submit(SHORTS, "visitor 0")
    busy.step()
    assert short.state == "running"


def test_own_tables_take_no_more_slots_than_compute_them(monkeypatch):
    monkeypatch.setattr(SweepJob, "private", property(lambda job: job.owner == "own"))
    busy = Machine(Slots(usual=8, own=2))
    busy.submit(LONGS, "own")
    assert len(busy.under_way) == 2
    busy.submit(LONGS, "public")
    assert Counter(turn.job.owner for *_, turn in busy.under_way) == {"own": 2, "public": 6}


def test_slots_may_become_fewer_and_more():
    busy = Machine(Slots(4, 4))
    busy.submit(LONGS, "ada")
    busy.slots = Slots(1, 1)
    for _ in range(3):
        busy.step()
    assert len(busy.under_way) == 1
    busy.slots = Slots(6, 6)
    busy.step()
    assert len(busy.under_way) == 6


def test_a_job_that_waits_holds_no_cells(monkeypatch):
    made = []
    whole = cells.Cell.__init__
    monkeypatch.setattr(
        cells.Cell, "__init__", lambda cell, *facts: made.append(cell) or whole(cell, *facts)
    )
    busy = Machine(Slots(1, 1))
    for number in range(50):
        busy.submit(replace(LONGS, seed=number), f"visitor {number}")
    assert len(made) == 1
    assert {job.total for job in busy.turns.open} == {70}


def test_all_jobs_at_once_are_bounded():
    busy = Machine(Slots(0, 0))
    for number in range(MOST):
        busy.submit(ONE, f"visitor {number}")
    with pytest.raises(InvalidInput, match="This server has 200 sweeps"):
        busy.submit(ONE, "late")


RUNS = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.booleans(), st.integers(1, 6), st.integers(0, 40)),
    max_size=15,
)


@settings(max_examples=40, deadline=None)
@given(RUNS, st.integers(1, 4), st.integers(1, 3), st.integers(0, 2))
def test_whoever_comes_when_everything_ends_and_places_are_numbers(runs, most, usual, express):
    busy = Machine(Slots(usual, usual, express), max_running=most)
    left, jobs = sorted(runs, key=lambda run: run[3]), []
    for turn in range(2000):
        while left and left[0][3] <= turn:
            owner, is_long, n_sizes, _ = left.pop(0)
            spec = LONGS if is_long else SHORTS
            jobs.append(busy.submit(replace(spec, sizes=spec.sizes[:n_sizes]), owner))
        begun = [job for job in busy.turns.open if job.state == "running"]
        long = [job for job in begun if not busy.turns.is_short(job)]
        assert len(long) == len({job.owner for job in long}) <= most
        waiting = [job for job in busy.turns.open if job.state == "waiting"]
        places = sorted(map(busy.turns.place, waiting))
        assert places == list(range(1, len(waiting) + 1))
        kinds = [each.express for *_, each in busy.under_way]
        assert kinds.count(False) <= usual
        assert kinds.count(True) <= express
        if busy.under_way:
            busy.step()
        elif not left:
            break
    assert all(job.state == "done" and job.done == job.total for job in jobs)
    assert not busy.turns.open


def test_estimates_of_the_cells_add_up_to_that_of_the_sweep():
    for spec in (ONE, SHORTS, LONGS, replace(LONGS, mechanisms=("non_private", "output"))):
        job = new_job(spec, "ada", None, 0.0)
        total = sum(seconds_of(cell) for cell in job.todo)
        assert total == pytest.approx(job.estimate, rel=0.01)


def test_pace_is_learned_by_kind_and_stays_within_bounds():
    pace, other = CostModel(), replace(ONE, losses=(("huber", 0.01),))
    pace.learn(ONE, expected=1.0, measured=5.0)
    assert pace.factor(ONE) == pytest.approx(5.0)
    assert pace.factor(other) == 1.0
    assert pace.factor(replace(ONE, losses=(*ONE.losses, *other.losses))) == pytest.approx(3.0)
    for measured, bound in ((1e9, SLOWEST), (1e-9, FASTEST)):
        for _ in range(60):
            pace.learn(ONE, expected=1.0, measured=measured)
        assert pace.factor(ONE) == pytest.approx(bound, rel=0.01)
    pace.learn(other, expected=0.0, measured=1.0)  # nothing to divide by
    assert pace.factor(other) == 1.0


def test_pace_knows_only_so_many_kinds():
    pace = CostModel()
    for number in range(MOST_KINDS + 100):
        pace.learn(replace(ONE, d=number), expected=1.0, measured=2.0)
    assert len(pace._known) == MOST_KINDS
    assert not math.isclose(pace.factor(replace(ONE, d=MOST_KINDS + 99)), 1.0)
