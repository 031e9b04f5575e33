"""Membership by a threshold on the loss: the attack of courses, beside what ε and δ allow.

The attacker sees a classifier and one record, and says "it was learnt from" where the record's loss
is small: a threshold on its margin y w·x (Yeom, Giacomelli, Fredrikson and Jha 2018). They know no
other record. Members are the n training records, non-members records of the same table that were
left out. Over thresholds the shares named of both are the ROC curve.

**Limits.** At a fixed threshold, over the noise and over which of two exchangeable records was the
member, a private classifier allows no more than its trade-off function,

    true positive rate ≤ 1 - f(false positive rate) ≤ e^ε · false positive rate + δ,

the second by ε and δ alone; so the area under the curve is at most 1 - ∫f, and the advantage, the
largest difference of both rates, at most δ(ε = 0) (`dpcore.privacy.profile`). Both are about the
mean over splits: within one split members and non-members differ by chance, and that does not
vanish with more noise drawn. So splits are drawn anew, and intervals are over splits.

**Why it is weak here.** A regularised linear classifier fits its d coefficients to n records, and
no record pulls it further than 2/(nλ): its margin is moved by as much at most. The attacker who
knows all other records (`curve`) sees that pull alone; this one sees it below the spread of margins
of different people.

Examples
--------
>>> from dplab.simulation.sources import load
>>> settings = Settings(data="breast_cancer", lam=0.01, n=100)
>>> *_, found = run(Question(settings, "output", (1.0, float("inf")), n_splits=10), load(settings))
>>> bool((found.areas.mean(axis=1) < found.area_limits + 0.02).all())
True
"""

import math
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats
from scipy.special import expit

from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Dataset
from dpcore.privacy.mechanisms import MECHANISMS, Request, calibrate, draw_all
from dpcore.privacy.profile import curves
from dpcore.privacy.profile.laws import Law, of_plan
from dplab.simulation.settings import Settings
from dplab.simulation.sources import stream

SPLITS = 40
"""Splits into members and others, drawn anew."""

DRAWS = 20
"""Classifiers of each split at each ε."""

ABOUT = np.concatenate([np.geomspace(2e-3, 0.1, 16), np.linspace(0.15, 0.98, 16)])
"""False positive rates, about: thresholds are fixed at the quantiles of a split of their own."""

LOOKED_AT = (0.01, 0.1)
"""False positive rates at which the true positive rate is named."""

LEVEL = 0.95
"""Of the intervals over splits."""

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Question:
    """The attack on one mechanism, and on the classifier without noise at ε = ∞.

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


@dataclass(frozen=True, eq=False)
class Membership:
    """What the attack gets at k ε on S splits, and what is the most by ε and δ, or by the noise.

    Parameters
    ----------
    question : Question
    laws : tuple of Law or None
        Of each ε; None without noise.
    areas : array (k, S)
        Under the ROC curve of each split.
    false_positives, true_positives : array (k, S, m)
        At m thresholds that were fixed on a split of their own, which counts for nothing else.
    member_margins, other_margins : array (n,)
        Of that split without noise, for its picture.
    """

    question: Question
    laws: tuple[Law | None, ...]
    areas: Array
    false_positives: Array
    true_positives: Array
    member_margins: Array
    other_margins: Array

    @property
    def area_limits(self) -> Array:
        """Of the area, by the trade-off function of the noise; 1 without noise."""
        return np.array([1.0 if law is None else curves.area(law) for law in self.laws])

    @property
    def alone_limits(self) -> Array:
        """Of the area, by ε and δ alone: 1 - (1-δ)²/(1 + e^ε)."""
        settings, mechanism = self.question.settings, self.question.mechanism
        delta = settings.delta if MECHANISMS[mechanism].uses_delta else 0.0
        return np.array([1 - (1 - delta) ** 2 * expit(-each) for each in self.question.epsilons])

    @property
    def curve_limits(self) -> Array:
        """Of the true positive rates, (k, m), at the mean false positive rates."""
        false = self.false_positives.mean(axis=1)
        return np.array(
            [
                np.ones_like(each) if law is None else 1 - curves.type_two_error(law, each)
                for law, each in zip(self.laws, false, strict=True)
            ]
        )


def interval(values: Array) -> tuple[Array, Array]:
    """Return the ends of t intervals for the mean over splits, the last axis."""
    n = values.shape[-1]
    half = stats.t.ppf((1 + LEVEL) / 2, n - 1) * values.std(axis=-1, ddof=1) / math.sqrt(n)
    return values.mean(axis=-1) - half, values.mean(axis=-1) + half


def run(question: Question, data: Dataset) -> Generator[Membership]:
    """Yield the attack over more and more splits; records are those of the settings.

    Raises
    ------
    InvalidInput
        If the table leaves no record out, or the mechanism keeps no promise.
    """
    settings = question.settings
    n = settings.n or data.n_records // 2
    if n >= data.n_records:
        raise InvalidInput(
            f"All {data.n_records:,} records would be members, and none is left to compare with. "
            "Take a smaller n."
        )
    laws = _laws(question, n, data.X.shape[1])
    pilot = _margins(question, data, n, 0)
    thresholds = [np.quantile(others, 1 - ABOUT) for _, others in pilot[:-1]]
    exact = tuple(each[0] for each in pilot[-1])
    found: list[tuple[Array, Array, Array]] = []
    for number in range(1, question.n_splits + 1):
        attacks = [
            attacked(*margins, least)
            for margins, least in zip(_margins(question, data, n, number), thresholds, strict=False)
        ]
        areas, false, true = (np.array(each) for each in zip(*attacks, strict=True))
        found.append((areas, false, true))
        yield Membership(
            question, laws, *(np.stack(each, 1) for each in zip(*found, strict=True)), *exact
        )


def attacked(members: Array, others: Array, thresholds: Array) -> tuple[float, Array, Array]:
    """Return the area under the ROC curve, and false and true positive rates at thresholds.

    Margins are (n_draws, n_members) and (n_draws, n_others). A threshold is the same for all draws:
    an attacker sees one classifier, and has fixed it before.
    """
    ours, theirs = np.sort(members.ravel()), np.sort(others.ravel())
    below, level = (np.searchsorted(theirs, ours, side) for side in ("left", "right"))
    # Of a member and another person, how often the member has the larger margin; ties count half.
    area = float((below + level).mean() / (2 * len(theirs)))
    true, false = (
        1 - np.searchsorted(each, thresholds, "left") / len(each) for each in (ours, theirs)
    )
    return area, false, true


def advantages(found: Membership) -> Array:
    """Return true less false positive rate of each ε and split, where their mean is largest.

    One threshold for all splits: the largest difference of each split by itself would be above 0
    for an attacker who only guesses.
    """
    gains = found.true_positives - found.false_positives
    best = gains.mean(axis=1).argmax(axis=-1)
    return np.asarray(gains[np.arange(len(best)), :, best])


def table(found: Membership) -> pd.DataFrame:
    """Return one row for each ε: means over splits, their intervals, and the limits."""
    rows = []
    for place, epsilon in enumerate(found.question.epsilons):
        row = {"epsilon": epsilon, "splits": found.areas.shape[1]}
        for name, values in (("area", found.areas), ("advantage", advantages(found))):
            low, high = interval(values[place])
            row |= {name: values[place].mean(), f"{name}_low": low, f"{name}_high": high}
        row |= {
            "area_limit": found.area_limits[place],
            "area_limit_of_epsilon_alone": found.alone_limits[place],
        }
        for rate in LOOKED_AT:
            along = [
                each[place].mean(axis=0) for each in (found.false_positives, found.true_positives)
            ]
            law = found.laws[place]
            limit = 1.0 if law is None else 1 - float(curves.type_two_error(law, rate))
            row |= {
                f"true_positives_at_{rate:g}": np.interp(rate, *along),
                f"limit_at_{rate:g}": limit,
            }
        rows.append(row)
    return pd.DataFrame(rows)


def _margins(question: Question, data: Dataset, n: int, number: int) -> list[tuple[Array, Array]]:
    """Return the margins of members and of others at each ε, and last without noise, of a split."""
    rng = stream(question.settings.seed, "membership", number)
    order = rng.permutation(data.n_records)
    members, others = order[:n], order[n : 2 * n]
    here, there = (data.X[rows] * data.y[rows, None] for rows in (members, others))
    found = _classifiers(question, data, members, rng)
    return [(coefs @ here.T, coefs @ there.T) for coefs in found]


def _classifiers(
    question: Question, data: Dataset, members: Rows, rng: np.random.Generator
) -> list[Array]:
    """Return the classifiers at each ε, and last that without noise."""
    settings = question.settings
    requests = [
        Request(question.mechanism, epsilon, settings.given_lam, delta=settings.delta)
        for epsilon in question.epsilons
    ]
    exact = Request("non_private", math.inf, settings.given_lam)
    drawn = draw_all(
        data.X[members],
        data.y[members],
        loss=settings.make_loss(),
        requests=[*requests, exact],
        n_draws=DRAWS,
        stream=lambda _: rng,
    )
    return [each.coefs for each in drawn]


def _laws(question: Question, n: int, d: int) -> tuple[Law | None, ...]:
    settings = question.settings
    return tuple(
        None
        if math.isinf(epsilon)
        else of_plan(
            calibrate(
                question.mechanism,
                epsilon,
                lam=settings.given_lam,
                n=n,
                loss=settings.make_loss(),
                delta=settings.delta,
                n_features=d,
            ),
            d,
        )
        for epsilon in question.epsilons
    )
