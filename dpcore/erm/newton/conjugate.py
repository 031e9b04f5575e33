"""Newton directions -H⁻¹g for a batch of draws, without ever building H.

Preconditioned conjugate gradients for all draws in step (Nocedal and Wright, Numerical
Optimization, algorithm 5.3), each product H·v being two matrix products:

    H v = Σ ℓ''(z_i·w) s_i z_i (z_i·v) + λv.

The draws share one preconditioner, the mean of their Hessians (its eigenvectors, so that every draw
adds its own λ), which serves again for as long as the steps go well. Right for many features. It
stops early, at a share of the gradient that shrinks with the gradient (Dembo, Eisenstat and
Steihaug 1982), which keeps Newton's method superlinear.

Works in the precision of the objective's records. `draws` are ascending index arrays.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.objective import DrawIndex, Objective, StoredPositions, row_dot, some
from dpcore.erm.rows import Rows

# Conjugate gradients are not asked for residuals below so many units of rounding: the residual is
# updated, not computed anew, and each update rounds; below, iterations change nothing but digits
# that are wrong anyway. In single precision that is 2e-6 of the gradient.
ROUNDOFFS = 16.0

# Share of the goal that conjugate gradients may leave: the rest is for what Newton's step leaves
# by itself, since the gradient is not linear on its way.
GOAL_SHARE = 0.3

# Conjugate gradients stop at this share of the gradient's norm; near the optimum, at the square
# root of that norm where it is smaller. Far away the Hessian will be another one after the step,
# so that more digits of this one would be wasted.
LOOSEST_RESIDUAL = 0.1

# A median step that leaves a larger share of the gradient has met Hessians other than those that
# the preconditioner was made of. A new one costs a Hessian of one draw and its eigenvectors, d³.
CHANGED = 0.1

Tiles = list[npt.NDArray[Any]]


class Conjugate:
    """Directions by conjugate gradients: see `directions.Directions`."""

    def __init__(self, steering: Objective, n_draws: int) -> None:
        self.steering, self.positions = steering, steering.rows.empty_tiles(n_draws)
        self.spectrum: Spectrum | None = None

    def start(self, objective: Objective, W: Array) -> Array:
        """Return the gradients."""
        return self.gradient(objective, W, np.arange(len(W)))

    def gradient(self, objective: Objective, W: Array, draws: DrawIndex) -> Array:
        """Return the gradients, and keep the positions that products with H are made of."""
        return objective.gradient(W, draws, StoredPositions(self.positions, draws))

    def direction(self, W: Array, gradient: Array, draws: DrawIndex, goal: Array) -> Array:
        """Return -H⁻¹g, solved no more exactly than the goal asks for."""
        own = self.steering.own
        bend = None if own is None else self.steering.own_curvature(W, own[draws])
        systems = Systems(self.steering, self.positions, draws, self.spectrum, bend)
        self.spectrum = systems.spectrum
        return conjugate_gradients(systems, gradient, goal)

    def residual_bound(self, W: Array, *_: Any) -> Array:
        """Return infinity: the bound is for a direction that is solved exactly."""
        return np.full(len(W), np.inf)

    def note(self, _: DrawIndex, residual_ratio: Array) -> None:
        """Drop the preconditioner where the Hessians have changed."""
        if np.median(residual_ratio) > CHANGED:
            self.spectrum = None


def conjugate_gradients(systems: "Systems", gradient: Array, goal: Array) -> Array:
    """Return -H⁻¹g up to a residual that vanishes with the gradient, by conjugate gradients.

    `gradient` is (n_draws, n_features); `goal` (n_draws,) the share of it that may be left after
    this step: no need to do better.
    """
    # Of unit length, a right-hand side fits into single precision whatever the noise.
    norm = np.linalg.norm(gradient, axis=1, keepdims=True)
    R = systems.rounded(-gradient / norm)
    D = np.zeros_like(R)
    forcing = np.maximum(np.sqrt(norm[:, 0]), GOAL_SHARE * goal)
    goal = np.minimum(LOOSEST_RESIDUAL, np.maximum(forcing, systems.roundoff))
    V = systems.precondition(R, slice(None))
    rho, todo = row_dot(R, V), np.arange(len(R))
    # In exact arithmetic d iterations solve every system; rounding may take some more.
    for _ in range(2 * R.shape[1]):
        HV = systems.product(V[todo], todo)
        alpha = (rho[todo] / row_dot(V[todo], HV))[:, None]
        D[todo] += alpha * V[todo]
        R[todo] -= alpha * HV
        todo = todo[np.linalg.norm(R[todo], axis=1) > goal[todo]]
        if not len(todo):
            break
        S = systems.precondition(R[todo], todo)
        previous, rho[todo] = rho[todo], row_dot(R[todo], S)
        V[todo] = S + (rho[todo] / previous)[:, None] * V[todo]
    return np.asarray(norm * D, dtype=np.float64)


class Systems:
    """The draws' Newton systems, never built: products with them, and a shared preconditioner.

    Rows `draws` of `positions` (n_draws, n_rows) are where the margins stand on the loss's
    transition, tile by tile. A `spectrum` that is left out is made of these draws' Hessians. `bend`
    (len(draws),) are the factors of u uᵀ in the Hessians, where the draws have records u of their
    own.
    """

    def __init__(
        self,
        objective: Objective,
        positions: Tiles,
        draws: DrawIndex,
        spectrum: "Spectrum | None" = None,
        bend: Array | None = None,
    ) -> None:
        self.rows, self.dtype = objective.rows, objective.rows.dtype
        self.roundoff = ROUNDOFFS * np.finfo(self.dtype).eps
        self.lam = self.rounded(objective.lam[draws, None])
        self.second = second_derivatives(objective, positions, draws)
        self.spectrum = spectrum or Spectrum(self.rows, self.second)
        self.own = self.bend = None
        if objective.own is not None and bend is not None:
            self.own, self.bend = self.rounded(objective.own[draws]), self.rounded(bend[:, None])

    def rounded(self, A: Array) -> npt.NDArray[Any]:
        """Return A in the precision of the records."""
        return A.astype(self.dtype, copy=False)

    def product(self, V: npt.NDArray[Any], draws: DrawIndex) -> npt.NDArray[Any]:
        """Return the Hessian of each draw times its row of V."""
        total = np.zeros_like(V)
        for tile, second in zip(self.rows.tiles, self.second, strict=True):
            margins = tile.margins(V)
            margins *= some(second, draws)
            tile.add(margins, total)
        total *= 2  # tiles hold s_i z_i/2
        if self.own is not None and self.bend is not None:
            own = self.own[draws]
            total += self.bend[draws] * row_dot(V, own)[:, None] * own
        return np.asarray(self.lam[draws] * V + total)

    def precondition(self, R: npt.NDArray[Any], draws: DrawIndex | slice) -> npt.NDArray[Any]:
        """Return R times the inverse of the mean Hessian with each draw's own λ."""
        return self.spectrum.solve(R, self.lam[draws])


def second_derivatives(
    objective: Objective, positions: Tiles, draws: DrawIndex
) -> list[npt.NDArray[Any]]:
    """Return ℓ'' of each margin, tile by tile: with `half_rows` they make up half the Hessian."""
    return [objective.loss.second_derivative(some(position, draws)) for position in positions]


class Spectrum:
    """The mean of some draws' Hessians without λ, so decomposed that any λ may be added.

    `second` (n_draws, n_rows) is ℓ'' of each margin, tile by tile.
    """

    def __init__(self, rows: Rows, second: list[npt.NDArray[Any]]) -> None:
        mean = np.zeros((rows.n_features, rows.n_features))
        for tile, each in zip(rows.tiles, second, strict=True):
            some_rows = mean[tile.features]
            some_rows[:, tile.features] += (tile.columns * each.mean(axis=0)) @ tile.half_rows
            mean[tile.features] = some_rows
        values, vectors = np.linalg.eigh(2 * mean)
        # The mean is positive semidefinite; rounding may put an eigenvalue below 0.
        self.values = np.maximum(values, 0.0).astype(rows.dtype)
        self.vectors = vectors.astype(rows.dtype)

    def solve(self, R: npt.NDArray[Any], lam: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return (mean + λI)⁻¹r of each row r, with the λ of its row of the column `lam`."""
        return np.asarray(((R @ self.vectors) / (self.values + lam)) @ self.vectors.T)
