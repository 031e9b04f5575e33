"""Where theory says that objective perturbation loses much: there the search begins.

With few records these are no more than good guesses; with many they are the worst that there is.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dplab.instruments.worst_case.bound import worst_margin
from dplab.instruments.worst_case.limit import LinePlace, worst_in_a_line

# Margins below a band, or below 0 without one, at which a slope is -1 for every purpose, or nearly.
FAR = (12.0, 6.0, 3.0)

# How much longer w is than these margins: with many records 300 times, with few hardly.
LENGTHS = (300.0, 30.0, 10.0, 5.0, 3.0, 2.0, 1.2)

# How much longer u is than n(λ+Δ)w, if the others can make it so: the longer, the nearer to the
# limit, and the more curvature it takes of a finite number of others.
FARTHER = (30.0, 3.0)

# Beyond 1 in one feature, where every z ℓ' lies on the same side of u.
BEYOND = 1.1


@dataclass(frozen=True, eq=False)
class Place:
    """The record before, the record after, all n - 1 others at one place, and an output."""

    before: Array
    after: Array
    other: Array
    coefs: Array


def places(loss: Loss, *, pull: float, rate: float, n: int, dims: int) -> list[Place]:
    """Return places of a large loss, in one feature or two.

    `pull` is n(λ+Δ), `rate` is β, n the records of each data set, and `dims` 1 or 2.
    """
    margin = float(worst_margin(loss, np.array(pull), np.array(rate)))
    found = [_in_a_line(worst_in_a_line(loss, pull, rate, margin), loss, pull, n, dims)]
    if dims > 1:
        found += _in_a_plane(loss, margin, pull, n)
    return found


def _in_a_line(worst: LinePlace, loss: Loss, pull: float, n: int, dims: int) -> Place:
    along = np.eye(dims)[0]
    # u = -n(λ+Δ)w + what the others add, which is to be beyond ±1.
    wanted = worst.side * BEYOND + pull * worst.coef
    if worst.side < 0 and pull * worst.coef > BEYOND:
        wanted = 0.0
    other = _others(loss, wanted, n)
    return Place(worst.before * along, worst.after * along, other * along, worst.coef * along)


def _in_a_plane(loss: Loss, margin: float, pull: float, n: int) -> Iterator[Place]:
    along = np.eye(2)[0]
    for far, longer, farther in itertools.product(FAR, LENGTHS, FARTHER):
        straight = min((*loss.kinks, 0.0)) - far
        length = longer * max(abs(margin), abs(straight))
        other = _others(loss, farther * max(1.0, pull * length), n)
        before, after = _tilted(-1.0, margin / length), _tilted(1.0, straight / length)
        yield Place(before, after, other * along, np.array([0.0, length]))


def _others(loss: Loss, gradient: float, n: int) -> float:
    """Return where n - 1 records near the origin add a gradient, within the unit ball."""
    steepness = float(-loss.slope(np.zeros(1))[0])
    return float(np.clip(gradient / (max(n - 1, 1) * steepness), -1.0, 1.0))


def _tilted(along: float, across: float) -> Array:
    z = np.array([along, across])
    return np.asarray(z / (np.linalg.norm(z) * (1 + 1e-12)))
