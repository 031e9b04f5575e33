"""How near a decoded row comes to the row that it was, cell by cell.

Examples
--------
>>> from dplab.tables.decoding.rows import decode
>>> from dpcore.data.declared.schema import Label, Numeric
>>> schema = Schema(Label("sick"), (Numeric("age", 10, 90),), intercept=True)
>>> (row,) = decode(np.array([0.3, 1.0]) / np.sqrt(2), schema)
>>> compare(row, pd.DataFrame({"age": ["62"]}), schema)[0].digits
15
>>> digits(np.array([3.1415]), np.array([3.1416])).tolist()
[4]
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data import cells
from dpcore.data.declared.schema import Category, Feature, Numeric, Schema
from dplab.tables.decoding.rows import SLACK, DecodedLevel, DecodedNumber, DecodedRow

MOST_DIGITS = 15
"""Significant decimal digits that every double keeps."""


@dataclass(frozen=True)
class Agreement:
    """A decoded cell beside the true one.

    Parameters
    ----------
    holds : bool
        Whether what was read is true, "or more", "or missing" and the like included.
    error : float or None
        How far off the number is, in the unit of its column; None where no number was read: of a
        level, a range, a missing cell, or one beyond its bounds.
    digits : int or None
        Significant digits that agree (`digits`); None where `error` is.
    """

    holds: bool
    error: float | None = None
    digits: int | None = None


def compare(row: DecodedRow, truth: pd.DataFrame, schema: Schema) -> tuple[Agreement, ...]:
    """Hold each decoded cell against the true one.

    The true row stands as in the table: texts or numbers. There is one for each feature of the
    schema. The label is not compared: it is `row.label`.

    Raises
    ------
    InvalidInput
        If there is not one row, or a numeric cell is no number.
    """
    if len(truth) != 1:
        raise InvalidInput(f"the truth must be one row of the table; got {len(truth)}.")
    if len(row.cells) != len(schema.features):
        raise InvalidInput(
            f"the row has {len(row.cells)} cells and the schema {len(schema.features)} features: "
            "pass the schema under which the row was decoded."
        )
    return tuple(
        _agreement(feature, read, truth[feature.name], schema.markers)
        for feature, read in zip(schema.features, row.cells, strict=True)
    )


def digits(found: Array, true: Array, size: float = 1.0) -> npt.NDArray[np.int64]:
    """Return how many significant digits agree: the error is at most half a unit of the last.

    Parameters
    ----------
    found, true : array (n,)
    size : float
        Positive: in place of a true 0, which has no digit of its own.

    Returns
    -------
    int array (n,)
        From 0 to `MOST_DIGITS`.
    """
    found, true = np.asarray(found, dtype=float), np.asarray(true, dtype=float)
    size = checks.positive("size", size)
    leading = np.floor(np.log10(np.where(true == 0, size, np.abs(true))))
    with np.errstate(divide="ignore"):
        agreeing = np.floor(leading + 1 - np.log10(2 * np.abs(found - true)))
    return np.asarray(np.clip(agreeing, 0, MOST_DIGITS), dtype=np.int64)


def _agreement(
    feature: Feature,
    read: DecodedNumber | DecodedLevel,
    column: pd.Series,
    markers: tuple[str, ...],
) -> Agreement:
    if isinstance(feature, Category) and isinstance(read, DecodedLevel):
        return _of_level(feature, read, cells.text_at(column, 0), markers)
    if isinstance(feature, Numeric) and isinstance(read, DecodedNumber):
        return _of_number(feature, read, float(cells.numbers(column, markers)[0]))
    raise InvalidInput(
        f"{feature.name} is a number in one and a category in the other: pass the schema under "
        "which the row was decoded."
    )


def _of_level(
    feature: Category, read: DecodedLevel, text: str, markers: tuple[str, ...]
) -> Agreement:
    if text in feature.levels:
        return Agreement(text == read.level)
    return Agreement(read.or_missing if cells.marked([text], markers)[0] else read.or_other)


def _of_number(feature: Numeric, read: DecodedNumber, number: float) -> Agreement:
    if np.isnan(number):
        return Agreement(read.or_missing)
    if not feature.lower <= number <= feature.upper:
        return Agreement(read.or_more if number > feature.upper else read.or_less)
    slack = SLACK * (feature.upper - feature.lower)
    holds = read.low - slack <= number <= read.high + slack
    if read.low < read.high:
        return Agreement(holds)
    size = max(abs(feature.lower), abs(feature.upper))
    (agreeing,) = digits(np.array([read.low]), np.array([number]), size)
    return Agreement(holds, abs(read.low - number), int(agreeing))
