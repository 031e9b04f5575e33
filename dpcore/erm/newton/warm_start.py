"""The warm start: points near the minimisers, found by few draws and on few records.

*The noiseless problem.* The draws of a batch are the same problem but for their noise. What they
share, the problem without noise, costs one draw to solve, and its Hessian tells how the minimiser
responds to a little noise: w - (H + λI)⁻¹B to first order; `series` adds the next two.

*From coarse to fine.* Where the noise is not little, a sixteenth of the records has its minimisers
near those of all; so the draws settle there first, then on a quarter, each time moved on by as much
as the noiseless minimiser shifts when more records come in. Only the last steps pay the full price.
"""

from dataclasses import replace

import numpy as np

from dpcore.checks import Array
from dpcore.erm.newton import series
from dpcore.erm.newton.conjugate import Spectrum, second_derivatives
from dpcore.erm.newton.descent import Newton
from dpcore.erm.objective import Objective, StoredPositions
from dpcore.erm.rows import Rows

# Residual on a part of the records: it stands for all of them no better than that.
#
# The mean of n/16 gradients of length up to 1 differs from the mean of all by about 4/√n, which
# is above 1e-3 for n below 16 million.
COARSE_TOLERANCE = 1e-3

# Residual of the noiseless minimiser. Newton's method squares it in the draws' first step, so
# that more digits would not be noticed; and it is a draw of its own, whose last steps none else
# shares.
NOISELESS_TOLERANCE = 1e-4

NOISELESS_STEPS = 20
"""As many as the draws' own first steps (`solver.FIRST_STEPS`): this is a start, not an answer."""

# From so many draws on, the one that they share is worth its price: on 5,000 records of 10 features
# it takes three or four steps, and saves each draw one to three.
FEWEST_DRAWS = 8

STRONG_NOISE = 2.0
"""‖B‖ beyond which -B/λ is a better start than 0: see `_start_far_out`."""

# Widths of the loss's transition that noise may move the minimiser: beyond, the margins stand
# elsewhere on the loss, and derivatives at the noiseless minimiser say little.
FAR_WIDTHS = 1.0


def warm_start(objective: Objective, tolerance: Array) -> Array:
    """Return points near the minimisers, shape (n_draws, n_features)."""
    levels = objective.rows.levels
    if len(objective.lam) < FEWEST_DRAWS:
        nothing = np.zeros((len(levels), 1, objective.rows.n_features))
        return _from_coarse(objective, np.zeros_like(objective.linear), nothing, tolerance)
    noiseless = NoiselessProblem(objective, levels)
    W = noiseless.response(-1)
    if len(levels) == 1 or not _is_far(objective, W - noiseless.minimisers[-1]):
        return _start_far_out(objective, W)
    return _from_coarse(objective, noiseless.response(0), noiseless.minimisers, tolerance)


def _from_coarse(objective: Objective, W: Array, minimisers: Array, tolerance: Array) -> Array:
    """Descend on growing parts of the records, moved from each to the next as `minimisers` are."""
    W = _start_far_out(objective, W)
    parts = objective.rows.levels[:-1]
    for rows, shift in zip(parts, np.diff(minimisers, axis=0), strict=True):
        level = replace(objective, rows=rows)
        newton = Newton(level, W)
        newton.descend(level, np.maximum(tolerance, COARSE_TOLERANCE))
        W = newton.W + shift
    return W


def _is_far(objective: Objective, moved: Array) -> bool:
    # One choice for the batch, by its median: the draws share the passes over the records.
    return bool(np.median(np.linalg.norm(moved, axis=1)) > FAR_WIDTHS * objective.loss.width)


def _start_far_out(objective: Objective, W: Array) -> Array:
    # J(-B/λ) ≤ ℓ(0) + ‖B‖/λ - ‖B‖²/(2λ), which is below J(0) = ℓ(0) beyond ‖B‖ = 2.
    strong = np.linalg.norm(objective.linear, axis=1, keepdims=True) > STRONG_NOISE
    return np.where(strong, -objective.linear / objective.lam[:, None], W)


class NoiselessProblem:
    """The problem without noise that the draws share, and its minimisers on growing parts.

    The objective has its noise still. `minimisers` is (len(levels), 1, n_features).
    """

    def __init__(self, objective: Objective, levels: list[Rows]) -> None:
        self.noisy = objective
        nothing = np.zeros((1, objective.rows.n_features))
        # Draws may differ in λ; the response corrects for the difference from the median.
        lam = np.median(objective.lam, keepdims=True)
        self.problems = [
            replace(objective, rows=rows.for_few, lam=lam, linear=nothing, own=None)
            for rows in levels
        ]
        minimisers = [nothing]
        for problem in self.problems:
            newton = Newton(problem, minimisers[-1])
            newton.descend(problem, np.full(1, NOISELESS_TOLERANCE), NOISELESS_STEPS)
            minimisers.append(newton.W)
        self.minimisers = np.stack(minimisers[1:])

    def response(self, level: int) -> Array:
        """Return a level's minimiser moved by each draw's noise and λ: to first order, or third."""
        problem, minimiser = self.problems[level], self.minimisers[level]
        one, positions = np.zeros(1, dtype=np.intp), problem.rows.empty_tiles(1)
        gradient = problem.gradient(minimiser, one, StoredPositions(positions, one))
        spectrum = Spectrum(problem.rows, second_derivatives(problem, positions, one))
        lam = self.noisy.lam[:, None]
        # The gradient of each draw at the noiseless minimiser: what is left of the noiseless
        # gradient, the difference in λ, the draw's noise, and the record of its own.
        pull = gradient + (lam - problem.lam) * minimiser + self.noisy.linear
        if self.noisy.own is not None:
            pull += self.noisy.own_gradient(np.broadcast_to(minimiser, pull.shape), self.noisy.own)
        moved = np.asarray(-spectrum.solve(pull, lam), dtype=np.float64)
        if series.is_worthwhile(self.noisy, moved):
            tensors = series.DerivativeTensors(problem.loss, problem.rows)
            problem.gradient(minimiser, one, tensors)
            moved = series.third_order(moved, tensors, spectrum, lam)
        found: Array = minimiser + moved
        return found
