"""Which bounds for a table that nobody has described? Three kinds are tried, the best is proposed.

No single rule will do. Zero-centred bounds rescue a table of counts that are mostly zero, and ruin
one whose classes a plane through the origin cannot part; a constant feature then helps, and costs
elsewhere, as it takes half of the ball. The middle 98 % rescues a table with a few far values, and
clips where the far values are what tells the classes apart. So rounded ranges, zero-centred bounds
and the middle 98 % (`dplab.tables.guesses.bounds`) are each tried without and with the constant
feature.

The best is the one with the least *private* error: objective perturbation (`MECHANISM`) at ε = 1
and at the λ that suits this ε, by public arguments alone (`suggested_lam`), as pages and releases
have it by default. Ways whose private errors differ by less than `ALIKE` are equal by what can be
told from so many draws and records; of these the one with the least error without noise is
proposed, which holds at a larger ε. The error without noise alone would not do, since a way that
does well without noise may ask for features that are small, and that noise drowns.

The error without noise is that at λ = 0.1/n, the floor of the same rule.

A large table is tried on records that a seeded permutation takes. Each learned record then counts
as often as there are such records, so that the noise is that of the whole table. All of it was read
from the data, and costs a private release its guarantee: there, bounds come from elsewhere.

Examples
--------
>>> from dplab.tables.proposal import propose
>>> table = pd.DataFrame({"hits": [0, 0, 0, 5, 9] * 40, "won": list("nnnyy") * 40})
>>> trials = try_bounds(table, propose(table))
>>> [(trial.kind, trial.schema.intercept) for trial in trials]
[('rounded', False), ('rounded', True), ('zero-centred', False), ('zero-centred', True)]
>>> round(best(trials).error, 2)
0.0
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from dpcore.checks import Array, InvalidInput, written
from dpcore.data.dataset import FOLDS, Dataset, Split, n_training, split
from dpcore.data.declared.reading import table_as_declared
from dpcore.data.declared.schema import READ, Numeric, Schema
from dpcore.data.encoding import Encoded, encode
from dpcore.erm.losses import Logistic, Loss
from dpcore.erm.prediction import error
from dpcore.privacy.mechanisms import Request, draw_all
from dpcore.privacy.regularization.suggested import suggested_lam
from dplab.simulation.sources import stream
from dplab.tables.guesses.bounds import each_kind

ROUNDED, CENTRED, MIDDLE = "rounded", "zero-centred", "middle 98 %"

KINDS = (ROUNDED, CENTRED, MIDDLE)
"""In the order of `each_kind`."""

MECHANISM = "objective_tight"
"""By which the ways are judged: of ε-DP, the one that errs least."""

EPSILON = 1.0
"""Where the private error is compared: a usual ε, and small enough for encodings to differ."""

DRAWS = 61
"""Draws of the noise on each part of the records: an odd number has a median of its own."""

ALIKE = 0.0025
"""Private errors that differ by less are equal: a quarter of a point, about what another seed's
noise and records change."""

MOST_TRIED = 10_000
"""Records that are tried, at most."""

MOST_VALUES = 400_000
"""Records times features that are learned from, at most: about a quarter of a second each."""

FEWEST = 100
"""Records from which on the trials may choose by themselves: of fewer, a standard error is some
five points, and chance would choose."""

MOST_COLUMNS = 500
"""Columns up to which the trials may choose by themselves: of a thousand they take a minute."""

FEW_VALUES = 40_000
"""Records times features up to which all five folds are tested: of few records, one fifth would say
little."""


@dataclass(frozen=True)
class Trial:
    """What one kind of bounds gave. Read from the data, and not private.

    Parameters
    ----------
    kind : str
        `ROUNDED`, `CENTRED` or `MIDDLE`.
    schema : Schema
        With these bounds, and with the constant feature or without.
    error : float
        0-1 test error without noise, in [0, 1], at the least λ of the rule, 0.1/n.
    lam : float
        The λ that suits `MECHANISM` at ε = 1.
    private_error : float
        Median test error of `MECHANISM` there, in [0, 1].
    shortened_share : float
        Share of rows that were longer than 1.
    norm_before, norm_after : float
        Medians of the rows' norms before and after they are brought into the ball.
    n_tried : int
        Records that were tried.
    """

    kind: str
    schema: Schema
    error: float
    lam: float
    private_error: float
    shortened_share: float
    norm_before: float
    norm_after: float
    n_tried: int


def try_bounds(
    table: pd.DataFrame, schema: Schema, names: Collection[str] | None = None, seed: int = 0
) -> tuple[Trial, ...]:
    """Return what each kind of bounds gives, without and with the constant feature.

    Bounds of other columns than `names`, numeric ones, stay, as do levels and markers; without
    names all are tried. The seed is that of the permutation and of the noise. There are six; two
    fewer for each kind whose bounds are those of an earlier one, as zero-centred bounds are where
    they suit no column.

    Raises
    ------
    InvalidInput
        If the table cannot be encoded, or without noise nothing converges.
    """
    # The same schema twice would be the same trial twice: of equal ones the first name stays.
    kinds: dict[str, Schema] = {}
    plain = table_as_declared(table, schema)
    for kind, each in zip(KINDS, each_kind(plain, _of_plain(schema), names), strict=True):
        if each not in kinds.values():
            kinds[kind] = each
    # The same records for all: their differences are then those of the encodings.
    sample = _sample(plain, seed)
    with threadpool_limits(1):  # The matrices are small: on busy cores threads only wait.
        return tuple(
            _trial(kind, _with_intercept(each, intercept), schema, sample, len(table), seed)
            for kind, each in kinds.items()
            for intercept in (False, True)
        )


def _of_plain(schema: Schema) -> Schema:
    """Return a schema for a table whose numbers are in plain form already."""
    features = tuple(
        replace(each, written=None) if isinstance(each, Numeric) else each
        for each in schema.features
    )
    return replace(schema, features=features, label=replace(schema.label, written=None))


def _as_written(of_plain: Schema, said: Schema) -> Schema:
    """Return a schema of plain numbers for the table as it is written."""
    features = tuple(
        replace(each, written=before.written)
        if isinstance(each, Numeric) and isinstance(before, Numeric)
        else each
        for each, before in zip(of_plain.features, said.features, strict=True)
    )
    return replace(of_plain, features=features, label=said.label)


def _with_intercept(schema: Schema, intercept: bool) -> Schema:
    # Which of the two is better is told by the data.
    return replace(schema, intercept=intercept, intercept_origin=READ)


def best(trials: Sequence[Trial]) -> Trial:
    """Return the least private error; of those alike, the least error without noise."""
    least = min(trial.private_error for trial in trials)
    alike = (trial for trial in trials if trial.private_error <= least + ALIKE)
    return min(alike, key=lambda trial: (trial.error, trial.private_error))


def _sample(table: pd.DataFrame, seed: int) -> pd.DataFrame:
    if len(table) <= MOST_TRIED:
        return table
    rows = stream(seed, "bounds").permutation(len(table))[:MOST_TRIED]
    # In the table's own order: which records they are was left to chance, their order need not be.
    return table.iloc[np.sort(rows)]


def _trial(
    kind: str, of_plain: Schema, said: Schema, sample: pd.DataFrame, n_records: int, seed: int
) -> Trial:
    data, loss, n = encode(sample, of_plain), Logistic(), n_training(n_records)
    d = data.X.shape[1]
    lam = suggested_lam(MECHANISM, EPSILON, n=n, n_features=d, loss=loss)
    floor = suggested_lam(MECHANISM, math.inf, n=n, n_features=d, loss=loss)
    parts = [_errors(part, loss, floor, lam, seed) for part in _parts(data, n, seed)]
    return Trial(
        kind,
        _as_written(of_plain, said),
        float(np.mean([plain for plain, _ in parts])),
        lam,
        float(np.median([private for _, private in parts])),
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


def _errors(part: Split, loss: Loss, floor: float, lam: float, seed: int) -> tuple[float, Array]:
    """Return the test error without noise, and that of each private draw."""
    plain, private = draw_all(
        part.X,
        part.y,
        loss=loss,
        requests=[Request("non_private", EPSILON, floor), Request(MECHANISM, EPSILON, lam)],
        n_draws=DRAWS,
        # The same noise for every encoding, as far as dimensions allow: a comparison, no release.
        stream=lambda request: stream(seed, request.mechanism),
        sample_weight=part.weight,
    )
    if not plain.converged[0]:
        raise InvalidInput(
            f"Without noise, the solver did not converge at λ = {written(floor)}, so bounds "
            "cannot be compared. Leave out columns."
        )
    errors = error(private.coefs, part.X_test, part.y_test)
    return float(error(plain.coefs[:1], part.X_test, part.y_test)[0]), errors
