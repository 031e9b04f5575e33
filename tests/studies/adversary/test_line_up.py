"""Line-ups: truth and others are exchangeable, and nothing is known that should not be."""

import numpy as np
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset, Split, split
from dplab.studies.adversary import line_up
from dplab.studies.adversary.line_up import PERSON, attribute, held_out, label, membership

RNG = np.random.default_rng(0)


def table(n=60, d=3):
    X = RNG.uniform(-1, 1, size=(n, d)) / np.sqrt(d)
    return Dataset(X, np.where(RNG.random(n) < 0.5, 1.0, -1.0), tuple("abcdefgh"[:d]))


DATA = table()
PART = split(DATA, 48, seed=0)
COUNTED = Split(
    np.array([[0.1], [0.5], [-0.3]]),
    np.array([1.0, -1.0, 1.0]),
    np.array([[0.1], [0.5], [-0.3], [0.7]]),
    np.array([1.0, -1.0, 1.0, 1.0]),
    weight=np.array([5.0, 1.0, 2.0]),
    test_weight=np.array([0.5, 0.25, 0.125, 0.125]),
)


@pytest.mark.parametrize("row", [0, 7, 47])
@pytest.mark.parametrize("m", [2, 5, 13])
def test_the_person_is_lined_up_with_records_held_out(row, m):
    found = held_out(PART, row, m=m, seed=3)
    person = PART.X[row] * PART.y[row]
    np.testing.assert_array_equal(found.suspects[found.truth], person)
    others = found.origins != PERSON
    assert others.sum() == m - 1
    assert np.flatnonzero(~others).tolist() == [found.truth]
    held = PART.X_test * PART.y_test[:, None]
    np.testing.assert_array_equal(found.suspects[others], held[found.origins[others]])
    assert len(np.unique(found.suspects, axis=0)) == m


@pytest.mark.parametrize("row", [0, 7, 47])
def test_all_other_training_records_are_known_and_the_person_is_not(row):
    found = held_out(PART, row, m=5, seed=3)
    np.testing.assert_array_equal(found.X, np.delete(PART.X, row, axis=0))
    np.testing.assert_array_equal(found.y, np.delete(PART.y, row))
    assert found.n == PART.n


def test_the_same_seed_gives_the_same_line_up_and_another_one_another():
    one, same, other = (held_out(PART, 0, m=8, seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.origins, same.origins)
    assert (one.origins != other.origins).any()


def test_the_place_of_the_truth_and_the_others_are_uniform_over_seeds():
    many = [held_out(PART, 4, m=5, seed=seed) for seed in range(1000)]
    places = np.bincount([each.truth for each in many], minlength=5)
    assert stats.chisquare(places).pvalue > 1e-3
    others = np.concatenate([each.origins[each.origins != PERSON] for each in many])
    # Without replacement the counts vary less than chi-square has it: only too much is a fault.
    assert stats.chisquare(np.bincount(others, minlength=len(PART.y_test))).pvalue > 1e-3
    # The near miss: a line-up that was not shuffled.
    assert stats.chisquare([1000, 0, 0, 0, 0]).pvalue < 1e-3


def test_equal_records_are_one_suspect():
    X = np.array([[0.1], [0.1], [0.2], [0.2], [-0.3]])
    part = Split(np.array([[0.1], [0.9]]), np.ones(2), X, np.array([1.0, 1.0, 1.0, 1.0, -1.0]))
    found = held_out(part, 0, m=3, seed=0)
    assert sorted(found.suspects[:, 0].tolist()) == [0.1, 0.2, 0.3]
    with pytest.raises(InvalidInput, match="Take at most 3 suspects"):
        held_out(part, 0, m=4, seed=0)


@pytest.mark.parametrize(("row", "left"), [(0, [4.0, 1.0, 2.0]), (1, [5.0, 2.0])])
def test_of_a_counted_row_one_record_is_unknown(row, left):
    found = held_out(COUNTED, row, m=3, seed=0)
    assert found.weight is not None
    assert found.weight.tolist() == left
    assert found.n == COUNTED.n == 8
    assert COUNTED.weight.tolist() == [5.0, 1.0, 2.0]


def test_likely_points_of_a_law_are_more_often_among_the_others():
    many = [held_out(COUNTED, 2, m=2, seed=seed) for seed in range(400)]
    others = [int(each.origins[each.origins != PERSON][0]) for each in many]
    counts = np.bincount(others, minlength=4)
    # Of the three that differ from the person: 4, 2 and 1 parts of 7.
    expected = 400 * np.array([4, 2, 1]) / 7
    assert counts[2] == 0
    assert stats.chisquare(counts[[0, 1, 3]], expected).pvalue > 1e-3


def test_membership_is_a_line_up_of_two():
    found = membership(PART, 3, seed=0)
    assert found.m == 2
    np.testing.assert_array_equal(found.suspects, held_out(PART, 3, m=2, seed=0).suspects)


@pytest.mark.parametrize("row", range(6))
def test_label_is_the_record_and_its_mirror_image(row):
    found = label(PART, row)
    x = PART.X[row]
    np.testing.assert_array_equal(found.suspects, [-x, x])
    np.testing.assert_array_equal(found.suspects[found.truth], x * PART.y[row])


def test_attribute_has_a_suspect_for_each_value_that_differs_once_encoded():
    x = PART.X[2]
    rows = np.tile(x, (5, 1))
    rows[:, 1] = [0.3, -0.2, 0.3, x[1], -0.2]
    found = attribute(PART, 2, rows)
    np.testing.assert_array_equal(found.suspects, rows[[0, 1, 3]] * PART.y[2])
    assert (found.truth, found.origins.tolist()) == (2, [0, 1, 3])


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: held_out(PART, 0, m=1, seed=0), "suspects must be at least 2; got 1"),
        (lambda: held_out(PART, 0, m=201, seed=0), "suspects must be at most 200; got 201"),
        (lambda: held_out(PART, 0, m=2.5, seed=0), "whole number"),
        (lambda: held_out(PART, 0, m=14, seed=0), "there are 12. Take at most 13 suspects"),
        (lambda: held_out(PART, 48, m=5, seed=0), "row must be at most 47; got 48"),
        (lambda: held_out(PART, -1, m=5, seed=0), "row must be at least 0; got -1"),
        (lambda: held_out(split(DATA, 1, 0), 0, m=5, seed=0), "Take an n of at least 2"),
        (lambda: label(split(DATA, 1, 0), 0), "Take an n of at least 2"),
        (lambda: attribute(PART, 0, PART.X[:1]), "these alternatives make 1"),
        (lambda: attribute(PART, 0, PART.X[1:4]), "must be among the alternatives"),
        (lambda: attribute(PART, 0, PART.X[:2, :2]), "features of the record, 3; got 2"),
    ],
)
def test_impossible_line_ups_get_a_sentence(ask, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        ask()


def test_a_record_at_the_origin_has_no_label_to_ask_for():
    part = Split(np.zeros((2, 1)), np.ones(2), np.ones((1, 1)), np.ones(1))
    with pytest.raises(InvalidInput, match="makes no difference"):
        label(part, 0)


def test_as_many_suspects_as_the_bounds_say():
    assert (line_up.FEWEST, line_up.MOST) == (2, 200)
