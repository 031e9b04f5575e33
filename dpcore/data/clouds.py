"""Generated data of a few clouds of points: two Gaussian classes, and plane toys no line separates.

Each law adds normal noise to points that are known beforehand, divides by a *declared* radius and
shortens what still lies outside to norm 1. The radius follows from the law, never from the sample:
it holds the noiseless points, with `REACH` standard deviations of noise to spare. So what one
record becomes does not depend on any other.

*Gaussian*: ``x ~ N(±(Δ/2)u, I)`` around a random unit vector u, each sign with probability 1/2, so
that the means lie Δ standard deviations apart. The best classifier goes through the origin and
has the error Φ(-Δ/2); dividing and shortening keep every side, hence that error too.

*Moons*, *circles*, *XOR*: the usual plane toys, centred at the origin. No line through the origin
does well on them (on the moons it does halfway): they are there for kernels. The noise counts in
units of the figure: the radius of a moon, of the larger circle, or half the diagonal of XOR's
square is 1.

Examples
--------
>>> data = gaussian(100, 3, distance=4.0, rng=np.random.default_rng(0))
>>> data.X.shape, bool(np.linalg.norm(data.X, axis=1).max() <= 1 + 1e-12)
((100, 3), True)
"""

import numpy as np
from numpy.random import Generator

from dpcore import checks
from dpcore.checks import Array
from dpcore.data.dataset import Dataset

REACH = 3.0
"""Standard deviations of noise for which the declared radius leaves room."""

MOON_CENTRE = np.array([0.5, 0.25])
MOON_RADIUS = float(np.hypot(1.5, 0.25))
"""The tips of the moons are the points furthest from their centre."""

INNER_RADIUS = 0.5
"""Of the smaller circle; the larger one has radius 1."""

MOST_DISTANCE = 100.0


def gaussian(n: int, d: int, distance: float, rng: Generator) -> Dataset:
    """Draw two Gaussian classes of equal size and spread.

    `distance` is between the means of the classes, in standard deviations, from 0 to 100.

    Raises
    ------
    InvalidInput
        If the distance is out of range.
    """
    distance = checks.between("distance", distance, 0, MOST_DISTANCE)
    u = rng.standard_normal(d)
    y = _sides(n, rng)
    X = np.outer(distance / 2 * y, u / np.linalg.norm(u))
    # A normal vector is longer than √d + t with a probability below exp(-t²/2).
    return _in_the_ball(X, y, noise=1.0, radius=distance / 2 + np.sqrt(d) + REACH, rng=rng)


def moons(n: int, d: int, noise: float, rng: Generator) -> Dataset:
    """Draw two half circles that reach into each other.

    `noise` is the standard deviation around the half circles, whose radius is 1; d is 2.

    Raises
    ------
    InvalidInput
        If d is not 2, or the noise is negative or infinite.
    """
    y, angle = _plane(n, d, rng), rng.uniform(0, np.pi, n)
    upper = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    lower = np.stack([1 - np.cos(angle), 0.5 - np.sin(angle)], axis=1)
    X = np.where(y[:, None] > 0, upper, lower) - MOON_CENTRE
    return _toy(X, y, noise, MOON_RADIUS, rng)


def circles(n: int, d: int, noise: float, rng: Generator) -> Dataset:
    """Draw a circle of radius 1/2, labelled +1, within one of radius 1.

    `noise` is the standard deviation around the circles, not negative; d is 2.

    Raises
    ------
    InvalidInput
        If d is not 2, or the noise is negative or infinite.
    """
    y, angle = _plane(n, d, rng), rng.uniform(0, 2 * np.pi, n)
    X = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    X *= np.where(y > 0, INNER_RADIUS, 1.0)[:, None]
    return _toy(X, y, noise, 1.0, rng)


def xor(n: int, d: int, noise: float, rng: Generator) -> Dataset:
    """Draw four clouds at the corners of a square; opposite ones share their label.

    `noise` is the standard deviation around the corners, which lie at distance 1 from the origin; d
    is 2.

    Raises
    ------
    InvalidInput
        If d is not 2, or the noise is negative or infinite.
    """
    y, side = _plane(n, d, rng), _sides(n, rng)
    X = np.stack([side, y * side], axis=1) / np.sqrt(2)
    return _toy(X, y, noise, 1.0, rng)


def _plane(n: int, d: int, rng: Generator) -> Array:
    """Return labels for records of the plane."""
    if d != 2:
        raise checks.InvalidInput(f"d must be 2 for records of the plane; got {d}.")
    return _sides(n, rng)


def _sides(n: int, rng: Generator) -> Array:
    return np.where(rng.random(n) < 0.5, -1.0, 1.0)


def _toy(X: Array, y: Array, noise: float, radius: float, rng: Generator) -> Dataset:
    noise = checks.between("noise", noise, 0, 10)
    return _in_the_ball(X, y, noise, radius + REACH * noise, rng)


def _in_the_ball(X: Array, y: Array, noise: float, radius: float, rng: Generator) -> Dataset:
    X = (X + noise * rng.standard_normal(X.shape)) / radius
    X /= np.maximum(1, np.sqrt(np.einsum("ij,ij->i", X, X)))[:, None]
    return Dataset(X, y, tuple(f"x{j}" for j in range(1, X.shape[1] + 1)))
