"""How far one record moves the minimiser: measured, looked for, and bounded by 2/(nλ).

Noise on the minimiser is calibrated to the most that *any* exchange of one record can move it, on
any table of n records in the unit ball. That is at most 2/(nλ) (Chaudhuri and Monteleoni 2008,
Corollary 2), and the two hinges reach it. What random exchanges of records of one table move it by
is far less, for three reasons: their slopes are not the steepest, two of them seldom point opposite
ways, and the curvature of the other n - 1 holds the minimiser, for which λ alone pays in the proof.

A number that was measured must not calibrate noise. It was read from the records, so that noise of
that length tells of them; and another table, or another record of this one, moves the minimiser
further. Noise for a sensitivity s̃ that claims ε loses ε ‖w(D) - w(D')‖/s̃ on the line through the
two minimisers: `calibrated` says what the meter finds then.

The loss counts all records alike here, whatever class weights the settings have.

Examples
--------
>>> settings = Settings(data="gaussian", n=40, d=3, lam=0.1)
>>> *_, found = run(Question(settings))
>>> len(found.random), bool(found.random.max() <= found.worst_here <= found.worst <= found.bound)
(2000, True)
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore import checks
from dpcore.checks import Array
from dpcore.data.dataset import Dataset, Split
from dpcore.erm.losses import Loss
from dpcore.erm.solver import TOLERANCE, solve
from dplab.instruments.minimisers import minimisers_of_each, sensitivity_bound
from dplab.instruments.neighbours import in_ball
from dplab.instruments.worst_case.output import TILTS, worst_of_output
from dplab.simulation import sources
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.summaries import labelled

Counts = npt.NDArray[np.int64]
"""How many records each row stands for."""

PAIRS = 2_000
"""Random pairs of neighbours."""

AT_A_TIME = 100
"""Pairs that share their other records: one batch of minimisers."""

STARTS, ROUNDS, FOLLOWED = 100, 8, 4
"""Of the search on a table: first pairs, rounds, and how many pairs each round goes on from."""

PRACTICAL = 100
"""Pairs that a course's homework measures: their largest calibrates the noise of `calibrated`."""

MOST_CELLS = 500_000
"""Records times features that are used, so that the answer comes within seconds."""

FAR = 1e6
"""A direction times this is cut down to the rim of the unit ball."""


@dataclass(frozen=True)
class Question(AboutRecords):
    """Which records, how many of them, λ and the loss; ε is that of the noise that is calibrated.

    `settings` name them; draws and δ count for nothing, nor do class weights.
    """

    settings: Settings

    @property
    def about_moves(self) -> "Question":
        """What the moves depend on: neither on ε nor on class weights."""
        return replace(self, settings=self.settings.with_epsilon(1.0).unweighted)


@dataclass(frozen=True, eq=False)
class Worst:
    """The most that searches found: on n - 1 records of the table, and on any table."""

    here: float
    anywhere: float


@dataclass(frozen=True, eq=False)
class Moves:
    """How far an exchanged record moves the minimiser, in L2.

    Parameters
    ----------
    question : Question
    n, d : int
        Records of each data set that are used, and features.
    random : array (n_pairs,)
        For random exchanges of records of the table.
    worst_here : float
        The most that a search found on this table, over all records of the unit ball.
    worst : float
        The most that it found on any table of this size.
    bound : float
        2/(nλ), for a loss whose slope is at most 1.
    """

    question: Question
    n: int
    d: int
    random: Array
    worst_here: float
    worst: float
    bound: float

    @property
    def measured(self) -> float:
        """The largest of the pairs that a homework measures."""
        return float(self.random[:PRACTICAL].max())

    @property
    def calibrated(self) -> float:
        """How many times ε noise loses that is calibrated to what was measured, on any table."""
        return _times(self.worst, self.measured)

    @property
    def calibrated_here(self) -> float:
        """The same on n - 1 records of this table."""
        return _times(self.worst_here, self.measured)


def pool(question: Question, records: Dataset | None = None) -> Split:
    """Return the training records of which n are taken: all, or as many as `MOST_CELLS` allows."""
    settings = question.settings
    data = sources.load(settings, records)
    every = sources.n_used(data, replace(settings, n=None))
    if data.chance is not None:  # its rows are points, each with a count
        return sources.part(settings, every, records=records)
    most = max(2, MOST_CELLS // data.X.shape[1])
    return sources.part(settings, min(every, most), records=records)


def n_used(question: Question, part: Split) -> int:
    """Return how many records each data set has: n of the settings, or all of the pool.

    Raises
    ------
    InvalidInput
        If that is less than 2, or the pool has fewer.
    """
    return checks.whole("n", min(question.settings.n or part.n, part.n), low=2)


def moves(question: Question, part: Split, batch: int) -> Array:
    """Return how far random exchanges move the minimiser, one batch of them: (AT_A_TIME,)."""
    settings = question.about_moves.settings
    rng = sources.stream(settings.seed, "sensitivity", batch)
    Z, counts = _rows(part)
    return random_moves(
        Z,
        counts,
        n_used(question, part),
        settings.make_loss(),
        settings.given_lam,
        n_pairs=AT_A_TIME,
        rng=rng,
    )


def worst_of(question: Question, part: Split) -> Worst:
    """Return the most that searches find: on the pool's records, and on any."""
    settings, n = question.about_moves.settings, n_used(question, part)
    loss, lam = settings.make_loss(), settings.given_lam
    Z, counts = _rows(part)
    here = worst_on(Z, counts, n, loss, lam, sources.stream(settings.seed, "sensitivity"))
    pair, *_ = worst_of_output(loss, lam=lam, n=n, dims=Z.shape[1], unbounded=False)
    (first, second), *_ = minimisers_of_each([pair], loss, lam)
    return Worst(here, max(float(np.linalg.norm(first - second)), here))


def run(
    question: Question,
    records: Dataset | None = None,
    ask: Callable[[Question, int], Array] | None = None,
    ask_worst: Callable[[Question], Worst] | None = None,
) -> Generator[Moves]:
    """Yield the moves of more and more random pairs, what the searches found with them.

    `ask` returns the moves of a batch, and `ask_worst` what searches find: for whoever keeps these.

    Raises
    ------
    InvalidInput
        If fewer than 2 records are there or asked for.
    """
    part = pool(question, records)
    ask = ask or partial(_moves_of, part)
    worst = (ask_worst or partial(worst_of, part=part))(question.about_moves)
    n, settings, random = n_used(question, part), question.settings, np.empty(0)
    most = sensitivity_bound(n, settings.given_lam, settings.make_loss())
    for batch in range(PAIRS // AT_A_TIME):
        random = np.append(random, ask(question.about_moves, batch))
        here = max(worst.here, float(random.max()))
        yield Moves(question, n, part.X.shape[1], random, here, max(worst.anywhere, here), most)


def random_moves(
    Z: Array,
    counts: Counts,
    n: int,
    loss: Loss,
    lam: float,
    *,
    n_pairs: int,
    rng: np.random.Generator,
) -> Array:
    """Return how far random exchanges move the minimiser, (n_pairs,), on n - 1 records in common.

    Rows Z = y x stand for `counts` records each. Of the records that the others leave, two are
    exchanged; where they leave few, copies of two of the table.
    """
    common = rng.multivariate_hypergeometric(counts, n - 1, method="marginals")
    left = counts - common
    chance = left if left.sum() >= 2 * n_pairs else counts
    ends = np.cumsum(chance)
    one = rng.integers(ends[-1], size=n_pairs)
    # Another record, though it may be equal: an exchange for itself is none.
    other = (one + rng.integers(1, ends[-1], size=n_pairs)) % ends[-1]
    before, after = np.searchsorted(ends, [one, other], "right")
    return _moved(Z, common, Z[before], Z[after], loss, lam)


def worst_on(
    Z: Array, counts: Counts, n: int, loss: Loss, lam: float, rng: np.random.Generator
) -> float:
    """Return the most that a search over pairs of the unit ball finds on n - 1 of these records."""
    common = rng.multivariate_hypergeometric(counts, n - 1, method="marginals")
    best, after = _starts(Z, common, loss, lam, rng)
    moved = _moved(Z, common, best, after, loss, lam)
    reach = 0.5
    for _ in range(ROUNDS):
        top = np.argsort(moved)[-FOLLOWED:]
        steps = reach * rng.standard_normal((2, FOLLOWED, STARTS // FOLLOWED, Z.shape[1]))
        near = [
            in_ball((each[top][:, None] + step).reshape(-1, Z.shape[1]))
            for each, step in zip((best, after), steps, strict=True)
        ]
        best, after = (
            np.vstack([each[top], new]) for each, new in zip((best, after), near, strict=True)
        )
        moved = _moved(Z, common, best, after, loss, lam)
        reach /= 2
    return float(moved.max())


def table(found: Moves) -> pd.DataFrame:
    """Return one row for each random pair, and one for each worst case and the bound."""
    kinds = ["random"] * len(found.random) + ["worst_here", "worst", "bound"]
    settings = found.question.settings
    rows = pd.DataFrame(
        {
            "epsilon": settings.epsilon,
            "lam": settings.given_lam,
            "loss": settings.loss,
            "h": settings.h,
            "n": found.n,
            "pair": kinds,
            "moved": [*found.random, found.worst_here, found.worst, found.bound],
        }
    )
    return labelled(rows, settings)


def _starts(
    Z: Array, common: Counts, loss: Loss, lam: float, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Return the first pairs of the search: opposite records, and records exchanged for nothing.

    The directions in which the records say least hold the minimiser least. Turned away from it, a
    record pulls with the full slope.
    """
    axes = np.linalg.eigh((Z * common[:, None]).T @ Z)[1].T
    w = solve(Z, np.ones(len(Z)), loss, lam, sample_weight=common.astype(np.float64)).coefs[0]
    away = -w / max(float(np.linalg.norm(w)), np.finfo(float).tiny)
    few = axes[:FOLLOWED]
    tilted = np.concatenate([few + tilt * away for tilt in TILTS])
    opposite = np.concatenate([-few + tilt * away for tilt in TILTS])
    u = np.concatenate([axes, rng.standard_normal((STARTS, Z.shape[1]))])
    before = np.concatenate([u, u, tilted])
    after = np.concatenate([-u, 0 * u, opposite])
    return in_ball(before * FAR), in_ball(after * FAR)


def _moves_of(part: Split, question: Question, batch: int) -> Array:
    return moves(question, part, batch)


def _rows(part: Split) -> tuple[Array, Counts]:
    """Return records z = y x, and how many each stands for."""
    counts = np.ones(len(part.y)) if part.weight is None else part.weight
    return part.X * part.y[:, None], counts.astype(np.int64)


def _moved(Z: Array, common: Counts, before: Array, after: Array, loss: Loss, lam: float) -> Array:
    """Return how far exchanges of `before` for `after` move the minimiser, (n_pairs,).

    The solver leaves TOLERANCE/λ of each minimiser, which is n/2 times 1e-10 of the bound: what is
    no further apart did not move.
    """
    held, own = common > 0, np.concatenate([before, after])
    found = solve(
        Z[held],
        np.ones(int(held.sum())),
        loss,
        np.full(len(own), lam),
        np.zeros_like(own),
        common[held].astype(np.float64),
        own=own,
    )
    first, second = np.split(found.coefs, 2)
    moved = np.linalg.norm(first - second, axis=1)
    return np.where(moved > 2 * TOLERANCE / lam, moved, 0.0)


def _times(moved: float, measured: float) -> float:
    return moved / measured if measured else np.inf
