"""What somebody believes about Ana before and after an answer, and had your value been replaced.

Somebody knows every record but Ana's. Yours, which they know, is 0. An ε-DP answer comes:

- the sum of all values, each in [0, 1], with Laplace noise; with what is known subtracted, that is
  Ana's value plus yours plus noise;
- or the XOR of Ana's bit and yours, by randomised response.

Bayes' theorem turns the prior about Ana into a posterior. Had your value been replaced by 1, the
same answer would have led to another posterior. `dplab.laplace.beliefs` has the bounds
on both changes.

Examples
--------
>>> found = run(Question("xor", (0.5, 0.5), output=1.0, epsilon=1.0))
>>> round(found.between_worlds, 6), round(found.most_between_worlds, 6)
(0.462117, 0.462117)
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dplab.laplace import beliefs, game, mechanism

VALUES = {"sum": (0.0, 0.5, 1.0), "xor": (0.0, 1.0)}
"""What Ana's value may be, by what is asked."""

SENSITIVITY = 1.0
"""Of the sum: values lie in [0, 1]."""

PEOPLE = 10
"""Who are believed to share a value, in `shared`."""

DIGITS = 3
"""Decimals that an answer drawn for the screen is rounded to: rounding costs no ε."""


@dataclass(frozen=True)
class Question:
    """A prior, a question, and what was answered.

    Parameters
    ----------
    question : str
        "sum" or "xor".
    weights : tuple of float
        One for each of the `VALUES` of the question; not negative, not all zero.
    output : float
        The noisy sum less all that is known but your value; or the answered bit.
    epsilon : float
        Positive.
    """

    question: str = "sum"
    weights: tuple[float, ...] = (0.5, 0.3, 0.2)
    output: float = 1.0
    epsilon: float = 0.1


@dataclass(frozen=True, eq=False)
class Beliefs:
    """Probabilities of Ana's values, and how far apart they are.

    Parameters
    ----------
    values, before, after, replaced : array (m,)
        Ana's possible values, the prior, the posterior, and the posterior had your value been
        replaced by 1.
    from_prior, between_worlds : float
        SD of prior and posterior, and of the two posteriors.
    most_from_prior, most_between_worlds : float
        What ε allows of each, tanh(ε/4) and tanh(ε/2).
    """

    values: Array
    before: Array
    after: Array
    replaced: Array
    from_prior: float
    between_worlds: float
    most_from_prior: float
    most_between_worlds: float


def run(asked: Question) -> Beliefs:
    """Return what is believed before and after the answer.

    Raises
    ------
    InvalidInput
        If a weight is negative, or all are zero.
    """
    before = beliefs.prior(asked.weights)
    after, replaced = (beliefs.posterior(before, likelihood(asked, yours)) for yours in (0, 1))
    return Beliefs(
        values=np.array(VALUES[asked.question]),
        before=before,
        after=after,
        replaced=replaced,
        from_prior=float(beliefs.change(before, after)),
        between_worlds=float(beliefs.change(after, replaced)),
        most_from_prior=beliefs.most_from_prior(asked.epsilon),
        most_between_worlds=beliefs.most_between_worlds(asked.epsilon),
    )


def likelihood(asked: Question, yours: int) -> Array:
    """Return the likelihood of the answer for each of Ana's values, up to a factor, shape (m,).

    The factor makes the largest among the values that are thought possible 1: with a large ε the
    likelihoods of all of them may be 0 in doubles.
    """
    values = np.array(VALUES[asked.question])
    if asked.question == "sum":
        b = mechanism.scale(SENSITIVITY, asked.epsilon)
        log = -np.abs(asked.output - values - yours) / b
    else:
        log = np.where(np.abs(values - yours) == asked.output, 0.0, -asked.epsilon)
    possible = np.array(asked.weights) > 0
    return np.where(possible, np.exp(np.minimum(log - log[possible].max(), 0)), 0.0)


def draw(asked: Question, rng: np.random.Generator) -> float:
    """Draw Ana's value from the prior, and an answer to it; your value is 0.

    Notes
    -----
    **Guarantee.** The answer is ε-DP where neighbours are data sets of the same public n that
    differ in one record: a sum of values in [0, 1] with noise Lap(1/ε) (TU Theorem 4), or
    randomised response (Warner 1965). That the value is drawn from the prior is part of the
    simulation.
    """
    value = rng.choice(VALUES[asked.question], p=beliefs.prior(asked.weights))
    if asked.question == "xor":
        return float(game.randomised_response(np.array([value]), asked.epsilon, rng)[0])
    (answer,) = mechanism.answers(value, SENSITIVITY, asked.epsilon, 1, rng)
    return round(float(answer), DIGITS)


def moving_most(question: str, epsilon: float) -> tuple[float, ...]:
    """Return the prior that the answer 1 moves by tanh(ε/4), as far as ε allows.

    Ana's values 0 and 1 have the prior probabilities 1/(1+e^{-ε/2}) and 1/(1+e^{ε/2}).
    """
    first = game.max_win_probability(epsilon / 2)
    return (first, *(0.0 for _ in VALUES[question][1:-1]), 1 - first)


@dataclass(frozen=True)
class Shared:
    """How often two attackers are right about a value that is 0 or 1, each equally likely.

    Parameters
    ----------
    one : float
        Who asks about one person and knows all other records.
    together : float
        Who believes that `PEOPLE` share their value, and knows all others.
    most : float
        e^ε/(1+e^ε): the most that ε allows whoever knows all other records.
    """

    one: float
    together: float
    most: float


def shared(epsilon: float) -> Shared:
    """Return how often both are right, by the sum of all values with noise Lap(1/ε)."""
    one, together = (beliefs.right_about_shared(epsilon, k) for k in (1, PEOPLE))
    return Shared(one, together, game.max_win_probability(epsilon))


def table(found: Beliefs) -> pd.DataFrame:
    """Return what is believed, one of Ana's values to a row."""
    return pd.DataFrame(
        {
            "value": found.values,
            "before": found.before,
            "after": found.after,
            "after_replaced": found.replaced,
        }
    )
