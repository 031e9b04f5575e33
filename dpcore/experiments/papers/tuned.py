"""λ tuned as in CMS11, over the grid of a sweep: rows for each way to choose it.

The λ of the sweep are the candidates. What `dpcore.experiments.tuning` compares at one training
set, mechanism and loss is a cell, so that the same executors run it, and its rows are those of a
sweep with the way that chose beside them.

Examples
--------
>>> spec = SweepSpec("uniform", mechanisms=("objective",), lams=(0.01, 0.1), sizes=(300,), draws=3)
>>> (result,) = tune(spec, named=0.01)
>>> result.rows.groupby("way").size().to_dict()
{'composed': 3, 'fixed': 3, 'hindsight': 3, 'looked': 3, 'split': 3}
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial

import pandas as pd

from dpcore.data.dataset import Dataset
from dpcore.erm.losses import make_loss
from dpcore.experiments.sweeps import Cell, CellResult, SweepSpec, as_done, check, training_set
from dpcore.experiments.tuning import Comparison, compare
from dpcore.privacy.tuning import Candidate

FOLD = 1_000_003
"""Between the seeds of two folds, which must not share their noise."""


def tune(
    spec: SweepSpec,
    named: float,
    executor: Executor | None = None,
    records: Dataset | None = None,
) -> Iterator[CellResult]:
    """Choose among a sweep's λ in every way, and yield its cells as they complete.

    Parameters
    ----------
    spec : SweepSpec
        Its λ are the candidates.
    named : float
        The λ that is named before anybody looks.
    executor, records
        As in `sweeps.run`.

    Raises
    ------
    InvalidInput
        Before anything runs, if the grid is impossible or too large.
    """
    check(spec, records)
    return as_done(_cells(spec), executor, records=records, rows=partial(_rows, named))


def _cells(spec: SweepSpec) -> list[Cell]:
    return [
        Cell(replace(spec, sizes=(), folds=1, losses=(loss,), mechanisms=(mechanism,)), fold, n)
        for n in spec.sizes or (None,)
        for fold in range(spec.folds)
        for loss in spec.losses
        for mechanism in spec.mechanisms
    ]


def _rows(named: float, cell: Cell, records: Dataset | None) -> pd.DataFrame:
    spec, part = cell.spec, training_set(cell, records)
    ((name, h),), (mechanism,) = spec.losses, spec.mechanisms
    candidates = [Candidate(mechanism, lam, make_loss(name, h)) for lam in spec.lams]
    found = compare(
        part,
        candidates,
        spec.epsilons,
        fixed=replace(candidates[0], lam=named),
        n_draws=spec.draws,
        seed=spec.seed + FOLD * cell.fold,
    )
    tables = [_table(one, way) for one in found.values() for way in one.errors]
    return pd.concat(tables, ignore_index=True).assign(
        mechanism=mechanism, loss=name, h=h, n=part.n, fold=cell.fold
    )


def _table(found: Comparison, way: str) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "way": way,
            "epsilon": found.plan.epsilon,
            "draw": range(len(found.errors[way])),
            "error": found.errors[way],
            "converged": found.converged,
        }
    )
