"""Equal records are counted as one reads them, whatever their order."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dplab.tables.doubled import by_chance, n_doubled, n_remarkable

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
    assert by_chance(twice) < 5
    assert n_remarkable(twice) == 500
    assert n_remarkable(pd.concat([table, table[:5]])) == 0  # one in a hundred is no word worth


def test_few_columns_of_few_values_are_equal_by_chance():
    rng = np.random.default_rng(1)
    table = pd.DataFrame({name: rng.integers(0, 3, 500) for name in "xyz"})
    assert n_doubled(table) > 400
    assert n_remarkable(table) == 0


def test_columns_that_follow_from_others_make_no_record_a_copy():
    rng = np.random.default_rng(2)
    city, age = rng.integers(0, 60, 2_000), rng.integers(20, 60, 2_000)
    table = pd.DataFrame({"city": city, "age": age, "zip": city % 20, "region": city % 4})
    assert n_doubled(table) > 500
    assert n_remarkable(table) == 0
    assert n_remarkable(table.assign(income=rng.integers(0, 10**6, 2_000))) == 0


@pytest.mark.parametrize("n", [2, 50, 400])
def test_records_of_independent_columns_are_equal_as_often_as_chance_has_it(n):
    # The mean of 200 tables: at most n/40 is the spread of one, so that 0.5 + n/100 is more than
    # five standard errors.
    rng = np.random.default_rng(n)
    tables = [pd.DataFrame({name: rng.integers(0, 6, n) for name in "xy"}) for _ in range(200)]
    uniform = pd.DataFrame({"x": np.arange(6), "y": 0})  # half of the columns: x
    mean = np.mean([n_doubled(each[["x"]]) for each in tables])
    assert mean == pytest.approx(n - 6 * (1 - (1 - 1 / 6) ** n), abs=0.5 + n / 100)
    assert by_chance(uniform) == pytest.approx(6 * (1 - 1 / 6) ** 6, rel=1e-12)
