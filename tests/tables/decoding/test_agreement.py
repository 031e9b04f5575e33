"""Digits that agree are digits that agree, and what was read with "or more" is not held to more."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dplab.tables.decoding.agreement import MOST_DIGITS, compare, digits
from dplab.tables.decoding.rows import decode

SCHEMA = Schema(
    Label("y", ("1",), ("0",)),
    (
        Numeric("age", 0, 100, missing=40),
        Numeric("gain", 0, 20_000),
        Category("sex", ("f", "m", "x"), missing="x", other="x"),
    ),
)


def held(*cells, against=None):
    """Decode a row, and hold it against its own cells or others."""
    table = pd.DataFrame([cells, cells], columns=["age", "gain", "sex"])
    (row,) = decode(encode(table.assign(y=["1", "0"]), SCHEMA).X[0], SCHEMA)
    truth = pd.DataFrame([against or cells], columns=table.columns)
    return compare(row, truth, SCHEMA)


@pytest.mark.parametrize(
    ("found", "true", "agreeing"),
    [
        (3.1416, 3.1415926, 5),
        (3.1415, 3.1415926, 4),
        (1.99999, 2.0, 5),
        (200.4, 200.0, 3),
        (200.6, 200.0, 2),
        (-1.0, 1.0, 0),
        (1e-9, 0.0, 9),
        (7.0, 7.0, MOST_DIGITS),
        (0.0, 0.0, MOST_DIGITS),
        (-2.5e-7, -2.5e-7, MOST_DIGITS),
    ],
)
def test_digits_are_those_that_a_reader_would_count(found, true, agreeing):
    assert digits(np.array([found]), np.array([true])).tolist() == [agreeing]


@given(st.floats(1e-6, 1e6), st.integers(1, 12))
def test_rounding_to_k_digits_keeps_k_and_one_digit_less_loses_some(number, k):
    rounded = float(f"{number:.{k - 1}e}")
    unit = 10 ** (np.floor(np.log10(number)) - k + 1)
    # Half a unit away, as 0.8 from 0.75, is on either side in doubles.
    assume(abs(rounded - number) < 0.499 * unit)
    # A power of ten that rounding reaches has one digit more before its point.
    assert digits(np.array([rounded]), np.array([number]))[0] >= k
    off = number + 0.6 * unit
    assert digits(np.array([off]), np.array([number]))[0] < k


def test_a_row_agrees_with_itself():
    for each in held(62.25, 1234.0, "m"):
        assert each.holds
    age, gain, sex = held(62.25, 1234.0, "m")
    assert age.digits >= 14
    assert gain.error < 1e-9
    assert (sex.error, sex.digits) == (None, None)


def test_what_lies_beyond_a_bound_or_is_missing_is_held_to_what_was_said():
    age, gain, sex = held("?", "99999", "?")
    assert [each.holds for each in (age, gain, sex)] == [True, True, True]
    assert [each.error for each in (age, gain, sex)] == [None, None, None]
    assert held(40.0, 1.0, "odd")[2].holds


@pytest.mark.parametrize(
    ("against", "place"),
    [
        ((61.0, 1234.0, "m"), 0),
        (("?", 1234.0, "m"), 0),
        ((120.0, 1234.0, "m"), 0),
        ((62.25, 20_001.0, "m"), 1),
        ((62.25, -1.0, "m"), 1),
        ((62.25, 1234.0, "f"), 2),
        ((62.25, 1234.0, "?"), 2),
        ((62.25, 1234.0, "odd"), 2),
    ],
)
def test_another_cell_does_not_agree(against, place):
    agreed = [each.holds for each in held(62.25, 1234.0, "m", against=against)]
    assert agreed == [k != place for k in range(3)]


def test_a_range_holds_what_lies_in_it_and_claims_no_digit():
    schema = Schema(SCHEMA.label, SCHEMA.features[:2])
    table = pd.DataFrame({"age": [95.0] * 2, "gain": [19_000.0] * 2, "y": ["1", "0"]})
    row = decode(encode(table, schema).X[0], schema)[0]
    agreed = compare(row, table.iloc[[0]], schema)
    assert [(each.holds, each.error, each.digits) for each in agreed] == [(True, None, None)] * 2
    lower = compare(row, table.iloc[[0]].assign(age=70.0), schema)
    assert [each.holds for each in lower] == [False, True]


def test_another_schema_or_more_rows_get_a_sentence():
    table = pd.DataFrame({"age": [1.0] * 2, "gain": [2.0] * 2, "sex": ["f"] * 2, "y": ["1", "0"]})
    (row,) = decode(encode(table, SCHEMA).X[0], SCHEMA)
    with pytest.raises(InvalidInput, match="one row of the table; got 2"):
        compare(row, table, SCHEMA)
    fewer = Schema(SCHEMA.label, SCHEMA.features[:2])
    with pytest.raises(InvalidInput, match="3 cells and the schema 2 features"):
        compare(row, table.iloc[[0]], fewer)
    turned = Schema(SCHEMA.label, SCHEMA.features[::-1])
    with pytest.raises(InvalidInput, match="a number in one and a category in the other"):
        compare(row, table.iloc[[0]], turned)
    with pytest.raises(InvalidInput, match="size must be positive"):
        digits(np.ones(1), np.ones(1), 0)
