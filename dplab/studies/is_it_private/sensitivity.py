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
>>> from dpcore.erm.losses import Logistic
>>> rng = np.random.default_rng(0)
>>> Z = in_ball(rng.standard_normal((60, 3)))
>>> moved = random_moves(Z, 40, Logistic(), 0.1, n_pairs=20, rng=rng)
>>> bool(moved.max() < bound(40, 0.1, Logistic()))
True
"""

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.checks import Array, InvalidInput
from dpcore.erm.losses import Loss
from dplab.instruments.minimisers import minimisers_of_each
from dplab.instruments.neighbours import Neighbours, in_ball
from dplab.instruments.worst_case.output import worst_of_output

PAIRS = 2_000
"""Random pairs of neighbours."""

AT_A_TIME = 100
"""Pairs that share their other records: one batch of minimisers."""

STARTS, ROUNDS, FOLLOWED = 100, 8, 4
"""Of the search on a table: first pairs, rounds, and how many pairs each round goes on from."""

PRACTICAL = 100
"""Pairs that a course's homework measures: their largest calibrates the noise of `calibrated`."""


@dataclass(frozen=True, eq=False)
class Moves:
    """How far an exchanged record moves the minimiser, in L2.

    Parameters
    ----------
    random : array (n_pairs,)
        For random exchanges of records of the table.
    worst_here : float
        The most that a search found on this table, over all records of the unit ball.
    worst : float
        The most that it found on any table of this size.
    bound : float
        2/(nλ), for a loss whose slope is at most 1.
    """

    random: Array
    worst_here: float
    worst: float
    bound: float

    @property
    def calibrated(self) -> float:
        """How many times ε noise loses that is calibrated to the largest of the first pairs."""
        return self.worst / float(self.random[:PRACTICAL].max())


def bound(n: int, lam: float, loss: Loss) -> float:
    """Return 2/(nλ) times the steepest slope: no exchange moves the minimiser further."""
    return 2 * loss.lipschitz / (n * lam)


def measured(
    Z: Array, n: int, loss: Loss, lam: float, rng: np.random.Generator, n_pairs: int = PAIRS
) -> Generator[Moves]:
    """Yield the moves of more and more random pairs, the searches' worst with them.

    Parameters
    ----------
    Z : array (n_rows, n_features)
        Records z = y x in the unit ball, n or more of them and 2 or more, from which n are taken.
    n : int
        Records of each data set.
    loss : Loss
    lam : float
        Regularization, positive.
    rng : numpy.random.Generator
    n_pairs : int
    """
    worst_here = worst_on(Z, n, loss, lam, rng)
    pair, *_ = worst_of_output(loss, lam=lam, n=n, dims=Z.shape[1], unbounded=False)
    (first, second), *_ = minimisers_of_each([pair], loss, lam)
    worst = max(float(np.linalg.norm(first - second)), worst_here)
    moves = np.empty(0)
    while len(moves) < n_pairs:
        few = min(AT_A_TIME, n_pairs - len(moves))
        moves = np.append(moves, random_moves(Z, n, loss, lam, n_pairs=few, rng=rng))
        yield Moves(moves, worst_here, max(worst, float(moves.max())), bound(n, lam, loss))


def random_moves(
    Z: Array, n: int, loss: Loss, lam: float, *, n_pairs: int, rng: np.random.Generator
) -> Array:
    """Return how far random exchanges move the minimiser, (n_pairs,), on n - 1 records in common.

    Of the rows that the others leave, two are exchanged; where they leave but one, for a copy of
    another row.
    """
    if len(Z) < max(n, 2):
        raise InvalidInput(f"There are {len(Z):,} records; {max(n, 2):,} are needed.")
    order = rng.permutation(len(Z))
    common, left = Z[order[: n - 1]], order[n - 1 :]
    others = left if len(left) > 1 else order
    pairs = []
    for _ in range(n_pairs):
        before = rng.choice(left)
        after = rng.choice(others[others != before])
        pairs.append(_pair(common, Z[before], Z[after], n))
    return _moved(pairs, loss, lam)


def worst_on(Z: Array, n: int, loss: Loss, lam: float, rng: np.random.Generator) -> float:
    """Return the most that a search over pairs of the unit ball finds on n - 1 of these records."""
    common = Z[rng.permutation(len(Z))[: n - 1]]
    directions = rng.standard_normal((STARTS, Z.shape[1]))
    # The directions in which the records say least hold the minimiser least.
    axes = np.linalg.eigh(common.T @ common)[1].T
    u = in_ball(np.concatenate([axes, directions]) * 1e6)
    best, after = np.concatenate([u, u]), np.concatenate([-u, 0 * u])
    moved = _moved([_pair(common, *each, n) for each in zip(best, after, strict=True)], loss, lam)
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
        moved = _moved(
            [_pair(common, *each, n) for each in zip(best, after, strict=True)], loss, lam
        )
        reach /= 2
    return float(moved.max())


def table(found: Moves) -> pd.DataFrame:
    """Return one row for each random pair, and one for each worst case and the bound."""
    kinds = ["random"] * len(found.random) + ["worst on this table", "worst found", "bound"]
    return pd.DataFrame(
        {"pair": kinds, "moved": [*found.random, found.worst_here, found.worst, found.bound]}
    )


def _pair(common: Array, before: Array, after: Array, n: int) -> Neighbours:
    return Neighbours(common, np.ones(len(common)), before, after, n)


def _moved(pairs: list[Neighbours], loss: Loss, lam: float) -> Array:
    ends = minimisers_of_each(pairs, loss, lam)
    return np.array([np.linalg.norm(first - second) for first, second in ends])
