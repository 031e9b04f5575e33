"""The noisy average of one column: the promise kept, and three ways that look alike and break it.

The column comes with declared bounds [lower, upper]. Values are shifted by the lower one, so that
they lie between 0 and M = upper - lower, which changes no privacy loss: the answer is shifted back.

Each way gives the answers on two neighbouring data sets, Laplace densities of a centre and a scale:
with a certain record, and with 0 in its place (or without it, where n is not public). The record is
the one with the largest value; without clipping, the one that lies farthest outside of the bounds.

Examples
--------
>>> ways = run(Question(epsilon=1.0)).ways
>>> [ways[name].worst for name in ("kept", "largest", "hidden", "unclipped")]
[1.0, inf, inf, 4.0]
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data import cells
from dpcore.data.declared.schema import READ, Numeric
from dplab.laplace import average, mechanism
from dplab.laplace.average import Answers
from dplab.simulation.settings import UPLOAD
from dplab.simulation.sources import stream

FOUNDER = 400.0
"""The one large value of the made-up column, in thousands of euros."""

USUAL, SPREAD, LEAST, MOST = 45.0, 0.35, 18.0, 95.0
"""Of the others: median, standard deviation of the logarithm, and the ends."""

REACH, POINTS = 5.0, 301
FINE = np.concatenate([[0], np.geomspace(1e-2, REACH, 40)])
"""Scales of the noise on each side of a centre: the picture's reach, and where curves are drawn."""


SURE = 1 + 1e-6
"""Times ε: a loss up to it is within ε, but for rounding."""


@dataclass(frozen=True)
class Question:
    """Whose values are averaged, and which way the noise is scaled.

    The data are "made_up" or "upload", and the way "kept", "largest", "hidden" or "unclipped".
    `bound`, `n` and `seed` are of the made-up column: its upper bound, how many people, and what
    they are drawn by; `column` is of the own table's numeric columns, from 1.
    """

    data: str = "made_up"
    way: str = "kept"
    epsilon: float = 0.1
    bound: float = 100.0
    n: int = 20
    column: int = 1
    seed: int = 0

    @property
    def is_own(self) -> bool:
        """Whether the values are a column of the visitor's own table."""
        return self.data == UPLOAD


@dataclass(frozen=True)
class Way:
    """The answers on two neighbouring data sets, in the unit of the column.

    Parameters
    ----------
    here, there : tuple of float
        Centre and scale with the record, and without it.
    worst : float
        Largest privacy loss at any output, in either direction.
    exceeding : tuple of float
        Probability that an answer with the record loses more than ε, and one without it.
    value : float
        Of the record, in the unit of the column.
    refused : str
        Why this way is not possible on these data; else empty.
    """

    here: Answers = (0.0, 1.0)
    there: Answers = (0.0, 1.0)
    worst: float = 0.0
    exceeding: tuple[float, float] = (0.0, 0.0)
    value: float = 0.0
    refused: str = ""


@dataclass(frozen=True, eq=False)
class AverageCurves:
    """What the picture of a way shows.

    Outputs (m,) ascend; densities (2, m) are of the answers without the record, and with it; `loss`
    is the log of the density with the record over that without it.
    """

    outputs: Array
    densities: Array
    loss: Array


def made_up(n: int, seed: int) -> Array:
    """Return the yearly pay of n people in thousands of euros; the last one is the founder.

    They are generated, and describe no real person.
    """
    rng = stream(seed, "yearly pay", checks.whole("n", n, low=2))
    others = np.exp(rng.normal(np.log(USUAL), SPREAD, n - 1))
    return np.append(np.clip(others, LEAST, MOST).round(), FOUNDER)


def column_of(
    records: pd.DataFrame, feature: Numeric, markers: tuple[str, ...]
) -> tuple[Array, int]:
    """Return a numeric column of a table as numbers (n,), and how many of its cells are missing.

    For these stands the number that is declared for them.

    Raises
    ------
    InvalidInput
        If a cell is no number, or missing where nothing is declared for that.
    """
    values = cells.numbers(records[feature.name], markers)
    missing = np.isnan(values)
    if missing.any() and feature.missing is None:
        raise InvalidInput(
            f"{feature.name} has missing values, and an average needs every value. Declare on the "
            "Data page what a missing value is."
        )
    known = values if feature.missing is None else np.where(missing, feature.missing, values)
    return known, int(missing.sum())


def four_ways(values: npt.ArrayLike, lower: float, upper: float, epsilon: float) -> dict[str, Way]:
    """Return the four ways, by name: "kept", "largest", "hidden", "unclipped".

    Parameters
    ----------
    values : array (n,)
        In the unit of the column; finite.
    lower, upper : float
        The declared bounds, lower < upper.
    epsilon : float
        Positive and finite.

    Raises
    ------
    InvalidInput
        If there is no value, one is not finite, or the bounds leave no room.

    Notes
    -----
    **Guarantee.** None of this is an answer: no noise is drawn. "kept" describes answers that are
    ε-DP where one value is replaced, n and the bounds are public (TU Section 5); the others
    describe answers that are not.
    """
    given = checks.finite("values", values, ndim=1)
    if not given.size:
        raise InvalidInput("An average needs at least one value; this column has none.")
    bound = checks.positive("M = upper bound - lower bound", upper - lower)
    shifted = given - lower
    clipped = average.clipped(shifted, bound)
    return {
        "kept": _way(average.kept_promise(shifted, bound, epsilon), epsilon, clipped.max(), lower),
        "largest": _largest(shifted, epsilon, lower),
        "hidden": _hidden(shifted, bound, epsilon, lower),
        "unclipped": _unclipped(shifted, bound, epsilon, lower),
    }


def curves_of(way: Way) -> AverageCurves:
    """Return densities and privacy loss over all outputs that the picture shows."""
    ends = [centre + sign * REACH * b for centre, b in (way.here, way.there) for sign in (-1, 1)]
    even = np.linspace(min(ends), max(ends), POINTS)
    around = [c + sign * b * FINE for c, b in (way.here, way.there) for sign in (-1, 1)]
    outputs = np.unique(np.concatenate([even, *around]))
    both = [mechanism.density(outputs, *answers) for answers in (way.there, way.here)]
    return AverageCurves(
        outputs, np.stack(both), mechanism.privacy_loss(outputs, way.here, way.there)
    )


def _largest(shifted: Array, epsilon: float, lower: float) -> Way:
    try:
        pair = average.largest_as_bound(shifted, epsilon)
    except InvalidInput as refusal:
        return Way(refused=str(refusal))
    return _way(pair, epsilon, shifted.max(), lower)


def _hidden(shifted: Array, bound: float, epsilon: float, lower: float) -> Way:
    try:
        pair = average.hidden_count(shifted, bound, epsilon)
    except InvalidInput as refusal:
        return Way(refused=str(refusal))
    return _way(pair, epsilon, average.clipped(shifted, bound).max(), lower)


def _unclipped(shifted: Array, bound: float, epsilon: float, lower: float) -> Way:
    """Return the way without clipping, for the value that lies farthest outside of [0, M].

    Where that is one below 0, the data are mirrored at M/2: M takes the place of 0.
    """
    if -shifted.min() <= shifted.max() - bound or shifted.min() >= 0:
        pair = average.unclipped_outlier(shifted, bound, epsilon)
        return _way(pair, epsilon, shifted.max(), lower)
    (m, b), (other, c) = average.unclipped_outlier(bound - shifted, bound, epsilon)
    return _way(((bound - m, b), (bound - other, c)), epsilon, shifted.min(), lower)


def _way(pair: tuple[Answers, Answers], epsilon: float, value: float, lower: float) -> Way:
    here, there = pair
    exceeding = (average.exceeds(epsilon, here, there), average.exceeds(epsilon, there, here))
    return Way(
        (here[0] + lower, here[1]),
        (there[0] + lower, there[1]),
        average.worst_loss(here, there),
        exceeding,
        float(value + lower),
    )


@dataclass(frozen=True, eq=False)
class Column:
    """A column, with what is declared of it.

    `missing` is how many of its cells were.
    """

    feature: Numeric
    values: Array
    missing: int = 0


@dataclass(frozen=True, eq=False)
class NoisyAverage:
    """The four ways on a column, of which one is shown."""

    question: Question
    column: Column
    ways: dict[str, Way]

    @property
    def way(self) -> Way:
        """The one that is shown."""
        return self.ways[self.question.way]

    @property
    def feature(self) -> Numeric:
        """What is declared of the column."""
        return self.column.feature

    @property
    def bound(self) -> float:
        """M: values lie in [0, M] where they are shifted by the lower bound."""
        return self.feature.upper - self.feature.lower

    @property
    def n(self) -> int:
        """How many values there are."""
        return len(self.column.values)

    @property
    def is_within(self) -> bool:
        """Whether no answer loses more than ε on these two data sets."""
        return self.way.worst <= self.question.epsilon * SURE

    @property
    def is_declared(self) -> bool:
        """Whether the bounds are, or else were read from the data."""
        return self.feature.origin != READ

    @property
    def curves(self) -> AverageCurves:
        """What the picture of the way shows."""
        return curves_of(self.way)


def run(question: Question, records: Column | None = None) -> NoisyAverage:
    """Return the four ways on the made-up column, or on one of an own table.

    Raises
    ------
    InvalidInput
        If the column is not there, as `four_ways`, or if the way of the question is not possible.
    """
    if not question.is_own:
        values = made_up(question.n, question.seed)
        records = Column(Numeric("pay", 0, question.bound), values)
    elif records is None:
        raise InvalidInput("An average over your own table needs one of its columns.")
    declared = records.feature
    ways = four_ways(records.values, declared.lower, declared.upper, question.epsilon)
    found = NoisyAverage(question, records, ways)
    if found.way.refused:
        raise InvalidInput(found.way.refused)
    return found


def table(found: NoisyAverage) -> pd.DataFrame:
    """Return the curves of the picture, one output to a row."""
    curves = found.curves
    without, with_it = curves.densities
    return pd.DataFrame(
        {
            "output": curves.outputs,
            "density_with": with_it,
            "density_without": without,
            "privacy_loss": curves.loss,
        }
    )
