"""Numbers that are codes are told from numbers that are amounts."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dpcore.data.written.writing import Writing
from dplab.tables.guesses.codes import (
    STAND_INS,
    are_dates_in_digits,
    are_kinds,
    are_too_long,
    have_leading_zeros,
    is_postal,
    stand_in,
)

MARKERS = ("", "?")
AGES = [str(18 + row * 7 % 76) for row in range(90)]


def found(values, way=None):
    return stand_in(pd.Series(values, name="a"), way, MARKERS)


@pytest.mark.parametrize("code", ["999", "-9", "-99", "9999", "-9.0", "-1"])
def test_a_number_that_repeats_beyond_all_others_stands_for_missing(code):
    assert found([*AGES, code, code, code, ""]) == (float(code), (code,), 3, 18, 93)
    once = found([*AGES, code])  # a small one may be an odd value; 999 years are none
    assert (once is not None) == (abs(float(code)) >= 999)


def test_a_flag_may_hold_a_stand_in_and_scores_from_1_on_a_minus_1():
    assert found(["0.0", "1.0", "-9.0"] * 30).texts == ("-9.0",)
    assert found([*map(str, range(1, 11)), "-1"] * 9).texts == ("-1",)


def test_a_code_is_found_however_its_column_is_written():
    values = [f"{age} kg" for age in AGES]
    assert found([*values, "999 kg", "999"], Writing(unit="kg")).texts == ("999", "999 kg")


@pytest.mark.parametrize(
    "values",
    [
        [*AGES, "99", "99", "99"],  # the oldest, as far as anybody knows
        ["-1", "1"] * 40,
        ["-1", "0", "1"] * 40,
        [str(value) for value in range(-20, 20)] * 3,
        [*map(str, range(60)), "-1", "-1", *["0"] * 9],
        [str(value) for value in range(900, 1_000)] * 2,
        ["x", "y", "999"],
        [],
    ],
)
def test_what_may_be_a_value_is_no_stand_in(values):
    assert found(values) is None


@given(st.lists(st.floats(-1e6, 1e6, allow_nan=False), max_size=30), st.sampled_from(STAND_INS))
@example([0.0, 99999.0], -1.0)
def test_a_stand_in_lies_outside_the_range_that_is_said(values, code):
    seen = found([*map(repr, values), repr(code), repr(code)])
    if seen:
        assert seen.number in STAND_INS
        assert not seen.low <= seen.number <= seen.high
        assert {seen.low, seen.high} <= {*values, code}


@pytest.mark.parametrize("dates", [["20240131", "20231224"], ["202401", "202312", "202311"]])
def test_dates_in_digits_are_known(dates):
    assert are_dates_in_digits(dates)
    assert are_dates_in_digits([f"{date}.0" for date in dates])


@pytest.mark.parametrize(
    "numbers", [["20241331", "20240132"], ["2024", "2023"], ["20240131"], ["20240131", "202401"]]
)
def test_other_numbers_are_no_dates(numbers):
    assert not are_dates_in_digits(numbers)


def test_most_numbers_of_eight_digits_are_no_dates():
    rng = np.random.default_rng(0)
    assert not are_dates_in_digits([str(each) for each in rng.integers(19_000_000, 20_999_999, 99)])


def test_whole_numbers_that_a_double_mixes_up_are_too_long():
    assert are_too_long(["12345678901234567890", "12345678901234567891"])
    assert float("12345678901234567890") == float("12345678901234567891")
    assert not are_too_long([str(2**53), "9007199254740991"])
    assert not are_too_long(["0.12345678901234567", "1e30", "12345678901234567890.5"])
    assert not are_too_long([])


@pytest.mark.parametrize(
    ("texts", "is_code"),
    [
        (["01067", "04109", "80331"], True),
        (["01", "02", "10"], True),
        (["0", "10", "20"], False),
        (["0.5", "0.25", "0.75"], False),
        (["01067", "80331"], False),
        (["007", "008", "bond", "spectre"], False),
    ],
)
def test_codes_begin_with_zeros_and_numbers_do_not(texts, is_code):
    assert have_leading_zeros(texts) is is_code


@pytest.mark.parametrize(
    ("name", "values", "may_be"),
    [
        ("pclass", [1, 2, 3], True),
        ("cp", ["1.0", "2.0", "3.0", "4.0", "?"], True),
        ("thal", [3, 6, 7], True),
        ("age", [1, 2, 3], False),
        ("number_of_rooms", [1, 2, 3], False),
        ("Medu", [0, 1, 2, 3, 4], True),
        ("sizes", [0.5, 1, 1.5], False),
        ("flag", [0, 1], False),
        ("many", [*range(9)], False),
        ("ballots", [0] * 5 + [1] * 3 + [2, 2, 3], False),
        ("year", [2021, 2022, 2023], False),
    ],
)
def test_few_whole_numbers_may_be_kinds_unless_they_count(name, values, may_be):
    assert are_kinds(pd.Series(values * 12, name=name), MARKERS) is may_be


def test_postal_codes_are_known_by_their_name():
    assert all(map(is_postal, ["zip", "zipcode", "Postal Code", "PLZ", "zip_code", "PostCode"]))
    assert not any(map(is_postal, ["zipper", "code", "postage"]))


def test_too_few_records_say_nothing_of_kinds():
    assert not are_kinds(pd.Series([1, 2, 3, 3], name="pclass"), MARKERS)
