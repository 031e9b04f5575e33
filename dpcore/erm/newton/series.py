"""How an answer moves under a little noise: a series whose numbers stand for all records.

At the minimiser w₀ of a problem without noise, let each draw add its own noise B and λ. What the
slope changes by on the way to w₀ + v is, for a smooth loss,

    H₀v + T[v, v]/2 + F[v, v, v]/6 + …,    T, F = Σ s_i ℓ⁽ᵏ⁾(z_i·w₀) z_i ⊗ … ⊗ z_i for k = 3, 4,

so that with S = (H₀ + λI)⁻¹ and the slope g that a draw has at w₀, its minimiser is

    w₀ + u₁ + u₂ + u₃ + …

    u₁ = -Sg,   u₂ = -S T[u₁, u₁]/2,   u₃ = -S (T[u₁, u₂] + F[u₁, u₁, u₁]/6).

No draw looks at the records for that: what they cost is T and F, two matrix products, of which F,
the dearer one with the smaller effect, is content with some of the records. Both are symmetric, so
that one index pair a ≤ b stands for two, as in `Rows.products`: T is (d, d(d+1)/2), F is
d(d+1)/2 square.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.losses import Logistic
from dpcore.erm.newton.conjugate import Spectrum
from dpcore.erm.objective import Objective, Positions
from dpcore.erm.records import NARROW, Rows, Tile, n_pairs

FOURTH_STEP = 8
"""F is summed over every so many-th record of a tile."""

PAIRS_PER_DRAW = 30
"""F's numbers that a draw is worth: what it saves is one or two gradients of its own."""

REACH = (0.08, 2.5)
"""Widths of the loss's bend that a typical answer moves, for the series to be of use."""


def pays(objective: Objective, u: Array) -> bool:
    """Tell whether a series exists, serves enough draws, and says more about them than `u` = u₁."""
    d = objective.rows.n_features
    if not isinstance(objective.loss, Logistic) or d > NARROW:
        return False
    enough = PAIRS_PER_DRAW * len(u) >= n_pairs(d) ** 2
    widths = np.median(np.linalg.norm(u, axis=1)) / objective.loss.width
    return bool(enough and REACH[0] <= widths <= REACH[1])


class Moments(Positions):
    """T and F, summed up over the tiles of a gradient of one draw."""

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        d = rows.n_features
        self.rows = rows
        self.third, self.fourth = np.zeros((d, n_pairs(d))), np.zeros((n_pairs(d), n_pairs(d)))

    def see(self, tile: Tile, position: npt.NDArray[Any]) -> None:
        """Add a tile's records."""
        products, (three, four) = self.rows.products[tile.number](), Logistic.beyond(position[0])
        self.third += (tile.columns * three) @ products
        some = slice(None, None, FOURTH_STEP)
        products, four, share = products[some], four[some], tile.share[some]
        # The share stands in both factors, and once is enough.
        weights = np.divide(four, share, out=0 * four, where=share > np.finfo(share.dtype).tiny)
        self.fourth += FOURTH_STEP * (products.T * weights) @ products


def series(u: Array, moments: Moments, spectrum: Spectrum, lam: Array) -> Array:
    """Return u₁ + u₂ + u₃, shape (n_draws, d), for as long as the terms of a draw shrink.

    Parameters
    ----------
    u : array (n_draws, d)
        u₁ of each draw.
    moments : Moments
    spectrum : Spectrum
        Gives S.
    lam : array (n_draws, 1)
    """
    T, F = moments.third, moments.fourth
    with np.errstate(over="ignore", invalid="ignore"):  # then the terms do not shrink
        square = _pairs(u, u)
        second = -spectrum.solve(0.5 * square @ T.T, lam)
        mixed = _pairs(u, second) @ T.T + _contracted(square @ F, u) / 6
        third = -spectrum.solve(mixed, lam)
        lengths = [np.linalg.norm(term, axis=1) for term in (u, second, third)]
        shrink = (lengths[1] < lengths[0]) & (lengths[2] < lengths[1])
        return np.where(shrink[:, None], u + second + third, u)


def _pairs(U: Array, V: Array) -> Array:
    """Return u_a v_b + u_b v_a for a < b and u_a v_a: what T and F meet twice and once."""
    a, b = np.triu_indices(U.shape[1])
    both: Array = U[:, a] * V[:, b] + U[:, b] * V[:, a]
    both[:, a == b] *= 0.5
    return both


def _contracted(packed: Array, V: Array) -> Array:
    """Return M·v of each draw, M a symmetric matrix whose upper triangle is a row of `packed`."""
    a, b = np.triu_indices(V.shape[1])
    M = np.empty((len(V), V.shape[1], V.shape[1]))
    M[:, a, b] = M[:, b, a] = packed
    product: Array = np.einsum("kab,kb->ka", M, V)
    return product
