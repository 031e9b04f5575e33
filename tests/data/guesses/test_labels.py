"""A label is proposed by its name or its values, and never by its place alone."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.data.encoding import encode
from dpcore.data.guesses.labels import NAMES, candidates, is_quantity, proposed
from dpcore.data.proposal import propose
from dpcore.data.schema import READ, Label

numbers = st.floats(-1e9, 1e9, allow_nan=False) | st.integers(-10, 10)


@pytest.mark.parametrize(
    ("values", "positive", "negative"),
    [
        (["0", "1"], "1", "0"),
        (["-1", "1"], "1", "-1"),
        (["10", "9"], "10", "9"),
        (["2", "1"], "2", "1"),
        (["<=50K", ">50K"], ">50K", "<=50K"),
        (["M", "B"], "M", "B"),
        ([True, False], "True", "False"),
        (["yes", "no"], "yes", "no"),
    ],
)
def test_the_later_of_two_values_is_positive(values, positive, negative):
    label = propose(pd.DataFrame({"a": ["1", "2"], "y": values})).label
    assert (label.positive, label.negative) == ((positive,), (negative,))


def test_a_label_with_more_values_stays_open():
    table = pd.DataFrame({"a": ["1", "2", "3"], "y": ["r", "g", "b"]})
    assert propose(table).label.is_open


@pytest.mark.parametrize("name", [*NAMES, *map(str.upper, NAMES), " Target "])
def test_a_column_with_the_name_of_a_label_leads_wherever_it_stands(name):
    columns = {"first": list("ab") * 30, name: list("abc") * 20, "last": list("ab") * 30}
    assert next(candidates(pd.DataFrame(columns))) == name


def test_a_name_that_only_holds_such_a_word_does_not_lead():
    columns = {"subclass": list("abc") * 20, "youth": list("abcd") * 15, "kind": list("ab") * 30}
    assert next(candidates(pd.DataFrame(columns))) == "kind"


def test_two_values_come_before_more_and_these_before_quantities():
    table = pd.DataFrame(
        {
            "two": list("ab") * 30,
            "three": list("abc") * 20,
            "price": [str(number / 7) for number in range(60)],
            "five": list("abcde") * 12,
        }
    )
    assert tuple(candidates(table)) == ("two", "five", "three", "price")
    assert propose(table, label="three").label.name == "three"


@pytest.mark.parametrize("values", [list("ab"), list("abc"), [f"{row / 7}" for row in range(60)]])
def test_no_column_is_proposed_because_it_comes_first(values):
    column = (values * 60)[:60]
    table = pd.DataFrame({"a": column, "b": column, "c": column})
    assert next(candidates(table)) == "c"


def test_identifiers_and_remarks_are_no_labels():
    rows = range(60)
    columns = {"id": rows, "remark": [f"remark {row}" for row in rows], "same": ["1"] * 60}
    assert not tuple(candidates(pd.DataFrame(columns)))


def test_a_quantity_that_is_named_like_a_label_is_cut_in_halves():
    table = pd.DataFrame(
        {
            "a": [row % 7 for row in range(100)],
            "y": [f"{(row * 37) % 100 + 0.123}" for row in range(100)],
        }
    )
    schema = propose(table)
    assert schema.label == Label("y", origin=READ, threshold=50.0)
    assert encode(table, schema).positive_share == pytest.approx(0.5, abs=0.02)


@given(st.lists(numbers, min_size=35, max_size=60))
def test_a_proposed_threshold_leaves_records_on_both_sides(values):
    column = pd.Series([*map(repr, values), "?"], name="y")
    label = proposed(column)
    if label.threshold is not None:
        above = pd.Series(values) > label.threshold
        assert above.any()
        assert not above.all()


@pytest.mark.parametrize("cell", ["old", "inf", "1e999"])
def test_a_column_with_another_cell_is_no_quantity(cell):
    assert is_quantity(pd.Series(["1", "2", "3", "?"], name="a"))
    assert not is_quantity(pd.Series(["1", "2", "3", cell], name="a"))
    assert not is_quantity(pd.Series(["1", "2", "1"], name="a"))


def test_a_proposed_threshold_moves_with_a_record():
    # So it is a guess, and two tables that differ in one record may differ in many labels.
    first = [str(value) for value in [*range(10, 50), 51.0, *range(60, 100)]]
    second = [*first[:40], "59", *first[41:]]
    thresholds = [proposed(pd.Series(values, name="y")).threshold for values in (first, second)]
    assert thresholds == [51, 59]


def test_a_column_with_missing_cells_comes_after_those_without():
    table = pd.DataFrame({"three": list("abc") * 20, "gaps": list("ab?") * 20})
    assert tuple(candidates(table)) == ("three", "gaps")
