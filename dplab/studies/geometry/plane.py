"""Geometry of private classifiers with two features: where the noise moves them.

Both families map noise to classifiers one to one, so that the distribution of a classifier is known
and not only sampled. Noise b of rate β is shorter than q_p/β with probability p,
q_p the quantile of the Gamma law of shape d = 2. Under either map, the image of that disc
holds a private classifier with probability p:

- *output*: the disc of radius q_p/β around the minimiser w*;
- *objective*: all minimisers of ``J(w) + b·w/n + (Δ/2)‖w‖²`` with ``‖b‖ ≤ q_p/β``. Its rim is found
  by minimising for noise on the rim. Where the records give J much curvature the region is narrow,
  elsewhere it is long.

Every ε and both mechanisms use the same noise on another scale, so that a cloud grows and shrinks
and does not jump. That is right for a figure, and would be wrong for a release.

Examples
--------
>>> from dpcore.data.dataset import split
>>> from dpcore.data.recipes import generate
>>> from dpcore.erm.losses import Logistic
>>> data = generate("gaussian", np.random.default_rng(0), n=1000, d=2)
>>> found = clouds(split(data, 800, seed=0), Logistic(), 0.01, (0.5, 5.0), n_draws=100, seed=0)
>>> found.clouds["objective", 0.5].coefs.shape
(100, 2)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Dataset, Split
from dpcore.erm.losses import Logistic, Loss
from dpcore.erm.objective import Objective
from dpcore.erm.rows import Rows
from dpcore.erm.solver import solve
from dpcore.privacy import noise
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import calibrate, family_of
from dplab.simulation.measures import Mistakes, mistakes
from dplab.simulation.sources import stream

FEATURES = 2
SHARES = (0.5, 0.9)
"""Probabilities of the regions."""

ANGLES = 61
"""Points on the rim of a region."""

COMPARED = ("objective", "output")

WEIGHING = 0.01
"""λ at which features are weighed: what the pages start with."""


@dataclass(frozen=True, eq=False)
class Cloud:
    """One mechanism at one ε.

    Errors are of the test, in [0, 1], by the measure asked for. `noises` (n_draws, 2) are b of each
    draw: added to the minimiser, or b/n to the objective. `rims` (len(SHARES), ANGLES, 2) are
    around the regions that hold a classifier with the probabilities `SHARES`. `converged` says
    whether every minimisation met the tolerance.
    """

    coefs: Array
    errors: Array
    mistakes: Mistakes
    noises: Array
    rims: Array
    plan: Plan
    converged: bool


@dataclass(frozen=True, eq=False)
class Plane:
    """The non-private classifier, its test error and mistakes, and the clouds around it.

    The error is by the measure asked for, and the clouds are per mechanism and ε.
    """

    optimum: Array
    error: float
    mistakes: Mistakes
    clouds: Mapping[tuple[str, float], Cloud]

    def moved(self, mechanism: str, epsilon: float) -> Array:
        """Return how far each classifier is from the non-private one."""
        away = self.clouds[mechanism, epsilon].coefs - self.optimum
        return np.asarray(np.linalg.norm(away, axis=1))

    def moved_by(self, mechanism: str, epsilon: float) -> float:
        """Return the median of these distances."""
        return float(np.median(self.moved(mechanism, epsilon)))


def heaviest(part: Split) -> tuple[int, ...]:
    """Return the places of the features, from 1, the one with the largest weight first.

    Weights are those of a logistic regression without noise at λ = `WEIGHING`, whatever is looked
    at later: a picture keeps its features when λ or the loss moves. Read from the data: a choice by
    them is not private.
    """
    weights = solve(part.X, part.y, Logistic(), WEIGHING).coefs[0]
    return tuple((np.argsort(-np.abs(weights), kind="stable") + 1).tolist())


def clouds(
    part: Split,
    loss: Loss,
    lam: float,
    epsilons: Sequence[float],
    *,
    n_draws: int,
    seed: int,
    measure: str = "error",
) -> Plane:
    """Draw private classifiers of both families at many ε, with the regions that contain them.

    Parameters
    ----------
    part : Split
        Records with two features.
    loss : Loss
    lam : float
    epsilons : sequence of float
        Positive or ∞.
    n_draws, seed : int
    measure : str
        Of the errors: a key of `MEASURES`.

    Raises
    ------
    InvalidInput
        If the records have not two features, or a value is out of range.
    """
    checks.whole("features", part.X.shape[1], low=FEATURES, high=FEATURES)
    keys = [(name, epsilon) for name in COMPARED for epsilon in epsilons]
    plans = [
        calibrate(name, epsilon, lam=lam, n=part.n, loss=loss, n_features=FEATURES)
        for name, epsilon in keys
    ]
    noises = [_noises(plan, n_draws, seed) for plan in plans]
    terms = [family_of(plan).linear_terms(b, part.n) for plan, b in zip(plans, noises, strict=True)]
    lams = [np.full(len(term), lam + p.extra_lam) for term, p in zip(terms, plans, strict=True)]
    solution = solve(part.X, part.y, loss, np.concatenate(lams), np.concatenate(terms), part.weight)
    ends = np.cumsum([len(term) for term in terms])
    found = {}
    for key, plan, b, end, term in zip(keys, plans, noises, ends, terms, strict=True):
        places = slice(end - len(term), end)
        coefs = family_of(plan).coefs(solution.coefs[places], b)
        tested = mistakes(coefs[:n_draws], part, ranks=measure == "auc")
        converged = bool(solution.converged[places].all())
        found[key] = _cloud(coefs, tested.measured(measure), tested, b, plan, converged)
    optimum = solve(part.X, part.y, loss, lam, sample_weight=part.weight).coefs
    tested = mistakes(optimum, part, ranks=measure == "auc")
    return Plane(optimum[0], float(tested.measured(measure)[0]), tested, found)


def mean_length(plan: Plan) -> float:
    """Return the mean length d/β of a mechanism's noise in the plane, for the Gamma law."""
    return FEATURES / plan.noise_rate


def quantile(share: float) -> float:
    """Return q: noise of rate 1 is shorter with probability `share`."""
    return float(stats.gamma.ppf(share, FEATURES))


def risks(part: Split, loss: Loss, first: Array, second: Array) -> Array:
    """Return the mean loss of each classifier on a grid: all of J that passes over the records.

    `first` and `second` (m,) are the grid's values of w_1 and w_2. What is returned, (m, m), has
    rows along w_2, columns along w_1. Neither λ nor noise is in it.
    """
    W = _classifiers(first, second)
    count = np.ones(len(part.y)) if part.weight is None else part.weight
    share = count / count.sum() * loss.class_weights(part.y)
    rows = Rows(part.X * part.y[:, None], share, len(W))
    level = Objective(rows, loss, np.zeros(len(W)), np.zeros_like(W))
    return np.reshape(level.value(W, np.arange(len(W))), (len(second), len(first)))


def excess(risk: Array, lam: float, first: Array, second: Array, linear: Array) -> Array:
    """Return J + B·w, less its smallest value on a grid: how much worse each classifier is.

    The risk (m, m) is that of `risks` on the same grid, and `lam` includes Δ where a mechanism adds
    one; `linear` (k, 2) is B of each tilt, zeros for the objective as it is. What is returned,
    (k, m, m), is at least 0.
    """
    W = _classifiers(first, second)
    values = risk.ravel() + 0.5 * lam * (W * W).sum(axis=1) + linear @ W.T
    values -= values.min(axis=1, keepdims=True)
    return np.reshape(values, (-1, *risk.shape))


def elongation(rim: Array) -> float:
    """Return how many times as long as wide a region is, at least 1.

    Parameters
    ----------
    rim : array (n, 2)
        Points around it. Their extent along the principal axes is compared.
    """
    centred = rim - (rim.max(axis=0) + rim.min(axis=0)) / 2
    axes = np.linalg.svd(centred, full_matrices=False)[2]
    extent = np.ptp(centred @ axes.T, axis=0)
    return float(extent.max() / extent.min()) if extent.min() > 0 else 1.0


def of_two(data: Dataset, first: int, second: int) -> Dataset:
    """Return the records with two of their features: still inside the unit ball.

    Parameters
    ----------
    data : Dataset
    first, second : int
        Places of the features, from 1.

    Raises
    ------
    InvalidInput
        If there are no such features, or they are one and the same.
    """
    if data.X.shape[1] < FEATURES:
        raise InvalidInput("The picture needs two features, and this table has one.")
    places = [
        checks.whole("feature", place, low=1, high=data.X.shape[1]) - 1 for place in (first, second)
    ]
    if first == second:
        name = checks.cut(data.features[first - 1])
        raise InvalidInput(f"The two features must differ; got “{name}” twice.")
    names = tuple(data.features[place] for place in places)
    return Dataset(np.ascontiguousarray(data.X[:, places]), data.y, names, chance=data.chance)


def _classifiers(first: Array, second: Array) -> Array:
    """Return the grid's classifiers, (m², 2), row by row."""
    return np.stack(np.meshgrid(first, second), axis=-1).reshape(-1, FEATURES)


def _noises(plan: Plan, n_draws: int, seed: int) -> Array:
    """Return the draws' noise, then that of the rims."""
    drawn = noise.sample(plan.norm_law, plan.noise_rate, n_draws, FEATURES, stream(seed, "plane"))
    angles = np.linspace(0, 2 * np.pi, ANGLES)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    rims = [quantile(share) / plan.noise_rate * circle for share in SHARES]
    return np.concatenate([drawn, *rims])


def _cloud(
    coefs: Array, errors: Array, tested: Mistakes, b: Array, plan: Plan, converged: bool
) -> Cloud:
    n_draws = len(errors)
    return Cloud(
        coefs[:n_draws],
        errors,
        tested,
        b[:n_draws],
        coefs[n_draws:].reshape(len(SHARES), ANGLES, FEATURES),
        plan,
        converged,
    )
