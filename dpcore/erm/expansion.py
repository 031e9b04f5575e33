"""How an answer moves under a little noise: a series whose numbers stand for all records.

At the minimiser w₀ of a problem without noise, let each draw add its own noise B and λ. What the
slope changes by on the way to w₀ + v is, for a smooth loss,

    H₀v + T[v, v]/2 + F[v, v, v]/6 + …,    T, F = Σ s_i ℓ⁽ᵏ⁾(z_i·w₀) z_i ⊗ … ⊗ z_i for k = 3, 4,

so that with S = (H₀ + λI)⁻¹ and the slope g that a draw has at w₀, its minimiser is

    w₀ + u₁ + u₂ + u₃ + …

    u₁ = -Sg,   u₂ = -S T[u₁, u₁]/2,   u₃ = -S (T[u₁, u₂] + F[u₁, u₁, u₁]/6).

No draw looks at the records for that: what they cost is T and F, two matrix products. Both are
symmetric, so that one index pair a ≤ b stands for two, as in `Rows.products`: T is
(d, d(d+1)/2), F is d(d+1)/2 square.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.conjugate import Spectrum
from dpcore.erm.losses import Logistic
from dpcore.erm.objective import Objective, Positions
from dpcore.erm.rows import NARROW, Rows, Tile, n_pairs


def pays(objective: Objective) -> bool:
    """Tell whether a series exists, and serves enough draws for what F costs."""
    d, smooth = objective.rows.n_features, isinstance(objective.loss, Logistic)
    return smooth and d <= NARROW and 2 * len(objective.lam) >= n_pairs(d)


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
        # The share stands in both factors, and once is enough.
        four /= np.where(tile.share > 0, tile.share, 1)
        self.fourth += (products.T * four) @ products


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
