"""The split looks at no value, and a data set holds only what the theorems allow."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset, n_training, split

sizes = st.integers(2, 200)
seeds = st.integers(0, 2**32 - 1)


def numbered(n, sign=1.0):
    """Records that carry their own number, so that a split can be followed."""
    X = np.linspace(0, 1, n)[:, None] * sign
    return Dataset(X, np.where(np.arange(n) % 2, 1.0, -1.0), ("x",))


@given(sizes, seeds)
def test_every_record_is_in_exactly_one_part(n, seed):
    part = split(numbered(n), n_training(n), seed)
    both = np.concatenate([part.X, part.X_test])[:, 0]
    assert np.array_equal(np.sort(both), np.linspace(0, 1, n))


@given(sizes, seeds, st.data())
def test_fewer_training_records_are_the_head_of_the_same_part(n, seed, data):
    whole = split(numbered(n), n_training(n), seed)
    fewer = data.draw(st.integers(1, n_training(n)))
    part = split(numbered(n), fewer, seed)
    assert np.array_equal(part.X, whole.X[:fewer])
    assert np.array_equal(part.X_test, whole.X_test)


@given(sizes, seeds)
def test_the_split_looks_at_no_value(n, seed):
    one, other = (split(numbered(n, sign), 1, seed) for sign in (1.0, -1.0))
    assert np.array_equal(one.X_test, -other.X_test)


def test_one_record_in_five_tests():
    assert [n_training(n) for n in (1, 2, 10, 569, 21_875)] == [1, 1, 8, 455, 17_500]


@pytest.mark.parametrize(("n", "seed"), [(0, 0), (9, 0), (1.5, 0), (1, -1)])
def test_sizes_out_of_range_are_refused(n, seed):
    with pytest.raises(InvalidInput):
        split(numbered(10), n, seed)


@pytest.mark.parametrize(
    ("X", "y"),
    [
        ([[1.1]], [1.0]),
        ([[np.nan]], [1.0]),
        ([[0.5]], [0.0]),
        ([[0.5]], [1.0, -1.0]),
        ([], []),
    ],
)
def test_records_that_no_theorem_covers_are_refused(X, y):
    with pytest.raises(InvalidInput):
        Dataset(np.array(X), np.array(y), ("x",))
