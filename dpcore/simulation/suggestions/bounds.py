"""Which bounds for a table that nobody has described? Two kinds are tried, and the best proposed.

No single rule will do. Zero-centred bounds rescue a table of counts that are mostly zero, and ruin
one whose classes a plane through the origin cannot part; a constant feature then helps, and costs
elsewhere, as it takes half of the ball. So rounded ranges and zero-centred bounds
(`dpcore.data.guesses.bounds`) are each tried without and with the constant feature. Of each the
test error without noise is computed along λ, as on every page (`yardstick`); at the suggested λ
then the median error of objective perturbation at ε = 1.

The best is the one with the least private error among those whose error without noise is at most
half a point, or half a standard error of the test records, above the least (the other half may be
lost by the suggested λ). The private error alone would not
do: under noise a poor encoding may win that does little but name the larger class, and it stays
poor at every ε. The error without noise alone would not do either: the encodings that are equal by
it, as two often are, differ most under noise.

A large table is tried on records that a seeded permutation takes. Each learned record then counts
as often as there are such records, so that the noise is that of the whole table. All of it was read
from the data, and costs a private release its guarantee: there, bounds come from elsewhere.

Examples
--------
>>> from dpcore.data.proposal import propose
>>> table = pd.DataFrame({"hits": [0, 0, 0, 5, 9] * 40, "won": list("nnnyy") * 40})
>>> trials = try_bounds(table, propose(table))
>>> [(trial.kind, trial.schema.intercept) for trial in trials]
[('rounded', False), ('rounded', True), ('zero-centred', False), ('zero-centred', True)]
>>> round(best(trials).error, 2)
0.0
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from dpcore.checks import Array
from dpcore.data.dataset import FOLDS, Dataset, Split, n_training, split
from dpcore.data.encoding import Encoded, encode
from dpcore.data.guesses.bounds import both_kinds
from dpcore.data.schema import READ, Schema
from dpcore.erm.losses import Logistic, Loss
from dpcore.erm.prediction import error
from dpcore.privacy.mechanisms import Request, draw_all
from dpcore.simulation.sources import stream
from dpcore.simulation.suggestions.yardstick import pooled

ROUNDED, CENTRED = "rounded", "zero-centred"

EPSILON = 1.0
"""Where the private error is compared: a usual ε, and small enough for encodings to differ."""

DRAWS = 11
"""Draws of the noise: an odd number has a median of its own."""

LAMS = (1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1)
"""Coarser than the pages' grid where little changes: each λ costs time, four times over."""

MOST_TRIED = 10_000
"""Records that are tried, at most."""

MOST_VALUES = 120_000
"""Records times features that are learned from, at most: about a quarter of a second each."""

FEWEST = 100
"""Records from which on the trials may choose by themselves: of fewer, a standard error is some
five points, and chance would choose."""

FEW_VALUES = 40_000
"""Records times features up to which all five folds are tested: of few records, one fifth would say
little."""


@dataclass(frozen=True)
class Trial:
    """What one kind of bounds gave. Read from the data, and not private.

    Parameters
    ----------
    kind : str
        `ROUNDED` or `CENTRED`.
    schema : Schema
        With these bounds, and with the constant feature or without.
    lam : float
        The suggested regularization.
    error : float
        0-1 test error without noise at that λ, in [0, 1].
    private_error : float
        Median test error of objective perturbation there at ε = 1.
    slack : float
        Up to here, differences between errors count as none.
    shortened_share : float
        Share of rows that were longer than 1.
    norm_before, norm_after : float
        Medians of the rows' norms before and after they are brought into the ball.
    n_tried : int
        Records that were tried.
    """

    kind: str
    schema: Schema
    lam: float
    error: float
    private_error: float
    slack: float
    shortened_share: float
    norm_before: float
    norm_after: float
    n_tried: int


def try_bounds(
    table: pd.DataFrame, schema: Schema, names: Collection[str] | None = None, seed: int = 0
) -> tuple[Trial, ...]:
    """Return what each kind of bounds gives, without and with the constant feature.

    Parameters
    ----------
    table : DataFrame
    schema : Schema
        With a label; bounds of other columns than `names`, levels and markers stay.
    names : collection of str, optional
        The numeric features whose bounds are tried; all by default.
    seed : int
        Of the permutation and of the noise.

    Returns
    -------
    tuple of Trial
        Four; two where zero-centred bounds suit no column.

    Raises
    ------
    InvalidInput
        If the table cannot be encoded, or no λ converges.
    """
    kinds = dict(zip((ROUNDED, CENTRED), both_kinds(table, schema, names), strict=True))
    # The same schema twice would be the same trial twice, and of seconds each.
    if kinds[CENTRED] == kinds[ROUNDED]:
        del kinds[CENTRED]
    # The same records for all: their differences are then those of the encodings.
    sample = _sample(table, seed)
    with threadpool_limits(1):  # The matrices are small: on busy cores threads only wait.
        return tuple(
            _trial(kind, _with_intercept(each, intercept), sample, len(table), seed)
            for kind, each in kinds.items()
            for intercept in (False, True)
        )


def _with_intercept(schema: Schema, intercept: bool) -> Schema:
    # Which of the two is better is told by the data.
    return replace(schema, intercept=intercept, intercept_origin=READ)


def best(trials: Sequence[Trial]) -> Trial:
    """Return the least private error among those about as good as the best without noise."""
    # First by the error without noise, then by the private one: why both, the module says.
    least = min(trials, key=lambda trial: trial.error)
    close = (trial for trial in trials if trial.error <= least.error + least.slack / 2)
    return min(close, key=lambda trial: trial.private_error)


def _sample(table: pd.DataFrame, seed: int) -> pd.DataFrame:
    if len(table) <= MOST_TRIED:
        return table
    rows = stream(seed, "bounds").permutation(len(table))[:MOST_TRIED]
    # In the table's own order: which records they are was left to chance, their order need not be.
    return table.iloc[np.sort(rows)]


def _trial(kind: str, schema: Schema, sample: pd.DataFrame, n_records: int, seed: int) -> Trial:
    data, loss = encode(sample, schema), Logistic()
    parts = _parts(data, n_training(n_records), seed)
    yardstick = pooled(parts, loss, LAMS)
    lam = yardstick.suggested
    return Trial(
        kind,
        schema,
        lam,
        yardstick.error(lam),
        float(np.median([_private_errors(part, loss, lam, seed) for part in parts])),
        yardstick.slack,
        data.shortened_share,
        float(np.median(data.norms)),
        float(np.median(np.linalg.norm(data.X, axis=1))),
        len(sample),
    )


def _parts(data: Encoded, n: int, seed: int) -> list[Split]:
    """Return training and test records, the former with weights that sum to about n."""
    folds = FOLDS if data.X.size <= FEW_VALUES else 1
    return [_cut(data, n, seed, fold) for fold in range(folds)]


def _cut(data: Dataset, n: int, seed: int, fold: int) -> Split:
    part = split(data, n_training(len(data.y)), seed, fold)
    # A wide table leaves few records to learn from in the time; all others test.
    rows = max(1, min(len(part.y), MOST_VALUES // part.X.shape[1]))
    return replace(
        part,
        X=part.X[:rows],
        y=part.y[:rows],
        X_test=np.concatenate([part.X_test, part.X[rows:]]),
        y_test=np.concatenate([part.y_test, part.y[rows:]]),
        # Each counts for so many that the noise is that of n records (it falls as 1/n).
        weight=np.full(rows, max(1.0, np.floor(n / rows))),
    )


def _private_errors(part: Split, loss: Loss, lam: float, seed: int) -> Array:
    (draws,) = draw_all(
        part.X,
        part.y,
        loss=loss,
        requests=[Request("objective", EPSILON, lam)],
        n_draws=DRAWS,
        # The same noise for every encoding, as far as dimensions allow: a comparison, no release.
        stream=lambda _: stream(seed, "objective"),
        sample_weight=part.weight,
    )
    return error(draws.coefs, part.X_test, part.y_test)
