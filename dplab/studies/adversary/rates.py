"""What a threshold attack finds: rates over splits, numbers with intervals, and their limits.

The limits hold for the means over splits (`dplab.studies.adversary.membership`): by the law of the
mechanism's noise, and by ε and δ alone, whatever the noise is.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.profile import curves
from dpcore.privacy.profile.laws import Law, Promise
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.summaries import labelled

SPLITS = 40
"""Splits into members and strangers, drawn anew."""

LOOKED_AT = (0.01, 0.1)
"""False positive rates at which the true positive rate is named."""

LEVEL = 0.95
"""Of the intervals over splits."""

NEAR = 2
"""Thresholds on either side from which the slope of the curve is taken."""


@dataclass(frozen=True)
class Question(AboutRecords):
    """The attack on one mechanism, at some ε.

    Parameters
    ----------
    settings : Settings
        Records, n, loss, λ, δ and seed.
    mechanism : str
    epsilons : tuple of float
        ∞ for no noise.
    n_splits : int
    """

    settings: Settings
    mechanism: str
    epsilons: tuple[float, ...]
    n_splits: int = SPLITS


@dataclass(frozen=True)
class AttackNumber:
    """A number of the attack: its mean over splits with an interval, and its limits.

    Parameters
    ----------
    name : str
        "area", "advantage", or "true_positives_at_" with a rate.
    value, low, high : float
    limit, alone : float
        By the noise, and by ε and δ alone; 1 where there is none.
    """

    name: str
    value: float
    low: float
    high: float
    limit: float
    alone: float


@dataclass(frozen=True, eq=False)
class Membership:
    """What the attack gets at k ε on S splits, and what is the most by ε and δ, or by the noise.

    Parameters
    ----------
    question : Question
    n : int
        Members.
    laws : tuple of Law or None
        Of each ε; None without noise, and where nothing is proven.
    thresholds : array (k, m)
        On the margin, falling; fixed on a split of their own, which counts for nothing else.
    areas : array (k, S)
        Under the ROC curve of each split.
    false_positives, true_positives : array (k, S, m)
        At the thresholds.
    """

    question: Question
    n: int
    laws: tuple[Law | None, ...]
    thresholds: Array
    areas: Array
    false_positives: Array
    true_positives: Array

    @cached_property
    def measured(self) -> tuple[tuple[AttackNumber, ...], ...]:
        """At each ε the area, the advantage, and the true positive rates that are looked at."""
        return tuple(_measured(self, place) for place in range(len(self.laws)))

    @property
    def area_limits(self) -> Array:
        """Of the area, by the trade-off function of the noise; 1 without one."""
        return np.array([area.limit for area, *_ in self.measured])

    @property
    def curve_limits(self) -> Array:
        """Of the true positive rates, (k, m), at the mean false positive rates."""
        false = self.false_positives.mean(axis=1)
        return np.array([most(law, each) for law, each in zip(self.laws, false, strict=True)])

    @cached_property
    def paired(self) -> Array:
        """True positive rates at the mean false positive rates, (k, S, m), split by split.

        A split in which a threshold flags more strangers flags more members as well, or fewer: what
        the slope of the curve explains of that is taken off, as a regression estimate does. It
        changes no mean. Without it, an interval would be that of another false positive rate in
        every split: too wide where noise shifts all margins alike, and too narrow where it parts
        members from strangers.
        """
        false, true = self.false_positives, self.true_positives
        means = (each.mean(axis=1, keepdims=True) for each in (false, true))
        ends = [np.concatenate([0 * m[..., :1], m, 0 * m[..., :1] + 1], axis=-1) for m in means]
        places = np.arange(1, false.shape[-1] + 1)
        after, before = np.minimum(places + NEAR, places[-1] + 1), np.maximum(places - NEAR, 0)
        across, up = (each[..., after] - each[..., before] for each in ends)
        slopes = np.divide(up, across, out=np.zeros_like(up), where=across > 0)
        return np.asarray(true - slopes * (false - ends[0][..., 1:-1]))

    def at(self, rate: float) -> Array:
        """Return the true positive rates (k, S) at a mean false positive rate.

        Between two thresholds a coin decides which one counts; beyond the last ones, whether one
        does.
        """
        found = []
        for false, true in zip(self.false_positives, self.paired, strict=True):
            ends = np.pad(true, ((0, 0), (1, 1)), constant_values=((0, 0), (0, 1)))
            along = np.concatenate([[0.0], false.mean(axis=0), [1.0]])
            after = int(np.searchsorted(along, rate).clip(1, len(along) - 1))
            share = (rate - along[after - 1]) / (along[after] - along[after - 1])
            found.append((1 - share) * ends[:, after - 1] + share * ends[:, after])
        return np.array(found)


def most(law: Law | None, rates: npt.ArrayLike) -> Array:
    """Return the most that the true positive rate may be at false positive rates."""
    rates = np.asarray(rates, dtype=np.float64)
    return np.ones_like(rates) if law is None else 1 - curves.type_two_error(law, rates)


def promised(question: Question, epsilon: float) -> Law | None:
    """Return what ε and δ alone say, whatever the noise is; None where nothing is promised."""
    mechanism = MECHANISMS[question.mechanism]
    if math.isinf(epsilon) or mechanism.guarantee not in ("pure", "approximate"):
        return None
    delta = question.settings.delta if mechanism.uses_delta else 0.0
    return Promise(min(epsilon, curves.LARGEST), delta)


def interval(values: Array) -> tuple[Array, Array]:
    """Return the ends of t intervals for the mean over splits, the last axis."""
    n = values.shape[-1]
    half = stats.t.ppf((1 + LEVEL) / 2, n - 1) * values.std(axis=-1, ddof=1) / math.sqrt(n)
    return values.mean(axis=-1) - half, values.mean(axis=-1) + half


def advantages(found: Membership) -> Array:
    """Return true less false positive rate of each ε and split, (k, S), at the best threshold.

    It is the best of the other half of the splits: chosen on the split itself, or on all of them,
    it would find more than nothing for an attacker who only guesses. Chosen on all the others it
    would be another one in just those splits that decide, and intervals would miss too often.
    """
    gains = found.true_positives - found.false_positives
    half = np.arange(gains.shape[1]) % 2
    best = np.array([gains[:, half != each].sum(axis=1).argmax(axis=-1) for each in (0, 1)])
    return np.take_along_axis(gains, best[half].T[..., None], axis=-1)[..., 0]


def points(found: Membership) -> pd.DataFrame:
    """Return one row for each ε and threshold: both rates, an interval, and the limits."""
    frames = []
    for place, epsilon in enumerate(found.question.epsilons):
        low, high = interval(found.paired[place].T)
        rates = found.false_positives[place].mean(axis=0)
        frames.append(
            pd.DataFrame(
                {
                    **_named(found, epsilon),
                    "margin": found.thresholds[place],
                    "false_positives": rates,
                    "true_positives": found.true_positives[place].mean(axis=0),
                    "true_positives_low": low,
                    "true_positives_high": high,
                    "limit": found.curve_limits[place],
                    "limit_of_epsilon_alone": most(promised(found.question, epsilon), rates),
                }
            )
        )
    return labelled(pd.concat(frames, ignore_index=True), found.question.settings)


def table(found: Membership) -> pd.DataFrame:
    """Return one row for each ε: means over splits, their intervals, and the limits."""
    rows = []
    for place, epsilon in enumerate(found.question.epsilons):
        row = _named(found, epsilon)
        for each in found.measured[place]:
            row |= {
                each.name: each.value,
                f"{each.name}_low": each.low,
                f"{each.name}_high": each.high,
                f"{each.name}_limit": each.limit,
                f"{each.name}_limit_of_epsilon_alone": each.alone,
            }
        rows.append(row)
    return labelled(pd.DataFrame(rows), found.question.settings)


def _named(found: Membership, epsilon: float) -> dict[str, object]:
    """Return the columns that say what was attacked."""
    settings, mechanism = found.question.settings, found.question.mechanism
    return {
        "mechanism": mechanism,
        "epsilon": epsilon,
        "delta": settings.delta if MECHANISMS[mechanism].uses_delta else 0.0,
        "n": found.n,
        "lam": settings.given_lam,
        "loss": settings.loss,
        "splits": found.areas.shape[1],
    }


def _measured(found: Membership, place: int) -> tuple[AttackNumber, ...]:
    """Return the area, the advantage and the true positive rates at one of the ε."""
    law, promise = found.laws[place], promised(found.question, found.question.epsilons[place])
    values = [
        ("area", found.areas[place]),
        ("advantage", advantages(found)[place]),
        *((f"true_positives_at_{rate:g}", found.at(rate)[place]) for rate in LOOKED_AT),
    ]
    both = zip(values, _limits(law), _limits(promise), strict=True)
    return tuple(
        AttackNumber(name, float(each.mean()), *_ends(each), limit, alone)
        for (name, each), limit, alone in both
    )


def _ends(values: Array) -> tuple[float, float]:
    low, high = interval(values)
    return float(low), float(high)


def _limits(law: Law | None) -> list[float]:
    """Return the most that the same numbers may be."""
    if law is None:
        return [1.0] * (2 + len(LOOKED_AT))
    return [curves.area(law), curves.advantage(law), *most(law, LOOKED_AT).tolist()]
