"""The search for the largest privacy loss of objective perturbation: any output is possible.

The loss is maximised over the record before, the record after, one other record with its count, and
the output: 3d + 1 + d + 1 numbers in d features. It has many local maxima, so that a seeded
differential evolution (Storn and Price 1997) looks everywhere in the box, and Nelder and Mead's
simplex then makes the best place exact.
"""

from functools import partial

import numpy as np
from scipy import optimize

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.privacy.calibration import Plan
from dpcore.privacy.noise import NORM_LAWS
from dplab.instruments.neighbours import Neighbours, in_ball
from dplab.instruments.worst_case.places import places

# Of the differential evolution, per variable and in all.
POPULATION, GENERATIONS = 10, 100

# The evolution ends where its population agrees to this; the simplex does the rest.
POPULATION_TOLERANCE = 1e-8

# Nelder and Mead need no derivative, which a hinge's loss does not have everywhere.
SIMPLEX = {"xatol": 1e-10, "fatol": 1e-12}
SIMPLEX_LOOKS = 100

# Lengths of outputs, on a logarithmic scale: below 1e-6 all margins are 0 in effect; noise of small
# ε and λ makes outputs up to 1e8 long.
LOG_SHORTEST_OUTPUT, LONGEST_OUTPUT = -6.0, 1e8


def worst_of_objective(
    plan: Plan, loss: Loss, *, lam: float, n: int, dims: int, seed: int
) -> tuple[Neighbours, Array, int]:
    """Return neighbours, an output with a large loss, and how many places were looked at.

    λ is what the user set; `dims` are the features in which to look, and `seed` is of the
    evolution.
    """
    lowest, highest = _box(dims)
    negative_loss = partial(
        _negative_loss, plan=plan, loss=loss, pull=n * (lam + plan.extra_lam), n=n, dims=dims
    )
    rng = np.random.default_rng(seed)
    first = rng.uniform(lowest, highest, (POPULATION * len(lowest), len(lowest)))
    known = _known(plan, loss, lam=lam, n=n, dims=dims)
    first[: len(known)] = np.clip(known, lowest, highest)
    evolved = optimize.differential_evolution(
        lambda x: negative_loss(x.T),
        list(zip(lowest, highest, strict=True)),
        init=first,
        maxiter=GENERATIONS,
        tol=POPULATION_TOLERANCE,
        rng=rng,
        vectorized=True,
        updating="deferred",
        polish=False,
    )
    polished = optimize.minimize(
        lambda x: negative_loss(np.clip(x, lowest, highest)[None])[0],
        evolved.x,
        method="Nelder-Mead",
        options=SIMPLEX | {"maxfev": SIMPLEX_LOOKS * len(lowest)},
    )
    best = np.clip(min(evolved, polished, key=lambda result: result.fun).x, lowest, highest)
    ((before, after, other),), counts, (coefs,) = _unpacked(best[None], n, dims)
    pair = Neighbours(other[None], counts, before, after, n)
    return pair, coefs, int(evolved.nfev + polished.nfev)


def _box(dims: int) -> tuple[Array, Array]:
    """Return the ranges of before, after, the other record, its count, w's direction and length."""
    lowest = np.concatenate([-np.ones(3 * dims), [0.0], -np.ones(dims), [LOG_SHORTEST_OUTPUT]])
    highest = np.concatenate([np.ones(3 * dims + 1 + dims), [np.log10(LONGEST_OUTPUT)]])
    return lowest, highest


def _known(plan: Plan, loss: Loss, *, lam: float, n: int, dims: int) -> Array:
    """Return places that theory points to; the first two: a record of a short output's own."""
    one, none = np.eye(dims)[0], np.zeros(dims)
    found = [
        np.concatenate([one, none, none, [0.0], one, [LOG_SHORTEST_OUTPUT]]),
        np.concatenate([one, -one, none, [0.0], one, [LOG_SHORTEST_OUTPUT]]),
    ]
    pull = n * (lam + plan.extra_lam)
    for place in places(loss, pull=pull, rate=plan.noise_rate, n=n, dims=dims):
        length = max(float(np.linalg.norm(place.coefs)), 10**LOG_SHORTEST_OUTPUT)
        towards = place.coefs / length if place.coefs.any() else one
        found.append(
            np.concatenate(
                [place.before, place.after, place.other, [1.0], towards, [np.log10(length)]]
            )
        )
    return np.array(found)


def _unpacked(x: Array, n: int, dims: int) -> tuple[Array, Array, Array]:
    """Return before, after and other (m, 3, dims), other's count (m,), coefs (m, dims) of places.

    The simplex asks for one place at a time, thousands of them, and each call of NumPy costs more
    than its arithmetic: hence the three records in one array, here and in `_negative_loss`.
    """
    records = in_ball(x[:, : 3 * dims].reshape(-1, dims)).reshape(-1, 3, dims)
    count, towards, power = x[:, 3 * dims], x[:, 3 * dims + 1 : -1], x[:, -1:]
    counts = np.maximum(np.minimum(np.floor(n**count) - 1, n - 1), 0.0)
    length = np.maximum(np.linalg.norm(towards, axis=1, keepdims=True), 1e-12)
    return records, counts, towards / length * 10.0**power


def _negative_loss(x: Array, *, plan: Plan, loss: Loss, pull: float, n: int, dims: int) -> Array:
    """Return -|L| at m places, shape (m,): the meter's formula for one other record."""
    records, counts, coefs = _unpacked(x, n, dims)
    pair, other = records[:, :2], records[:, 2]
    margins = np.einsum("mkd,md->mk", records, coefs)
    slopes, curvatures = loss.slope(margins), loss.curvature_at(margins)
    shared = -pull * coefs - (counts * slopes[:, 2])[:, None] * other
    noises = shared[:, None] - slopes[:, :2, None] * pair
    # zᵀA⁻¹z for A = pull·I + weight·o oᵀ, by Sherman and Morrison.
    along, weight = np.einsum("mkd,md->mk", records, other), counts * curvatures[:, 2]
    across = weight[:, None] * along[:, :2] ** 2 / (pull + weight * along[:, 2])[:, None]
    inverses = (np.einsum("mkd,mkd->mk", pair, pair) - across) / pull
    log_jacobians = np.log1p(curvatures[:, :2] * inverses)
    lengths = np.linalg.norm(noises, axis=2)
    # Where the density has a pole, the tiniest number keeps its logarithm finite.
    logs = np.log(lengths + np.finfo(float).tiny)
    pole = NORM_LAWS[plan.norm_law].pole_order(dims)
    # Like from like: lengths are up to 1e8 times as long as they differ.
    farther, volume, logs = (part[:, 1] - part[:, 0] for part in (lengths, log_jacobians, logs))
    return np.asarray(-np.abs(plan.noise_rate * farther - volume + pole * logs))
