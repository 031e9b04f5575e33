"""Records divided into groups: by value, between cuts, cells without a value, and every refusal."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.labelled import labelled
from dpcore.data.declared.schema import Label, Numeric, Schema
from dpcore.data.uploads import read
from dplab.tables.groups.division import MOST_CUTS, MOST_GROUPS, NO_VALUE, Division, divide


def groups_of(values, cuts=(), **more):
    return divide(pd.DataFrame({"g": values}), Division("g", cuts), **more)


def members(values, cuts=(), **more):
    """The rows of each group, by its name."""
    found = groups_of(values, cuts, **more)
    return {
        name: np.flatnonzero(found.codes == place).tolist()
        for place, name in enumerate(found.names)
    }


texts = st.lists(st.sampled_from("abcdefghijkl"), min_size=2, max_size=60).filter(
    lambda found: len(set(found)) > 1
)


@given(texts)
def test_each_text_is_a_group_the_most_frequent_first(values):
    found = groups_of(values)
    assert [found.names[code] for code in found.codes] == values
    assert sorted(found.names) == sorted(set(values))
    assert list(found.names) == sorted(found.names, key=lambda name: (-values.count(name), name))


@given(st.lists(st.integers(-9, 9), min_size=2, max_size=60))
def test_numbers_stand_by_size_whatever_their_type(values):
    if not 2 <= len(set(values)) <= MOST_GROUPS:
        with pytest.raises(InvalidInput):
            groups_of(values)
        return
    expected = groups_of(values)
    assert [int(name) for name in expected.names] == sorted(set(values))
    assert [int(expected.names[code]) for code in expected.codes] == values
    for other in (list(map(str, values)), list(map(float, values)), [f" {v}.0 " for v in values]):
        found = groups_of(other)
        assert np.array_equal(found.codes, expected.codes)
        assert [float(name) for name in found.names] == sorted(set(values))


def test_one_number_written_in_several_ways_is_one_group_with_the_plainest_name():
    assert members(["30.0", "30", "3e1", "4.50", "4.5"]) == {"4.5": [3, 4], "30": [0, 1, 2]}
    assert members(["0", "-0", "1"]) == {"0": [0, 1], "1": [2]}


def test_a_year_keeps_its_name_and_a_text_among_numbers_makes_all_texts():
    assert groups_of(["1990", "1985"]).names == ("1985", "1990")
    assert members(["10", "9", "9.0", "x"]) == {"10": [0], "9": [1], "9.0": [2], "x": [3]}


@pytest.mark.parametrize("empty", ["", "  ", "nan", "NaN", None, np.nan, pd.NA, pd.NaT])
def test_cells_without_a_value_are_a_group_of_their_own_the_last(empty):
    assert members(["b", empty, "a", "b"]) == {"b": [0, 3], "a": [2], NO_VALUE: [1]}
    assert members(["7", empty, "5"], cuts=(6,)) == {
        "below 6": [2],
        "6 and above": [0],
        NO_VALUE: [1],
    }


def test_a_number_that_is_missing_has_no_value():
    assert members([3.0, np.nan, 1.0]) == {"1": [2], "3": [0], NO_VALUE: [1]}
    assert members([3.0, np.nan, 1.0], cuts=(2,))[NO_VALUE] == [1]
    assert members(pd.array([3, None, 1], dtype="Int64"))[NO_VALUE] == [1]


def test_markers_have_no_value_whatever_their_case_and_however_a_number_is_written():
    assert members(["a", "N/A", "n/a", "b"], markers=("n/a",))[NO_VALUE] == [1, 2]
    for values in (["-999.0", "1", "2"], [-999, 1, 2], [-999.0, 1.0, 2.0]):
        assert members(values, markers=("-999",)) == {"1": [1], "2": [2], NO_VALUE: [0]}
        found = members(values, cuts=(2,), markers=("-999",))
        assert found == {"below 2": [1], "2 and above": [2], NO_VALUE: [0]}
    assert members(["?", "a"]) == {"?": [0], "a": [1]}  # unless it is a marker, it is a value


def test_one_value_besides_cells_without_one_makes_two_groups():
    assert members(["a", ""]) == {"a": [0], NO_VALUE: [1]}


@given(
    st.lists(st.integers(-20, 20), min_size=2, max_size=50).filter(lambda v: min(v) < max(v)),
    st.sets(st.integers(-19, 20), min_size=1, max_size=MOST_CUTS),
)
def test_between_cuts_a_number_at_a_cut_belongs_to_the_upper_group(values, cuts):
    cuts = {cut for cut in cuts if min(values) < cut <= max(values)} or {max(values)}
    found = groups_of(values, tuple(cuts))
    assert len(found.names) == len(cuts) + 1
    assert found.codes.tolist() == [sum(value >= cut for cut in cuts) for value in values]


def test_groups_between_cuts_are_named_by_their_ends():
    division = Division("g", (1_000_000, 30, 0.1))
    assert division.cuts == (0.1, 30, 1_000_000)
    table = pd.DataFrame({"g": [0, 5, 5_000_000]})
    assert divide(table, division).names == (
        "below 0.1",
        "0.1 to below 30",
        "30 to below 1,000,000",
        "1,000,000 and above",
    )


def test_cuts_that_differ_in_the_last_digit_have_names_that_do():
    names = groups_of([1, 2_000_000], (1_234_567.1, 1_234_567.2, 1e-7, 1 / 3)).names
    assert len(set(names)) == 5
    assert names[-1] == "1234567.2 and above"
    assert names[0] == "below 1e-7"


def test_a_group_between_cuts_may_be_without_a_record():
    assert members([1, 9], (3, 6)) == {"below 3": [0], "3 to below 6": [], "6 and above": [1]}


def test_names_are_cut_where_long_and_stay_different():
    long = ["x" * 100 + end for end in "abc"]
    names = groups_of([*long, "y", NO_VALUE, ""]).names
    assert len(set(names)) == 6
    assert max(map(len, names)) < 50
    assert {"x" * 40 + "…", "x" * 40 + "… (2)", "x" * 40 + "… (3)"} < set(names)
    # The last is the group of the empty cell, and not that of the text.
    assert names[-1] == f"{NO_VALUE} (2)"
    assert members([NO_VALUE, "", "z"])[f"{NO_VALUE} (2)"] == [1]


def test_a_name_that_was_given_a_number_differs_from_one_that_has_it():
    long = "x" * 41
    first = "x" * 40 + "…"
    names = groups_of([long, long + "y", first + " (2)", first]).names
    assert len(set(names)) == 4


@given(st.lists(st.text(max_size=60), min_size=1, max_size=12))
def test_any_texts_are_divided_or_refused_with_a_sentence(values):
    try:
        found = groups_of(values)
    except InvalidInput:  # whatever the text, and nothing else is raised
        return
    assert len(set(found.names)) == len(found.names) <= MOST_GROUPS
    assert np.bincount(found.codes, minlength=len(found.names)).min() > 0


def test_words_of_other_scripts_and_blanks_around_them():
    assert members(["女", " 女 ", "男", "Élève"]) == {"女": [0, 1], "Élève": [3], "男": [2]}


@pytest.mark.parametrize("values", [[True, False, True], pd.Categorical(["u", "v", "u"])])
def test_truth_values_and_categories_are_divided_like_their_texts(values):
    assert list(members(values).values()) == [[0, 2], [1]]


def test_columns_are_found_whatever_stands_around_them():
    table = read(b"id,sex,sick\n" + b"1,f,yes\n2,m,no\n" * 5)
    assert divide(table, Division("sex"), label="sick").codes.tolist() == [0, 1] * 5
    assert divide(pd.DataFrame({7: ["a", "b"]}), Division("7")).names == ("a", "b")


def test_a_table_is_left_as_it_was_and_codes_cannot_be_written_to():
    table = pd.DataFrame({"g": [" a", "b", None]})
    before = table.copy()
    found = divide(table, Division("g"))
    assert table.equals(before)
    with pytest.raises(ValueError, match="read-only"):
        found.codes[0] = 1


def test_a_division_is_a_key_whatever_the_order_of_its_cuts():
    one, other = Division("age", (50, 30)), Division("age", [30.0, np.float64(50)])
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != Division("age", (30,))


@pytest.mark.parametrize(
    ("column", "cuts", "sentence"),
    [
        ("age", (30, np.inf), "each of the cuts of age must be a finite number; got 'inf'."),
        ("age", (np.nan,), "each of the cuts of age must be a finite number; got 'nan'."),
        ("age", ("30",), "each of the cuts of age must be a finite number; got '30'."),
        ("age", (30, 30.0), "cuts of age must differ; '30' appears 2 times."),
        ("age", (0, -0.0), "cuts of age must differ; '0' appears 2 times."),
        (
            "age",
            range(12),
            "cuts of age must be at most 11, which make 12 groups; got 12. Take some out.",
        ),
        ("age", 30, "cuts of age must be a list of numbers, such as (30, 50)."),
        ("age", "30", "cuts of age must be a list of numbers, such as (30, 50)."),
        (7, (), "name of the column that divides the records must be a text; got '7'."),
    ],
)
def test_divisions_that_cannot_be_are_refused(column, cuts, sentence):
    with pytest.raises(InvalidInput) as caught:
        Division(column, cuts)
    assert str(caught.value) == sentence


LEVELS = [f"level {k:02}" for k in range(13)]
RULE = "records are divided into 2 to 12 groups."


@pytest.mark.parametrize(
    ("values", "cuts", "sentence"),
    [
        (["f", "f"], (), f"g has one value only, 'f'; {RULE} Choose another column."),
        (["", None], (), f"g has no value in any row; {RULE} Choose another column."),
        ([], (), f"g has no value in any row; {RULE} Choose another column."),
        (["30", "30.0"], (), f"g has one value only, '30'; {RULE} Choose another column."),
        (LEVELS, (), f"g has 13 different values; {RULE} Choose another column."),
        (
            [*LEVELS[:12], ""],
            (),
            f"g has 12 different values, and rows without one are a group, too; {RULE} "
            "Choose another column.",
        ),
        (
            range(100),
            (),
            f"g has 100 different values; {RULE} Cut it at places of your choice, such as 30 "
            "and 70.",
        ),
        (
            [*range(13), None],
            (),
            f"g has 13 different values, and rows without one are a group, too; {RULE} Cut it at "
            "places of your choice, such as 4 and 8.",
        ),
        (
            ["31", "old", "40"],
            (35,),
            "row 2 of g holds 'old', and a column that is cut must hold finite numbers. Correct "
            "the cell, declare it as a marker of missing values, take the cuts out, or choose "
            "another column.",
        ),
        (
            ["31", "40", "1e999"],
            (35,),
            "row 3 of g holds '1e999', and a column that is cut must hold finite numbers. Correct "
            "the cell, declare it as a marker of missing values, take the cuts out, or choose "
            "another column.",
        ),
        (
            [17, 90],
            (90.5, 200),
            "cuts of g leave all records in one group, “below 90.5”. Its numbers lie between 17 "
            "and 90: choose a cut above 17, and at most 90.",
        ),
        (
            [17, 90],
            (17,),
            "cuts of g leave all records in one group, “17 and above”. Its numbers lie between 17 "
            "and 90: choose a cut above 17, and at most 90.",
        ),
        ([5, 5], (6,), "g has one value only, 5, and cannot be cut. Choose another column."),
        (["", ""], (6,), "g has no value in any row, and cannot be cut. Choose another column."),
        ([], (6,), "g has no value in any row, and cannot be cut. Choose another column."),
        (
            [*range(13), None],
            tuple(range(1, 12)),
            "cuts of g make 12 groups, and rows without a value are one more; records are divided "
            "into at most 12. Take out a cut.",
        ),
    ],
)
def test_columns_that_make_no_groups_are_refused(values, cuts, sentence):
    with pytest.raises(InvalidInput) as caught:
        groups_of(list(values), cuts)
    assert str(caught.value) == sentence


def test_twelve_groups_are_the_most():
    assert groups_of(LEVELS[:12]).names == tuple(LEVELS[:12])
    assert groups_of([*LEVELS[:11], ""]).names == (*LEVELS[:11], NO_VALUE)
    assert len(groups_of(range(12), tuple(range(1, 12))).names) == 12
    assert len(groups_of([*range(12), None], tuple(range(1, 11))).names) == 12


def test_the_label_and_a_column_that_is_not_there_are_refused():
    table = pd.DataFrame({"sick": ["yes", "no"], "age": ["1", "2"]})
    with pytest.raises(InvalidInput) as caught:
        divide(table, Division("sick"), label="sick")
    assert str(caught.value) == (
        "sick is the column to predict and cannot divide the records. Choose another."
    )
    with pytest.raises(InvalidInput, match=r"must have the column 'sex' once; it has only 'sick'"):
        divide(table, Division("sex"), label="sick")


def test_a_row_is_named_by_its_place_in_the_whole_table():
    """Where rows without a label were left out, as `labelled` leaves them."""
    table = pd.DataFrame({"age": ["1", "2", "old"], "sick": ["?", "yes", "no"]})
    schema = Schema(
        Label("sick", ("yes",), ("no",), unlabelled="left out"), (Numeric("age", 0, 9),)
    )
    with pytest.raises(InvalidInput, match=r"row 3 of age holds 'old'"):
        divide(labelled(table, schema), Division("age", (1.5,)))
