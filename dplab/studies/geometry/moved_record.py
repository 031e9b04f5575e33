"""One record of the plane is moved: where the classifier without noise goes, beside 2/(nλ).

Its label stays. Both classifiers, and those of the record at places on the rim of the unit ball,
are minimisers over data sets that share all other records: one batch.

Examples
--------
>>> found = run(Question(Settings(data="gaussian", n=100, d=2), to=(0.6, -0.8)))
>>> bool(0 < found.distance <= found.farthest_distance <= found.bound)
True
"""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Dataset, Split
from dpcore.erm.solver import solve
from dplab.instruments.minimisers import sensitivity_bound
from dplab.simulation.comparison import part_of
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load
from dplab.simulation.summaries import labelled
from dplab.studies.geometry import plane

FIRST = 300
"""Of so many records, the first ones, one is moved: a picture shows no more."""

ANGLES = 72
"""Places on the rim at which the record is tried, besides the origin."""

INSIDE = 1 + 1e-9
"""Length up to which rounding may take a place of the unit ball."""


@dataclass(frozen=True)
class Question(AboutRecords):
    """Which record is moved, and where to.

    Parameters
    ----------
    settings : Settings
        Of the records, the loss and λ; ε and draws count for nothing.
    features : tuple of int
        Places of two features, from 1.
    row : int or None
        The record, from 0, among the first; the longest of these if it is not there.
    to : tuple of float or None
        Where it is moved, within the unit ball; None for where it is.
    """

    settings: Settings
    features: tuple[int, int] = (1, 2)
    row: int | None = None
    to: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False)
class MovedRecord:
    """What moving a record does.

    Parameters
    ----------
    question : Question
    part : Split
        The records before.
    features : tuple of str
        Their names.
    row : int
        Which record was moved.
    place, farthest : array (2,)
        Where it is now, and where it would move the classifier most.
    before, after : array (2,)
        The classifiers.
    farthest_distance : float
        How far the record would move the classifier there.
    bound : float
        2/(nλ).
    """

    question: Question
    part: Split
    features: tuple[str, ...]
    row: int
    place: Array
    farthest: Array
    before: Array
    after: Array
    farthest_distance: float
    bound: float

    @property
    def distance(self) -> float:
        """How far the classifier has moved."""
        return float(np.linalg.norm(self.after - self.before))


def run(question: Question, records: Dataset | None = None) -> MovedRecord:
    """Move a record, and minimise before and after.

    Raises
    ------
    InvalidInput
        If there are no such features, or the place is outside the unit ball.
    """
    settings = question.settings
    data = plane.of_two(load(settings, records), *question.features)
    part = part_of(data, settings)
    row = _row(question, part)
    home = part.X[row]
    place = home if question.to is None else _inside(question.to)
    tried = np.vstack([home, place, _rim()])
    coefs = _minimisers(part, row, tried * part.y[row], settings)
    moved = np.linalg.norm(coefs - coefs[0], axis=1)
    best = int(np.argmax(moved))
    return MovedRecord(
        question,
        part,
        data.features,
        row,
        place,
        tried[best],
        coefs[0],
        coefs[1],
        float(moved[best]),
        sensitivity_bound(part.n, settings.given_lam, settings.make_loss()),
    )


def table(found: MovedRecord) -> pd.DataFrame:
    """Return the record and the classifier, before and after, one row each."""
    settings = found.question.settings
    X = np.vstack([found.part.X[found.row], found.place])
    coefs = np.vstack([found.before, found.after])
    columns = {name: X[:, k] for k, name in enumerate(found.features)}
    columns |= {f"w of {name}": coefs[:, k] for k, name in enumerate(found.features)}
    rows = pd.DataFrame(
        {
            "lam": settings.given_lam,
            "loss": settings.loss,
            "h": settings.h,
            "n": found.part.n,
            "row": found.row,
            "record": ["before", "after"],
            **columns,
            "moved": [0.0, found.distance],
            "bound": found.bound,
        }
    )
    return labelled(rows, settings)


def _row(question: Question, part: Split) -> int:
    there = np.arange(min(FIRST, len(part.y)))
    if part.weight is not None:
        there = there[part.weight[there] > 0]
    if question.row is not None and question.row in there:
        return question.row
    return int(there[np.argmax(np.linalg.norm(part.X[there], axis=1))])


def _inside(to: tuple[float, float]) -> Array:
    if not math.hypot(*to) <= INSIDE:
        raise InvalidInput(
            f"The record must lie in the unit ball; its length is {math.hypot(*to):g}."
        )
    return np.array(to)


def _rim() -> Array:
    angles = 2 * np.pi * np.arange(ANGLES) / ANGLES
    return np.vstack([np.zeros(2), np.column_stack([np.cos(angles), np.sin(angles)])])


def _minimisers(part: Split, row: int, own: Array, settings: Settings) -> Array:
    """Return the classifiers with each of some records in place of one, (len(own), 2)."""
    counts = np.ones(len(part.y)) if part.weight is None else part.weight.astype(np.float64)
    counts[row] -= 1
    rest = counts > 0
    lams, nothing = np.full(len(own), settings.given_lam), np.zeros_like(own)
    loss = settings.make_loss()
    return solve(part.X[rest], part.y[rest], loss, lams, nothing, counts[rest], own=own).coefs
