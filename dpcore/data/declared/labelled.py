"""Which rows of a table have a label, and the table of those alone.

A row has none where its cell of the label means missing and is on neither side. Rows without a
label are left out only where the schema says so (`Label.unlabelled`); their own cells are then
never looked at. Each row is judged by its own label, so that leaving others out moves nothing.

Examples
--------
>>> from dpcore.data.declared.schema import Label, Numeric, Schema
>>> table = pd.DataFrame({"age": ["31", "old", "40"], "sick": ["yes", "?", "no"]})
>>> schema = Schema(Label("sick", ("yes",), unlabelled="left out"), (Numeric("age", 0, 90),))
>>> labelled(table, schema)["age"].tolist()
['31', '40']
>>> labelled(table, Schema(Label("sick", ("yes", "?")), (Numeric("age", 0, 90),))) is table
True
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.data import cells
from dpcore.data.cells import ROWS
from dpcore.data.declared.label import Label
from dpcore.data.declared.reading import as_declared

if TYPE_CHECKING:
    from dpcore.data.declared.schema import Schema


def labelled(table: pd.DataFrame, schema: "Schema") -> pd.DataFrame:
    """Return the rows that have a label, where the schema leaves out the others; else all.

    The column of the label stands once in the table. Returned is the table itself where no row is
    left out. Else its index, under the name `cells.ROWS`, holds the rows' places in the table, so
    that a sentence about one names the right row.

    Notes
    -----
    **Guarantee.** Row-wise: two tables that differ in one record, which has a label in both, give
    two tables of the same size that differ in one record. If one of the two has no label, the
    sizes differ: a release needs it declared that having a label is public.
    """
    if not schema.label.leaves_out:
        return table
    chosen = np.flatnonzero(has_label(table[schema.label.name], schema.label, schema.markers))
    if len(chosen) == len(table):
        return table
    places = chosen
    if table.index.name == ROWS:
        places = table.index.to_numpy()[chosen]
    return table.iloc[chosen].set_axis(pd.Index(places, name=ROWS))


def has_label(column: pd.Series, label: Label, markers: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Return which cells (n,) do not mean missing, or are declared to be on a side.

    `markers` are texts that mean missing; for a threshold, one that is a number means that number.
    """
    found = cells.texts(as_declared(column, label, markers))
    missing = cells.marked(found.distinct, markers)
    if label.threshold is not None:
        coded = [number for number in cells.parsed(markers) if np.isfinite(number)]
        missing |= np.isin(cells.parsed(found.distinct), coded)
    sides = {*label.positive, *label.negative}
    on_a_side = np.array([text in sides for text in found.distinct])
    return np.asarray((~missing | on_a_side)[found.codes])
