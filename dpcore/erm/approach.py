"""Where Newton's method begins: near the minimisers, found on few records and by few draws.

*From coarse to fine.* A sixteenth of the records has its minimisers near those of all; so the
draws settle there first, then on a quarter. Only the last one or two steps pay the full price.

*The calm answer.* The draws of a batch are the same problem but for their noise. What they share,
the problem without noise, costs one draw to solve, and tells two things about all of them: how
the answer responds to a little noise, w - (H + λI)⁻¹B, to begin with; and how it shifts as more
records come in, which the others follow.
"""

from dataclasses import replace

import numpy as np

from dpcore.checks import Array
from dpcore.erm.directions import Spectrum, bends
from dpcore.erm.newton import Newton
from dpcore.erm.objective import Objective
from dpcore.erm.rows import Rows

COARSE_TOLERANCE = 1e-3
"""Residual on a part of the records: it stands for all of them no better than that."""

CALM_TOLERANCE = 1e-4
CALM_STEPS = 20
FEWEST_DRAWS = 8
"""From so many draws on, the one that they share is worth its price."""

STRONG = 2.0


def approach(objective: Objective, tolerance: Array) -> Array:
    """Return points near the minimisers, shape (n_draws, n_features)."""
    coarsest, *finer = objective.rows.levels
    calm = Calm(objective) if len(objective.lam) >= FEWEST_DRAWS else None
    W = _far_out(objective, calm.response(coarsest) if calm else np.zeros_like(objective.linear))
    level = replace(objective, rows=coarsest)
    for rows in finer:
        newton = Newton(level, W)
        newton.descend(level, np.maximum(tolerance, COARSE_TOLERANCE))
        W = newton.W + calm.shift(rows) if calm else newton.W
        level = replace(objective, rows=rows)
    return W


def _far_out(objective: Objective, W: Array) -> Array:
    # J(-B/λ) ≤ ℓ(0) + ‖B‖/λ - ‖B‖²/(2λ), so that beyond ‖B‖ = 2 it is a better start than 0.
    strong = np.linalg.norm(objective.linear, axis=1, keepdims=True) > STRONG
    return np.where(strong, -objective.linear / objective.lam[:, None], W)


class Calm:
    """The problem without noise that the draws share, and its answer."""

    def __init__(self, objective: Objective) -> None:
        self.noisy = objective
        nothing = np.zeros((1, objective.rows.n_features))
        self.problem = replace(
            objective, lam=np.median(objective.lam, keepdims=True), linear=nothing
        )
        self.answer = nothing

    def shift(self, rows: Rows) -> Array:
        """Go on to other records; return how far the answer moved, shape (1, n_features)."""
        self.problem = replace(self.problem, rows=rows)
        newton = Newton(self.problem, self.answer)
        newton.descend(self.problem, np.full(1, CALM_TOLERANCE), CALM_STEPS)
        before, self.answer = self.answer, newton.W
        return self.answer - before

    def response(self, rows: Rows) -> Array:
        """Return the answer moved by each draw's noise and λ, to first order."""
        self.shift(rows)
        one, positions = np.zeros(1, dtype=np.intp), rows.empty_tiles(1)
        gradient = self.problem.gradient(self.answer, one, positions)
        spectrum = Spectrum(rows, bends(self.problem, positions, one))
        lam = self.noisy.lam[:, None]
        pull = gradient + (lam - self.problem.lam) * self.answer + self.noisy.linear
        return np.asarray(self.answer - spectrum.solve(pull, lam), dtype=np.float64)
