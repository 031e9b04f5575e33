"""Bad neighbours and bad outputs: how much privacy a mechanism can really lose.

The privacy loss splits into a part of each data set's own, so that the record before and the record
after are chosen independently of one another, for a given output and given other records. The
adversary's family is small on purpose: all other records equal, or at the origin, everything in a
plane. For objective perturbation, where any output is possible, a seeded differential evolution
looks everywhere in it, and Nelder and Mead's simplex makes the best of it exact. For output
perturbation the worst output is known, and pairs are tried that pull the minimisers far apart.

What is found is a lower bound on the true ε: neighbours and an output that anybody may check with
the meter. `ceiling` is the upper bound that theory gives.

- output: a pair of records pulls the minimiser apart by 2/(nλ) at most, and beyond the two
  minimisers the loss is β times their distance, at every output on that line;
- objective: one noise vector is at most 2 longer than the other, and the log determinants
  differ by at most log(1 + c/(n(λ+Δ))).

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> from dpcore.privacy.calibration import calibrate
>>> plan = calibrate("objective_2008", 0.2, lam=1e-6, n=600, loss=Logistic())
>>> found = worst_case(plan, Logistic(), lam=1e-6, n=600, n_features=1)
>>> bound = ceiling(plan, Logistic(), lam=1e-6, n=600, n_features=1)
>>> round(found.privacy_loss, 2), round(bound, 2)
(5.99, 6.23)
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy import optimize

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.privacy.calibration import Plan, calibrate
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.meter import Meter, minimisers
from dpcore.privacy.neighbours import Neighbours

PLANE = 2
"""Features of the plane in which neighbours are looked for."""

POPULATION, GENERATIONS = 10, 100
"""Of the differential evolution, per variable and in all."""

LONGEST_OUTPUT = 1e8
NEAR = 1e-6
"""How near to its pole a density without bound is looked at, in distances of the minimisers."""

TILTS = (0.0, 0.01, 0.03, 0.1, 0.3)
"""How far two opposite records are tilted towards one another."""

CROWDS = (0.0, 0.8, 0.9, 1.0)
"""How many others hold the minimiser in place, as a power of n."""

OUTPUTS = np.linspace(0.0, 8.0, 65)
SHIFTS, RECORDS = np.linspace(-1.0, 1.0, 21), np.linspace(-1.0, 1.0, 17)
"""Where `worst_with_a_crowd` looks, in one feature; outputs below 0 are those above, mirrored."""

MARGINS = np.linspace(-30.0, 30.0, 6001)
"""Where it looks in two features or more."""


@dataclass(frozen=True, eq=False)
class WorstCase:
    """Neighbours, an output, and the loss there.

    Parameters
    ----------
    neighbours : Neighbours
    coefs : array (n_features,)
    privacy_loss : float
        |L(w)|; a lower bound on the ε that the mechanism really gives.
    evaluations : int
        Pairs and outputs that were looked at.
    """

    neighbours: Neighbours
    coefs: Array
    privacy_loss: float
    evaluations: int


def ceiling(plan: Plan, loss: Loss, *, lam: float, n: int, n_features: int) -> float:
    """Return an upper bound on |L| over all neighbours and outputs; ∞ where there is none.

    Parameters
    ----------
    plan : Plan
    loss : Loss
    lam : float
        Regularization that the user set.
    n, n_features : int
    """
    if np.isinf(plan.noise_rate) or (plan.norm_law == "laplace" and n_features > 1):
        return float("inf")
    lengths = plan.noise_rate * plan.sensitivity
    if MECHANISMS[plan.mechanism].perturbs == "output":
        return lengths
    return lengths + float(np.log1p(loss.curvature / (n * (lam + plan.extra_lam))))


def worst_case(
    plan: Plan, loss: Loss, *, lam: float, n: int, n_features: int, seed: int = 0
) -> WorstCase:
    """Look for the neighbours and the output with the largest privacy loss.

    Parameters
    ----------
    plan : Plan
    loss : Loss
    lam : float
        Regularization that the user set.
    n : int
        Records of each data set.
    n_features : int
    seed : int
        Of the search.

    Returns
    -------
    WorstCase
        For a mechanism whose loss has no bound, a large value, not the largest.
    """
    dims = min(PLANE, n_features)
    unbounded = np.isinf(ceiling(plan, loss, lam=lam, n=n, n_features=dims))
    if unbounded or MECHANISMS[plan.mechanism].perturbs == "output":
        pair, coefs, evaluations = _apart(loss, lam + plan.extra_lam, n, dims, unbounded)
    else:
        pair, coefs, evaluations = _evolved(plan, loss, lam, n, dims, seed)
    pair, coefs = _embedded(pair, n_features), _padded(coefs, n_features)
    found = Meter(pair, plan, loss, lam).at(coefs[None])[0]
    return WorstCase(pair, coefs, float(abs(found)), evaluations)


def worst_with_a_crowd(
    mechanism: str, epsilons: Array, pulls: Array, loss: Loss, *, n_features: int = 1
) -> Array:
    """Return the worst privacy loss of objective perturbation over ε and nλ, as n grows.

    Many others very near to the origin add any gradient s to the problem and next to no curvature:
    n - 1 records at z = -2s/n, say, bend the logistic one by s²/n. In the limit of many records at
    the same nλ the noise is then b = u - z ℓ'(z·w) for any u, and the loss is
    f(w, u, z) - f(w, u, z') with

        f(w, u, z) = log(n(λ+Δ) + ℓ''(z·w) ‖z‖²) - β‖u - z ℓ'(z·w)‖,

    so that the best z and the best z' are found one by one. In one feature that is done on a grid.
    With two or more, a long w at a right angle to everything else gives a record any margin t by a
    tilt that is hardly one; with u longer still, the worst loss is

        max over t of β(|ℓ'(t)| + 1) + log(1 + ℓ''(t)/(n(λ+Δ))).

    Parameters
    ----------
    mechanism : str
        One that perturbs the objective, with noise of Gamma length.
    epsilons : array (n_epsilons,)
    pulls : array (n_pulls,)
        nλ, what λ pulls with, in records.
    loss : Loss
    n_features : int
        All from 2 on are alike.

    Returns
    -------
    array (n_pulls, n_epsilons)
        Never above `ceiling`; `worst_case` comes close to it where n is large.
    """
    worst_at = _worst_in_a_line(loss) if n_features == 1 else _worst_in_a_plane(loss)
    worst = np.empty((len(pulls), len(epsilons)))
    for place in np.ndindex(worst.shape):
        lam = float(pulls[place[0]])
        plan = calibrate(mechanism, float(epsilons[place[1]]), lam=lam, n=1, loss=loss)
        worst[place] = worst_at(lam + plan.extra_lam, plan.noise_rate)
    return worst


def _worst_in_a_line(loss: Loss) -> Callable[[float, float], float]:
    """Return the worst loss in one feature by n(λ+Δ) and β."""
    margins = np.outer(_outputs(loss), RECORDS)
    bends = loss.curvature_at(margins) * RECORDS**2
    lengths = np.abs(SHIFTS[:, None] - (loss.slope(margins) * RECORDS)[:, None, :])

    def worst(pull: float, rate: float) -> float:
        f = np.log(pull + bends)[:, None, :] - rate * lengths
        return float((f.max(axis=2) - f.min(axis=2)).max())

    return worst


def _worst_in_a_plane(loss: Loss) -> Callable[[float, float], float]:
    """Return the worst loss in two features or more by n(λ+Δ) and β."""
    margins = np.concatenate([MARGINS, _outputs(loss)])
    slopes, bends = np.abs(loss.slope(margins)), loss.curvature_at(margins)

    def worst(pull: float, rate: float) -> float:
        return float((rate * (slopes + loss.lipschitz) + np.log1p(bends / pull)).max())

    return worst


def _outputs(loss: Loss) -> Array:
    """Return the outputs of `OUTPUTS`, and those at which a hinge's band begins and ends."""
    h = getattr(loss, "h", 1.0)
    edges = np.array([1 - h, 1 + h])
    inside = edges + np.array([1e-9, -1e-9])
    return np.concatenate([OUTPUTS, np.abs(inside)])


# --- Objective perturbation: any output is possible, so it is chosen with the records -------------


def _evolved(
    plan: Plan, loss: Loss, lam: float, n: int, dims: int, seed: int
) -> tuple[Neighbours, Array, int]:
    lowest, highest = _box(dims)
    price = partial(_price, plan=plan, loss=loss, pull=n * (lam + plan.extra_lam), n=n, dims=dims)
    rng = np.random.default_rng(seed)
    first = rng.uniform(lowest, highest, (POPULATION * len(lowest), len(lowest)))
    first[: len(_known(dims))] = _known(dims)
    evolved = optimize.differential_evolution(
        lambda x: price(x.T),
        list(zip(lowest, highest, strict=True)),
        init=first,
        maxiter=GENERATIONS,
        tol=1e-8,
        rng=rng,
        vectorized=True,
        updating="deferred",
        polish=False,
    )
    polished = optimize.minimize(
        lambda x: price(np.clip(x, lowest, highest)[None])[0],
        evolved.x,
        method="Nelder-Mead",
        options={"xatol": 1e-10, "fatol": 1e-12, "maxfev": 100 * len(lowest)},
    )
    best = np.clip(min(evolved, polished, key=lambda result: result.fun).x, lowest, highest)
    before, after, other, count, coefs = (part[0] for part in _unpacked(best[None], n, dims))
    pair = Neighbours(other[None], np.array([count]), before, after, n)
    return pair, coefs, int(evolved.nfev + polished.nfev)


def _box(dims: int) -> tuple[Array, Array]:
    """Return the ranges of before, after, the other record, its count, w's direction and length."""
    lowest = np.concatenate([-np.ones(3 * dims), [0.0], -np.ones(dims), [-6.0]])
    highest = np.concatenate([np.ones(3 * dims + 1 + dims), [np.log10(LONGEST_OUTPUT)]])
    return lowest, highest


def _known(dims: int) -> Array:
    """Return places that theory points to: a record against the origin, at a short output."""
    one, none = np.eye(dims)[0], np.zeros(dims)
    place = [one, none, none, [0.0], one, [-6.0]]
    opposite = [one, -one, none, [0.0], one, [-6.0]]
    return np.array([np.concatenate(place), np.concatenate(opposite)])


def _unpacked(x: Array, n: int, dims: int) -> tuple[Array, Array, Array, Array, Array]:
    """Return before, after, other (m, dims), its count (m,) and coefs (m, dims) of m places."""
    before, after, other, count, towards, power = np.split(
        x, np.cumsum([dims, dims, dims, 1, dims]), axis=1
    )
    length = np.maximum(np.linalg.norm(towards, axis=1, keepdims=True), 1e-12)
    counts = np.minimum(np.floor(n ** count[:, 0]) - 1, n - 1)
    coefs = towards / length * 10.0**power
    return _in_ball(before), _in_ball(after), _in_ball(other), np.maximum(counts, 0.0), coefs


def _in_ball(z: Array) -> Array:
    # A hair inside, so that rounding never lets a record out.
    return np.asarray(z / np.maximum(1.0, np.linalg.norm(z, axis=1, keepdims=True) * (1 + 1e-12)))


def _price(x: Array, *, plan: Plan, loss: Loss, pull: float, n: int, dims: int) -> Array:
    """Return -|L| at m places, shape (m,): the meter's formula for one other record."""
    before, after, other, counts, coefs = _unpacked(x, n, dims)
    margins = _dot(coefs, other)
    shared = -pull * coefs - (counts * loss.slope(margins))[:, None] * other
    weight = counts * loss.curvature_at(margins)
    noises, bends = [], []
    for record in (before, after):
        margin = _dot(coefs, record)
        noises.append(shared - loss.slope(margin)[:, None] * record)
        # zᵀA⁻¹z for A = pull·I + weight·o oᵀ, by Sherman and Morrison.
        across = weight * _dot(record, other) ** 2 / (pull + weight * _dot(other, other))
        bends.append(np.log1p(loss.curvature_at(margin) * (_dot(record, record) - across) / pull))
    length, other_length = (np.linalg.norm(noise, axis=1) for noise in noises)
    found = plan.noise_rate * (other_length - length) + bends[0] - bends[1]
    if plan.norm_law == "laplace":
        tiny = np.finfo(float).tiny
        found += (dims - 1) * (np.log(other_length + tiny) - np.log(length + tiny))
    return np.asarray(-np.abs(found))


def _dot(A: Array, B: Array) -> Array:
    return np.asarray(np.einsum("ij,ij->i", A, B))


# --- Output perturbation: the farther apart the minimisers, the larger the loss -------------------


def _apart(
    loss: Loss, lam: float, n: int, dims: int, unbounded: bool
) -> tuple[Neighbours, Array, int]:
    pairs = [
        _tilted(tilt, np.floor(n**power) - 1, n, dims)
        for tilt in (TILTS if dims > 1 else (0.0,))
        for power in CROWDS
    ]
    centres = [minimisers(pair, loss, lam) for pair in pairs]
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
    return Neighbours(other, counts, _one(up + across), _one(up - across), n)


def _one(z: Array) -> Array:
    return np.asarray(_in_ball(z[None])[0])


def _embedded(pair: Neighbours, d: int) -> Neighbours:
    common = np.zeros((len(pair.common), d))
    common[:, : pair.n_features] = pair.common
    return Neighbours(common, pair.counts, _padded(pair.before, d), _padded(pair.after, d), pair.n)


def _padded(vector: Array, d: int) -> Array:
    return np.concatenate([vector, np.zeros(d - len(vector))])
