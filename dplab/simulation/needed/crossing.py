"""What an accuracy needs: the smallest ε, or the fewest records, at which an error is low enough.

Errors were simulated at some *places* (values of ε, or of n) with the same random numbers at each.
Their median over the draws is made monotone by isotonic regression: it falls towards larger ε and
larger n. Between two places it is read off a line over the place's logarithm.

Objective perturbation is not monotone: just above ε₀ = 2 log(1 + c/(nλ)) its noise is at its
longest, and its error jumps up. So the places come in *pieces*, below and above ε₀, each monotone
by itself, and none is smoothed into the other.

The interval is a bootstrap over draws (and folds, where there are some): it holds the middle 99 %
of the answers that resampled draws give, and ends at places that were tried, since between two of
them nobody looked. It says how well so few draws of the noise know the place on these records, not
what other records would give. All of it looks at the data, and none of it is private.

References
----------
R. E. Barlow, D. J. Bartholomew, J. M. Bremner, H. D. Brunk, *Statistical Inference under Order
Restrictions*, Wiley 1972; B. Efron, R. Tibshirani, *An Introduction to the Bootstrap*, Chapman &
Hall 1993, section 13.3 (percentile intervals).

Examples
--------
>>> places = np.array([0.1, 1.0, 10.0])
>>> errors = np.repeat([[0.4], [0.2], [0.1]], 50, axis=1)
>>> found = level_crossing(places, errors, target=0.2)
>>> found.place, found.low, found.high
(1.0, 1.0, 1.0)
>>> level_crossing(places, errors, target=0.05) is None
True
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import isotonic_regression

from dpcore.checks import Array, InvalidInput

RESAMPLES = 1000
"""Bootstrap replicates: their 0.5 % quantile is the fifth smallest."""

AT_ONCE = 30_000
"""Errors that are resampled in one step: they fit into a cache of the processor."""

CONFIDENCE = 0.99
"""Errors on few test records move in steps, and resampled medians know too little of the next one:
at 0.95, with 114 test records, the interval missed in two of ten seeds."""

FEWEST_DRAWS = 8
"""Of seven draws, the median lies outside of all of them in one of 64 cases: 99 % are not to be
had. Resampling cannot know that: of two draws it gives what lies between them."""

SLACK = 1e-12
"""Errors are ratios of whole numbers, and targets sums of such: equal ones may differ by this."""


@dataclass(frozen=True)
class LevelCrossing:
    """The smallest place at which an error is low enough.

    Parameters
    ----------
    place : float
        By the draws that were made.
    low, high : float
        Places that were tried; between them lies the middle 99 % of what resampled draws give.
        `high` is ∞ where more than a few of them never come so low. With less than `FEWEST_DRAWS`
        draws, nothing is known: from the first place to ∞.
    is_first : bool
        Whether it is the first place that was tried: smaller ones may do, too.
    until : float
        The place up to which the error stays so low; ∞ if it does from `place` on. Objective
        perturbation may lose it again above ε₀.
    """

    place: float
    low: float
    high: float
    is_first: bool
    until: float


def level_crossing(
    places: Array,
    errors: Array,
    pieces: Sequence[int] | None = None,
    *,
    target: float,
    seed: int = 0,
) -> LevelCrossing | None:
    """Return the smallest place whose median error is at most `target`, or None if none is.

    Parameters
    ----------
    places : array (n_places,)
        Positive and ascending: values of ε or n.
    errors : array (n_places, n_draws) or (n_places, n_folds, n_draws)
        Errors, those of a draw with the same random numbers at every place. With folds, the median
        over them of each fold's median.
    pieces : sequence of int, optional
        Per place, the piece on which it lies; one piece if left out. Equal ones are neighbours.
    target : float
        The median error that is enough.
    seed : int
        Of the resampling.

    Raises
    ------
    InvalidInput
        If places are not ascending, or there is not an error for each.
    """
    if errors.ndim == 2:
        errors = errors[:, None, :]
    if not (len(places) == len(errors) and (np.diff(places, prepend=0.0) > 0).all()):
        raise InvalidInput("Places must be positive and ascending, with errors at each of them.")
    if not len(places):  # Of a sweep, parts of each may have failed.
        return None
    starts = _starts(pieces, len(places))
    found = _first_low(places, _medians(errors), target, starts)
    if found is None:
        return None
    place, until = found
    if errors[0].size < FEWEST_DRAWS:
        return LevelCrossing(place, float(places[0]), np.inf, bool(place == places[0]), until)
    drawn = [_first_low(places, each, target, starts) for each in _resampled(errors, seed).T]
    answers = [each[0] if each else np.inf for each in drawn]
    tail = (1 - CONFIDENCE) / 2
    # A quantile that is one of the answers: between a place and ∞ there is none.
    low, high = np.quantile(answers, [tail, 1 - tail], method="inverted_cdf")
    low, high = min(low, place), max(high, place)
    return LevelCrossing(
        place,
        float(places[places <= low].max(initial=places[0])),
        float(places[places >= high].min(initial=np.inf)),
        is_first=bool(place == places[0]),
        until=until,
    )


@dataclass(frozen=True)
class Price:
    """What privacy costs in records.

    Parameters
    ----------
    n_plain : int
        The fewest records without noise, of those that were tried, that err as little.
    error : float
        What the classifier without noise errs on them.
    records : LevelCrossing
        Records with noise that err as little.
    """

    n_plain: int
    error: float
    records: LevelCrossing

    @property
    def factor(self) -> float:
        """Records with noise in place of one without."""
        return self.records.place / self.n_plain


def price(
    sizes: Array,
    plain: Array,
    private: Array,
    pieces: Sequence[int] | None = None,
    *,
    below: float = np.inf,
    seed: int = 0,
) -> Price | None:
    """Return the price of privacy in records, or None where no size that was tried tells it.

    It is told for the least error without noise that noise reaches for certain: where the interval
    has an end; or else for the least that it reaches at all. Where the error does not fall any
    more, more records are of no use without noise either: the fewest of them count.

    Sizes ascend. `plain` (n_sizes, n_folds, 1) are errors without noise, `private` (n_sizes,
    n_folds, n_draws) those with it; pieces and seed are as in `needed`. Errors without noise that
    are not lower than `below` count for nothing: a constant answer errs as little.
    """
    levels = isotonic_regression(_medians(plain), increasing=False).x
    known: Price | None = None
    for error in np.unique(levels[levels < below]):
        if found := level_crossing(sizes, private, pieces, target=float(error), seed=seed):
            fewest = sizes[np.argmax(levels <= error + SLACK)]
            told = Price(int(fewest), float(error), found)
            if np.isfinite(found.high):
                return told
            known = known or told
    return known


def closer(places: Array, found: LevelCrossing, count: int) -> Array:
    """Return places for a second look: `count` between the neighbours of where it was found.

    They take in the interval, as far as it lies inside of what was tried, and are even in their
    logarithm; the line between two of them is then hardly off the curve.

    Examples
    --------
    >>> found = LevelCrossing(0.3, 0.2, 0.5, is_first=False, until=np.inf)
    >>> closer(np.array([0.1, 1.0, 10.0]), found, 3).round(2)
    array([0.1 , 0.32, 1.  ])
    """
    first = places[places <= found.low].max(initial=places[0])
    last = places[places >= min(found.high, places[-1])].min(initial=places[-1])
    return np.geomspace(first, last, count) if last > first else np.array([first])


def _starts(pieces: Sequence[int] | None, count: int) -> list[tuple[int, int]]:
    """Return where each piece begins and ends."""
    of = np.zeros(count) if pieces is None else np.asarray(pieces)
    cuts = [0, *(np.flatnonzero(np.diff(of)) + 1).tolist(), count]
    return list(itertools.pairwise(cuts))


def _medians(errors: Array) -> Array:
    return np.asarray(np.median(np.median(errors, axis=-1), axis=-1))


def _resampled(errors: Array, seed: int) -> Array:
    """Return medians of resampled draws, and folds; shape (n_places, RESAMPLES)."""
    n_places, n_folds, n_draws = errors.shape
    rng = np.random.default_rng(seed)
    flat, found = errors.reshape(n_places, -1), np.empty((n_places, RESAMPLES))
    step = max(1, AT_ONCE // errors.size)
    for start in range(0, RESAMPLES, step):
        chosen = np.empty((min(step, RESAMPLES - start), n_folds, n_draws), int)
        for each in chosen:
            # The same draws at every place: what they share does not blur the crossing.
            folds = rng.integers(n_folds, size=(n_folds, 1))
            each[:] = folds * n_draws + rng.integers(n_draws, size=(n_folds, n_draws))
        found[:, start : start + step] = _medians(np.take(flat, chosen, axis=1))
    return found


def _first_low(
    places: Array, medians: Array, target: float, pieces: list[tuple[int, int]]
) -> tuple[float, float] | None:
    """Return the smallest place that is low enough, and up to where all are from there on."""
    falling = np.concatenate(
        [isotonic_regression(medians[start:end], increasing=False).x for start, end in pieces]
    )
    low = falling <= target + SLACK
    if not low.any():
        return None
    first = int(np.argmax(low))
    lost = int(np.argmin(low[first:]))  # 0 if it never is
    until = float(places[first + lost - 1]) if lost else np.inf
    # Nothing is read off between two pieces.
    whole = first in {start for start, _ in pieces}
    return (float(places[first]) if whole else _between(places, falling, first, target)), until


def _between(places: Array, falling: Array, first: int, target: float) -> float:
    """Return where the line from the place before reaches the target."""
    above, below = falling[first - 1] - target, max(target - falling[first], 0.0)
    if below <= SLACK:
        return float(places[first])  # a power would come out a hair below
    share = above / (above + below)
    return float(places[first - 1] * (places[first] / places[first - 1]) ** share)
