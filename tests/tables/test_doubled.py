"""Copies of records are counted, and what is equal by chance is none."""

import numpy as np
import pandas as pd
import pytest

from dplab.tables.doubled import copies

N = 120


def table() -> pd.DataFrame:
    rng = np.random.default_rng(0)
    return pd.DataFrame(
        {"age": rng.integers(18, 90, N), "dose": rng.normal(size=N), "sick": rng.choice([0, 1], N)}
    ).astype(str)


@pytest.mark.parametrize("count", [2, 20, N])
def test_copies_are_counted_wherever_they_stand(count):
    twice = pd.concat([table(), table().head(count)], ignore_index=True)
    assert copies(twice) == count
    assert copies(twice.sample(frac=1, random_state=0)) == count


def test_a_counter_does_not_hide_a_copy_once_it_is_left_out():
    twice = pd.concat([table(), table().head(9)], ignore_index=True)
    twice.insert(0, "id", range(len(twice)))
    assert (copies(twice), copies(twice, ["id"])) == (0, 9)


def test_a_record_that_stands_three_times_has_two_copies():
    assert copies(pd.concat([table(), table().head(3), table().head(3)])) == 6


def test_equal_records_of_a_table_of_few_levels_are_no_copies():
    rng = np.random.default_rng(0)
    assert copies(pd.DataFrame({name: rng.choice(list("abc"), N) for name in "xyz"})) == 0


def test_a_table_without_copies_or_columns_says_nothing():
    assert copies(table()) == copies(table()[[]]) == copies(table().head(1)) == 0
    assert copies(pd.concat([table()] * 3 + [table().head(1)]).drop_duplicates()) == 0
