"""Around zero are columns that have something at zero; a range and a middle are for all."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.data.declared.schema import DECLARED, READ, Category, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dplab.tables.guesses.bounds import each_kind, is_centrable, kinds_of, middle_range
from dplab.tables.proposal import guess, propose

numbers = st.floats(-1e12, 1e12, allow_nan=False)


@pytest.mark.parametrize(
    ("values", "suits"),
    [
        ([0, 0, 0, 0, 70, 90], True),  # mostly zero
        ([1, 20, 35, 90], True),  # starts near zero
        ([-90, -40, -1], True),  # ends near zero
        ([-3, 1, 5], True),  # both signs
        ([1960, 1987, 2003, 2020], False),  # years
        ([17, 30, 62, 90], False),  # ages of adults
        ([0, 1, 1, 0], False),  # a flag stays as it is
        ([5, 5, 5], False),  # nothing varies
    ],
)
def test_which_columns_suit_bounds_around_zero(values, suits):
    assert is_centrable(np.array(values, dtype=float)) is suits


@given(st.lists(numbers, min_size=2, max_size=40))
def test_ranges_hold_every_number_and_bounds_around_zero_are_even(values):
    column = pd.Series([*map(repr, values), "?"], name="a")
    rounded, centred, _ = kinds_of(Numeric("a", 0, 1), column)
    if len({*values}) > 1:
        assert rounded.lower <= min(values)
        assert max(values) <= rounded.upper
    assert centred == rounded or centred.lower == -centred.upper


def test_a_far_value_does_not_press_the_others_together():
    usual = [0.0] * 50 + [float(number) for number in range(1, 50)]
    _, near, _ = kinds_of(Numeric("a", 0, 1), pd.Series(usual, name="a"))
    _, far, _ = kinds_of(Numeric("a", 0, 1), pd.Series([*usual, 1e6], name="a"))
    assert (near.upper, far.upper) == (50, 50)


@given(st.lists(numbers, min_size=2, max_size=40).filter(lambda values: len({*values}) > 1))
def test_the_middle_cuts_off_no_more_than_a_hundredth_at_either_end(
    values,
):
    values = np.array(values * 5)
    low, high = middle_range(values)
    assert low < high
    assert max(np.mean(values < low), np.mean(values > high)) <= 0.01 + 1 / len(values)


def test_one_value_in_a_thousand_a_hundred_times_as_large_moves_the_range_and_not_the_middle():
    usual = np.random.default_rng(0).normal(50, 10, 2_000)
    spoilt = np.where(np.arange(len(usual)) % 1_000 == 7, 100 * usual, usual)
    assert middle_range(spoilt) == middle_range(usual)
    rounded, _, middle = kinds_of(Numeric("a", 0, 1), pd.Series(spoilt, name="a"))
    assert rounded.upper > 20 * middle.upper


def test_a_value_that_fills_the_middle_keeps_a_place_in_it_beside_the_others():
    payments = np.array([0.0] * 995 + [100.0, 200, 300, 400, 1e6])
    assert middle_range(payments) == (0, 400)
    assert middle_range(np.array([5.0] * 999 + [6.0])) == (5, 6)


def test_flags_stay_at_even_bounds():
    assert middle_range(np.array([0.0] * 999 + [1.0])) == (-1, 1)


def test_constants_for_missing_values_stay_between_the_bounds():
    column = pd.Series(["-2", "4", "?"], name="a")
    rounded, centred, _ = kinds_of(Numeric("a", 0, 100, missing=60), column)
    assert (rounded.missing, centred.missing) == (rounded.upper, centred.upper)


def test_only_the_chosen_columns_change_and_they_are_marked_as_read():
    table = pd.DataFrame({"a": [0, 0, 5], "b": [0, 0, 5], "c": list("xyz"), "y": list("nny")})
    features = (Numeric("a", 0, 9), Numeric("b", 0, 9), Category("c", ("x", "y", "z")))
    schema = Schema(Label("y", ("y",)), features)
    rounded, centred, middle = each_kind(table, schema, ["a"])
    for schema in (rounded, centred, middle):
        assert [feature.origin for feature in schema.features] == [READ, DECLARED, DECLARED]
    assert (rounded.features[0].lower, centred.features[0].lower) == (0, -5)
    assert rounded.features[1:] == centred.features[1:] == features[1:]


@given(st.lists(st.integers(-5, 50), min_size=10, max_size=30))
def test_each_kind_encodes_the_table(values):
    table = pd.DataFrame({"a": [*values, 1, 2], "y": (["n", "y"] * 30)[: len(values) + 2]})
    for schema in each_kind(table, propose(table)):
        assert encode(table, schema).n_records == len(table)


def test_a_missing_number_that_was_the_middle_is_the_middle_of_the_bounds_that_are_taken():
    column = pd.Series([str(value) for value in [0] * 60 + [*range(40)] + [900, ""]], name="a")
    kinds = kinds_of(Numeric("a", 0, 900, missing=450), column)
    assert len({(each.lower, each.upper) for each in kinds}) == 3
    assert [each.missing for each in kinds] == [(each.lower + each.upper) / 2 for each in kinds]
    again = kinds_of(kinds[1], column)
    assert again == kinds
    kept = kinds_of(Numeric("a", 0, 900, missing=7), column)
    assert [each.missing for each in kept] == [7, 7, 7]


@pytest.mark.parametrize(
    ("values", "missing"),
    [
        (range(1, 80), 40),  # ages: 0 would be nobody's
        (range(-79, 0), -40),
        ([0] * 50 + [*range(1, 50)], 0),  # mostly 0
        (range(-40, 41), 0),
    ],
)
def test_under_zero_centred_bounds_a_missing_number_lies_where_the_others_do(values, missing):
    column = pd.Series([*map(str, values), ""], name="a")
    rounded, centred, _ = kinds_of(guess(column), column)
    assert -centred.lower == centred.upper
    assert centred.missing == missing
    assert kinds_of(centred, column) == (rounded, centred, kinds_of(rounded, column)[2])
