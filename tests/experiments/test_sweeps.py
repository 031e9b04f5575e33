"""Sweeps: the same rows wherever they run, and a sentence for what cannot run."""

import itertools
import math
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import split
from dpcore.erm.losses import HuberHinge
from dpcore.erm.prediction import error
from dpcore.experiments import sources, sweeps
from dpcore.experiments.executors.processes import Processes
from dpcore.experiments.sweeps import COLUMNS, Cell, SweepSpec, cells, n_fits, run, run_cell
from dpcore.privacy.mechanisms import MECHANISMS, draw

SPEC = SweepSpec(
    data="uniform",
    d=4,
    knobs=(("separation", 0.1),),
    mechanisms=tuple(MECHANISMS),
    losses=(("logistic", 0.5), ("huber", 0.3)),
    epsilons=(0.1, 1.0),
    lams=(0.01, 0.1),
    sizes=(200, 50),
    folds=2,
    draws=3,
)


def rows(spec: SweepSpec, executor=None) -> pd.DataFrame:
    """Return all rows of a sweep in one order, whatever order its cells completed in."""
    frames = [result.rows for result in run(spec, executor)]
    return pd.concat(frames).sort_values(list(COLUMNS), ignore_index=True)


def test_every_combination_has_its_rows():
    found = rows(SPEC)
    noisy = found[found.mechanism != "non_private"]
    assert len(noisy) == n_fits(SPEC)
    keys = list(COLUMNS[:8])
    assert not found.duplicated(keys).any()
    assert len(found) - len(noisy) == len(cells(SPEC)) * len(SPEC.losses) * len(SPEC.lams)
    assert found.error.between(0, 1).all()
    assert found.converged.all()


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_rows_are_the_same_bit_for_bit_wherever_they_run(kind: str):
    alone = pd.concat([run_cell(cell).rows for cell in cells(SPEC)])
    alone = alone.sort_values(list(COLUMNS), ignore_index=True)
    executor = ThreadPoolExecutor(max_workers=3) if kind == "threads" else Processes(2)
    with executor:
        pd.testing.assert_frame_equal(rows(SPEC, executor), alone, check_exact=True)


def test_a_cell_does_not_depend_on_the_rest_of_the_grid():
    small = replace(SPEC, sizes=(50,), folds=1, epsilons=(1.0,), mechanisms=("objective",))
    whole = rows(SPEC)
    part = whole[(whole.n == 50) & (whole.fold == 0) & (whole.epsilon == 1.0)]
    part = part[part.mechanism == "objective"].reset_index(drop=True)
    # Another batch is summed in another order, so that rounding may differ, but no label does.
    columns = [column for column in COLUMNS if column != "n_iter"]
    pd.testing.assert_frame_equal(rows(small)[columns], part[columns], check_exact=True)


def test_rows_are_those_of_single_draws():
    found = run_cell(Cell(SPEC, fold=1, n=200)).rows
    part = split(sources.load(SPEC.source), 200, SPEC.seed, fold=1)
    rng = sources.stream(SPEC.seed, "objective", 1, 200)
    draws = draw(
        "objective", part.X, part.y, loss=HuberHinge(0.3), lam=0.1, epsilon=1.0, n_draws=3, rng=rng
    )
    chosen = found.query("mechanism == 'objective' and loss == 'huber' and lam == 0.1")
    chosen = chosen[chosen.epsilon == 1.0]
    np.testing.assert_array_equal(chosen.error, error(draws.coefs, part.X_test, part.y_test))


def test_folds_test_each_record_once():
    data = sources.load(SPEC.source)
    tested = [split(data, 10, 0, fold).X_test for fold in range(5)]
    assert len(np.unique(np.concatenate(tested), axis=0)) == len(data.y)


def test_small_training_sets_come_first():
    assert [(cell.n, cell.fold) for cell in cells(SPEC)] == [(50, 0), (50, 1), (200, 0), (200, 1)]


LARGE = replace(SPEC, epsilons=tuple(np.geomspace(0.1, 10, 7)), lams=(0.01, 0.02, 0.05), draws=50)


def test_a_large_grid_comes_in_batches_with_every_point_in_one_of_them():
    assert len(cells(LARGE)) > len(cells(SPEC))
    for cell in cells(LARGE):
        assert n_fits(cell.spec) <= sweeps.CELL_FITS
    wanted = {
        (name, loss, epsilon, lam)
        for name, (loss, _) in itertools.product(LARGE.mechanisms, LARGE.losses)
        for epsilon, lam in itertools.product(LARGE.epsilons, LARGE.lams)
        if name != "non_private"
    } | {("non_private", loss, math.inf, lam) for loss, _ in LARGE.losses for lam in LARGE.lams}
    for place in {(cell.n, cell.fold) for cell in cells(LARGE)}:
        points = [
            (request.mechanism, loss, request.epsilon, request.lam)
            for cell in cells(LARGE)
            if (cell.n, cell.fold) == place
            for loss, _ in cell.spec.losses
            for request in sweeps._requests(cell.spec)
        ]
        assert sorted(points) == sorted(wanted)


def test_batches_change_no_error(monkeypatch):
    cut = rows(replace(LARGE, sizes=(50,), folds=1, losses=(("huber", 0.5),)))
    monkeypatch.setattr(sweeps, "CELL_FITS", 10**9)
    whole = rows(replace(LARGE, sizes=(50,), folds=1, losses=(("huber", 0.5),)))
    columns = [column for column in COLUMNS if column != "n_iter"]
    pd.testing.assert_frame_equal(cut[columns], whole[columns], check_exact=True)


def test_one_point_of_the_grid_is_never_cut():
    alone = replace(SPEC, epsilons=(1.0,), lams=(0.01,), losses=SPEC.losses[:1], draws=10_000)
    assert len(cells(alone)) == len(alone.sizes) * alone.folds
    without = replace(LARGE, mechanisms=("non_private",), draws=10_000)
    assert n_fits(without) == 0
    assert sum(len(run_cell(cell).rows) for cell in cells(without)) == 2 * 2 * 2 * 3


IMPOSSIBLE = {
    "no epsilon": ({"epsilons": ()}, "epsilons must hold at least one value"),
    "no mechanism": ({"mechanisms": ()}, "mechanisms must hold at least one value"),
    "zero epsilon": ({"epsilons": (0.1, 0.0)}, "epsilon must be positive; got 0.0"),
    "epsilon no number": ({"epsilons": (math.nan,)}, "epsilon must be a number"),
    "negative lam": ({"lams": (-1.0,)}, "lam must be positive; got -1.0"),
    "too many records": ({"sizes": (20_001,)}, "n must be at most 20000; got 20001"),
    "half a record": ({"sizes": (10.5,)}, "n must be a whole number; got 10.5"),
    "six folds": ({"folds": 6}, "folds must be at most 5; got 6"),
    "no draw": ({"draws": 0}, "draws must be at least 1; got 0"),
    "unknown mechanism": ({"mechanisms": ("magic",)}, "mechanism must be one of"),
    "unknown loss": ({"losses": (("hinge", 0.5),)}, "loss must have a bounded second derivative"),
    "unknown data": ({"data": "lost"}, "data must be one of"),
    "an upload without records": ({"data": "upload"}, "pass them as `records`"),
    "too large": ({"draws": 10**7}, "A sweep may train at most 2,000,000"),
}


@pytest.mark.parametrize(("change", "sentence"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_grid_is_refused_before_anything_runs(change, sentence, monkeypatch):
    monkeypatch.setattr(sweeps, "run_cell", lambda *_: pytest.fail("something ran"))
    with pytest.raises(InvalidInput, match=sentence):
        run(replace(SPEC, **change))


def test_a_cell_that_fails_says_why_and_the_rest_goes_on(monkeypatch):
    whole = sweeps._rows

    def frail(cell, records):
        if cell.fold == 1:
            raise MemoryError("not enough memory")
        return whole(cell, records)

    monkeypatch.setattr(sweeps, "_rows", frail)
    results = list(run(SPEC))
    failures = {result.cell.fold: result.failure for result in results}
    assert failures == {0: "", 1: "not enough memory"}
    assert all(len(result.rows) == 0 for result in results if result.failure)


class OneTask(Executor):
    """Does the first task; the others wait for ever, as behind somebody else's."""

    def __init__(self):
        self.futures = []

    def submit(self, function, /, *args):
        future = Future()
        if not self.futures:
            future.set_result(function(*args))
        self.futures.append(future)
        return future


def test_who_leaves_a_sweep_leaves_nothing_waiting_in_the_executor():
    executor = OneTask()
    sweep = run(SPEC, executor)
    next(sweep)
    sweep.close()
    first, *others = executor.futures
    assert first.done()
    assert len(others) == len(cells(SPEC)) - 1
    assert all(future.cancelled() for future in others)


def test_an_own_table_gives_the_rows_of_a_recipe_with_the_same_records():
    own = replace(SPEC, data=sources.UPLOAD)
    records = sources.load(SPEC.source)
    found = pd.concat([result.rows for result in run(own, records=records)])
    found = found.sort_values(list(COLUMNS), ignore_index=True)
    pd.testing.assert_frame_equal(found, rows(SPEC), check_exact=True)
    assert sweeps.most_records(own, records) == sweeps.most_records(SPEC)
    assert sweeps.seconds(own, records=records) == sweeps.seconds(SPEC)
