"""A cell means what it means by itself: no other cell of its column, nor its type, changes that."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data import cells

MARKERS = ("", "?", "-999")
ODD = ["-999", "-999.0", -999, -999.0, "01", "1.50", 1.5, 1, 1.0, "1", True, False, "True", "?", ""]
LARGE = [2**53, 2**53 + 1, 2.0**53, str(2**53 + 1), 2**63, 1e300, "1e300", None, np.nan]
CELL = st.sampled_from(ODD + LARGE) | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False)
COLUMN = st.lists(CELL, min_size=1, max_size=8)


def number_of(column):
    """Return the numbers of a column, or None if one of its cells is refused."""
    try:
        return cells.numbers(column, MARKERS)
    except InvalidInput:
        return None


def alone(cell):
    return pd.Series([cell], dtype=object, name="a")


def texts_of(column):
    found = cells.texts(column)
    return [found.distinct[code] for code in found.codes]


@settings(deadline=None)
@given(COLUMN)
def test_a_text_is_that_of_its_own_cell(column):
    together = texts_of(pd.Series(column, dtype=object, name="a"))
    assert together == [texts_of(alone(cell))[0] for cell in column]


@settings(deadline=None)
@given(COLUMN)
def test_a_number_is_that_of_its_own_cell(column):
    singles = [number_of(alone(cell)) for cell in column]
    together = number_of(pd.Series(column, dtype=object, name="a"))
    if any(single is None for single in singles):
        assert together is None
    else:
        np.testing.assert_array_equal(together, np.concatenate(singles))


@settings(deadline=None)
@given(st.lists(st.integers(-(2**62), 2**62) | st.just(-999), min_size=1, max_size=5))
@pytest.mark.parametrize("dtype", ["int64", "float64", "Int64", "object"])
def test_the_type_of_a_column_changes_no_number(dtype, column):
    expected = [np.nan if each == -999 else float(each) for each in column]
    np.testing.assert_array_equal(cells.numbers(pd.Series(column, dtype=dtype), MARKERS), expected)


def test_truth_values_are_no_numbers_whatever_stands_beside_them():
    for column in ([True, False], [True, 2]):
        assert number_of(pd.Series(column, name="a")) is None
        assert texts_of(pd.Series(column, name="a"))[0] == "True"
