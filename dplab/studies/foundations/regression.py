"""Regression: how far one record turns a line, and what private ridge costs.

*The counterexample* to TU's Theorem 6 has one feature: n - 1 records at a small x with outcome 0,
and one at a larger x whose outcome is 1 or -1. Least squares gives the slopes ±θ with

    θ = large / ((n-1) small² + large²),

and the smallest ball that holds both has P = θ, so that 2(1+P)/n is claimed for a move of 2θ.

*Ridge* is shown on generated records: u uniform in [-1, 1], outcome 0.2 + 0.5u + 0.3e with e
uniform in [-1, 1], so that |y| ≤ 1. The features are x = (u, 1)/√2, so that ‖x‖ ≤ 1: all bounds are
declared, and nothing is scaled by what the data say. A line is a pair θ, of height (θ₁u + θ₂)/√2.

The cost of a line is its mean squared error on the records, less that of the least squares line θ₀:
with G = XᵀX/n that difference is (θ - θ₀)ᵀ G (θ - θ₀), exactly.

Examples
--------
>>> found = turned(n=50, small=0.001, large=0.01, lam=0.1)
>>> round(found.moved, 1), round(found.claimed, 2), round(found.ridge_bound, 2)
(134.2, 2.72, 1.66)
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from dpcore import checks
from dpcore.checks import Array
from dpcore.privacy.noise import sample
from dplab.laplace import regression as core
from dplab.simulation.summaries import Summary

SMALLS = tuple(float(x) for x in np.logspace(-5, 0, 51))
LAMS = tuple(float(x) for x in np.logspace(-3, 1, 33))
"""Where curves are computed."""

LEVEL, SLOPE, NOISE = 0.2, 0.5, 0.3
"""Of the generated records; their sum is 1."""

RECORDS, LINES = 400, 30
"""That are drawn."""


@dataclass(frozen=True)
class Moved:
    """How far one record moves least squares and ridge, and how far it is said to.

    Parameters
    ----------
    slope, other : float
        Of the least squares lines on the two neighbouring data sets.
    claimed : float
        TU's Theorem 6, with P the larger of the two.
    ridge_moved, ridge_bound : float
        The move of ridge on the same data sets, and the bound that holds for it.
    """

    slope: float
    other: float
    claimed: float
    ridge_moved: float
    ridge_bound: float

    @property
    def moved(self) -> float:
        """How far least squares moves."""
        return abs(self.slope - self.other)

    @property
    def is_broken(self) -> bool:
        """Whether that is further than claimed."""
        return self.moved > self.claimed


def turned(n: int, small: float, large: float, lam: float) -> Moved:
    """Return what one flipped outcome does on the counterexample.

    Parameters
    ----------
    n : int
        At least 2.
    small, large : float
        In (0, 1].
    lam : float
        Of ridge, positive.
    """
    made = core.counterexample(n, small, large)
    slope, other = (float(core.least_squares(made.X, y)[0]) for y in (made.y, made.neighbour_y))
    ridge, other_ridge = (core.ridge(made.X, y, lam)[0] for y in (made.y, made.neighbour_y))
    return Moved(
        slope,
        other,
        core.paper_sensitivity(n=n, radius=max(abs(slope), abs(other))),
        float(abs(ridge - other_ridge)),
        core.ridge_sensitivity(n=n, lam=lam),
    )


@dataclass(frozen=True)
class RidgeExample:
    """Private ridge on generated records.

    Parameters
    ----------
    n : int
        Records.
    lam, epsilon : float
        Positive and finite.
    draws : int
        Of the noise, on the same records.
    seed : int
    """

    n: int = 20_000
    lam: float = 0.1
    epsilon: float = 0.1
    draws: int = 50
    seed: int = 0


@dataclass(frozen=True, eq=False)
class RidgeRun:
    """What ridge gives on them.

    `u` and `y` are the first records, at most `RECORDS`. `baseline` (2,) is ridge without noise,
    and `coefs` (draws, 2) are private ridge. Costs are excess mean squared errors over the least
    squares line: of the draws, of ridge without noise, of the best flat line (`constant_cost`),
    and, in the curves, along `LAMS`.
    """

    u: Array
    y: Array
    baseline: Array
    coefs: Array
    costs: Array
    baseline_cost: float
    constant_cost: float
    curve: tuple[Summary, ...]
    baseline_curve: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Moments:
    """All that ridge asks of the records: G = XᵀX/n and c = Xᵀy/n."""

    gram: Array
    cross: Array

    def ridge(self, lam: Array) -> Array:
        """Return the minimisers at each λ, shape (m, 2)."""
        regular = self.gram + lam[:, None, None] * np.eye(2)
        return np.asarray(np.linalg.solve(regular, self.cross[:, None])[..., 0])

    def excess(self, coefs: Array) -> Array:
        """Return the mean squared error of each line over that of least squares."""
        away = coefs - np.linalg.solve(self.gram, self.cross)
        return np.asarray(np.einsum("...i,ij,...j->...", away, self.gram, away))


def records(n: int, seed: int) -> tuple[Array, Array]:
    """Return generated records: u and y, shape (n,) each, both in [-1, 1]."""
    u, e = np.random.default_rng([seed, 1]).uniform(-1, 1, (n, 2)).T
    return u, LEVEL + SLOPE * u + NOISE * e


def features(u: Array) -> Array:
    """Return (u, 1)/√2, shape (n, 2): each row has norm 1 at most."""
    return np.asarray(np.column_stack([u, np.ones_like(u)]) / np.sqrt(2))


def height(coefs: Array, u: Array) -> Array:
    """Return the heights of lines at places, shape (lines, places)."""
    return np.asarray(np.atleast_2d(coefs) @ features(u).T)


def private_ridge(example: RidgeExample) -> RidgeRun:
    """Return private ridge at the example's λ, and its cost along `LAMS`.

    Raises
    ------
    InvalidInput
        If n is less than 10, or λ or ε is not positive and finite.
    """
    checks.whole("n", example.n, low=10)
    u, y = records(example.n, example.seed)
    X = features(u)
    moments = Moments(X.T @ X / example.n, X.T @ y / example.n)
    lams = np.array([example.lam, *LAMS])
    lines = moments.ridge(lams)
    coefs = lines[:, None] + noise(example, lams)
    costs, baselines = moments.excess(coefs), moments.excess(lines)
    return RidgeRun(
        u[:RECORDS],
        y[:RECORDS],
        lines[0],
        coefs[0],
        costs[0],
        float(baselines[0]),
        float(moments.excess(np.array([0, np.sqrt(2) * y.mean()]))),
        tuple(Summary.of(each) for each in costs[1:]),
        tuple(float(each) for each in baselines[1:]),
    )


def noise(example: RidgeExample, lams: Array) -> Array:
    """Return the noise of private ridge at each λ, shape (m, draws, 2).

    The same draws at each λ but for their scale, so that a curve along λ is smooth.

    Notes
    -----
    **Guarantee.** Ridge at one λ plus one draw of it is ε-DP where neighbours differ in one record
    (x, y) and n is public: density ∝ exp(-β‖b‖₂), β = ε over the sensitivity 2(1+1/√λ)/(nλ) in the
    2-norm (CMS11 Lemma 7). Draws at several λ that share their random numbers are a simulation.
    """
    rng = np.random.default_rng([example.seed, 2])
    units = sample("gamma", checks.positive("epsilon", example.epsilon), example.draws, 2, rng)
    moves = [core.ridge_sensitivity(n=example.n, lam=lam) for lam in lams]
    return np.asarray(np.multiply.outer(moves, units))


@dataclass(frozen=True)
class Question:
    """The counterexample, and private ridge.

    `made_n` are the records of the counterexample, at least 2, and `small` and `large` its two
    values of x, in (0, 1]. `n` are the records of the ridge, at least 10. λ and ε are positive; ∞
    as ε answers only about the counterexample.
    """

    made_n: int = 50
    small: float = 0.001
    large: float = 0.01
    n: int = 20_000
    lam: float = 0.1
    epsilon: float = 0.1
    draws: int = 50
    seed: int = 0

    @property
    def ridge(self) -> RidgeExample:
        """The example of private ridge."""
        return RidgeExample(self.n, self.lam, self.epsilon, self.draws, self.seed)


@dataclass(frozen=True, eq=False)
class Regression:
    """What one record does to a line, and what privacy costs it.

    `moved` is on the counterexample, and `along` the same along `SMALLS`.
    """

    question: Question
    moved: Moved
    along: tuple[Moved, ...]

    @cached_property
    def ridge(self) -> RidgeRun:
        """Private ridge, drawn when it is asked for: the counterexample needs no ε."""
        return private_ridge(self.question.ridge)


def run(question: Question) -> Regression:
    """Return the counterexample, with private ridge beside it."""
    moved, *along = (
        turned(question.made_n, small, question.large, question.lam)
        for small in (question.small, *SMALLS)
    )
    return Regression(question, moved, tuple(along))


def table(found: Regression) -> pd.DataFrame:
    """Return what the figures show: series, place on the axis, value."""
    along, ridge = found.along, found.ridge
    asked, moved = found.question, found.moved
    series = (
        ("least squares: slope by the record's outcome", [1, -1], [moved.slope, moved.other]),
        ("records: the others' outcome by x", [asked.small], [0.0]),
        ("records: the record's outcomes by x", [asked.large] * 2, [1, -1]),
        ("least squares: move by the others' x", SMALLS, [each.moved for each in along]),
        ("least squares: claimed by the others' x", SMALLS, [each.claimed for each in along]),
        ("private ridge: median cost by lambda", LAMS, [each.median for each in ridge.curve]),
        ("private ridge: lower quartile by lambda", LAMS, [each.low for each in ridge.curve]),
        ("private ridge: upper quartile by lambda", LAMS, [each.high for each in ridge.curve]),
        ("ridge without noise: cost by lambda", LAMS, ridge.baseline_curve),
        ("flat line: cost", [np.nan], [ridge.constant_cost]),
        ("private ridge: cost of each draw", range(len(ridge.costs)), ridge.costs),
        ("private ridge: first coefficient", range(len(ridge.costs)), ridge.coefs[:, 0]),
        ("private ridge: second coefficient", range(len(ridge.costs)), ridge.coefs[:, 1]),
        ("records drawn: y by u", ridge.u, ridge.y),
    )
    frames = [pd.DataFrame({"series": name, "x": x, "y": y}) for name, x, y in series]
    return pd.concat(frames, ignore_index=True)
