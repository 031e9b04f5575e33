"""Cells: every point of the grid in one of them, and rows that do not depend on the cut."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pandas as pd

from dpcore.data.dataset import split
from dpcore.erm.losses import HuberHinge, make_loss
from dpcore.erm.prediction import error
from dpcore.privacy.mechanisms import draw
from dplab.simulation import sources
from dplab.simulation.sweeps import cells as module
from dplab.simulation.sweeps.cells import CELL_FITS, COLUMNS, Cell, cells, run_cell
from dplab.simulation.sweeps.spec import n_fits, requests
from tests.simulation.sweeps.grid import SPEC, rows


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
        assert n_fits(cell.spec) <= CELL_FITS
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
            for request in requests(cell.spec, 100, 10, make_loss(loss, 0.5))
        ]
        assert sorted(points) == sorted(wanted)


def test_batches_change_no_error(monkeypatch):
    cut = rows(replace(LARGE, sizes=(50,), folds=1, losses=(("huber", 0.5),)))
    monkeypatch.setattr(module, "CELL_FITS", 10**9)
    whole = rows(replace(LARGE, sizes=(50,), folds=1, losses=(("huber", 0.5),)))
    columns = [column for column in COLUMNS if column != "n_iter"]
    pd.testing.assert_frame_equal(cut[columns], whole[columns], check_exact=True)


def test_one_point_of_the_grid_is_never_cut():
    alone = replace(SPEC, epsilons=(1.0,), lams=(0.01,), losses=SPEC.losses[:1], draws=10_000)
    assert len(cells(alone)) == len(alone.sizes) * alone.folds
    without = replace(LARGE, mechanisms=("non_private",), draws=10_000)
    assert n_fits(without) == 0
    assert sum(len(run_cell(cell).rows) for cell in cells(without)) == 2 * 2 * 2 * 3
