"""How the minimiser moves under a little noise: a Taylor series, computed once for all draws.

At the minimiser w₀ of a problem without noise, let each draw add its own noise B and λ. On the
way from w₀ to w₀ + v the gradient changes, for a smooth loss, by

    H₀v + T[v, v]/2 + F[v, v, v]/6 + …,    T, F = Σ s_i ℓ⁽ᵏ⁾(z_i·w₀) z_i ⊗ … ⊗ z_i for k = 3, 4,

so that with S = (H₀ + λI)⁻¹ and the gradient g that a draw has at w₀, its minimiser is

    w₀ + u₁ + u₂ + u₃ + …

    u₁ = -Sg,   u₂ = -S T[u₁, u₁]/2,   u₃ = -S (T[u₁, u₂] + F[u₁, u₁, u₁]/6)

by comparing powers of the noise. No draw needs a pass over the records for that: what it costs is T
and F, two matrix products for all draws together. F costs more and has the smaller effect, so that
it is estimated from some of the records. Both are symmetric, so that one index pair a ≤ b stands
for two, as in `Rows.products`: T is (d, d(d+1)/2), F is d(d+1)/2 square.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.erm.newton.conjugate import Spectrum
from dpcore.erm.objective import Objective, Positions
from dpcore.erm.rows import NARROW, Rows, Tile, n_pairs

# F is summed over every so many-th record of a tile. Its term is of third order: an error of some
# percent of it is hardly more than the terms of fourth order, which the series leaves out.
FOURTH_STEP = 8

# Entries of F that one draw pays for. F has (d(d+1)/2)² entries, each a sum over the records; a
# draw saves one or two gradients, of 4d operations per record. At 10 features the series is worth
# its price from 101 draws on, at 25 features from 3521.
PAIRS_PER_DRAW = 30

# Widths of the loss's transition that a typical minimiser moves, for the series to be of use.
#
# Below, the first order alone is so near that Newton's method needs the same number of steps;
# above, the terms grow for most draws. (tanh has its nearest poles at ±iπ/2 widths, beyond which
# no series of it converges; records that differ let the sum reach somewhat further.)
REACH = (0.08, 2.5)


def is_worthwhile(objective: Objective, u: Array) -> bool:
    """Tell whether a series exists, serves enough draws, and says more about them than `u` = u₁."""
    d = objective.rows.n_features
    # Beyond NARROW features the products that T and F are made of are not at hand.
    if not objective.loss.has_series or d > NARROW:
        return False
    enough = PAIRS_PER_DRAW * len(u) >= n_pairs(d) ** 2
    widths = np.median(np.linalg.norm(u, axis=1)) / objective.loss.width
    return bool(enough and REACH[0] <= widths <= REACH[1])


class DerivativeTensors(Positions):
    """T and F, summed up over the tiles of a gradient of one draw.

    Parameters
    ----------
    loss : Loss
        One that has a series.
    rows : Rows
        The records that the gradient is of.
    """

    def __init__(self, loss: Loss, rows: Rows) -> None:
        super().__init__()
        d = rows.n_features
        self.loss, self.rows = loss, rows
        self.third, self.fourth = np.zeros((d, n_pairs(d))), np.zeros((n_pairs(d), n_pairs(d)))

    def visit(self, tile: Tile, position: npt.NDArray[Any]) -> None:
        """Add a tile's records."""
        products = self.rows.products[tile.number]()
        three, four = self.loss.third_and_fourth(position[0])
        self.third += (tile.columns * three) @ products
        some = slice(None, None, FOURTH_STEP)
        products, four, share = products[some], four[some], tile.share[some]
        # products.T · products has the share twice, so that it is divided by once. A share too
        # small to divide by is too small to matter.
        weights = np.divide(four, share, out=0 * four, where=share > np.finfo(share.dtype).tiny)
        self.fourth += FOURTH_STEP * (products.T * weights) @ products


def third_order(u: Array, tensors: DerivativeTensors, spectrum: Spectrum, lam: Array) -> Array:
    """Return u₁ + u₂ + u₃, shape (n_draws, d), for as long as the terms of a draw shrink.

    `u` (n_draws, d) is u₁ of each draw, `lam` has shape (n_draws, 1); the spectrum gives S.
    """
    T, F = tensors.third, tensors.fourth
    # A term that overflows is one that does not shrink.
    with np.errstate(over="ignore", invalid="ignore"):
        square = _pairs(u, u)
        second = -spectrum.solve(0.5 * square @ T.T, lam)
        mixed = _pairs(u, second) @ T.T + _contracted(square @ F, u) / 6
        third = -spectrum.solve(mixed, lam)
        # A series whose terms grow is far from its limit: then the first order alone is safer.
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
