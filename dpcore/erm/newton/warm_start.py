"""Where Newton's method begins: near the minimisers, found by few draws and on few records.

*The calm answer.* The draws of a batch are the same problem but for their noise. What they share,
the problem without noise, costs one draw to solve, and tells how the answer responds to a little
noise: w - (H + λI)⁻¹B, to begin with (`series` goes on from there).

*From coarse to fine.* Where the noise is not little, a sixteenth of the records has its minimisers
near those of all; so the draws settle there first, then on a quarter, each time moved on by as much
as the calm answer shifts when more records come in. Only the last steps pay the full price.
"""

from dataclasses import replace

import numpy as np

from dpcore.checks import Array
from dpcore.erm.newton import series
from dpcore.erm.newton.conjugate import Spectrum, bends
from dpcore.erm.newton.descent import Newton
from dpcore.erm.objective import Kept, Objective
from dpcore.erm.records import Rows

COARSE_TOLERANCE = 1e-3
"""Residual on a part of the records: it stands for all of them no better than that."""

CALM_TOLERANCE = 1e-4
CALM_STEPS = 20
FEWEST_DRAWS = 8
"""From so many draws on, the one that they share is worth its price."""

STRONG = 2.0

FAR = 1.0
"""Widths of the loss's bend that noise may move the answer: beyond, the response says little."""


def approach(objective: Objective, tolerance: Array) -> Array:
    """Return points near the minimisers, shape (n_draws, n_features)."""
    levels = objective.rows.levels
    if len(objective.lam) < FEWEST_DRAWS:
        nothing = np.zeros((len(levels), 1, objective.rows.n_features))
        return _from_coarse(objective, np.zeros_like(objective.linear), nothing, tolerance)
    calm = Calm(objective, levels)
    W = calm.response(-1)
    if len(levels) == 1 or not _is_far(objective, W - calm.answers[-1]):
        return _far_out(objective, W)
    return _from_coarse(objective, calm.response(0), calm.answers, tolerance)


def _from_coarse(objective: Objective, W: Array, answers: Array, tolerance: Array) -> Array:
    """Descend on the parts of the records from W on, moved from each to the next as answers are."""
    W = _far_out(objective, W)
    parts = objective.rows.levels[:-1]
    for rows, shift in zip(parts, np.diff(answers, axis=0), strict=True):
        level = replace(objective, rows=rows)
        newton = Newton(level, W)
        newton.descend(level, np.maximum(tolerance, COARSE_TOLERANCE))
        W = newton.W + shift
    return W


def _is_far(objective: Objective, moved: Array) -> bool:
    return bool(np.median(np.linalg.norm(moved, axis=1)) > FAR * objective.loss.width)


def _far_out(objective: Objective, W: Array) -> Array:
    # J(-B/λ) ≤ ℓ(0) + ‖B‖/λ - ‖B‖²/(2λ), so that beyond ‖B‖ = 2 it is a better start than 0.
    strong = np.linalg.norm(objective.linear, axis=1, keepdims=True) > STRONG
    return np.where(strong, -objective.linear / objective.lam[:, None], W)


class Calm:
    """The problem without noise that the draws share, and its answers on growing parts.

    Parameters
    ----------
    objective : Objective
        With its noise.
    levels : list of Rows

    Attributes
    ----------
    answers : array (len(levels), 1, n_features)
    """

    def __init__(self, objective: Objective, levels: list[Rows]) -> None:
        self.noisy = objective
        nothing = np.zeros((1, objective.rows.n_features))
        lam = np.median(objective.lam, keepdims=True)
        self.problems = [
            replace(objective, rows=rows.for_few, lam=lam, linear=nothing) for rows in levels
        ]
        answers = [nothing]
        for problem in self.problems:
            newton = Newton(problem, answers[-1])
            newton.descend(problem, np.full(1, CALM_TOLERANCE), CALM_STEPS)
            answers.append(newton.W)
        self.answers = np.stack(answers[1:])

    def response(self, level: int) -> Array:
        """Return a level's answer moved by each draw's noise and λ: to first order, or third."""
        problem, answer = self.problems[level], self.answers[level]
        one, positions = np.zeros(1, dtype=np.intp), problem.rows.empty_tiles(1)
        gradient = problem.gradient(answer, one, Kept(positions, one))
        spectrum = Spectrum(problem.rows, bends(problem, positions, one))
        lam = self.noisy.lam[:, None]
        pull = gradient + (lam - problem.lam) * answer + self.noisy.linear
        moved = np.asarray(-spectrum.solve(pull, lam), dtype=np.float64)
        if series.pays(self.noisy, moved):
            moments = series.Moments(problem.rows)
            problem.gradient(answer, one, moments)
            moved = series.series(moved, moments, spectrum, lam)
        found: Array = answer + moved
        return found
