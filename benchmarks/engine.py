"""The engine's turn: every batch is one call of `solve`, as in a sweep, and its test errors."""

import numpy as np

from benchmarks.measure import Run
from benchmarks.workloads import Batch, Workload, batch, cases
from dpcore import Solution, error, solve
from dpcore.checks import Array
from dpcore.data.dataset import Split
from dpcore.erm.newton.directions import few_features


def run(workload: Workload, tol: float) -> Run:
    """Solve the whole workload, noise and test errors included."""
    result = Run()
    for case in cases(workload):
        timing = result.of(case.loss)
        with timing.running():
            problems = batch(workload, case)
            solution = test_errors(case.part, problems, tol)[1]
        missed = int(np.sum(~solution.converged))
        timing.count(len(problems.lam), 1.0, float(solution.grad_norm.max()), missed)
        _count_work(result, case.part.X.shape, solution)
    return result


def test_errors(part: Split, problems: Batch, tol: float) -> tuple[Array, Solution]:
    """Return the test errors of all classifiers, and the solver's report."""
    solution = solve(part.X, part.y, problems.loss, problems.lam, problems.linear, tol=tol)
    coefs = np.vstack([solution.coefs, solution.coefs[0] + problems.added])
    return error(coefs, part.X_test, part.y_test), solution


def _count_work(result: Run, shape: tuple[int, ...], solution: Solution) -> None:
    """Count what n_iter Newton steps on all rows cannot do without.

    A gradient per step and one before (margins and their product, 4nd flops, n slopes), and per
    step the packed Hessian (n·d(d+1) flops) or, for many features, one product with it (4nd).
    """
    n, d = shape
    steps = float(solution.n_iter.sum())
    gradients = steps + len(solution.n_iter)
    per_step = d * (d + 1) if few_features(d) else 4 * d
    result.flops += n * (4 * d * gradients + per_step * steps)
    result.tanhs += n * gradients
