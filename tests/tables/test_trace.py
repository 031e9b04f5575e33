"""The way of one row is the way that encoding takes."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.data.real import tables
from dplab.tables.trace import trace

LABEL = Label("y", ("yes",), ("no",))
SCHEMA = Schema(
    LABEL,
    (
        Numeric("age", 0, 100, missing=40),
        Numeric("gain", -3, 1e6, missing=0),
        Category("sex", ("f", "m", "unknown"), missing="unknown", other="m"),
    ),
)
cells = st.tuples(
    st.integers(-50, 150).map(str) | st.sampled_from(["", "?"]),
    st.floats(-1e9, 1e9).map(repr) | st.sampled_from(["NA"]),
    st.sampled_from(["f", "m", "x", "", "unknown"]),
)


@given(st.lists(cells, min_size=2, max_size=8), st.booleans())
def test_traced_rows_are_the_encoded_ones(rows, intercept):
    table = pd.DataFrame(rows, columns=["age", "gain", "sex"])
    table["y"] = (["yes", "no"] * len(rows))[: len(rows)]
    schema = Schema(LABEL, SCHEMA.features, intercept=intercept)
    data = encode(table, schema)
    for row in range(len(rows)):
        way = trace(table, schema, row)
        assert way.final.tobytes() == data.X[row].tobytes()
        assert way.norm == data.norms[row]
        assert [step.column for step in way.steps] == ["age", "gain", "sex"]


def test_every_reading_is_explained():
    table = pd.DataFrame(
        [["?", "-9", "x", "yes"], ["50", "2e6", "", "no"]], columns=["age", "gain", "sex", "y"]
    )
    first, second = (trace(table, SCHEMA, row).steps for row in (0, 1))
    assert [step.read_as for step in first] == [
        "40, the constant for missing",
        "-3, the nearest bound",
        "m, the level for others",
    ]
    assert [step.read_as for step in second] == [
        "50",
        "1e+06, the nearest bound",
        "unknown, the constant for missing",
    ]
    assert [step.becomes for step in first] == ["-0.2", "-1", "1 at place 2 of 3"]


def test_a_row_of_a_public_table_is_traced_as_it_was_encoded():
    data, table = tables.load("breast_cancer"), tables.first_rows("breast_cancer")
    for row in (0, 100, 568):
        way = trace(table, tables.TABLES["breast_cancer"].schema, row)
        assert np.array_equal(way.final, data.X[row])


def test_a_row_that_is_not_there_is_refused():
    with pytest.raises(InvalidInput, match="row must be at most 568"):
        trace(tables.first_rows("breast_cancer"), tables.TABLES["breast_cancer"].schema, 569)
