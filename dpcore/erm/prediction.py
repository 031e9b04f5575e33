"""What a linear classifier through the origin says, and how often it is wrong.

It names +1 where `w·x ≥ 0` and -1 elsewhere: `sgn(0) = +1`, as in CM08. Coefficients come in
batches, draws on axis 0.

Examples
--------
>>> error(np.array([[1.0], [-1.0]]), np.array([[0.5], [0.0]]), np.array([1.0, -1.0]))
array([0.5, 1. ])
"""

import numpy as np

from dpcore.checks import Array


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
    said = coefs @ X.T >= 0
    if weight is not None:
        return np.asarray(np.average(said != (y > 0), axis=1, weights=weight))
    wrong = np.packbits(said, axis=1) ^ np.packbits(y > 0)  # eight rows a byte
    return np.asarray(np.bitwise_count(wrong).sum(axis=1, dtype=np.intp) / len(y))
