"""The peers in this environment: a loop over fits with scipy's L-BFGS-B.

`plain` is what one writes: the textbook formulas, vectorised over the records, from w = 0.
`tuned` is as good as such a loop gets: formulas that numpy computes with vector instructions, and
every private fit starts at the non-private answer.

Both stop when no component of the gradient exceeds the tolerance; the engine bounds the norm,
which is stricter. Neither pays for drawing the noise. L-BFGS-B compares values of the objective,
so that rounding may stop it before a very small tolerance: the report shows what was left.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from benchmarks.measure import Run, Timing
from benchmarks.workloads import Batch, Case, Workload, batch, cases
from dpcore import error
from dpcore.checks import Array

Pieces = Callable[[Array], tuple[Array, Array]]
"""From margins to the loss and its slope."""

ENDLESS = 100_000


@dataclass(frozen=True)
class Fit:
    """A problem of a batch that a peer solves, and how many it stands for."""

    row: int
    weight: float


@dataclass(frozen=True)
class Loop:
    """A way to write the loop: formulas per loss, and where the private fits start."""

    pieces: dict[str, Pieces]
    warm: bool

    def run(self, workload: Workload, repetition: int, tol: float) -> Run:
        """Solve this repetition's sample of the workload."""
        result = Run()
        for case in cases(workload):
            if is_sampled(workload, case, repetition):
                problems = batch(workload, case)
                fits = sample(workload, problems, repetition)
                self._solve(case, problems, fits, tol, result.of(case.loss))
        return result

    def _solve(
        self, case: Case, problems: Batch, fits: list[Fit], tol: float, timing: Timing
    ) -> None:
        part = case.part
        with timing.running(fits[0].weight):
            Z = part.X * part.y[:, None]
        start = np.zeros(Z.shape[1])
        for fit in fits:
            with timing.running(fit.weight):
                coef, gradient = self.fit(Z, case.loss, problems, fit.row, start, tol)
                error(released(coef, problems, fit.row), part.X_test, part.y_test)
            start = coef if self.warm and fit.row == 0 else start
            missed = int(np.abs(gradient).max() > tol)
            timing.count(1, fit.weight, float(np.linalg.norm(gradient)), missed)

    def fit(
        self, Z: Array, loss: str, problems: Batch, row: int, start: Array, tol: float
    ) -> tuple[Array, Array]:
        """Return the minimiser of one problem, and the gradient that is left there."""
        lam, linear, pieces = problems.lam[row], problems.linear[row], self.pieces[loss]

        def objective(w: Array) -> tuple[float, Array]:
            value, slope = pieces(Z @ w)
            gradient = slope @ Z / len(Z) + lam * w + linear
            return value.mean() + (0.5 * lam * w + linear) @ w, gradient

        options = {"gtol": tol, "ftol": 0.0, "maxiter": ENDLESS, "maxfun": ENDLESS}
        found = minimize(objective, start, jac=True, method="L-BFGS-B", options=options)
        return found.x, found.jac


def released(coef: Array, problems: Batch, row: int) -> Array:
    """Return the classifiers that one fit gives: output perturbation lives on row 0 alone."""
    return np.vstack([coef, coef + problems.added]) if row == 0 else coef[None]


def is_sampled(workload: Workload, case: Case, repetition: int) -> bool:
    """Say whether the peers solve this part in this repetition."""
    return case.number % workload.peer_stride == repetition % workload.peer_stride


def sample(workload: Workload, problems: Batch, repetition: int) -> list[Fit]:
    """Return the non-private problem and a few draws of each ε, others in each repetition."""
    k = min(workload.peer_draws, workload.draws)
    weight = workload.peer_stride * workload.draws / k
    rows = [
        1 + block * workload.draws + (repetition * k + i) % workload.draws
        for block in range(len(problems.plans))
        for i in range(k)
    ]
    return [Fit(0, workload.peer_stride), *(Fit(row, weight) for row in rows)]


def _logistic(margins: Array) -> tuple[Array, Array]:
    return np.logaddexp(0.0, -margins), -expit(-margins)


def _logistic_tuned(margins: Array) -> tuple[Array, Array]:
    value = np.abs(margins)
    np.exp(np.negative(value, out=value), out=value)
    np.log1p(value, out=value)
    value -= np.minimum(margins, 0.0)
    slope = np.tanh(0.5 * margins)
    slope -= 1.0
    slope *= 0.5
    return value, slope


def _huber(margins: Array, h: float = 0.5) -> tuple[Array, Array]:
    inside = np.clip(1 + h - margins, 0.0, 2 * h)
    value = inside * inside / (4 * h) + np.maximum(1 - h - margins, 0.0)
    return value, inside / (-2 * h)


LOOPS = {
    "scipy": Loop({"logistic": _logistic, "huber": _huber}, warm=False),
    "scipy, tuned": Loop({"logistic": _logistic_tuned, "huber": _huber}, warm=True),
}
"""The loops by the name in the report."""
