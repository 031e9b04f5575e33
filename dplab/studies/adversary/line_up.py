"""Who it may have been: the true record among others that could stand in its place.

The adversary knows all training records but one. In a *line-up* the unknown record stands among
records of the test part, which the adversary does not know either; its place among them is shuffled
by the seed. So all suspects are alike but for what the classifier says, and the posterior is the
probability of having the right one. Equal records cannot be told apart, so suspects differ: where a
table repeats records, who is left out for that makes them alike only nearly.

Other questions are line-ups too:

- *membership*: the record, or one of the test part that would stand there otherwise;
- *label*: the record with either label, u and -u;
- *attribute*: the record with one column unknown, a suspect for each value that is possible.

Examples
--------
>>> from dpcore.data.dataset import split
>>> from dpcore.data.real.tables import load
>>> part = split(load("breast_cancer"), n=455, seed=0)
>>> found = held_out(part, 0, m=10, seed=0)
>>> found.X.shape, found.suspects.shape, int(found.origins[found.truth])
((454, 30), (10, 30), -1)
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Split
from dplab.simulation.sources import stream

FEWEST, MOST = 2, 200
"""Suspects of a line-up."""

PERSON = -1
"""Stands for the row of the true record, which is none of the rows that suspects are taken from."""

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LineUp:
    """What the adversary knows, and which records it may have been.

    Parameters
    ----------
    X, y : array (rows, n_features), array (rows,)
        The known records: all training records but one.
    suspects : array (m, n_features)
        Values of u = y x, all different.
    truth : int
        Which of them is the true one.
    origins : int array (m,)
        The row that each suspect was taken from, of the test part or of the alternatives; `PERSON`
        for the person's own.
    weight : array (rows,) or None
        How many equal records each known row stands for; one each if None.
    """

    X: Array
    y: Array
    suspects: Array
    truth: int
    origins: Numbers
    weight: Array | None = None

    @property
    def m(self) -> int:
        """How many suspects there are."""
        return len(self.suspects)

    @property
    def n(self) -> int:
        """Records in all: the known ones and the one that is not."""
        return 1 + (len(self.y) if self.weight is None else int(self.weight.sum()))


def usual_size(part: Split, row: int, seed: int, most: int) -> int:
    """Return how many suspects a line-up may have, `most` at most.

    Where there is no line-up at all it is `most` as well: the line-up itself says why.
    """
    for m in range(most, FEWEST - 1, -1):
        try:
            held_out(part, row, m=m, seed=seed)
        except InvalidInput:
            continue
        return m
    return most


def held_out(part: Split, row: int, *, m: int, seed: int) -> LineUp:
    """Line a training record up with m - 1 records of the test part.

    Rows count from 0. Suspects, m in all, are from `FEWEST` to `MOST`. The seed chooses the others
    and the order.

    Raises
    ------
    InvalidInput
        If there is no such row, it is the only record, m is out of range, or the test part has too
        few records that differ.
    """
    m = checks.whole("the number of suspects", m, low=FEWEST, high=MOST)
    row = _training_row(part, row)
    rng, person = stream(seed, "line-up", row), part.X[row] * part.y[row]
    others = _others(part, person, m - 1, rng)
    suspects = np.vstack([person, part.X_test[others] * part.y_test[others, None]])
    order = rng.permutation(m)
    origins = np.concatenate([[PERSON], others])[order]
    return _line_up(part, row, suspects[order], int(np.argmin(order)), origins)


def membership(part: Split, row: int, *, seed: int) -> LineUp:
    """Line a record up with one of the test part that would stand there otherwise.

    Raises
    ------
    InvalidInput
        As `held_out`.
    """
    return held_out(part, row, m=2, seed=seed)


def label(part: Split, row: int) -> LineUp:
    """Line a record up with the one of the other label: first -1, then +1.

    Raises
    ------
    InvalidInput
        If there is no such row, it is the only record, or all of its features are 0.
    """
    row = _training_row(part, row)
    x = part.X[row]
    if not x.any():
        raise InvalidInput(
            "All features of this record are 0, so that its label makes no difference to any "
            "classifier. Choose another record."
        )
    origins = np.full(2, PERSON)
    return _line_up(part, row, np.vstack([-x, x]), int(part.y[row] > 0), origins)


def attribute(part: Split, row: int, alternatives: npt.ArrayLike) -> LineUp:
    """Line a record up with what it would be with other values in a column.

    Rows count from 0. The alternatives (k, n_features) are the record with each value that is
    possible, encoded; its own is among them. Those that are equal once encoded are one suspect.

    Raises
    ------
    InvalidInput
        If there is no such row, it is the only record, the record is not among the alternatives, or
        fewer than `FEWEST` or more than `MOST` of them differ.
    """
    row = _training_row(part, row)
    rows = checks.finite("alternatives", alternatives, 2)
    x = part.X[row]
    if rows.shape[1] != len(x):
        raise InvalidInput(
            f"Alternatives must have the features of the record, {len(x)}; got {rows.shape[1]}."
        )
    first = np.sort(np.unique(rows, axis=0, return_index=True)[1])
    own = np.flatnonzero((rows[first] == x).all(axis=1))
    if not len(own):
        raise InvalidInput(
            "The record itself must be among the alternatives, encoded the same way: otherwise no "
            "suspect is the true one."
        )
    if not FEWEST <= len(first) <= MOST:
        raise InvalidInput(
            f"A line-up needs from {FEWEST} to {MOST} suspects that differ once encoded; these "
            f"alternatives make {len(first)}. Choose another column, or other steps."
        )
    return _line_up(part, row, rows[first] * part.y[row], int(own[0]), first)


def _line_up(part: Split, row: int, suspects: Array, truth: int, origins: Numbers) -> LineUp:
    """Take one record out of the training part: the row, or one of those that it stands for."""
    weight = None if part.weight is None else part.weight.copy()
    kept = np.ones(len(part.y), dtype=bool)
    if weight is not None:
        weight[row] -= 1
    kept[row] = weight is not None and weight[row] > 0
    known = None if weight is None else weight[kept]
    return LineUp(part.X[kept], part.y[kept], suspects, truth, origins, known)


def _training_row(part: Split, row: int) -> int:
    if part.n < 2:
        raise InvalidInput(
            "With one training record, the attacker has no other record to know. Take an n of at "
            "least 2."
        )
    return checks.whole("the row", row, low=0, high=len(part.y) - 1)


def _others(part: Split, person: Array, wanted: int, rng: np.random.Generator) -> Numbers:
    """Choose test rows that differ from the person and from one another, as chance has them."""
    U = part.X_test * part.y_test[:, None]
    if part.test_weight is None:
        order = rng.permutation(len(U))
    else:
        # A law by its points: likely points come first as often as they would in a random order.
        likely = np.flatnonzero(part.test_weight)
        p = part.test_weight[likely] / part.test_weight.sum()
        order = rng.choice(likely, len(likely), replace=False, p=p)
    seen, chosen = {(person + 0.0).tobytes()}, list[int]()
    for each in order:
        if len(chosen) == wanted:
            break
        # Adding 0 makes -0 a 0: they are the same record, and differ in their bytes.
        values = (U[each] + 0.0).tobytes()
        if values not in seen:
            seen.add(values)
            chosen.append(int(each))
    if len(chosen) < wanted:
        raise InvalidInput(
            f"A line-up of {wanted + 1} needs {wanted} records of the test part that differ from "
            f"the record and from one another; there are {len(chosen)}. Take at most "
            f"{len(chosen) + 1} suspects, or another table."
        )
    return np.array(chosen, dtype=np.int64)
