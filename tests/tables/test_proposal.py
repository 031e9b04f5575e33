"""A proposal always encodes the table that it was read from, and says where it came from."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import CHOICE, MARKING, READ, WRITTEN, Category, Numeric
from dpcore.data.encoding import encode
from dpcore.data.facts import USUAL_MARKERS
from dplab.tables.proposal import (
    MAX_LEVELS,
    guess,
    propose,
    survey,
)

cells = st.one_of(
    st.text(st.characters(exclude_categories=("Cs",)), max_size=4),
    st.floats(allow_nan=False, allow_infinity=False, min_value=-8e307, max_value=8e307).map(repr),
    st.integers(-5, 5).map(str),
    st.sampled_from(["", "?", "NA", "nan", "inf", "1e999"]),
)


@given(st.lists(cells, min_size=2, max_size=30), st.lists(cells, min_size=2, max_size=30))
def test_a_proposal_encodes_its_own_table_or_names_the_cell_that_is_no_number(first, second):
    n = min(len(first), len(second))
    table = pd.DataFrame({"a": first[:n], "b": second[:n], "y": (["no", "yes"] * n)[:n]})
    try:
        schema = propose(table)
    except InvalidInput as refusal:
        assert "must have a column besides y" in str(refusal)  # noqa: PT017
        return
    try:
        data = encode(table, schema)
    except InvalidInput as refusal:
        # In ten texts of a column of numbers one may be none: its owner decides what it means.
        named = re.match(r"row \d+ of ([ab]) holds ", str(refusal))
        kinds = {feature.name: type(feature) for feature in schema.features}
        assert named is not None
        assert kinds[named[1]] is Numeric
        return
    assert len(data.y) == n
    assert data.outside_share == 0
    names = {"y", *(feature.name for feature in schema.features)}
    assert set(schema.undeclared()) == {*names, MARKING, CHOICE, WRITTEN}


@given(st.lists(st.floats(-1e300, 1e300), min_size=2, unique=True))
def test_bounds_are_rounded_outwards_but_not_far(values):
    feature = guess(pd.Series(values, name="a"))
    low, high = min(values), max(values)
    assert feature.lower <= low
    assert high <= feature.upper
    base = 0 if 0 <= low <= high / 2 else low
    assert feature.upper - feature.lower <= 2.0000001 * (high - base)


@pytest.mark.parametrize(
    ("values", "bounds"),
    [
        ([17, 90], (0, 90)),
        ([0.0526, 0.1634], (0, 0.2)),
        ([1991, 2019], (1990, 2020)),
        ([-3.2, 3.1], (-3.5, 3.5)),
        ([0, 99_999], (0, 100_000)),
        ([0, 1], (-1, 1)),
        ([0, 1, 2], (0, 2)),
    ],
)
def test_bounds_are_round(values, bounds):
    feature = guess(pd.Series(values, name="a").astype(str))
    assert (feature.lower, feature.upper) == bounds
    assert feature.missing is None


@pytest.mark.parametrize("cell", ["1e999", "-1e999", "inf"])
def test_a_number_that_is_not_finite_is_refused_by_its_row(cell):
    """It neither stretches the bounds nor turns the column into a category."""
    table = pd.DataFrame({"a": [*map(str, range(30)), cell], "y": (["no", "yes"] * 16)[:31]})
    schema = propose(table)
    assert (schema.features[0].lower, schema.features[0].upper) == (0, 30)
    with pytest.raises(InvalidInput, match=f"row 31 of a holds '{cell}': numbers must be finite"):
        encode(table, schema)


def test_missing_cells_get_a_constant_or_a_level_of_their_own():
    assert guess(pd.Series(["1", "9", "?"], name="a")).missing == 4.5
    feature = guess(pd.Series(["x", "y", ""], name="a"))
    assert feature == Category("a", ("x", "y", "missing"), "missing", None, "read from the data")
    assert guess(pd.Series(["missing", "y", ""], name="a")).missing == "(missing)"


@pytest.mark.parametrize("cell", ["", "?", "NA", "na", "N/A", "n/a", "nan", "NaN", "NAN"])
def test_the_usual_markers_are_proposed_together_whatever_their_case(cell):
    table = pd.DataFrame({"a": ["1", "9", cell], "b": ["x", "z", cell], "y": ["no", "yes", "no"]})
    schema = propose(table)
    assert schema.markers == USUAL_MARKERS
    assert [feature.missing for feature in schema.features] == [4.5, "missing"]
    assert encode(table, schema).filled_share == pytest.approx(1 / 3)


@pytest.mark.parametrize("cell", ["none", "None", "NULL", "-"])
def test_some_texts_mean_missing_only_among_numbers(cell):
    words = {"a": ["x", "z", cell], "flag": ["1", "1", cell], "y": ["no", "yes", "no"]}
    schema = propose(pd.DataFrame(words))
    assert schema.markers == USUAL_MARKERS
    assert [set(feature.levels) for feature in schema.features] == [{"x", "z", cell}, {"1", cell}]
    table = pd.DataFrame({"b": ["1", "9", cell]} | words)
    schema = propose(table)
    assert schema.markers == (*USUAL_MARKERS, cell.lower())
    assert schema.features[0].missing == 4.5
    assert set(schema.features[1].levels) == {"x", "z", cell}
    assert encode(table, schema).filled_share == pytest.approx(1 / 3)


def test_a_visitor_may_say_that_a_text_means_missing():
    column = pd.Series(["x", "z", "none"], name="a")
    assert guess(column, (*USUAL_MARKERS, "none")).levels == ("x", "z", "missing")


def test_useless_columns_are_left_out_with_a_reason():
    n = MAX_LEVELS + 1
    table = pd.DataFrame(
        {
            "id": np.arange(n),
            "customer_id": np.arange(n) % 7,
            "order_id": np.minimum(np.arange(n) // 2, 9),
            "store_id": np.arange(n) % 5,
            "name": [f"person {number}" for number in range(n)],
            "constant": ["1"] * n,
            "empty": [""] * n,
            "age": np.arange(n) % 7,
            "y": np.arange(n) % 2,
        }
    )
    found = survey(table)
    schema, reasons = found.schema, found.unused
    assert schema == propose(table)
    # A code whose levels repeat evenly is a category, though they are numbers.
    assert schema.features[0] == Category("store_id", tuple("01234"), origin=READ)
    assert [feature.name for feature in schema.features] == ["store_id", "age"]
    assert set(reasons) == {"id", "customer_id", "order_id", "name", "constant", "empty"}
    assert "it names persons" in reasons["customer_id"]
    assert "named like an identifier" in reasons["order_id"]
    assert (
        "a value of its own for each record"
        in survey(table.rename(columns={"id": "no"})).unused["no"]
    )
    assert "at most 100 different texts" in reasons["name"]
    assert "must vary" in reasons["constant"]
    assert isinstance(guess(table["id"]), Numeric)


def test_columns_stop_where_the_encoding_would_be_too_wide():
    rng = np.random.default_rng(0)
    table = pd.DataFrame({f"c{j}": rng.integers(0, 90, 2000) for j in range(15)}).add_prefix("v")
    table = table.map(lambda value: f"level {value}").assign(y=["a", "b"] * 1000)
    assert len(propose(table).encoded_names()) == 11 * 90
    assert len(survey(table).unused) == 4


def test_tables_without_label_or_feature_get_a_sentence():
    with pytest.raises(InvalidInput, match="a column to predict: 2 to 30 different values"):
        propose(pd.DataFrame({"a": ["1"] * 40, "b": [f"person {row}" for row in range(40)]}))
    with pytest.raises(InvalidInput, match="a column besides y to learn from"):
        propose(pd.DataFrame({"a": ["1", "1"], "y": ["0", "1"]}))
    with pytest.raises(InvalidInput, match="label must be one of a, y; got z"):
        propose(pd.DataFrame({"a": ["1", "2"], "y": ["0", "1"]}), label="z")


def test_guessed_bounds_move_every_row_with_one_record():
    # Two tables that differ in one record: under declared bounds one encoded row differs, under
    # guessed ones all do, and the theorems speak of neighbours no more.
    first = pd.DataFrame({"a": ["1", "2", "3", "4"], "y": ["no", "yes", "no", "yes"]})
    second = first.assign(a=["1", "2", "3", "400"])
    guessed = [encode(table, propose(table)).X for table in (first, second)]
    declared = [encode(table, propose(first)).X for table in (first, second)]
    assert np.all(guessed[0][:3] != guessed[1][:3])
    assert np.array_equal(declared[0][:3], declared[1][:3])


@pytest.mark.parametrize(
    "flag", [("0", "1"), ("0.0", "1.0"), ("1", "2"), ("-1", "1"), ("no", "yes")]
)
def test_a_flag_with_gaps_has_a_level_for_the_gap_and_one_without_gaps_is_as_it_was(flag):
    column = pd.Series([*flag * 9, ""], name="a")
    assert guess(column) == Category("a", (*flag, "missing"), "missing", None, READ)
    assert isinstance(guess(column[:-1]), Category if flag == ("no", "yes") else Numeric)


def test_spellings_of_a_flag_with_gaps_are_joined():
    column = pd.Series(["1", "1.0", "0", "1", "0.0", "0", "?"], name="a")
    feature = guess(column)
    assert (feature.levels, feature.joined) == (("0", "1", "missing"), True)
    table = pd.DataFrame({"a": column, "y": ["no", "yes"] * 3 + ["no"]})
    assert encode(table, propose(table)).X.tolist()[1] == [0, 1, 0]


@pytest.mark.parametrize("values", [("0", "1", "2"), ("1", "9"), ("0.5", "1")])
def test_numbers_that_are_no_flag_stay_numbers_beside_a_gap(values):
    assert isinstance(guess(pd.Series([*values * 9, ""], name="a")), Numeric)


@pytest.mark.parametrize("value", ["yes", "1", "x"])
def test_one_value_and_gaps_are_two_levels_and_one_value_alone_is_nothing(value):
    assert guess(pd.Series([value, ""] * 9, name="a")).levels == (value, "missing")
    with pytest.raises(InvalidInput, match="must vary"):
        guess(pd.Series([value] * 9, name="a"))
