"""The split looks at no value, and a data set holds only what the theorems allow."""

import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data import dataset
from dpcore.data.dataset import Dataset, cut, n_training, shuffled, split, training_rows

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


@given(sizes, seeds)
def test_other_values_and_labels_keep_their_places(n, seed):
    one = numbered(n)
    other = Dataset(one.X**3 / 2, -one.y, ("x",))
    part, changed = (split(data, n_training(n), seed) for data in (one, other))
    for name in ("X", "X_test"):
        assert np.array_equal(getattr(changed, name), getattr(part, name) ** 3 / 2)
    for name in ("y", "y_test"):
        assert np.array_equal(getattr(changed, name), -getattr(part, name))


@given(sizes, seeds)
def test_labels_go_with_their_records(n, seed):
    data = numbered(n)
    label_of = dict(zip(data.X[:, 0], data.y, strict=True))
    part = split(data, n_training(n), seed)
    for X, y in ((part.X, part.y), (part.X_test, part.y_test)):
        assert [label_of[x] for x in X[:, 0]] == list(y)


@given(sizes, seeds, st.integers(0, 4), st.data())
def test_training_rows_are_the_rows_of_the_split_in_its_order(n, seed, fold, data):
    records, used = numbered(n), data.draw(st.integers(1, n_training(n)))
    rows = training_rows(records, used, seed, fold)
    assert np.array_equal(records.X[rows], split(records, used, seed, fold).X)


def test_training_rows_of_a_law_are_the_points_that_were_drawn():
    law = Dataset(np.eye(4), np.ones(4), tuple("abcd"), chance=np.array([0.001, 0.499, 0.5, 0.0]))
    for seed in range(5):
        rows = training_rows(law, 50, seed)
        assert np.array_equal(law.X[rows], split(law, 50, seed).X)


@given(sizes, seeds, st.integers(0, 4))
def test_test_rows_are_the_rows_of_the_split_in_its_order(n, seed, fold):
    records = numbered(n)
    rows, part = dataset.rows_to_test(records, seed, fold), split(records, 1, seed, fold)
    assert np.array_equal(records.X[rows], part.X_test)
    assert np.array_equal(records.y[rows], part.y_test)


@given(st.integers(2, 200), seeds, st.integers(0, 4))
def test_each_row_is_trained_on_or_tested(n, seed, fold):
    records = numbered(n)
    both = [
        training_rows(records, n_training(n), seed, fold),
        dataset.rows_to_test(records, seed, fold),
    ]
    assert np.array_equal(np.sort(np.concatenate(both)), np.arange(n))


def test_test_rows_of_a_law_are_all_its_points():
    law = Dataset(np.eye(4), np.ones(4), tuple("abcd"), chance=np.array([0.001, 0.499, 0.5, 0.0]))
    assert dataset.rows_to_test(law, 3).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("chance", [None, np.full(10, 0.1)])
@pytest.mark.parametrize("arguments", [(-1,), (0, 5), (0, -1), (0.5,)])
def test_test_rows_out_of_range_are_refused(arguments, chance):
    with pytest.raises(InvalidInput):
        dataset.rows_to_test(replace(numbered(10), chance=chance), *arguments)


def with_groups(n):
    """Records whose group is told by their number."""
    data = numbered(n)
    return replace(data, beside=pd.DataFrame({"group": np.where(data.X[:, 0] > 0.5, "b", "a")}))


def test_what_stands_beside_the_records_has_as_many_rows():
    assert numbered(5).beside is None
    with pytest.raises(InvalidInput, match="a row for each of the 5 records; it has 4"):
        replace(numbered(5), beside=pd.DataFrame({"group": list("abab")}))


def test_what_stands_beside_the_records_is_not_left_behind_in_another_order():
    data = with_groups(50)
    assert shuffled(data, 3).beside is None
    part, expected = cut(shuffled(data, 3), 20), split(data, 20, 3)
    assert np.array_equal(part.X, expected.X)
    assert np.array_equal(part.X_test, expected.X_test)


def test_test_rows_find_the_groups_of_the_test_part():
    data = with_groups(50)
    tested = data.beside["group"].to_numpy()[dataset.rows_to_test(data, 3)]
    assert np.array_equal(tested == "b", split(data, 20, 3).X_test[:, 0] > 0.5)


def test_records_with_columns_beside_them_travel_and_compare_as_before():
    data = with_groups(10)
    there = pickle.loads(pickle.dumps(data))
    assert there.beside.equals(data.beside)
    assert hash(data) != hash(there)  # by identity, as all records
    assert np.array_equal(replace(data, beside=None).X, data.X)


@pytest.mark.parametrize("arguments", [(9, 0), (0, 0), (1, -1), (1, 0, 5)])
def test_training_rows_out_of_range_are_refused(arguments):
    with pytest.raises(InvalidInput):
        training_rows(numbered(10), *arguments)


def test_seed_decides_the_split():
    parts = [split(numbered(100), 80, seed).X_test for seed in (1, 1, 2)]
    assert np.array_equal(parts[0], parts[1])
    assert not np.array_equal(parts[0], parts[2])


def test_every_record_is_tested_equally_often():
    # 4000 splits of 10 records: each is tested 800 times, ± 25.3; five of them leave room for all.
    tested = np.concatenate([split(numbered(10), 1, seed).X_test[:, 0] for seed in range(4000)])
    counts = np.unique(tested, return_counts=True)[1]
    assert len(counts) == 10
    assert np.abs(counts - 800).max() <= 5 * 25.3


OUT_OF_RANGE = [
    (0, 0, "n must be at least 1; got 0."),
    (9, 0, "n must be at most 8; got 9."),
    (1.5, 0, "n must be a whole number; got 1.5."),
    (1, -1, "seed must be at least 0; got -1."),
    (1, "x", "seed must be a number; got 'x'."),
]


@pytest.mark.parametrize(("n", "seed", "sentence"), OUT_OF_RANGE)
def test_sizes_out_of_range_are_refused(n, seed, sentence):
    with pytest.raises(InvalidInput) as caught:
        split(numbered(10), n, seed)
    assert str(caught.value) == sentence


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
