"""Many answers to one question: the law of their privacy loss, and what their average is worth.

The question is a count, which one record moves by 1 at most. Each answer adds Laplace noise of
scale 1/ε, so that k answers cost kε (TU Theorem 7).

*The average* of k answers. With b = 1/ε the sum of the noises is b (G - G'), where G and G' are
independent Gamma(k, 1). Let two Poisson clocks race to their k-th tick: the winner is j ticks ahead
with a negative binomial probability, and the loser's other j ticks take Gamma(j, 1). So

    P(|G - G'| > x) = 2 Σ_j C(2k-j-1, k-j) 2^{-(2k-j)} P(Gamma(j, 1) > x),   j = 1, …, k,

a sum of positive terms. The half width of the average falls like 1/√k. One answer that spends kε at
once has the half width log(1/(1-s))/(kε), which falls like 1/k.

Examples
--------
>>> round(half_width_of_mean(1, share=0.95, b=10.0), 2)
29.96
>>> found = averages(0.1, (1, 10))
>>> [round(width, 2) for width in found.average], [round(width, 2) for width in found.single]
([29.96, 8.86], [29.96, 3.0])
"""

from dataclasses import dataclass
from functools import cache
from itertools import accumulate

import numpy as np
import pandas as pd
from scipy import optimize, special, stats

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dplab.laplace.composition import MOST_ANSWERS, LossOfMany
from dplab.laplace.mechanism import half_width, scale

SHARE = 0.95
"""Of all answers, those that a half width covers."""

RARE = 0.01
"""How often the loss may exceed its tail."""

MOST_EPSILON = 100.0
"""Of one answer: the end of the slider. Far beyond, the quadrature would miss the mass."""

NODES = 32
"""Of Gauss-Legendre on a piece: e^{-t} over a width of 100 to ten digits."""

PLACES = 300
"""Of the drawn density over the whole range, and as many about its mean."""

TRUE_COUNT = 40
"""What the queries of the budget ask for."""

COUNTS = tuple(sorted({round(MOST_ANSWERS ** (i / 30)) for i in range(31)}))
"""Numbers of answers, evenly spread on a logarithmic axis."""


@dataclass(frozen=True)
class Question:
    """How many answers at which ε, and what was spent of a budget.

    ε is that of each of k answers; `spent` are the ε of each query that was paid for; `run` is how
    often the budget was begun with, from 1.
    """

    k: int = 10
    epsilon: float = 0.1
    budget: float = 1.0
    spent: tuple[float, ...] = ()
    seed: int = 0
    run: int = 1


@dataclass(frozen=True, eq=False)
class DrawnLaw:
    """The law of the privacy loss of k answers, as a figure needs it.

    ε is that of each of k answers. `most` is the loss that is never exceeded, kε, reached with
    probability `reached`, 2^{-k}; `tail` the smallest loss that is exceeded with probability `RARE`
    at most. Atoms (k + 1, 2) are losses with a probability of their own, and that; `losses` and
    `density` (m,) the continuous part, which may jump at an atom.
    """

    k: int
    epsilon: float
    most: float
    mean: float
    tail: float
    reached: float
    atoms: Array
    losses: Array
    density: Array


def law(k: int, epsilon: float) -> DrawnLaw:
    """Return the exact law of the loss of k answers at ε each.

    Raises
    ------
    InvalidInput
        If k or ε is out of range.
    """
    if epsilon > MOST_EPSILON:
        raise InvalidInput(
            f"With many answers, the ε of each can be at most {MOST_EPSILON:g}; got "
            f"{checks.written(epsilon)}. Choose a smaller ε, such as 1."
        )
    together = LossOfMany(k, epsilon)
    losses = _places(together)
    return DrawnLaw(
        k,
        epsilon,
        together.most,
        together.mean,
        loss_quantile(together, RARE),
        0.5**k,
        together.atoms,
        losses,
        together.density(losses),
    )


def loss_quantile(together: LossOfMany, probability: float) -> float:
    """Return the smallest loss that is exceeded with at most this probability."""
    masses = _masses(together)
    beyond = 0.0
    for j, (loss, atom) in enumerate(together.atoms[:-1]):
        beyond += atom
        if beyond > probability:
            return float(loss)
        if beyond + masses[j] > probability:
            return _within_piece(together, loss, probability - beyond)
        beyond += masses[j]
    return -together.most


def _within_piece(together: LossOfMany, top: float, mass: float) -> float:
    """Return the loss below the atom at `top` that has this mass of density above it."""

    def short(width: float) -> float:
        return float(_integral(together, np.array([top]), width)[0]) - mass

    return float(top - optimize.brentq(short, 0, 2 * together.epsilon, xtol=1e-12, rtol=1e-12))


def _masses(together: LossOfMany) -> Array:
    """Return the mass of the density below each atom, down to the next one: shape (k,)."""
    return _integral(together, together.atoms[:-1, 0], 2 * together.epsilon)


def _integral(together: LossOfMany, tops: Array, width: float) -> Array:
    """Integrate the density over the interval of this width below each of `tops`."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    losses = tops[:, None] - width * (nodes + 1) / 2
    return np.asarray(width / 2 * (together.density(losses) * weights).sum(axis=1))


def _places(together: LossOfMany) -> Array:
    """Return where the density is drawn: everywhere, about its mean, and beside each atom."""
    spread = 6 * min(together.epsilon, 2.0) * together.k**0.5
    beside = 1e-7 * together.epsilon
    places = [
        np.linspace(-together.most, together.most, PLACES),
        np.linspace(together.mean - spread, together.mean + spread, PLACES),
        together.atoms[:, 0] - beside,
        together.atoms[:, 0] + beside,
    ]
    inside = np.clip(np.concatenate(places), -together.most, together.most)
    return np.asarray(np.sort(inside))


@dataclass(frozen=True)
class Averages:
    """What the average of k answers at ε each is worth, beside one answer that spends kε.

    Parameters
    ----------
    counts : tuple of int
        k.
    spent : tuple of float
        kε.
    average, single : tuple of float
        Half widths in which `SHARE` of all answers lie around the truth.
    """

    counts: tuple[int, ...]
    spent: tuple[float, ...]
    average: tuple[float, ...]
    single: tuple[float, ...]


def averages(epsilon: float, counts: tuple[int, ...] = COUNTS) -> Averages:
    """Return the half widths of averages of answers to a count, exactly.

    Parameters
    ----------
    epsilon : float
        Of each answer; positive.
    counts : tuple of int
        Numbers of answers.
    """
    b = scale(1, epsilon)
    return Averages(
        counts,
        tuple(k * epsilon for k in counts),
        tuple(half_width_of_mean(k, SHARE, b) for k in counts),
        tuple(half_width(SHARE, b / k) for k in counts),
    )


def half_width_of_mean(k: int, share: float, b: float) -> float:
    """Return the half width around the truth in which a share of all means of k answers lies.

    There are from 1 to `MOST_ANSWERS` answers in each mean; b is the scale of the noise of each.
    """
    checks.whole("k", k, low=1, high=MOST_ANSWERS)
    return b * _unit_half_width(k, share) / k


@cache
def _unit_half_width(k: int, share: float) -> float:
    """Return the half width of the sum of k Laplace variables of scale 1."""
    j = np.arange(1, k + 1)
    weights = stats.nbinom.pmf(k - j, k, 0.5)

    def beyond(x: float) -> float:
        return float(2 * (weights * special.gammaincc(j, x)).sum()) - (1 - share)

    # Laplace noise is log-concave: its mean lies no further out than a single one (Proschan 1965).
    return float(optimize.brentq(beyond, 0, 1.01 * k * half_width(share, 1.0), xtol=1e-12))


@dataclass(frozen=True)
class Queries:
    """Queries that were paid for, and what they answered.

    Parameters
    ----------
    answers : tuple of float
        One to each query.
    spent : tuple of float
        What had been spent after each.
    """

    answers: tuple[float, ...]
    spent: tuple[float, ...]

    @property
    def total(self) -> float:
        """What all queries cost together."""
        return self.spent[-1] if self.spent else 0.0

    @property
    def mean(self) -> float:
        """The mean of the answers; there is at least one."""
        return float(np.mean(self.answers))


def asked(epsilons: tuple[float, ...], seed: int, run: int = 1) -> Queries:
    """Answer each query about a count of `TRUE_COUNT` at its own ε.

    Parameters
    ----------
    epsilons : tuple of float
        Of each query, in their order.
    seed : int
        The same one gives the same answers again, and one more query leaves the earlier ones.
    run : int
        How often the budget was begun with, from 1: each time there is other noise.

    Notes
    -----
    **Guarantee.** Each answer is ε-DP at its own ε, all of them together at the sum (TU Theorems 4
    and 7), where neighbours are data sets of the same public n that differ in one record.
    """
    units = np.random.default_rng([seed, 7, checks.whole("run", run) - 1]).laplace(
        size=len(epsilons)
    )
    noise = [unit * scale(1, epsilon) for unit, epsilon in zip(units, epsilons, strict=True)]
    return Queries(tuple(float(TRUE_COUNT + each) for each in noise), tuple(accumulate(epsilons)))


@dataclass(frozen=True, eq=False)
class ManyAnswers:
    """What many answers cost, and what they are worth.

    Parameters
    ----------
    law : DrawnLaw
        Of the privacy loss of k answers.
    along, here : Averages
        Along `COUNTS`, and at k.
    queries : Queries
        Those that were paid for.
    """

    law: DrawnLaw
    along: Averages
    here: Averages
    queries: Queries


def run(question: Question) -> ManyAnswers:
    """Return the law of the loss, the averages, and the answers to the queries.

    Raises
    ------
    InvalidInput
        If a number is out of its range.
    """
    k, epsilon = question.k, question.epsilon
    return ManyAnswers(
        law(k, epsilon),
        averages(epsilon),
        averages(epsilon, (k,)),
        asked(question.spent, question.seed, question.run),
    )


def table_of_queries(done: Queries) -> pd.DataFrame:
    """Return the queries that were paid for, one row each, in their order."""
    return pd.DataFrame({"answer": done.answers, "epsilon_spent": done.spent})


def table(found: ManyAnswers) -> pd.DataFrame:
    """Return what both figures show: k, ε, series, place on the axis, value."""
    law, along = found.law, found.along
    series = (
        ("probability of a loss", law.atoms[:, 0], law.atoms[:, 1]),
        ("density of the loss", law.losses, law.density),
        ("loss: mean", [law.mean], [np.nan]),
        ("loss: exceeded by 1 in 100", [law.tail], [RARE]),
        ("loss: worst case", [law.most], [law.reached]),
        ("half width of the average, by total epsilon", along.spent, along.average),
        ("half width of one answer, by total epsilon", along.spent, along.single),
    )
    shared = {"k": law.k, "epsilon": law.epsilon}
    frames = [pd.DataFrame({**shared, "series": name, "x": x, "y": y}) for name, x, y in series]
    return pd.concat(frames, ignore_index=True)
