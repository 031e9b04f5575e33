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
margins of the same classifier: they are right with at most (1 + δ(0))/2, no more than ∫g.

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

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Dataset
from dpcore.privacy.mechanisms import Request, calibrate, draw_all
from dpcore.privacy.profile.laws import Law, of_plan
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load, stream
from dplab.studies.adversary.rates import Membership, Question, promised
from dplab.studies.adversary.rates import table as table

DRAWS = 20
"""Classifiers of each split at each ε."""

STRANGERS = 2_000
"""Left-out records that are compared, or n where that is more; all, where fewer are left."""

ABOUT = np.concatenate([np.geomspace(2e-3, 0.1, 16), np.linspace(0.15, 0.98, 16)])
"""False positive rates, about: thresholds are fixed at the quantiles of a split of their own."""

EPSILONS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
"""Where the area is shown along ε."""

USUAL_MEMBERS, MOST_MEMBERS = 100, 2_000
"""Members where no n is given; and those up to which an answer takes two seconds."""

NO_NOISE = "non_private"

Rows = npt.NDArray[np.int64]


def n_members(settings: Settings, data: Dataset) -> int:
    """Return how many records are members: n, or the usual number, or half where that is less.

    Raises
    ------
    InvalidInput
        If no record is left out, or these are none that can be.
    """
    if data.chance is not None:
        raise InvalidInput(
            "This data is a distribution given by its points, and no record of it can be left out. "
            "Choose other data."
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
    settings = question.settings
    return tuple(
        None
        if promised(question, epsilon) is None
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
