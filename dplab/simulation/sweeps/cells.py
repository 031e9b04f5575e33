"""Cells of a sweep: how a grid is cut into tasks, and how one of them is computed.

A *cell* is one training set, (fold, n), with as much of the grid as makes one batch of at most
`CELL_FITS` classifiers. A large grid takes several cells, so that its first points appear early and
every core has work. Each cell draws from random streams of its own and works with one thread of
BLAS: its rows are the same, bit for bit, wherever it is computed.

Examples
--------
>>> spec = SweepSpec(data="uniform", sizes=(100, 1000), folds=2, draws=3)
>>> [(cell.n, cell.fold) for cell in cells(spec)]
[(100, 0), (100, 1), (1000, 0), (1000, 1)]
>>> len(run_cell(cells(spec)[0]).rows)
7
"""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd
from threadpoolctl import threadpool_limits

from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Dataset, Split, n_training
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, Draws, Request, draw_all
from dplab.simulation import sources
from dplab.simulation.measures import BY_CLASS, Mistakes, mistakes
from dplab.simulation.sources import stream
from dplab.simulation.sweeps.spec import SweepSpec, n_private, requests

Value = TypeVar("Value")

NUMERICS = 4
"""Version of what a cell computes: raised when the same cell would give other rows."""

CELL_FITS = 500
"""Most private classifiers in a cell with more than one point of the grid: some tenths of a second
for 20,000 records of ten features."""

COLUMNS = (
    "mechanism", "loss", "h", "epsilon", "lam", "n", "fold", "draw",
    *BY_CLASS, "misranked", "n_iter", "converged",
)  # fmt: skip
"""Of every sweep; one with a kernel has the number of its features, D, as `features` besides."""

FAULTS = (InvalidInput, ArithmeticError, MemoryError, np.linalg.LinAlgError)
"""What makes a cell fail, and no more than the cell."""

# With the columns, so that what failed can stand beside what did not.
NO_ROWS = pd.DataFrame(columns=list(COLUMNS))


@dataclass(frozen=True)
class Cell:
    """One training set of a sweep and a part of the grid on it.

    Of the sweep, `spec` holds all but the sizes and folds, which stand here.

    Folds are from 0 to 4; `n` is None for all training records that the fold leaves.
    """

    spec: SweepSpec
    fold: int
    n: int | None

    @property
    def is_own(self) -> bool:
        """Whether its records are the visitor's own table."""
        return self.spec.is_own


@dataclass(frozen=True, eq=False)
class Group:
    """What one request gave on a training set: a row for each draw, one without noise."""

    request: Request
    plan: Plan
    mistakes: Mistakes
    n_iter: npt.NDArray[np.int64]
    converged: npt.NDArray[np.bool_]


RowMaker = Callable[[Cell, Dataset | None], pd.DataFrame]
"""Computes the rows of a cell; the records are None where the cell names public ones."""


@dataclass(frozen=True, eq=False)
class CellResult:
    """Result of a cell: rows with the columns `COLUMNS`, or none and the reason in `failure`.

    `seconds` are what it took of one core's processor, or 0 where nobody measured.
    """

    cell: Cell
    rows: pd.DataFrame
    failure: str = ""
    seconds: float = 0.0


def numerics() -> int:
    """Return `NUMERICS` of the process that asks: another machine may have another version."""
    return NUMERICS


def cells(spec: SweepSpec) -> list[Cell]:
    """Return the cells of a sweep, small training sets first: the first point appears early."""
    return list(each_cell(spec))


def each_cell(spec: SweepSpec) -> Iterator[Cell]:
    """Return the cells of a sweep in the same order, made one by one."""
    # Sorted here, not in the spec, whose order is the visitor's and shapes no cell.
    sizes: tuple[int | None, ...] = tuple(sorted(spec.sizes)) or (None,)
    parts = _parts(spec)
    return (Cell(part, fold, n) for n in sizes for fold in range(spec.folds) for part in parts)


def n_cells(spec: SweepSpec) -> int:
    """Return how many cells a sweep has."""
    return max(1, len(spec.sizes)) * spec.folds * len(_parts(spec))


def _parts(spec: SweepSpec) -> list[SweepSpec]:
    """Cut the grid on one training set into batches: D first, then losses, then λ, then ε."""
    # A cell says nothing of the other sizes and folds: a larger sweep shares its stored rows.
    spec = replace(spec, sizes=(), folds=1)
    # One D in a cell: the features are other ones, and a batch shares its records.
    if len(spec.features) > 1:
        sizes = sorted(spec.features)
        return [part for size in sizes for part in _parts(replace(spec, features=(size,)))]
    most = max(1, CELL_FITS // max(1, n_private(spec) * spec.draws))
    # A small grid stays whole: one batch, on records that are read once.
    if len(spec.losses) * len(spec.lams) * len(spec.epsilons) <= most:
        return [spec]
    private = tuple(name for name in spec.mechanisms if MECHANISMS[name].is_noisy)
    epsilons = _cut(spec.epsilons, most)
    lams = _cut(spec.lams, max(1, most // len(epsilons[0])))
    return [
        # What does not depend on ε is computed with the first part of them.
        replace(
            spec,
            losses=(loss,),
            lams=lam,
            epsilons=epsilon,
            mechanisms=private if place else spec.mechanisms,
        )
        for loss in spec.losses
        for lam in lams
        for place, epsilon in enumerate(epsilons)
        if private or place == 0
    ]


def _cut(values: tuple[Value, ...], most: int) -> list[tuple[Value, ...]]:
    """Cut values into pieces of nearly equal length, none longer than `most`."""
    # Nearly equal, so that no core ends up with a full cell while another has its remainder.
    pieces = np.array_split(np.arange(len(values)), math.ceil(len(values) / most))
    return [tuple(values[place] for place in piece) for piece in pieces]


def run_cell(
    cell: Cell, records: Dataset | None = None, rows: RowMaker | None = None
) -> CellResult:
    """Train and test everything on one training set; a failure is a result too.

    A process that has run a cell keeps to one thread of BLAS, so that sums are the same wherever a
    cell runs. (Were the limit lifted after each cell, the end of one would return threads in the
    middle of another in the same process.) Own `records` are not kept.
    """
    limit_threads()
    # The processor's time of this thread: on a busy machine the clock measures the other visitors.
    start = time.thread_time()
    try:
        table = (rows or _rows)(cell, records)
        return CellResult(cell, table, seconds=time.thread_time() - start)
    except FAULTS as fault:
        # No seconds: how long something took to fail says nothing of what such cells cost.
        return CellResult(cell, NO_ROWS, reason(fault))


def reason(fault: BaseException) -> str:
    """Return why a cell failed."""
    return str(fault) or repr(fault)


@cache
def limit_threads() -> None:
    """Keep this process to one thread of BLAS, so that sums are the same wherever it runs."""
    threadpool_limits(limits=1, user_api="blas")


def training_set(cell: Cell, records: Dataset | None) -> Split:
    """Return the records of a cell, to train and to test on, in its kernel's features."""
    source = cell.spec.source
    n = n_training(sources.n_records(source, records)) if cell.n is None else cell.n
    part = sources.part(source, n, cell.fold, records)
    if not cell.spec.has_kernel:
        return part
    # The training records' own number of features, which a recipe may have changed from `spec.d`.
    (feature_map,) = cell.spec.make_maps(part.X.shape[1])
    return sources.mapped(part, feature_map)


def tested(cell: Cell, part: Split, loss: tuple[str, float]) -> list[Group]:
    """Train everything on one training set with one of the cell's losses, and test it.

    Raises
    ------
    InvalidInput, ArithmeticError, MemoryError, LinAlgError
        As `FAULTS`.
    """
    return [_test(*pair, part, cell.spec.ranks) for pair in trained(cell, part, loss)]


def trained(cell: Cell, part: Split, loss: tuple[str, float]) -> Iterator[tuple[Request, Draws]]:
    """Return each request of a cell, and its classifiers on one training set.

    Raises
    ------
    InvalidInput, ArithmeticError, MemoryError, LinAlgError
        As `FAULTS`.
    """
    limit_threads()  # whoever asks for groups does not come through `run_cell`
    minimised = cell.spec.make_loss(*loss)
    points = requests(cell.spec, part.n, part.X.shape[1], minimised)
    batch = draw_all(
        part.X,
        part.y,
        loss=minimised,
        requests=points,
        n_draws=cell.spec.draws,
        # By mechanism, fold and n alone: at every ε, λ and loss the same directions and lengths, so
        # that curves differ by their settings and not by luck (common random numbers). Only a
        # simulation may: w* + s/ε₁ and w* + s/ε₂ together give w* away.
        stream=lambda point: stream(cell.spec.seed, point.mechanism, cell.fold, part.n),
        sample_weight=part.weight,
    )
    return zip(points, batch, strict=True)


def _test(request: Request, draws: Draws, part: Split, ranks: bool) -> Group:
    # Without noise all draws are one classifier: tested once, and one row.
    distinct = MECHANISMS[request.mechanism].distinct(len(draws.coefs))
    wrong = mistakes(draws.coefs[:distinct], part, ranks=ranks)
    return Group(request, draws.plan, wrong, draws.n_iter[:distinct], draws.converged[:distinct])


def _rows(cell: Cell, records: Dataset | None) -> pd.DataFrame:
    part, frames = training_set(cell, records), []
    for name, h in cell.spec.losses:
        table = _table(tested(cell, part, (name, h)))
        frames.append(pd.DataFrame(table | {"loss": name, "h": h, "n": part.n, "fold": cell.fold}))
    rows = pd.concat(frames, ignore_index=True)[list(COLUMNS)]
    # A column only where there is a kernel: rows that were stored before have none.
    return rows.assign(features=part.X.shape[1]) if cell.spec.has_kernel else rows


def _table(groups: list[Group]) -> dict[str, object]:
    """Return the columns of one loss, the rows of each request below those of the one before."""
    lengths = [len(group.n_iter) for group in groups]
    of_requests = {
        name: np.repeat([getattr(group.request, name) for group in groups], lengths)
        for name in ("mechanism", "epsilon", "lam")
    }
    of_draws: dict[str, list[npt.NDArray[Any]]] = {
        "draw": [np.arange(k) for k in lengths],
        **{name: [group.mistakes.shares[k] for group in groups] for k, name in enumerate(BY_CLASS)},
        "misranked": [_ranked(group.mistakes) for group in groups],
        "n_iter": [group.n_iter for group in groups],
        "converged": [group.converged for group in groups],
    }
    return of_requests | {name: np.concatenate(column) for name, column in of_draws.items()}


def _ranked(wrong: Mistakes) -> Array:
    # A column of every sweep, ranked or not, so that rows of both can stand in one table.
    return np.full(wrong.shares.shape[1], np.nan) if wrong.misranked is None else wrong.misranked
