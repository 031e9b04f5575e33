"""Semantic privacy: how far a private answer can move what somebody believes.

Two different changes, each with its bound for ε-DP answers. SD is the largest change of the
probability of one value (or one data set).

- *Before and after.* Everybody else is known; what is believed about one person goes from prior to
  posterior: SD ≤ tanh(ε/4). Reached by two values, of prior 1/(1+e^{ε/2}) and the rest, whose
  answers have the ratio e^ε.
- *With you and without you.* The posterior after an answer computed with your value, and the one
  after the same answer had your value been replaced: SD ≤ tanh(ε/2), whatever is believed. Reached
  by randomised response on the XOR of your bit and another's. TU's Theorem 3 has e^{2ε} - 1, which
  is true, and says nothing from ε = log(2)/2 on.

Why: with likelihoods a_j in one case and b_j in the other, a_j/b_j in [e^{-ε}, e^ε], normalising
leaves posteriors whose odds for any set differ by e^{2ε} at most; two probabilities with such odds
are furthest apart at tanh(ε/2). From the prior the odds change by e^ε at most: tanh(ε/4).

Examples
--------
>>> odds = np.exp([0.0, 1.0])
>>> prior = np.array([1 / (1 + np.exp(-0.5)), 1 / (1 + np.exp(0.5))])
>>> round(float(change(prior, posterior(prior, odds))), 6), round(most_from_prior(1.0), 6)
(0.244919, 0.244919)
"""

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput

SUM_TOLERANCE = 1e-6
"""Typed probabilities have a few digits: 0.333333 three times is meant to be one."""


def prior(weights: npt.ArrayLike) -> Array:
    """Return weights rescaled to sum to one, shape (m,).

    Raises
    ------
    InvalidInput
        If one is negative or not finite, or all are zero.
    """
    given = checks.finite("weights", weights, ndim=1)
    if (given < 0).any() or not given.sum() > 0:
        raise InvalidInput(
            "A prior needs weights of 0 or more, at least one of them above 0; got "
            f"{', '.join(f'{weight:g}' for weight in given)}."
        )
    return np.asarray(given / given.sum())


def posterior(before: Array, likelihood: npt.ArrayLike) -> Array:
    """Return what is believed after an answer, by Bayes' theorem.

    `before` (m,) are prior probabilities; `likelihood` (..., m) is that of the answer under each
    value, up to a common factor.
    """
    after = before * np.asarray(likelihood, dtype=float)
    return np.asarray(after / after.sum(axis=-1, keepdims=True))


def laplace_likelihood(output: npt.ArrayLike, centres: npt.ArrayLike, b: float) -> Array:
    """Return the likelihood of Laplace answers under each centre, its largest set to 1.

    The centres (m,) are the true answers under each value that is thought possible; b is the scale
    of the noise. The shape is that of the outputs, and m.
    """
    away = np.abs(np.asarray(output, dtype=float)[..., None] - np.asarray(centres, dtype=float))
    return np.asarray(np.exp(-(away - away.min(axis=-1, keepdims=True)) / b))


def change(first: Array, second: Array) -> Array:
    """Return SD, the largest change of one probability, over the last axis."""
    return np.asarray(np.abs(np.subtract(first, second)).max(axis=-1))


def most_from_prior(epsilon: float) -> float:
    """Return the most that an ε-DP answer moves a prior about one person: tanh(ε/4)."""
    return float(np.tanh(checks.positive("epsilon", epsilon, infinite=True) / 4))


def most_between_worlds(epsilon: float) -> float:
    """Return the most that posteriors with you and with your value replaced differ: tanh(ε/2)."""
    return float(np.tanh(checks.positive("epsilon", epsilon, infinite=True) / 2))


def paper_between_worlds(epsilon: float) -> float:
    """Return TU's Theorem 3, e^{2ε} - 1; more than 1, which says nothing, from log(2)/2 on."""
    with np.errstate(over="ignore"):  # from ε = 355 on it is ∞ in doubles
        return float(np.expm1(2 * checks.positive("epsilon", epsilon)))


def xor_worlds(epsilon: float, belief: float = 0.5) -> tuple[Array, Array]:
    """Return the posteriors about another's bit after "1" was answered to the XOR with yours.

    Parameters
    ----------
    epsilon : float
        Of the randomised response that answers.
    belief : float
        Prior probability that the other's bit is 1; in [0, 1].

    Returns
    -------
    tuple of array (2,)
        Probabilities of the other's bit being 0 and 1: in the world where your bit is 0, and where
        it was replaced by 1. At belief 1/2 they differ by tanh(ε/2).
    """
    before = prior([1 - checks.between("belief", belief, 0, 1), belief])
    true = 1 / (1 + np.exp(-checks.positive("epsilon", epsilon)))
    answered_one = np.array([1 - true, true])
    return posterior(before, answered_one), posterior(before, answered_one[::-1])


def right_about_shared(epsilon: float, k: int) -> float:
    """Return how often somebody is right who believes that k people share one of two values.

    Parameters
    ----------
    epsilon : float
        Positive, of an answer that is ε-DP where one record is replaced: the sum of values in
        [0, 1] with noise Lap(1/ε).
    k : int
        People whose values are all 0 or all 1, each equally likely; all others are known.

    Returns
    -------
    float
        1 - exp(-kε/2)/2. For one person that is at most e^ε/(1+e^ε), which is what ε says; for
        more it may be above it: the two data sets are k records apart.
    """
    epsilon = checks.positive("epsilon", epsilon)
    return float(1 - np.exp(-checks.whole("k", k) * epsilon / 2) / 2)
