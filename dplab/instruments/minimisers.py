"""Minimisers over neighbouring data sets, polished from the solver's tolerance to rounding.

A privacy loss compares two minimisers that differ by one record among n: at 1/(nλ), what the solver
leaves would be seen in it.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> pair = Neighbours(np.empty((0, 1)), np.empty(0), np.ones(1), -np.ones(1), n=1)
>>> first, second = minimisers(pair, Logistic(), lam=0.1)
>>> bool(first[0] == -second[0] > 0)
True
"""

from collections.abc import Sequence

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.erm.objective import Objective
from dpcore.erm.rows import Rows
from dpcore.erm.solver import solve
from dplab.instruments.neighbours import Neighbours, Weighted

# Newton steps after the solver's last: they take a minimiser from its tolerance of 1e-10 to
# rounding. Each squares what is left; the second is for hinges, whose Hessian may jump in between.
POLISHING_STEPS = 2


def sensitivity_bound(n: int, lam: float, loss: Loss) -> float:
    """Return 2/(nλ) times the steepest slope: no exchange moves the minimiser further, in L2."""
    return 2 * loss.lipschitz / (n * lam)


def minimisers(neighbours: Neighbours, loss: Loss, lam: float) -> tuple[Array, Array]:
    """Return the noiseless answers w*(first) and w*(second), shape (n_features,) each."""
    return minimiser(neighbours.first, loss, lam), minimiser(neighbours.second, loss, lam)


def minimisers_of_each(
    pairs: Sequence[Neighbours], loss: Loss, lam: float
) -> list[tuple[Array, Array]]:
    """Return `minimisers` of pairs that share all records but those exchanged, in one batch.

    The pairs have the same `common`, `counts` and n; the loss has no class weights.
    """
    first, *_ = pairs
    X, y, counts = (each[1:] for each in first.first)
    own = np.vstack([record for pair in pairs for record in (pair.before, pair.after)])
    if not counts.sum():  # a single record has no others to share
        return [minimisers(pair, loss, lam) for pair in pairs]
    lams, nothing = np.full(len(own), lam), np.zeros_like(own)
    rows = Rows(X * y[:, None], counts / first.n, len(own))
    # Each pair's two records are their draws' own: all minimisers in one batch over the rest.
    coefs = polished(
        solve(X, y, loss, lams, nothing, counts, own=own).coefs,
        Objective(rows, loss, lams, nothing, own, 1 / first.n),
    )
    return list(zip(coefs[::2], coefs[1::2], strict=True))


def minimiser(records: Weighted, loss: Loss, lam: float) -> Array:
    """Return the minimiser over weighted records, polished to rounding, shape (n_features,).

    For one classifier the Hessian is a product of matrices. The solver's own way, for many at once,
    would first multiply every two features: a gigabyte for 20,000 records of 100 columns.
    """
    X, y, counts = records
    coef: Array = solve(X, y, loss, lam, sample_weight=counts).coefs[0]
    n, weight = counts.sum(), counts * loss.class_weights(y)
    # One step more than in a batch: thousands of equal rows round alike in the solver's running
    # sum, which leaves 1e-13 of the mean gradient.
    for _ in range(POLISHING_STEPS + 1):
        margins = X @ coef * y
        gradient = n * lam * coef + (weight * loss.slope(margins) * y) @ X
        bends = (weight * loss.curvature_at(margins))[:, None]
        H = (X * bends).T @ X + n * lam * np.eye(len(coef))
        coef = coef - np.linalg.solve(H, gradient)
    return coef


def polished(coefs: Array, objective: Objective) -> Array:
    """Return minimisers taken from the solver's tolerance to rounding, shape (n_draws, d)."""
    every = np.arange(len(coefs))
    for _ in range(POLISHING_STEPS):
        gradient, H = objective.derivatives(coefs, every)
        coefs = coefs - np.linalg.solve(H, gradient[:, :, None])[:, :, 0]
    return coefs
