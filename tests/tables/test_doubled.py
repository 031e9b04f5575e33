"""Equal records are counted as one reads them, whatever their order."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dplab.tables.doubled import by_chance, n_doubled

cells = st.sampled_from(["", "a", "a ", "b", "1", "1.0"])


@given(st.lists(st.tuples(cells, cells, cells), max_size=12))
def test_as_many_are_doubled_as_there_are_more_records_than_different_ones(rows):
    table = pd.DataFrame(rows, columns=["x", "y", "z"], dtype=str)
    different = {tuple(cell.strip() for cell in row) for row in rows}
    assert n_doubled(table) == len(rows) - len(different)


def test_every_column_counts_and_missing_cells_are_equal():
    table = pd.DataFrame({"x": [1, 1, None, None], "y": ["n", "m", "n", "n"]})
    assert n_doubled(table) == 1
    assert n_doubled(table[["x"]]) == 2
    assert n_doubled(table[[]]) == 0


def test_a_table_that_was_pasted_twice_is_doubled_far_beyond_chance():
    rng = np.random.default_rng(0)
    table = pd.DataFrame({name: rng.integers(0, 1_000, 500) for name in "xyz"})
    twice = pd.concat([table, table])
    assert n_doubled(table) == 0
    assert n_doubled(twice) == 500
    assert by_chance(twice) < 1


@pytest.mark.parametrize("n", [2, 50, 400])
def test_records_of_independent_columns_are_equal_as_often_as_chance_has_it(n):
    # Mean over 200 tables: its standard error is below 1/20 of a table's own spread, at most n/40.
    rng = np.random.default_rng(n)
    draws = [pd.DataFrame({name: rng.integers(0, 6, n) for name in "xyz"}) for _ in range(200)]
    mean = np.mean([n_doubled(each) for each in draws])
    expected = n - 216 * (1 - (1 - 1 / 216) ** n)
    assert mean == pytest.approx(expected, abs=0.5 + n / 100)
    uniform = pd.DataFrame(np.indices((6, 6, 6)).reshape(3, -1).T)
    assert by_chance(uniform) == pytest.approx(216 * (1 - 1 / 216) ** 216, rel=1e-12)
