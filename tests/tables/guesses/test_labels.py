"""A label is proposed by its name or its values, and never by its place alone."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.data.declared.schema import READ, Label
from dpcore.data.encoding import encode
from dplab.tables.guesses.label_names import NAMES
from dplab.tables.guesses.labels import candidates, is_quantity, proposed
from dplab.tables.proposal import propose
from tests.tables.guesses.well_known import TABLES, table

numbers = st.floats(-1e9, 1e9, allow_nan=False) | st.integers(-10, 10)


@pytest.mark.parametrize(
    ("values", "positive", "negative"),
    [
        (["0", "1"], "1", "0"),
        (["-1", "1"], "1", "-1"),
        (["10", "9"], "10", "9"),
        (["2", "1"], "2", "1"),
        ([True, False], "True", "False"),
        (["TRUE", "FALSE"], "TRUE", "FALSE"),
    ],
)
def test_the_larger_of_two_numbers_is_positive_however_many_there_are(values, positive, negative):
    for more in values:
        label = proposed(pd.Series([*values, more, more], name="y"))
        assert (label.positive, label.negative) == ((positive,), (negative,))


@pytest.mark.parametrize(
    ("positive", "negative"),
    [
        ("yes", "no"),
        ("Y", "N"),
        ("ja", "nein"),
        ("oui", "non"),
        ("t", "f"),
        ("+", "-"),
        ("positive", "negative"),
        ("tested_positive", "tested_negative"),
        ("churned", "not churned"),
        ("refused", "granted"),
        ("Attrited Customer", "Existing Customer"),
        ("Placed", "Not Placed"),
        ("recurrence-events", "no-recurrence-events"),
        ("heart disease", "healthy"),
        ("not healthy", "healthy"),
        ("abnormal", "normal"),
        ("malignant", "benign"),
        ("spam", "ham"),
        ("fraud", "nonfraud"),
        ("died", "alive"),
        ("case", "control"),
        ("won", "nowon"),
        (">50K", "<=50K"),
        ("≥ 7", "< 7"),
    ],
)
def test_the_side_that_its_word_names_is_positive_though_it_is_the_larger(positive, negative):
    for values in ([positive, negative, positive], [negative, positive, negative]):
        label = proposed(pd.Series(values, name="y"))
        assert (label.positive, label.negative) == ((positive,), (negative,))


@pytest.mark.parametrize(
    ("name", "positive", "negative"),
    [
        ("loan_approval", "approved", "rejected"),
        ("Survived", "survived", "died"),
        ("PlacementStatus", "Placed", "NotPlaced"),
        ("satisfaction", "satisfied", "neutral or dissatisfied"),
        ("health", "ill", "healthy"),
    ],
)
def test_of_two_values_the_one_that_the_column_names_is_positive(name, positive, negative):
    assert proposed(pd.Series([positive, positive, negative], name=name)).positive == (positive,)


@pytest.mark.parametrize("pair", [("r", "m"), ("B", "M"), ("good", "bad"), ("e", "p")])
def test_of_two_values_that_name_no_side_the_rarer_is_positive_and_of_equals_the_later(pair):
    for rare, common in (pair, pair[::-1]):
        for order in ([rare, common, common], [common, common, rare]):
            assert proposed(pd.Series(order, name="y")).positive == (rare,)
        both = [proposed(pd.Series(order, name="y")).positive for order in (pair, pair[::-1])]
        assert both == [(max(pair),)] * 2


def test_spellings_that_look_alike_count_together():
    label = proposed(pd.Series(["Red", "red", "RED", "blue", "blue"], name="y"))
    assert (label.positive, label.joined) == (("blue",), True)


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


@pytest.mark.parametrize("name", TABLES)
def test_the_label_of_a_well_known_table_is_proposed_first(name):
    label, positive, columns = TABLES[name]
    found = table(columns)
    assert next(candidates(found)) == label
    proposal = proposed(found[label])
    cut = "threshold" if proposal.threshold is not None else ""
    assert ("".join(proposal.positive) or cut) == positive


@pytest.mark.parametrize("name", ["sex", "Gender", "RACE", "ethnicity", "ethnic_group", "isMale"])
def test_sex_and_race_are_never_proposed_where_anything_else_could_be(name):
    columns = {"size": list("abcdefgh") * 10, "gaps": list("ab?cd") * 16, name: list("fm") * 40}
    found = list(candidates(pd.DataFrame(columns)))
    assert found[0] != name
    assert found[-1] == name  # a visitor may still ask for it
    assert tuple(candidates(pd.DataFrame({"a": ["x"] * 80, name: list("fm") * 40}))) == (name,)


@pytest.mark.parametrize("name", ["trace", "unisex", "embrace"])
def test_names_that_only_hold_such_letters_are_as_likely_as_others(name):
    columns = {"other": list("ab") * 40, name: list("fm") * 40}
    assert next(candidates(pd.DataFrame(columns))) == name


def test_neither_an_identifier_nor_persons_are_proposed_though_they_come_last():
    columns = {"size": list("abcd") * 20, "kind": list("xyz") * 26 + ["x", "y"]}
    for name in ("ward_id", "patient"):
        last = {name: [f"P{row % 20}" for row in range(80)]}
        assert next(candidates(pd.DataFrame(columns | last))) in columns


def test_y_beside_x_is_a_place_and_no_label():
    columns = {
        name: [f"{row * k % 79 + 0.5}" for row in range(80)] for k, name in ((3, "y"), (7, "z"))
    }
    assert next(candidates(pd.DataFrame(columns))) == "y"
    assert next(candidates(pd.DataFrame({"x": columns["z"]} | columns))) == "z"


def test_without_a_telling_name_the_last_column_leads_then_two_values_then_more():
    table = pd.DataFrame(
        {
            "two": list("ab") * 30,
            "again": list("xz") * 30,
            "three": list("abc") * 20,
            "width": [str(number / 7) for number in range(60)],
            "five": list("abcde") * 12,
        }
    )
    assert tuple(candidates(table)) == ("five", "again", "two", "three", "width")
    assert propose(table, label="three").label.name == "three"


@pytest.mark.parametrize("last", [["1.5", "2.5", "3.5", "4.5", "5.5"] * 8, list("vwxyz") * 8])
def test_the_last_column_comes_before_one_with_two_values(last):
    flag = {"flag": list("ab") * 20, "size": [str(row / 7) for row in range(40)]}
    assert next(candidates(pd.DataFrame(flag | {"end": last}))) == "end"
    assert next(candidates(pd.DataFrame({"end": last} | flag))) == "size"


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
