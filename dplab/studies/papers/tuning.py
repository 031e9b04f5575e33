"""λ tuned as in CMS11, over the grid of a sweep: rows for each strategy to choose it.

The λ of the sweep are the candidates. A cell is what `private_tuning.strategies` compares at one
training set, mechanism and loss, so that the same executors run it; its rows are those of a sweep,
with the strategy in a column.

Examples
--------
>>> spec = SweepSpec("uniform", mechanisms=("objective",), lams=(0.01, 0.1), sizes=(300,), draws=3)
>>> (result,) = tune(spec, fixed=0.01)
>>> result.rows.groupby("strategy").size().to_dict()
{'composed': 3, 'fixed': 3, 'hindsight': 3, 'looked': 3, 'split': 3}
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial

import pandas as pd

from dpcore.data.dataset import Dataset
from dpcore.erm.losses import make_loss
from dpcore.privacy.tuning import Candidate
from dplab.simulation.sweeps.cells import Cell, CellResult, training_set
from dplab.simulation.sweeps.running import run_cells
from dplab.simulation.sweeps.spec import SweepSpec, check, n_fits
from dplab.studies.private_tuning.strategies import Comparison, compare

FOLD = 1_000_003
"""Difference between the seeds of two folds, which must not share their noise."""


def tune(
    spec: SweepSpec,
    fixed: float,
    executor: Executor | None = None,
    records: Dataset | None = None,
) -> Iterator[CellResult]:
    """Choose among a sweep's λ by every strategy, and yield its cells as they complete.

    Parameters
    ----------
    spec : SweepSpec
        Its λ are the candidates.
    fixed : float
        The λ that is fixed in advance, without looking at the data.
    executor, records
        As in `sweeps.run`.

    Raises
    ------
    InvalidInput
        Before anything runs, if the grid is impossible or too large.
    """
    check(spec, records, n_trained=n_trained(spec))
    return run_cells(_cells(spec), executor, records=records, rows=partial(_rows, fixed))


def n_trained(spec: SweepSpec) -> int:
    """Return how many private classifiers tuning over a grid trains.

    At each point, m candidates are trained on their parts, on all records at ε and on all at a
    share of ε, and the fixed one is trained too, unless it is among them: at most 3m + 1.
    """
    return n_fits(replace(spec, lams=(1.0,))) * (3 * len(spec.lams) + 1)


def _cells(spec: SweepSpec) -> list[Cell]:
    return [
        Cell(replace(spec, sizes=(), folds=1, losses=(loss,), mechanisms=(mechanism,)), fold, n)
        for n in spec.sizes or (None,)
        for fold in range(spec.folds)
        for loss in spec.losses
        for mechanism in spec.mechanisms
    ]


def _rows(fixed: float, cell: Cell, records: Dataset | None) -> pd.DataFrame:
    spec, part = cell.spec, training_set(cell, records)
    ((name, h),), (mechanism,) = spec.losses, spec.mechanisms
    candidates = [Candidate(mechanism, lam, make_loss(name, h)) for lam in spec.given_lams]
    found = compare(
        part,
        candidates,
        spec.epsilons,
        fixed=replace(candidates[0], lam=fixed),
        n_draws=spec.draws,
        seed=spec.seed + FOLD * cell.fold,
    )
    tables = [_table(one, name) for one in found.values() for name in one.errors]
    return pd.concat(tables, ignore_index=True).assign(
        mechanism=mechanism, loss=name, h=h, n=part.n, fold=cell.fold
    )


def _table(found: Comparison, strategy: str) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "strategy": strategy,
            "epsilon": found.plan.epsilon,
            "draw": range(len(found.errors[strategy])),
            "error": found.errors[strategy],
            "converged": found.converged,
        }
    )
