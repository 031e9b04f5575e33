"""What happens to the rows of a table: the steps of encoding one, and the norms of all."""

import numpy as np
import pandas as pd
import streamlit as st

from dpcore.checks import Array
from dpcore.data.declared.schema import Schema
from dpcore.data.encoding import Encoded
from dpcore.data.real import tables
from dplab.simulation.settings import UPLOAD
from dplab.tables.trace import Trace, trace
from pages.comparison.screen import own_table
from pages.data.figures import norms
from pages.data.questions import sentences
from pages.kit import chart, visitor, words
from pages.kit.text import help_on

COLUMNS = ("Column", "Cell", "Read as", "Becomes")
ROW, TALLEST = 35, 330
"""Pixels: the list grows up to the second, further rows scroll."""


def of_all(records: Encoded) -> None:
    """Draw how long the rows were, and say how many were changed."""
    drawing = norms.histogram(records.norms, _after(records), dark=visitor.is_dark())
    chart.show(drawing, "norms", alt=_alt(records))
    if records.remarks:
        st.markdown("\n".join(f"- {remark}" for remark in records.remarks))
    else:
        st.markdown("No row had to be changed: none was longer than 1, none had a missing cell.")


def table(records: Encoded) -> pd.DataFrame:
    """Return the norm of each row, before and after."""
    return pd.DataFrame({norms.BEFORE: records.norms, norms.AFTER: _after(records)})


def _after(records: Encoded) -> Array:
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", records.X, records.X)))


def of_one(data: str, records: Encoded) -> None:
    """Draw the steps in which one row is encoded."""
    table, schema = _rows(data)
    number = st.number_input(
        f"Row to look at, from 1 to {words.number(len(table))}",
        1,
        len(table),
        key=f"row_of_{len(table)}",
        help=help_on("row"),
    )
    way = trace(table, schema, number - 1)
    steps = [(each.column, each.cell, each.read_as, each.becomes) for each in way.steps]
    st.dataframe(
        pd.DataFrame(steps, columns=list(COLUMNS)),
        hide_index=True,
        height=min(TALLEST, ROW * (len(steps) + 1) + 3),
        alt="The cells of one row: what each holds, is read as, and becomes",
    )
    st.markdown(_ending(way, float(records.y[number - 1]), schema))


def _rows(data: str) -> tuple[pd.DataFrame, Schema]:
    """Return the rows to look at, and the schema in use."""
    if data != UPLOAD:
        return tables.first_rows(data), tables.named(data).schema
    own = own_table.required()
    return own.table, own.schema


def _ending(way: Trace, label: float, schema: Schema) -> str:
    side = "+1" if label > 0 else "−1"
    side += f" ({sentences.side(schema.label, 1 if label > 0 else -1)})"
    features = words.pluralize(len(way.final), "number")
    sentence = f"The row is labelled {side} and becomes {features}, of norm {way.norm:.2f}. "
    if way.norm > 1:
        sentence += f"All are divided by {way.norm:.2f}, so that the row is on the ball's surface."
    else:
        sentence += "It is already in the ball."
    if schema.intercept:
        sentence += " Then the constant feature is added, and everything is divided by √2."
    return sentence


def _alt(records: Encoded) -> str:
    low, middle, high = np.quantile(records.norms, (0, 0.5, 1))
    return (
        f"Histogram of the rows' norms: before, from {low:.2f} to {high:.2f} with the median "
        f"{middle:.2f}; after, at most 1. {words.percent(records.shortened_share)} of the rows "
        "were shortened."
    )
