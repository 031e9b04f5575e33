"""Sweeps: test errors over grids of ε, λ, n, losses, mechanisms, folds and draws.

A sweep is data, a `SweepSpec`. Its *cell* is one training set, (fold, n), with as much of the grid
as makes one batch of at most `CELL_FITS` classifiers: a large grid comes in several cells, so that
its first points are there early and every core has its share. `run` hands the cells to an executor
and yields what each gave as it completes; threads and processes of one machine give the same rows,
bit for bit, since each cell draws from a seed of its own and works with one thread of BLAS.

Rows are long: one for each (mechanism, loss, h, ε, λ, n, fold, draw) with error, steps and
convergence. Non-private rows stand at ε = ∞, with one draw.

The spread over draws (same training records) is what the noise does; the spread over folds is
what other records do. A table of rows holds both; whoever sums it up says which.

Examples
--------
>>> spec = SweepSpec(data="uniform", epsilons=(0.5, 5.0), sizes=(100, 1000), draws=3)
>>> results = list(run(spec))
>>> sum(len(result.rows) for result in results)
26
"""

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pandas as pd
from threadpoolctl import threadpool_limits

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.dataset import FOLDS, Dataset, Split, n_training, split
from dpcore.erm.losses import make_loss
from dpcore.erm.prediction import error
from dpcore.experiments import sources
from dpcore.experiments.executors.crew import Unavailable
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import stream
from dpcore.privacy.mechanisms import MECHANISMS, Draws, Request, calibrate, draw_all

NUMERICS = 3
"""Version of what a cell computes: raised when the same cell would give other rows."""

MAX_FITS = 2_000_000
"""Largest sweep: a few hours of two cores at ten features."""

CELL_FITS = 500
"""Most private classifiers in a cell with more than one point of the grid: some tenths of a second
for 20,000 records of ten features."""

SECONDS_PER_VALUE, SECONDS_PER_FIT = 2e-9, 5e-5
"""Measured on one core: what a fit takes per record and feature, and besides."""

COLUMNS = (
    "mechanism", "loss", "h", "epsilon", "lam", "n", "fold", "draw", "error", "n_iter", "converged"
)  # fmt: skip

NO_ROWS = pd.DataFrame(columns=list(COLUMNS))


@dataclass(frozen=True)
class SweepSpec:
    """What to sweep over.

    Parameters
    ----------
    data, d, knobs, seed
        The source of the records and the seed of everything, as in `Settings`.
    mechanisms : tuple of str
        Keys of `MECHANISMS`.
    losses : tuple of (name, h)
    epsilons, lams : tuple of float
    sizes : tuple of int
        Training records n; empty for all that a fold leaves.
    folds : int
        How many of the five folds, from 1 to 5.
    draws : int
        Runs of each private mechanism per cell.
    """

    data: str = "unseparable"
    d: int = 10
    knobs: tuple[tuple[str, float], ...] = ()
    seed: int = 0
    mechanisms: tuple[str, ...] = ("non_private", "output", "objective")
    losses: tuple[tuple[str, float], ...] = (("logistic", 0.5),)
    epsilons: tuple[float, ...] = (0.1,)
    lams: tuple[float, ...] = (0.01,)
    sizes: tuple[int, ...] = ()
    folds: int = 1
    draws: int = 50

    @property
    def source(self) -> Settings:
        """The settings that name the records."""
        return Settings(data=self.data, d=self.d, knobs=self.knobs, seed=self.seed)


@dataclass(frozen=True)
class Cell:
    """One training set of a sweep and a part of the grid on it.

    Of the sweep, `spec` holds all but the sizes and folds, which stand here.

    Parameters
    ----------
    spec : SweepSpec
    fold : int
        From 0 to 4.
    n : int or None
        Training records; None for all that the fold leaves.
    """

    spec: SweepSpec
    fold: int
    n: int | None


MadeRows = Callable[[Cell, Dataset | None], pd.DataFrame]


@dataclass(frozen=True, eq=False)
class CellResult:
    """What a cell gave: rows with the columns `COLUMNS`, or none and the reason in `failure`."""

    cell: Cell
    rows: pd.DataFrame
    failure: str = ""


class Shelf(Protocol):
    """Where finished cells are kept; `store.Store` is one."""

    def find(self, cell: Cell) -> pd.DataFrame | None:
        """Return the rows of a cell, or None."""

    def keep(self, result: CellResult) -> None:
        """Keep the rows of a cell."""


def run(
    spec: SweepSpec,
    executor: Executor | None = None,
    store: Shelf | None = None,
    records: Dataset | None = None,
) -> Iterator[CellResult]:
    """Run a sweep and yield its cells as they complete, those that are kept already first.

    Parameters
    ----------
    spec : SweepSpec
    executor : concurrent.futures.Executor, optional
        Where cells run: `processes.Processes` uses every core, `cluster.Cluster` many machines;
        two threads if left out. The caller's own is not shut down.
    store : Shelf, optional
        Cells found here are not computed; others are put here as they complete. Cells of an
        upload are neither looked for nor put there.
    records : Dataset, optional
        The caller's own table, for ``spec.data == "upload"``.

    Raises
    ------
    InvalidInput
        Before anything runs, if the grid is impossible or too large.
    """
    check(spec, records)
    return as_done(cells(spec), executor, store if records is None else None, records)


def as_done(
    asked: Sequence[Cell],
    executor: Executor | None = None,
    store: Shelf | None = None,
    records: Dataset | None = None,
    rows: MadeRows | None = None,
) -> Iterator[CellResult]:
    """Run cells and yield them as they complete.

    Parameters
    ----------
    asked : sequence of Cell
    executor, store, records
        As in `run`.
    rows : callable, optional
        What to make of a cell, if not a sweep's rows; it may travel to other processes.
    """
    missing = []
    for cell in asked:
        if store and (kept := store.find(cell)) is not None:
            yield CellResult(cell, kept)
        else:
            missing.append(cell)
    with ThreadPoolExecutor(max_workers=2) if executor is None else nullcontext(executor) as pool:
        own = [rows] if rows else []
        futures = {pool.submit(run_cell, cell, records, *own): cell for cell in missing}
        try:
            for future in as_completed(futures):
                result = settled(future, futures[future])
                if store:
                    store.keep(result)
                yield result
        finally:
            # Whoever leaves in the middle must not keep an executor busy that others share.
            for future in futures:
                future.cancel()


def cells(spec: SweepSpec) -> list[Cell]:
    """Return the cells of a sweep, small training sets first: the first point appears early."""
    sizes: tuple[int | None, ...] = tuple(sorted(spec.sizes)) or (None,)
    # A cell does not know its neighbours: a sweep with more sizes or folds shares it.
    parts = _parts(replace(spec, sizes=(), folds=1))
    return [Cell(part, fold, n) for n in sizes for fold in range(spec.folds) for part in parts]


def _parts(spec: SweepSpec) -> list[SweepSpec]:
    """Cut the grid on one training set into batches: losses first, then λ, then ε."""
    room = max(1, CELL_FITS // max(1, _n_private(spec) * spec.draws))
    if len(spec.losses) * len(spec.lams) * len(spec.epsilons) <= room:
        return [spec]
    private = tuple(name for name in spec.mechanisms if name != "non_private")
    epsilons = _cut(spec.epsilons, room)
    lams = _cut(spec.lams, max(1, room // len(epsilons[0])))
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


def _cut(values: tuple[float, ...], most: int) -> list[tuple[float, ...]]:
    """Cut values into pieces of nearly equal length, none longer than `most`."""
    pieces = np.array_split(values, math.ceil(len(values) / most))
    return [tuple(piece.tolist()) for piece in pieces]


def n_fits(spec: SweepSpec) -> int:
    """Return how many private classifiers a sweep trains: what its time grows with."""
    settings = _n_private(spec) * len(spec.losses) * len(spec.epsilons) * len(spec.lams)
    return settings * spec.draws * max(1, len(spec.sizes)) * spec.folds


def _n_private(spec: SweepSpec) -> int:
    return sum(name != "non_private" for name in spec.mechanisms)


def most_records(spec: SweepSpec, records: Dataset | None = None) -> int:
    """Return the largest n: what a fold of the data leaves to train on."""
    return n_training(sources.n_records(spec.source, records))


def seconds(spec: SweepSpec, workers: int = 2, records: Dataset | None = None) -> float:
    """Return about how long a sweep takes: its order of magnitude on an ordinary core."""
    sizes = spec.sizes or (most_records(spec, records),)
    rows = sum(sources.n_rows(spec.source, n) for n in sizes) / len(sizes)
    values = sources.n_features(spec.source, records) * rows
    return n_fits(spec) * (SECONDS_PER_VALUE * values + SECONDS_PER_FIT) / workers


def check(spec: SweepSpec, records: Dataset | None = None) -> None:
    """Refuse an impossible sweep before anything runs.

    Parameters
    ----------
    spec : SweepSpec
    records : Dataset, optional
        The caller's own table, as in `run`.

    Raises
    ------
    InvalidInput
        With the first thing that cannot be: an empty grid, a value out of range, more records
        than there are, more classifiers than `MAX_FITS`, an upload without its records.
    """
    for name in ("mechanisms", "losses", "epsilons", "lams"):
        if not getattr(spec, name):
            raise InvalidInput(f"{name} must hold at least one value; got none.")
    checks.whole("folds", spec.folds, high=FOLDS)
    checks.whole("draws", spec.draws)
    available = most_records(spec, records)
    for n in spec.sizes:
        checks.whole("n", n, high=available)
    for request in _requests(spec):
        for name, h in spec.losses:
            calibrate(
                checks.one_of("mechanism", request.mechanism, tuple(MECHANISMS)),
                request.epsilon,
                lam=request.lam,
                n=min(spec.sizes, default=available),
                loss=make_loss(name, h),
            )
    if n_fits(spec) > MAX_FITS:
        raise InvalidInput(
            f"A sweep may train at most {MAX_FITS:,} private classifiers; this one has "
            f"{n_fits(spec):,}. Take fewer draws, folds or grid values."
        )


def run_cell(
    cell: Cell, records: Dataset | None = None, rows: MadeRows | None = None
) -> CellResult:
    """Train and test everything on one training set; a failure is a result too.

    A process that has run a cell stays with one thread of BLAS, so that the sums are the same
    wherever a cell runs. (Limited during each cell only, the end of one would give threads back in
    the middle of another in the same process.) Own `records` are used and let go.
    """
    _limit_threads()
    try:
        return CellResult(cell, (rows or _rows)(cell, records))
    except (InvalidInput, ArithmeticError, MemoryError, np.linalg.LinAlgError) as fault:
        return CellResult(cell, NO_ROWS, str(fault) or repr(fault))


def settled(future: Future[CellResult], cell: Cell) -> CellResult:
    """Wait for a cell; whatever became of it is a result, a loss of the process too."""
    try:
        return future.result()
    except Unavailable as loss:
        return CellResult(cell, NO_ROWS, str(loss))


@cache
def _limit_threads() -> None:
    threadpool_limits(limits=1, user_api="blas")


def training_set(cell: Cell, records: Dataset | None) -> Split:
    """Return the records of a cell, to train and to test on."""
    data = _public(cell.spec.source) if records is None else records
    n = n_training(data.n_records) if cell.n is None else cell.n
    return split(data, n, cell.spec.seed, cell.fold)


def _rows(cell: Cell, records: Dataset | None) -> pd.DataFrame:
    spec, part, requests = cell.spec, training_set(cell, records), _requests(cell.spec)
    frames = []
    for name, h in spec.losses:
        batch = draw_all(
            part.X,
            part.y,
            loss=make_loss(name, h),
            requests=requests,
            n_draws=spec.draws,
            stream=lambda mechanism: stream(spec.seed, mechanism, cell.fold, part.n),
            sample_weight=part.weight,
        )
        table = _table(list(zip(requests, batch, strict=True)), part)
        frames.append(pd.DataFrame(table | {"loss": name, "h": h, "n": part.n, "fold": cell.fold}))
    return pd.concat(frames, ignore_index=True)[list(COLUMNS)]


def _table(pairs: list[tuple[Request, Draws]], part: Split) -> dict[str, object]:
    """Return the columns of one loss, the rows of each request below those of the one before."""
    # Without noise, one draw is all of them.
    kept = [1 if request.mechanism == "non_private" else len(b.coefs) for request, b in pairs]
    of_requests = {
        name: np.repeat([getattr(request, name) for request, _ in pairs], kept)
        for name in ("mechanism", "epsilon", "lam")
    }
    of_draws: dict[str, list[npt.NDArray[Any]]] = {
        "draw": [np.arange(k) for k in kept],
        "error": [
            error(b.coefs[:k], part.X_test, part.y_test, part.test_weight)
            for (_, b), k in zip(pairs, kept, strict=True)
        ],
        "n_iter": [b.n_iter[:k] for (_, b), k in zip(pairs, kept, strict=True)],
        "converged": [b.converged[:k] for (_, b), k in zip(pairs, kept, strict=True)],
    }
    return of_requests | {name: np.concatenate(column) for name, column in of_draws.items()}


def _requests(spec: SweepSpec) -> list[Request]:
    return [
        Request(mechanism, epsilon, lam)
        for lam in spec.lams
        for mechanism in spec.mechanisms
        for epsilon in ((math.inf,) if mechanism == "non_private" else spec.epsilons)
    ]


@lru_cache(maxsize=4)
def _public(source: Settings) -> Dataset:
    return sources.load(source)
