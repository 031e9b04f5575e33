"""Membership by a threshold on the loss: the attack of courses, beside what ε and δ allow.

The attacker sees a classifier and one record, and says "it was learnt from" where the record's loss
is small: a threshold on its margin y w·x (Yeom, Giacomelli, Fredrikson and Jha 2018). They know no
other record. Members are the n training records, strangers are records of the same table that were
left out. Over thresholds the shares flagged of both are the ROC curve.

**Rates.** Let g = 1 - f, with f the trade-off function of the mechanism: g rises, is concave, and
is at most e^ε x + δ at x. Let z be a member of D, and D' be D with a stranger in its place. At a
fixed threshold, over the noise, z is flagged by D's classifiers with a probability of at most g(x),
if those of D' flag it with x. Both cases are equally likely, so that by Jensen's inequality, over
the noise and over splits into members and strangers,

    true positive rate ≤ g(false positive rate),

and their difference, the advantage, is at most δ(ε = 0) (`dpcore.privacy.profile`).

**Area.** The area under the curve of a split is how often a member of one draw has a larger margin
than a stranger of another draw. Take a member z and a stranger z' of D, and let D' be D with their
roles exchanged, a neighbour. With x and y the probabilities that z and z' pass a threshold where
they are strangers, the areas of this pair in D and in D' have a sum of at most

    ∫ g(x) dy + ∫ g(y) dx,   along a path on which x and y rise from 0 to 1.

Where it runs below the diagonal, y + h ≤ x, let it go up by h before it goes right by k, and not
after: the sum grows by k (g(y + h) - g(y)) - h (g(x + k) - g(x)), which is not negative, since g is
the steeper the nearer to 0. So no path has a larger sum than the diagonal: 2 ∫g. Hence the mean
area is at most ∫g = 1 - ∫f; by ε and δ alone, 1 - (1-δ)²/(1 + e^ε). Pairs of one draw compare both
margins of the same classifier: they are right with at most (1 + δ(0))/2, which is below ∫g.

All limits are about the mean over splits: within one split members and strangers differ by chance,
and that does not vanish with more noise drawn. So splits are drawn anew, and intervals are over
splits.

**Why it is weak here.** A regularised linear classifier fits its d coefficients to n records, and
no record pulls it further than 2/(nλ): its margin is moved by as much at most. The attacker who
knows all other records (`curve`) sees that pull alone; this one sees it below the spread of margins
of different people.

Examples
--------
>>> settings = Settings(data="breast_cancer", lam=0.01, n=100)
>>> *_, found = run(Question(settings, "output", (1.0, float("inf")), n_splits=10))
>>> bool((found.areas.mean(axis=1) < found.area_limits + 0.02).all())
True
"""

import math
from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property

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
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load, stream
from dplab.simulation.summaries import labelled

SPLITS = 40
"""Splits into members and strangers, drawn anew."""

DRAWS = 20
"""Classifiers of each split at each ε."""

STRANGERS = 2_000
"""Left-out records that are compared, or n where that is more; all, where fewer are left."""

ABOUT = np.concatenate([np.geomspace(2e-3, 0.1, 16), np.linspace(0.15, 0.98, 16)])
"""False positive rates, about: thresholds are fixed at the quantiles of a split of their own."""

LOOKED_AT = (0.01, 0.1)
"""False positive rates at which the true positive rate is named."""

LEVEL = 0.95
"""Of the intervals over splits."""

EPSILONS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
"""Where the area is shown along ε."""

USUAL_MEMBERS, MOST_MEMBERS = 100, 2_000
"""Members where no n is given; and those up to which an answer takes two seconds."""

NO_NOISE = "non_private"

Rows = npt.NDArray[np.int64]


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
class Measured:
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
    def measured(self) -> tuple[tuple[Measured, ...], ...]:
        """At each ε the area, the advantage, and the true positive rates that are looked at."""
        return tuple(_measured(self, place) for place in range(len(self.laws)))

    @cached_property
    def area_limits(self) -> Array:
        """Of the area, by the trade-off function of the noise; 1 without one."""
        return np.array([1.0 if law is None else curves.area(law) for law in self.laws])

    @cached_property
    def advantage_limits(self) -> Array:
        """Of the advantage, by the same; 1 without one."""
        return np.array([1.0 if law is None else curves.advantage(law) for law in self.laws])

    @property
    def curve_limits(self) -> Array:
        """Of the true positive rates, (k, m), at the mean false positive rates."""
        false = self.false_positives.mean(axis=1)
        return np.array([most(law, each) for law, each in zip(self.laws, false, strict=True)])

    def at(self, rate: float) -> Array:
        """Return the true positive rates (k, S) at a mean false positive rate.

        Between two thresholds a coin decides which one counts; beyond the last ones, whether one
        does.
        """
        found = []
        for false, true in zip(self.false_positives, self.true_positives, strict=True):
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


@dataclass(frozen=True)
class Alone:
    """What ε and δ alone allow, whatever the noise is: e^ε rate + δ, and the other side of it.

    Examples
    --------
    >>> alone = Alone(1.0, 0.0)
    >>> round(alone.area, 4), round(alone.advantage, 4), alone.most(0.1).round(4).item()
    (0.7311, 0.4621, 0.2718)
    """

    epsilon: float
    delta: float

    @property
    def area(self) -> float:
        """The area under the curve is at most 1 - (1-δ)²/(1 + e^ε)."""
        return float(1 - (1 - self.delta) ** 2 * expit(-self.epsilon))

    @property
    def advantage(self) -> float:
        """The advantage is at most (e^ε - 1 + 2δ)/(e^ε + 1)."""
        return float(1 - 2 * (1 - self.delta) * expit(-self.epsilon))

    def most(self, rates: npt.ArrayLike) -> Array:
        """Return the most that the true positive rate may be at false positive rates."""
        rates = np.asarray(rates, dtype=np.float64)
        with np.errstate(over="ignore"):
            few = np.where(rates > 0, np.exp(self.epsilon) * rates, 0.0) + self.delta
        many = 1 - np.exp(-self.epsilon) * (1 - self.delta - rates)
        return np.asarray(np.minimum(few, many).clip(0.0, 1.0))


def alone(question: Question, epsilon: float) -> Alone:
    """Return what a promise alone allows: everything, where there is none."""
    mechanism = MECHANISMS[question.mechanism]
    if mechanism.guarantee not in ("pure", "approximate"):
        return Alone(math.inf, 0.0)
    return Alone(epsilon, question.settings.delta if mechanism.uses_delta else 0.0)


def interval(values: Array) -> tuple[Array, Array]:
    """Return the ends of t intervals for the mean over splits, the last axis."""
    n = values.shape[-1]
    half = stats.t.ppf((1 + LEVEL) / 2, n - 1) * values.std(axis=-1, ddof=1) / math.sqrt(n)
    return values.mean(axis=-1) - half, values.mean(axis=-1) + half


def n_members(settings: Settings, data: Dataset) -> int:
    """Return how many records are members: n, or the usual number, or half where that is less.

    Raises
    ------
    InvalidInput
        If no record is left out, or these are none that can be.
    """
    if data.chance is not None:
        raise InvalidInput(
            f"data {settings.data} is a distribution given by its points, and no record of it can "
            "be left out. Choose other data."
        )
    n = settings.n or min(USUAL_MEMBERS, data.n_records // 2)
    if n >= data.n_records:
        raise InvalidInput(
            f"All {data.n_records:,} records would be members, and none is left to compare with. "
            "Take a smaller n."
        )
    return n


def run(question: Question, records: Dataset | None = None) -> Generator[Membership]:
    """Yield the attack over more and more splits; records are those of an own table.

    Raises
    ------
    InvalidInput
        If no record is left out, or these are none that can be.
    """
    data = load(question.settings, records)
    n = n_members(question.settings, data)
    laws = _laws(question, n, data.X.shape[1])
    pilot = _margins(question, data, n, 0)
    thresholds = np.array([np.quantile(strangers, 1 - ABOUT) for _, strangers in pilot])
    found: list[tuple[Array, Array, Array]] = []
    for number in range(1, question.n_splits + 1):
        margins = _margins(question, data, n, number)
        each = [attacked(*two, least) for two, least in zip(margins, thresholds, strict=True)]
        areas, false, true = (np.array(values) for values in zip(*each, strict=True))
        found.append((areas, false, true))
        grown = (np.stack(values, 1) for values in zip(*found, strict=True))
        yield Membership(question, n, laws, thresholds, *grown)


def in_steps(
    question: Question, records: Dataset | None = None
) -> Generator[float, None, Membership]:
    """Return the attack over all splits, and yield the share that is done."""
    states = run(question, records)
    for number in range(question.n_splits):
        found = next(states)
        yield (number + 1) / question.n_splits
    # Its limits take a while: what is kept has them.
    _ = found.measured
    return found


def attacked(members: Array, strangers: Array, thresholds: Array) -> tuple[float, Array, Array]:
    """Return the area under the ROC curve, and false and true positive rates at thresholds.

    Margins are (n_draws, n_members) and (n_draws, n_strangers). A threshold is the same for all
    draws: an attacker sees one classifier, and has fixed it before.
    """
    ours, theirs = np.sort(members.ravel()), np.sort(strangers.ravel())
    below, level = (np.searchsorted(theirs, ours, side) for side in ("left", "right"))
    # Of a member and a stranger, how often the member has the larger margin; ties count half.
    area = float((below + level).mean() / (2 * len(theirs)))
    true, false = (
        1 - np.searchsorted(each, thresholds, "left") / len(each) for each in (ours, theirs)
    )
    return area, false, true


def advantages(found: Membership) -> Array:
    """Return true less false positive rate of each ε and split, (k, S), at the best threshold.

    It is the best of the other splits: chosen on the split itself, or on all of them, it would find
    more than nothing for an attacker who only guesses.
    """
    gains = found.true_positives - found.false_positives
    of_others = gains.sum(axis=1, keepdims=True) - gains
    best = of_others.argmax(axis=-1)[..., None]
    return np.take_along_axis(gains, best, axis=-1)[..., 0]


def points(found: Membership) -> pd.DataFrame:
    """Return one row for each ε and threshold: both rates, an interval, and the limits."""
    frames = []
    for place, epsilon in enumerate(found.question.epsilons):
        true = found.true_positives[place]
        low, high = interval(true.T)
        rates = found.false_positives[place].mean(axis=0)
        frames.append(
            pd.DataFrame(
                {
                    **_named(found, epsilon),
                    "margin": found.thresholds[place],
                    "false_positives": rates,
                    "true_positives": true.mean(axis=0),
                    "true_positives_low": low,
                    "true_positives_high": high,
                    "limit": found.curve_limits[place],
                    "limit_of_epsilon_alone": alone(found.question, epsilon).most(rates),
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


def _measured(found: Membership, place: int) -> tuple[Measured, ...]:
    """Return the area, the advantage and the true positive rates at one of the ε."""
    law, promise = found.laws[place], alone(found.question, found.question.epsilons[place])
    of_area, of_advantage = found.area_limits[place], found.advantage_limits[place]
    numbers = [
        ("area", found.areas[place], of_area, promise.area),
        ("advantage", advantages(found)[place], of_advantage, promise.advantage),
        *(
            (
                f"true_positives_at_{rate:g}",
                found.at(rate)[place],
                most(law, rate),
                promise.most(rate),
            )
            for rate in LOOKED_AT
        ),
    ]
    return tuple(
        Measured(name, float(each.mean()), *map(float, (*interval(each), limit, by_promise)))
        for name, each, limit, by_promise in numbers
    )


def _margins(question: Question, data: Dataset, n: int, number: int) -> list[tuple[Array, Array]]:
    """Return the margins of members and of strangers at each ε, of one split."""
    rng = stream(question.settings.seed, "membership", number)
    order = rng.permutation(data.n_records)
    members, strangers = order[:n], order[n : n + max(n, STRANGERS)]
    here, there = (data.X[rows] * data.y[rows, None] for rows in (members, strangers))
    found = _classifiers(question, data, members, rng)
    return [(coefs @ here.T, coefs @ there.T) for coefs in found]


def _classifiers(
    question: Question, data: Dataset, members: Rows, rng: np.random.Generator
) -> list[Array]:
    """Return the classifiers at each ε."""
    settings = question.settings
    drawn = draw_all(
        data.X[members],
        data.y[members],
        loss=settings.make_loss(),
        requests=[
            Request(
                NO_NOISE if math.isinf(epsilon) else question.mechanism,
                epsilon,
                settings.given_lam,
                delta=settings.delta,
            )
            for epsilon in question.epsilons
        ],
        n_draws=DRAWS,
        stream=lambda _: rng,
    )
    return [each.coefs for each in drawn]


def _laws(question: Question, n: int, d: int) -> tuple[Law | None, ...]:
    settings, guarantee = question.settings, MECHANISMS[question.mechanism].guarantee
    return tuple(
        None
        if math.isinf(epsilon) or guarantee not in ("pure", "approximate")
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
