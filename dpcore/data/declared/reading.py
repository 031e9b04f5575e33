"""The cells of a column as they were declared: numbers in their plain form, joined levels as one.

Each cell is read by itself. What comes back is what the rest of the package encodes, compares and
shows; a column of numbers, not texts, is as it is meant.

Examples
--------
>>> from dpcore.data.declared.schema import Category, Numeric
>>> from dpcore.data.written.writing import Writing
>>> price = Numeric("price", 0, 9_000, written=Writing(",", ".", "€"))
>>> as_declared(pd.Series(["1.234 €", "0,5", "?"], name="price"), price).tolist()
['1234', '0.5', '?']
>>> town = Category("town", ("Köln", "Rom"), joined=True)
>>> as_declared(pd.Series(["KÖLN ", "Ko\u0308ln", "Genf"], name="town"), town).tolist()
['Köln', 'Köln', 'Genf']
"""

from collections.abc import Sequence

import pandas as pd

from dpcore.data import cells
from dpcore.data.declared.label import Label
from dpcore.data.declared.schema import Feature, Schema
from dpcore.data.written.plain import reader


def as_declared(column: pd.Series, item: Label | Feature, markers: Sequence[str] = ()) -> pd.Series:
    """Return a column as it was declared: itself, where its cells stay as they are.

    `markers` are texts that mean missing, however numbers are written.
    """
    read = reader(item.as_saved(), markers)
    is_number = pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)
    if read is None or is_number:
        return column
    return cells.mapped(column, read)


def table_as_declared(table: pd.DataFrame, schema: Schema) -> pd.DataFrame:
    """Return a table with the columns of a schema as they were declared, and the others as are."""
    items = {each.name: each for each in (schema.label, *schema.features)}
    columns = {
        name: as_declared(table[name], items[str(name)], schema.markers)
        if str(name) in items
        else table[name]
        for name in table.columns
    }
    if all(column is table[name] for name, column in columns.items()):
        return table
    return pd.DataFrame(columns, table.index)
