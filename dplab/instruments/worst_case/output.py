"""The search for the largest privacy loss of output perturbation: the worst output is known.

The output is the minimiser plus noise, so that the loss is β times the difference of the output's
distances from the two minimisers. It is largest on the line through them, beyond either one: there
it is β times their distance. What is left to find are neighbours whose minimisers are far apart. A
pair of opposite records pulls them apart by at most 2/(nλ); it does so where both are pulled
with the full slope, to which other records, turned away, help.
"""

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dplab.instruments.minimisers import minimisers_of_each
from dplab.instruments.neighbours import Neighbours, in_ball

# How near to its pole a density without bound is looked at, in distances of the minimisers.
NEAR = 1e-6

# How far two opposite records are tilted towards one another: exactly opposite ones cannot both
# have margins in the steep part.
TILTS = (0.0, 0.01, 0.03, 0.1, 0.3)

# How many others hold the minimiser where both slopes are full, as a power of n.
OTHERS = (0.0, 0.8, 0.9, 1.0)


def worst_of_output(
    loss: Loss, *, lam: float, n: int, dims: int, unbounded: bool
) -> tuple[Neighbours, Array, int]:
    """Return neighbours, an output with a large loss, and how many pairs were looked at.

    λ includes the mechanism's Δ; `dims` are the features in which to look; `unbounded` says whether
    the noise's density has no bound at 0.
    """
    tilts = TILTS if dims > 1 else (0.0,)
    groups = [
        [_tilted(tilt, np.floor(n**power) - 1, n, dims) for tilt in tilts] for power in OTHERS
    ]
    pairs = [pair for group in groups for pair in group]
    centres = [each for group in groups for each in minimisers_of_each(group, loss, lam)]
    farthest = int(np.argmax([np.linalg.norm(here - there) for here, there in centres]))
    here, there = centres[farthest]
    # Beyond `here`, seen from `there`, the loss is the same everywhere; but a density that has no
    # bound at its centre is looked at close by.
    beyond = here + (NEAR if unbounded else 1.0) * (here - there)
    return pairs[farthest], beyond, len(pairs)


def _tilted(tilt: float, count: float, n: int, dims: int) -> Neighbours:
    """Return two nearly opposite records; others, turned away, hold w where both pull in full."""
    across = np.zeros(dims)
    across[0] = np.sqrt(1 - tilt**2) if dims > 1 else 1.0
    up = np.eye(dims)[-1] * (tilt if dims > 1 else 0.0)
    other = -np.eye(dims)[-1:]
    counts = np.array([max(count, 0.0)])
    return Neighbours(other, counts, _record(up + across), _record(up - across), n)


def _record(z: Array) -> Array:
    return np.asarray(in_ball(z[None])[0])
