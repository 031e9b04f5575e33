"""How the engine's cost grows with the records n, the features d and the draws."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dpcore import Logistic, calibrate, generate, solve
from dpcore.privacy import noise

LAM, EPSILON, SEED = 0.01, 0.1, 2008
BASE = {"n": 5000, "d": 10, "draws": 50}
SERIES = {
    "n": (1_000, 10_000, 100_000, 1_000_000),
    "d": (5, 10, 20, 50, 100, 200, 500),
    "draws": (1, 10, 100, 1000),
}
"""What grows, and its values; the rest stays at BASE."""

TRIALS = 3
LONG = 5.0
"""Seconds after which one trial is enough."""


@dataclass(frozen=True)
class Point:
    """The cost at one value: seconds on the processor, median steps, largest residual."""

    value: int
    seconds: float
    steps: float
    residual: float
    missed: int


def series(name: str, tol: float) -> Iterator[Point]:
    """Yield the cost at each value of one series."""
    for value in SERIES[name]:
        yield point(value, **(BASE | {name: value}), tol=tol)


def point(value: int, n: int, d: int, draws: int, tol: float) -> Point:
    """Solve objective perturbation's problems on uniform data; take the median of three times."""
    rng = np.random.default_rng(SEED)
    data = generate("uniform", rng, n=n, d=d, separation=0.03)
    plan = calibrate("objective_2008", EPSILON, lam=LAM, n=n, loss=Logistic())
    linear = noise.sample(plan.norm_law, plan.noise_rate, draws, d, rng) / n
    seconds: list[float] = []
    while len(seconds) < TRIALS and sum(seconds) < LONG:
        start = time.process_time()
        solution = solve(data.X, data.y, Logistic(), LAM, linear, tol=tol)
        seconds.append(time.process_time() - start)
    return Point(
        value,
        float(np.median(seconds)),
        float(np.median(solution.n_iter)),
        float(solution.grad_norm.max()),
        int(np.sum(~solution.converged)),
    )
