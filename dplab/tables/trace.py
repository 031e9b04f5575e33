"""How one row is encoded, step by step: from its cells into the unit ball.

`trace` takes the same steps as `dpcore.data.encoding.encode` and writes each of them down: what a
cell holds, what it is read as, which numbers that becomes, and how the row is shortened. It looks
at one row only, which is all that the encoding of a row depends on.

What it says is that row's own data: good for the eyes of whoever holds the table, never part of a
release.

Examples
--------
>>> from dpcore.data.declared.schema import Label, Numeric, Schema
>>> table = pd.DataFrame({"age": ["95"], "income": ["high"]})
>>> way = trace(table, Schema(Label("income", ("high",)), (Numeric("age", 10, 90),)), row=0)
>>> way.steps[0].read_as, way.steps[0].becomes, way.norm
('90, the nearest bound', '1', 1.0)
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore import checks
from dpcore.checks import Array
from dpcore.data import cells
from dpcore.data.declared.schema import Category, Feature, Numeric, Schema
from dpcore.data.encoding import into_the_ball, write

MISSING, OUTSIDE, OTHER = "the constant for missing", "the nearest bound", "the level for others"


@dataclass(frozen=True)
class Step:
    """What became of one cell.

    The cell is its trimmed text; `read_as` is the number or level that it counts as, and why where
    that is another; `becomes` is its number in [-1, 1], or which of the places of its levels holds
    the 1.
    """

    column: str
    cell: str
    read_as: str
    becomes: str


@dataclass(frozen=True, eq=False)
class Trace:
    """What became of one row.

    Parameters
    ----------
    steps : tuple of Step
        One per feature of the schema.
    norm : float
        Length of the row before it was shortened.
    final : array (n_features,)
        The row in the unit ball.
    """

    steps: tuple[Step, ...]
    norm: float
    final: Array


def trace(table: pd.DataFrame, schema: Schema, row: int) -> Trace:
    """Return the steps in which one row is encoded.

    Rows count from 0.

    Raises
    ------
    InvalidInput
        If there is no such row, or one of its cells is not what was declared.
    """
    row = checks.whole("row", row, low=0, high=len(table) - 1)
    X, start, steps = np.zeros((1, len(schema.encoded_names()))), 0, []
    for feature in schema.features:
        block = X[:, start : start + len(feature.encoded_names)]
        column = table[feature.name].iloc[[row]]
        missing, outside = write(feature, column, schema.markers, block)
        steps.append(_step(feature, column, block[0], bool(missing[0]), bool(outside[0])))
        start += block.shape[1]
    (norm,) = into_the_ball(X, schema.intercept)
    return Trace(tuple(steps), float(norm), X[0])


def _step(feature: Feature, column: pd.Series, block: Array, missing: bool, outside: bool) -> Step:
    cell = cells.text_at(column, 0)
    if isinstance(feature, Numeric):
        return _numeric_step(feature, cell, float(block[0]), missing, outside)
    return _category_step(feature, cell, block, missing)


def _numeric_step(feature: Numeric, cell: str, scaled: float, missing: bool, outside: bool) -> Step:
    if missing:
        read_as = _because(f"{feature.missing:.6g}", MISSING)
    elif outside:
        nearest = feature.upper if scaled > 0 else feature.lower
        read_as = _because(f"{nearest:.6g}", OUTSIDE)
    else:
        read_as = cell
    return Step(feature.name, cell, read_as, f"{scaled:.3g}")


def _category_step(feature: Category, cell: str, block: Array, missing: bool) -> Step:
    level = feature.levels[int(np.argmax(block))]
    read_as = level if level == cell else _because(level, MISSING if missing else OTHER)
    place = int(np.argmax(block)) + 1
    return Step(feature.name, cell, read_as, f"1 at place {place} of {len(block)}")


def _because(value: str, reason: str) -> str:
    return f"{value}, {reason}"
