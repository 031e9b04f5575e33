"""A guarantee in other words: ρ, Rényi divergences, μ, errors of tests, each exact or a bound.

Beside each stands what the ε of the mechanism says alone, and its δ where it has one. What a bound
is of is in `dpcore.privacy.profile`: for noise in the objective all of it, from ρ to (ε, δ) the
best of all orders, and to μ the smallest Gaussian curve below the whole.

Examples
--------
>>> asked = Question("output", 1.0, lam=0.01, loss="logistic", h=0.5, n=1000, d=30)
>>> found = {(each.name, each.at): each for each in run(asked)}
>>> each = found["rho", None]
>>> round(each.guarantee, 6), round(each.alone, 3), each.is_exact
(0.016662, 0.462, True)
>>> round(100 * found["guess", None].guarantee, 1)
53.7
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pandas as pd

from dpcore.privacy.profile import conversions, curves
from dpcore.privacy.profile.laws import GaussianNoise, Law
from dplab.studies.is_it_private.verdicts import Question as Question
from dplab.studies.is_it_private.whole_guarantee import FALSE_ALARMS, compared, is_exact

ORDERS = (2.0, 10.0)
"""Of the Rényi divergences that are shown."""


@dataclass(frozen=True)
class Wording:
    """A guarantee in one kind of words.

    Parameters
    ----------
    name : str
    at : float or None
        The δ, the order, or the share of false alarms at which it is said.
    guarantee, alone : float
        The number of the mechanism, and that of its ε (and δ) alone; nan where none is known, ∞
        where there is none.
    is_exact : bool
        Whether the mechanism's is the smallest that holds, and no mere bound.
    """

    name: str
    at: float | None
    guarantee: float
    alone: float
    is_exact: bool


def run(question: Question) -> tuple[Wording, ...]:
    """Return the guarantee of a mechanism in all words.

    Raises
    ------
    InvalidInput
        As `whole_guarantee.run`.
    """
    of = compared(question)
    law, alone = of["guarantee"], of["alone"]
    is_whole = is_exact(law)

    def said(name: str, at: float | None, of_law: Callable[[Law], float], exact: bool) -> Wording:
        return Wording(name, at, of_law(law), of_law(alone), exact)

    delta = question.delta
    return (
        said("epsilon", delta, lambda each: curves.epsilon_at(each, delta), is_whole),
        said("pure", None, lambda each: each.pure, is_whole),
        said("rho", None, _rho, is_whole),
        said("epsilon_of_rho", delta, partial(_epsilon_of_rho, delta), False),
        *(said("renyi", order, partial(_renyi, order), is_whole) for order in ORDERS),
        said("mu", None, conversions.gaussian_mu, isinstance(law, GaussianNoise)),
        said("missed", FALSE_ALARMS, _missed, is_whole),
        said("advantage", None, curves.advantage, is_whole),
        said("area", None, curves.area, is_whole),
        said("guess", None, lambda each: (1 + curves.advantage(each)) / 2, is_whole),
    )


def table(found: Sequence[Wording]) -> pd.DataFrame:
    """Return the guarantee in all words, one row each."""
    return pd.DataFrame([vars(each) for each in found])


def _rho(law: Law) -> float:
    return math.nan if law.rho is None else law.rho


def _epsilon_of_rho(delta: float, law: Law) -> float:
    return math.nan if law.rho is None else conversions.epsilon_of_rho(law.rho, delta)


def _renyi(order: float, law: Law) -> float:
    return float(curves.renyi_divergence(law, order))


def _missed(law: Law) -> float:
    return float(curves.type_two_error(law, FALSE_ALARMS))
