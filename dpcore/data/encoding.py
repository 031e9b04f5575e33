"""From a table and its schema to records in the unit ball.

A number v with bounds [a, b] becomes ``2 (min(max(v, a), b) - a)/(b - a) - 1``, in [-1, 1]; a
category becomes one column of 0 and 1 per level; a missing cell is read as the declared constant.
Then a row x becomes ``x / max(1, ‖x‖₂)``: rows longer than 1 are shortened to norm 1, which is what
every theorem assumes. Where the schema asks for an intercept, x then becomes (x, 1)/√2.

**Guarantee.** What a row becomes depends on its own cells and on the schema, never on another
row, and no row is added or dropped, but for rows without a label where the schema leaves these out
(`dpcore.data.declared.labelled`). So two tables that differ in one record, which has a label in
both, become two data sets that differ in one record, and a mechanism that is ε-differentially
private for the encoded records is so for the table (neighbours: one record replaced, n public).
This needs a schema that is *declared*, and where rows are left out, also that everybody may know
which records have a label; bounds or levels that were read from the data tie every row to all
others. A refusal (an undeclared level, say) also says something about the data: before a release,
the levels and the constants for missing values have to cover whatever a cell may hold.

The shares in `Encoded` count rows and are not private: good to know in a simulation, never part
of a release.

Examples
--------
>>> table = pd.DataFrame({"age": ["17", "95", "?"], "income": ["low", "high", "low"]})
>>> schema = Schema(Label("income", ("high",)), (Numeric("age", 10, 90, missing=50),))
>>> data = encode(table, schema)
>>> data.X.ravel().tolist(), data.y.tolist()
([-0.825, 1.0, 0.0], [-1.0, 1.0, -1.0])
>>> round(data.outside_share, 3), round(data.filled_share, 3)
(0.333, 0.333)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import UNIT_BALL_TOLERANCE, Array, InvalidInput
from dpcore.data import cells
from dpcore.data.cells import listed, shown
from dpcore.data.dataset import Dataset
from dpcore.data.declared.labelled import labelled
from dpcore.data.declared.reading import as_declared
from dpcore.data.declared.schema import Category, Feature, Label, Numeric, Schema
from dpcore.data.files.dialect import other_separator

MAX_CELLS = 25_000_000
"""Most rows times columns after encoding: 200 MB of doubles."""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False, kw_only=True)
class Encoded(Dataset):
    """Records in the unit ball, and how many of the rows were changed to get there.

    Parameters
    ----------
    outside_share : float
        Share of rows with a number outside its declared bounds, in [0, 1]. Not private.
    filled_share : float
        Share of rows with a missing cell, in [0, 1]. Not private.
    shortened_share : float
        Share of rows that were longer than 1, in [0, 1]. Not private.
    norms : array (n,)
        Norm of each row before it was shortened. Not private.
    n_left_out : int
        Rows without a label that were left out. Not private, unless having a label is public.
    """

    outside_share: float
    filled_share: float
    shortened_share: float
    norms: Array
    n_left_out: int


def encode(table: pd.DataFrame, schema: Schema, *, most_cells: int = MAX_CELLS) -> Encoded:
    """Return the records of a table as its schema declares them.

    Parameters
    ----------
    table : DataFrame (n, n_columns)
        Texts or numbers, one record a row. It is not changed.
    schema : Schema
        The label, the features, and how each is encoded.
    most_cells : int
        Rows times columns that the result may have.

    Returns
    -------
    Encoded
        n records of norm at most 1 (up to 1e-12), in the order of the table; where the schema
        leaves out rows without a label, those that have one.

    Raises
    ------
    InvalidInput
        If a column is absent, a cell is not what was declared, a label is missing, or all labels
        are on one side.

    Notes
    -----
    **Guarantee.** Row-wise: neighbours (one record replaced, n public) stay neighbours.
    """
    check_size(len(table), schema, most_cells)
    check_columns(table, (schema.label.name, *(feature.name for feature in schema.features)))
    n_rows, table = len(table), _with_labels(table, schema)
    label = as_declared(table[schema.label.name], schema.label, schema.markers)
    y = _labels(label, schema.label, schema.markers)
    X = np.zeros((len(table), len(schema.encoded_names())))
    outside, filled, start = np.zeros(len(X), bool), np.zeros(len(X), bool), 0
    for feature in schema.features:
        block = X[:, start : start + len(feature.encoded_names)]
        column = as_declared(table[feature.name], feature, schema.markers)
        missing, clipped = write(feature, column, schema.markers, block)
        filled |= missing
        outside |= clipped
        start += block.shape[1]
    norms = into_the_ball(X, schema.intercept)
    shares = [float(np.mean(flag)) for flag in (outside, filled, _longer(norms))]
    return Encoded(
        X,
        y,
        schema.encoded_names(),
        (*_left_out(n_rows - len(y), n_rows), *_remarks(*shares)),
        outside_share=shares[0],
        filled_share=shares[1],
        shortened_share=shares[2],
        norms=norms,
        n_left_out=n_rows - len(y),
    )


def _with_labels(table: pd.DataFrame, schema: Schema) -> pd.DataFrame:
    """Return the rows that have a label, where others are left out; refuse if none has."""
    found = labelled(table, schema)
    if len(found):
        return found
    raise InvalidInput(
        f"{schema.label.name} must hold a label in at least one row; all {len(table):,} are "
        "missing and would be left out. Predict another column."
    )


def check_size(n: int, schema: Schema, most_cells: int = MAX_CELLS) -> None:
    """Refuse n rows that would be too large after encoding, or none."""
    if n == 0:
        raise InvalidInput("the table must have at least one record; it has none.")
    width = len(schema.encoded_names())
    if n * width > most_cells:
        raise InvalidInput(
            f"the encoded table must have at most {most_cells:,} cells; {n:,} rows times "
            f"{width:,} columns are more. Leave columns out, or declare fewer levels."
        )


def check_columns(table: pd.DataFrame, needed: Iterable[str]) -> None:
    """Refuse a table that lacks a column or has it twice."""
    names = [str(name) for name in table.columns]
    for name in needed:
        if names.count(name) != 1:
            found = "twice or more" if name in names else f"only {listed(names)}"
            raise InvalidInput(
                f"the table must have the column {shown(name)} once; it has {found}."
                f"{other_separator(names)}"
            )


def write(
    feature: Feature, column: pd.Series, markers: Sequence[str], block: Array
) -> tuple[Flags, Flags]:
    """Write one feature into its columns of X, zeros so far: `block` (n, columns of the feature).

    The column comes as it was declared (`dpcore.data.declared.reading`).
    Returned are two arrays (n,): which cells were missing, and which lay outside their bounds.

    Raises
    ------
    InvalidInput
        If a cell is not what was declared.
    """
    if isinstance(feature, Numeric):
        return _write_numeric(feature, column, markers, block)
    return _write_category(feature, column, markers, block)


def _write_numeric(
    feature: Numeric, column: pd.Series, markers: Sequence[str], block: Array
) -> tuple[Flags, Flags]:
    values = cells.numbers(column, markers)
    missing = np.isnan(values)
    if missing.any():
        if feature.missing is None:
            _refuse_missing(column, int(np.argmax(missing)))
        values = np.where(missing, np.float64(feature.missing), values)
    clipped = np.clip(values, feature.lower, feature.upper)
    outside = clipped != values
    clipped -= feature.lower
    clipped *= 2
    clipped /= feature.upper - feature.lower
    np.subtract(clipped, 1, out=block[:, 0])
    return missing, outside


def _write_category(
    feature: Category, column: pd.Series, markers: Sequence[str], block: Array
) -> tuple[Flags, Flags]:
    texts = cells.texts(column)
    level_of = {level: number for number, level in enumerate(feature.levels)}
    marked = cells.marked(texts.distinct, markers)
    read_as = [_level(feature, *each) for each in zip(texts.distinct, marked, strict=True)]
    chosen = np.array([-1 if level is None else level_of[level] for level in read_as])[texts.codes]
    if (chosen < 0).any():
        _refuse_level(feature, column, int(np.argmax(chosen < 0)), markers)
    block[np.arange(len(block)), chosen] = 1.0
    undeclared = np.array([text not in level_of for text in texts.distinct])
    return (marked & undeclared)[texts.codes], np.zeros(len(block), bool)


def _level(feature: Category, text: str, is_marker: bool) -> str | None:
    if text in feature.levels:
        return text
    return feature.missing if is_marker else feature.other


def _refuse_missing(column: pd.Series, row: int) -> NoReturn:
    raise InvalidInput(
        f"{cells.where(column, row)}, which means missing. Say what a missing value of "
        f"{column.name} counts as (“Missing is”), or leave the column out. Rows are never dropped."
    )


def _refuse_level(
    feature: Category, column: pd.Series, row: int, markers: Sequence[str]
) -> NoReturn:
    if cells.marked([cells.text_at(column, row)], markers)[0]:
        _refuse_missing(column, row)
    raise InvalidInput(
        f"{cells.where(column, row)}, which is not a declared level. Declared: "
        f"{listed(feature.levels)}. Add the level, or declare one level for all other values."
    )


def _labels(column: pd.Series, label: Label, markers: Sequence[str]) -> Array:
    """Return -1 and +1 as the label declares them; a declared value wins over a marker."""
    texts = cells.texts(column)
    if label.threshold is not None:
        return _above(column, label, label.threshold, markers)
    if label.is_open:
        raise InvalidInput(
            f"label {label.name} must have its positive value declared. The column holds "
            f"{listed(texts.used())}. Say which count as +1; the others then count as -1."
        )
    marked = cells.marked(texts.distinct, markers)
    signs = np.array([_sign(label, *each) for each in zip(texts.distinct, marked, strict=True)])
    y = signs[texts.codes]
    if np.isnan(y).any():
        _refuse_label(label, column, int(np.argmax(np.isnan(y))), markers)
    _check_both_sides(label, column, y)
    return y


def _above(column: pd.Series, label: Label, threshold: float, markers: Sequence[str]) -> Array:
    """Return +1 where a quantity lies above the threshold, and -1 elsewhere."""
    values = cells.numbers(column, markers)
    missing = np.isnan(values)
    if missing.any():
        _refuse_label(label, column, int(np.argmax(missing)), markers)
    y = np.where(values > threshold, 1.0, -1.0)
    _check_both_sides(label, column, y)
    return y


def _check_both_sides(label: Label, column: pd.Series, y: Array) -> None:
    if len(np.unique(y)) > 1:
        return
    side = "positive" if y[0] > 0 else "negative"
    raise InvalidInput(
        f"label {label.name} must have records on both sides; all {len(y):,} are on the {side} "
        f"one. The column holds {listed(cells.texts(column).used())}."
    )


def _sign(label: Label, text: str, is_marker: bool) -> float:
    """Return +1, -1, or nan where the text is on neither side."""
    if text in label.positive:
        return 1.0
    if text in label.negative:
        return -1.0
    if is_marker or (label.positive and label.negative):
        return np.nan
    return -1.0 if label.positive else 1.0


def _refuse_label(label: Label, column: pd.Series, row: int, markers: Sequence[str]) -> NoReturn:
    if label.threshold is not None:
        raise InvalidInput(
            f"{cells.where(column, row)}, which means missing, so that the row has no "
            "label. Leave out rows without a label, correct the file, or predict another column."
        )
    if cells.marked([cells.text_at(column, row)], markers)[0]:
        raise InvalidInput(
            f"{cells.where(column, row)}, which means missing, so that the row has no "
            "label. Leave out rows without a label, correct the file, or declare the text as "
            "positive or negative."
        )
    positive, negative = listed(label.positive), listed(label.negative)
    raise InvalidInput(
        f"{cells.where(column, row)}, which is neither positive ({positive}) nor negative "
        f"({negative}). Declare the value on one side, or leave one side empty: it then takes "
        "every other value."
    )


def into_the_ball(X: Array, intercept: bool) -> Array:
    """Divide each row by max(1, its norm), in place, and return the norms before.

    With at most 1,000 columns the sum of squares is right to 1,000 units in the last place,
    so that the quotient's norm is at most 1 + 1e-12, without a second look. With an intercept, the
    last column then becomes the constant, and all are divided by √2.
    """
    norms = np.sqrt(np.einsum("ij,ij->i", X, X))
    X /= np.maximum(norms, 1)[:, None]
    if intercept:
        X[:, -1] = 1.0
        X /= np.sqrt(2)
    return np.asarray(norms)


def _longer(norms: Array) -> Flags:
    return np.asarray(norms > 1 + UNIT_BALL_TOLERANCE)


def _left_out(n: int, n_rows: int) -> tuple[str, ...]:
    """Return the sentence on rows that were left out, if any were."""
    if not n:
        return ()
    were = "has no label and was" if n == 1 else "have no label and were"
    return (f"{n:,} of the {n_rows:,} rows {were} left out. Read from the data: not private.",)


def _remarks(outside: float, filled: float, shortened: float) -> tuple[str, ...]:
    said = (
        (
            outside,
            "of the rows had a number outside its bounds; it was moved to the nearest bound.",
        ),
        (filled, "of the rows had a missing value; it was replaced by the declared one."),
        (shortened, "of the rows were longer than 1 and were shortened to norm 1."),
    )
    return tuple(
        f"{_percent(share)} {sentence} Read from the data: not private."
        for share, sentence in said
        if share > 0
    )


def _percent(share: float) -> str:
    return "less than 0.1 %" if share < 0.001 else f"{100 * share:.1f} %"
