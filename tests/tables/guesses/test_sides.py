"""What stands on the two sides of a label is counted, and sides are proposed for many values."""

from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.data.declared.label import LEFT_OUT
from dpcore.data.declared.schema import READ, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.data.facts import USUAL_MARKERS
from dplab.tables.guesses.sides import SCALES, SideCounts, counted, proposals

cells = st.sampled_from(["a", "b", "c", "", "?"])
sides = st.sampled_from(
    [Label("y", ("a",)), Label("y", (), ("a", "b")), Label("y", ("a", "c"), ("b",))]
)


@given(st.lists(cells, max_size=30).map(lambda found: [*found, "a", "b", "c"]), sides)
def test_sides_are_counted_as_they_are_encoded(values, label):
    table = pd.DataFrame({"x": ["1"] * len(values), "y": values})
    found = counted(table["y"], label, USUAL_MARKERS)
    y = encode(table, Schema(replace(label, unlabelled=LEFT_OUT), (Numeric("x", 0, 2),))).y
    assert (found.n_positive, found.n_negative) == ((y > 0).sum(), (y < 0).sum())
    assert found.n == len(values)
    assert found.n_unlabelled == len(values) - len(y)
    for count, listed in ((found.n_positive, found.positive), (found.n_negative, found.negative)):
        assert sum(n for _, n in listed) == count


def test_values_on_neither_side_are_told_apart_from_missing_ones():
    column = pd.Series(["a", "a", "b", "c", "", "?"])
    assert counted(column, Label("y", ("a",), ("b",)), USUAL_MARKERS) == SideCounts(
        2, 1, (("a", 2),), (("b", 1),), (("c", 1),), 2
    )
    assert counted(column, Label("y"), USUAL_MARKERS).neither == (("a", 2), ("b", 1), ("c", 1))


@pytest.mark.parametrize("values", [["1", "2.5", "-9", "", "7"], [1.0, 2.5, -9.0, None, 7.0]])
def test_a_threshold_counts_what_lies_above_it(values):
    found = counted(pd.Series(values), Label("y", threshold=2.5), ("", "-9"))
    assert found == SideCounts(1, 2, n_unlabelled=2)


@pytest.mark.parametrize(
    ("values", "threshold"),
    [
        (["3", "4", "5", "5", "6", "6", "6", "7"], 5),
        ([str(1 + row % 5) for row in range(50)], 2),
        (["0"] * 6 + ["1", "2", "3", "4"], 0),
        (["0", "1", "2"] + ["9"] * 20, 2),
        ([f"{row}.5" for row in range(101)], 50),
    ],
)
def test_a_quantity_or_a_grade_in_numbers_is_cut_where_the_sides_are_most_equal(values, threshold):
    found = proposals(pd.Series(values, name="y"), Label("y"))[0]
    assert found == Label("y", origin=READ, threshold=threshold)
    sides = counted(pd.Series(values), found, USUAL_MARKERS)
    assert sides.n_positive > 0
    assert sides.n_negative > 0


@pytest.mark.parametrize(
    ("values", "upper"),
    [
        (["low", "high", "medium"] * 10, ("medium", "high")),
        (["Low"] * 5 + ["Medium"] * 20 + ["High"] * 20, ("High",)),
        (["very_good", "fair", "ideal", "good"] * 10, ("very_good", "ideal")),
        (["agree", "neutral", "disagree", "agree"] * 9, ("agree",)),
    ],
)
def test_a_grade_in_words_is_cut_between_its_lower_and_upper_ones(values, upper):
    assert proposals(pd.Series(values, name="y"), Label("y"))[0].positive == upper


def test_classes_without_an_order_are_each_offered_against_the_rest():
    column = pd.Series(["cat", "dog", "dog", "cow", "?"], name="y")
    found = proposals(column, Label("y"))
    assert [each.positive for each in found] == [("dog",), ("cat",), ("cow",)]
    assert all(each.origin == READ and not each.negative for each in found)
    many = pd.Series([chr(97 + row) for row in range(20)], name="y")
    assert proposals(many, Label("y")) == ()


def test_numbers_that_are_codes_are_offered_too_the_commonest_first():
    column = pd.Series([str(code) for code in range(1, 8) for _ in range(code)], name="y")
    found = proposals(column, Label("y"))
    assert found[0].threshold == 5
    assert [each.positive for each in found[1:]] == [("7",), ("6",), ("5",)]
    prices = pd.Series([f"{row}.5" for row in range(101)], name="y")
    assert len(proposals(prices, Label("y"))) == 1


@pytest.mark.parametrize("values", [["no", "yes"], ["0", "1", "?"], ["x"], []])
def test_two_values_need_no_proposal(values):
    assert proposals(pd.Series(values, name="y", dtype=object), Label("y")) == ()


def test_a_proposal_keeps_what_becomes_of_rows_without_a_label():
    label = Label("y", ("a",), unlabelled=LEFT_OUT, labelled_is_public=True)
    for each in proposals(pd.Series(list("abc"), name="y"), label):
        assert each.leaves_out
        assert each.labelled_is_public


def test_no_word_stands_twice_in_a_scale():
    assert all(len(set(scale)) == len(scale) for scale in SCALES)
