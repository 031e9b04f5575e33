"""What a linear classifier through the origin says, and how often it is wrong.

It names +1 where `w·x ≥ 0` and -1 elsewhere: `sgn(0) = +1`, as in CM08. Coefficients come in
batches, draws on axis 0.

Examples
--------
>>> error(np.array([[1.0], [-1.0]]), np.array([[0.5], [0.0]]), np.array([1.0, -1.0]))
array([0.5, 1. ])
"""

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array, InvalidInput

Flags = npt.NDArray[np.bool_]


def predict(coefs: Array, X: Array) -> Array:
    """Return the labels named by each classifier.

    Parameters
    ----------
    coefs : array (n_draws, n_features)
    X : array (n, n_features)

    Returns
    -------
    array (n_draws, n)
        -1 or +1.
    """
    return np.where(coefs @ X.T >= 0, 1.0, -1.0)


def error(coefs: Array, X: Array, y: Array, weight: Array | None = None) -> Array:
    """Return each classifier's share of wrong labels, in [0, 1].

    Parameters
    ----------
    coefs : array (n_draws, n_features)
    X : array (n, n_features)
    y : array (n,)
        Labels, -1 or +1.
    weight : array (n,), optional
        How much each row counts, not negative: the probability of a law's point, for example.

    Returns
    -------
    array (n_draws,)
    """
    return np.asarray(errors_by_class(coefs, X, y, weight)[0])


def errors_by_class(coefs: Array, X: Array, y: Array, weight: Array | None = None) -> Array:
    """Return each classifier's share of wrong labels: of all, of class -1, and of class +1.

    One less the share of a class is its recall. A class that is not there has nan.

    The arguments are those of `error`, and the shape is (3, n_draws).
    """
    return errors_of(says_positive(coefs, X), y, weight)


def says_positive(coefs: Array, X: Array) -> Flags:
    """Return whether each classifier names +1: (n_draws, n)."""
    return np.asarray(coefs @ X.T >= 0)


def errors_of(said: Flags, y: Array, weight: Array | None = None) -> Array:
    """Return the shares of `errors_by_class` of what `says_positive` returned."""
    positive = y > 0
    if weight is not None:
        wrong, kinds = said != positive, (weight, weight * ~positive, weight * positive)
        each = [_average(wrong, kind) for kind in kinds]
        return np.asarray(each)
    bits = np.packbits(positive)  # eight rows a byte
    wrong = np.packbits(said, axis=1) ^ bits
    total, of_positive = _count(wrong), _count(wrong & bits)
    n_positive = np.count_nonzero(positive)
    with np.errstate(invalid="ignore"):
        of_negative = (total - of_positive) / np.float64(len(y) - n_positive)
        return np.stack([total / len(y), of_negative, of_positive / np.float64(n_positive)])


def misranked(coefs: Array, X: Array, y: Array, weight: Array | None = None) -> Array:
    """Return the share of pairs, one record of each class, that each classifier ranks wrongly.

    A pair is ranked rightly where w·x is larger for the record of class +1; equal ones count half.
    It is one less the area under the ROC curve (Hanley and McNeil 1982).

    Parameters
    ----------
    coefs, X, y, weight
        As in `error`.

    Returns
    -------
    array (n_draws,)
        In [0, 1].

    Raises
    ------
    InvalidInput
        If all records are of one class.
    """
    counted = np.ones(len(y)) if weight is None else weight
    positive, negative = counted * (y > 0), counted * (y < 0)
    if not (positive.any() and negative.any()):
        raise InvalidInput("The test records are all of one class: no pair of both can be ranked.")
    pairs = positive.sum() * negative.sum()
    wrong = [_wrong_pairs(scores, positive, negative) for scores in coefs @ X.T]
    return np.asarray(np.array(wrong) / pairs)


def _wrong_pairs(scores: Array, positive: Array, negative: Array) -> float:
    _, place = np.unique(scores, return_inverse=True)
    above, here = np.bincount(place, negative), np.bincount(place, positive)
    # Of class -1, those above each place, and half of those at it.
    beyond = above.sum() - np.cumsum(above) + above / 2
    return float(here @ beyond)


def _average(wrong: Array, weight: Array) -> Array:
    if not weight.any():
        return np.full(len(wrong), np.nan)
    return np.asarray(np.average(wrong, axis=1, weights=weight))


def _count(bits: npt.NDArray[np.uint8]) -> Array:
    return np.asarray(np.bitwise_count(bits).sum(axis=1, dtype=np.intp))
