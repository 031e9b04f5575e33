"""A black-box audit: which ε a mechanism cannot have, judged by its outputs alone.

If M is (ε, δ)-differentially private, nobody can tell two neighbouring data sets apart too well
from an output: for every guess, with false positives FPR and false negatives FNR,

    FPR e^ε + FNR ≥ 1 - δ    and    FNR e^ε + FPR ≥ 1 - δ.

So each guess gives a lower bound on ε. The auditor runs the mechanism many times on both data sets.
Half of the runs choose the guess: a direction in the space of outputs, and a threshold along it.
The other half judges it, and Clopper and Pearson's limits at the stated confidence take the
place of the two rates. The bound then holds with that confidence whatever the guess is.

Nothing is known of the mechanism but its outputs: any function `(data, n_runs, rng) → array` will
do, ours or a stranger's. What it cannot see, it does not claim: a low bound proves nothing.

Examples
--------
>>> def honest(value, n_runs, rng):
...     return value + rng.laplace(scale=1.0, size=(n_runs, 1))
>>> found = audit(honest, 0.0, 1.0, n_runs=20_000, rng=np.random.default_rng(0))
>>> 0.8 < found.epsilon <= 1.0
True
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from scipy import stats

from dpcore import checks
from dpcore.checks import Array

# Half of them judge: ten runs without a wrong guess exclude no ε above 0.36, at 99 % confidence.
FEWEST_RUNS = 20

# At 1 no bound holds; below one half a bound is more likely wrong than right.
CONFIDENCES = (0.5, 1 - 1e-9)

# Single coordinates that are tried as directions, beside the two that use all of them.
MOST_COORDINATES = 20

# Thresholds that are tried along each direction: quantiles of the runs that choose. Steps of 1/400
# are below the standard error of a rate in ten thousand runs.
MOST_THRESHOLDS = 400

BlackBox = Callable[[Any, int, np.random.Generator], Array]
Score = Callable[[Array], Array]


@dataclass(frozen=True)
class Finding:
    """What an audit found.

    Parameters
    ----------
    epsilon : float
        Lower bound on ε; 0 if the outputs tell nothing.
    confidence : float
        Probability, over the runs, that the bound is right.
    delta : float
        δ of the claim that is audited.
    n_runs : int
        Runs on each data set, those that chose the guess included.
    false_positives, false_negatives : float
        Rates of the guess in the runs that judged it.
    """

    epsilon: float
    confidence: float
    delta: float
    n_runs: int
    false_positives: float
    false_negatives: float


def audit(
    mechanism: BlackBox,
    first: Any,
    second: Any,
    *,
    n_runs: int,
    rng: np.random.Generator,
    confidence: float = 0.99,
    delta: float = 0.0,
) -> Finding:
    """Return a lower bound on ε from runs on two neighbouring data sets.

    Parameters
    ----------
    mechanism : callable
        Called as ``mechanism(data, n_runs, rng)``; returns independent outputs, one a row.
    first, second : any
        Neighbouring data sets, passed on as they are.
    n_runs : int
        Runs on each, at least 20; half of them choose the guess.
    rng : numpy.random.Generator
    confidence : float
        From 0.5 to just below 1.
    delta : float
        In [0, 1]: the δ that is granted to the mechanism.

    Raises
    ------
    InvalidInput
        If a number is out of range, or the outputs are no numbers or of unequal length.
    """
    n_runs = checks.whole("n_runs", n_runs, low=FEWEST_RUNS)
    confidence = checks.between("confidence", confidence, *CONFIDENCES)
    delta = checks.between("delta", delta, 0.0, 1.0)
    # What chooses the guess must not judge it: the best of many guesses on the same runs looks
    # better than it is, and the limits would not hold.
    half = n_runs // 2
    here, there = (_outputs(mechanism(data, n_runs, rng), n_runs) for data in (first, second))
    if here.shape != there.shape:
        raise checks.InvalidInput(
            f"outputs must be equally long for both data sets; got {here.shape[1]} numbers "
            f"and {there.shape[1]}."
        )
    score, threshold = _guess(here[:half], there[:half], confidence, delta)
    false_positives = float(np.mean(score(here[half:]) > threshold))
    false_negatives = float(np.mean(score(there[half:]) <= threshold))
    bound = _bound(false_positives, false_negatives, n_runs - half, confidence, delta)
    return Finding(float(bound), confidence, delta, n_runs, false_positives, false_negatives)


def _guess(here: Array, there: Array, confidence: float, delta: float) -> tuple[Score, float]:
    """Return the score and the threshold that would do best on these runs.

    An output above the threshold is taken to come from the second data set.
    """
    best: tuple[float, Score, float] = (-np.inf, lambda outputs: outputs[:, 0], 0.0)
    for score in _scores(here, there):
        a, b = score(here), score(there)
        # Of both together, so that neither set alone says where thresholds are dense.
        shares = np.linspace(0, 1, MOST_THRESHOLDS)
        thresholds = np.unique(np.quantile(np.concatenate([a, b]), shares))
        above = 1 - np.searchsorted(np.sort(a), thresholds, side="right") / len(a)
        below = np.searchsorted(np.sort(b), thresholds, side="right") / len(b)
        bounds = _bound(above, below, len(a), confidence, delta)
        place = int(np.argmax(bounds))
        if bounds[place] > best[0]:
            best = float(bounds[place]), score, float(thresholds[place])
    return best[1], best[2]


def _scores(here: Array, there: Array) -> Iterator[Score]:
    """Yield ways to order outputs: along lines, and by the distance from where each set gathers."""
    # Medians: outputs may have no mean that settles, as those of a long-tailed mechanism.
    centres = [np.median(here, axis=0), np.median(there, axis=0)]
    spread = np.cov(np.concatenate([here, there]).T).reshape(here.shape[1], -1)
    # Fisher's direction, with a ridge: a coordinate that never moves leaves the matrix singular.
    floor = np.finfo(float).eps * (1 + np.trace(spread))
    apart = centres[1] - centres[0]
    discriminant = np.linalg.solve(spread + floor * np.eye(len(spread)), apart)
    # Both signs: which data set lies on which side of a threshold is a part of the guess.
    for line in (discriminant, apart, *np.eye(len(apart))[:MOST_COORDINATES]):
        for sign in (1.0, -1.0):
            yield partial(_along, line=sign * line)
    for centre in centres:
        for sign in (1.0, -1.0):
            yield partial(_away, centre=centre, sign=sign)


def _along(outputs: Array, line: Array) -> Array:
    return np.asarray(outputs @ line)


def _away(outputs: Array, centre: Array, sign: float) -> Array:
    return np.asarray(sign * np.linalg.norm(outputs - centre, axis=1))


def _bound(
    false_positives: Array | float,
    false_negatives: Array | float,
    n_runs: int,
    confidence: float,
    delta: float,
) -> Array:
    """Return the bound on ε that rates of error among `n_runs` runs on each data set give."""
    # Half of what may go wrong for each limit: both hold at once with the stated confidence.
    positive, negative = (
        _upper_limit(np.asarray(rate), n_runs, (1 - confidence) / 2)
        for rate in (false_positives, false_negatives)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        ways = [
            np.log(np.maximum(1 - delta - negative, 0.0) / positive),
            np.log(np.maximum(1 - delta - positive, 0.0) / negative),
        ]
    return np.maximum(np.maximum(*ways), 0.0)


def _upper_limit(rate: Array, n: int, level: float) -> Array:
    """Return Clopper and Pearson's upper limit of a rate, exceeded with probability `level`."""
    # Rates are counts over n, up to rounding.
    count = np.rint(rate * n)
    limit = stats.beta.ppf(1 - level, count + 1, np.maximum(n - count, 0.5))
    return np.asarray(np.where(count >= n, 1.0, limit))


def _outputs(returned: Any, n_runs: int) -> Array:
    outputs = np.asarray(returned, dtype=np.float64)
    # Numbers may come as a plain list of runs; a stranger's mechanism need not know our axes.
    outputs = outputs[:, None] if outputs.ndim == 1 else outputs
    if outputs.ndim != 2 or len(outputs) != n_runs or not np.isfinite(outputs).all():
        raise checks.InvalidInput(
            f"the mechanism must return {n_runs} rows of finite numbers, one for each run; "
            f"got an array of shape {np.shape(returned)}."
        )
    return outputs
