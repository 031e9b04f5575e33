"""Rows without a label: refused, or left out where the schema says so, each judged by itself."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.label import LEFT_OUT, REFUSED
from dpcore.data.declared.labelled import has_label, labelled
from dpcore.data.declared.schema import Label, Numeric, Schema
from dpcore.data.encoding import encode

LABEL = Label("sick", ("yes",), ("no",), unlabelled=LEFT_OUT)
SCHEMA = Schema(LABEL, (Numeric("age", 0, 100),))
CUT = Schema(Label("sick", threshold=3, unlabelled=LEFT_OUT), (Numeric("age", 0, 100),), ("", "-9"))

cells = st.sampled_from(["yes", "no", "", "?", "na"])


def table(sick: list[str], age: list[str] | None = None) -> pd.DataFrame:
    return pd.DataFrame({"age": age or [str(row) for row in range(len(sick))], "sick": sick})


@given(st.lists(cells, max_size=20).map(lambda found: [*found, "yes", "no"]))
def test_those_with_a_label_become_what_they_become_alone(sick):
    whole = table(sick)
    data = encode(whole, SCHEMA)
    chosen = [place for place, text in enumerate(sick) if text in ("yes", "no")]
    alone = encode(whole.iloc[chosen], replace(SCHEMA, label=replace(LABEL, unlabelled=REFUSED)))
    assert data.X.tobytes() == alone.X.tobytes()
    assert data.y.tolist() == alone.y.tolist()
    assert data.n_left_out == len(sick) - len(chosen)


def test_unless_the_schema_says_so_a_row_without_a_label_is_refused():
    refusing = replace(SCHEMA, label=replace(LABEL, unlabelled=REFUSED))
    with pytest.raises(InvalidInput, match="Leave out rows without a label, correct the file"):
        encode(table(["yes", "?", "no"]), refusing)
    assert encode(table(["yes", "no"]), refusing).n_left_out == 0


def test_how_many_of_how_many_were_left_out_is_remarked():
    assert encode(table(["yes", "?", "no"]), SCHEMA).remarks == (
        "1 of the 3 rows has no label and was left out. Read from the data: not private.",
    )
    assert (
        "2 of the 4 rows have no label" in encode(table(["yes", "?", "no", ""]), SCHEMA).remarks[0]
    )


def test_cells_of_a_row_that_is_left_out_are_never_looked_at():
    data = encode(table(["yes", "?", "no"], ["1", "no number", "3"]), SCHEMA)
    assert data.X.shape == (2, 1)


def test_a_refusal_names_the_row_of_the_whole_table():
    with pytest.raises(InvalidInput, match="row 4 of age holds 'old'"):
        encode(table(["?", "yes", "", "no"], ["1", "2", "3", "old"]), SCHEMA)


def test_a_table_without_any_label_gets_a_sentence():
    with pytest.raises(InvalidInput, match="a label in at least one row; all 2 are missing"):
        encode(table(["", "?"]), SCHEMA)


def test_leaving_out_twice_changes_nothing_more():
    once = labelled(table(["?", "yes", "", "no"]), SCHEMA)
    assert once.index.tolist() == [1, 3]
    assert labelled(once, SCHEMA) is once
    again = labelled(once.assign(sick=["yes", "?"]), SCHEMA)
    assert again.index.tolist() == [1]


def test_a_marker_that_is_declared_on_a_side_is_a_label():
    column = pd.Series(["yes", "?", ""], name="sick")
    label = Label("sick", ("yes",), ("?",))
    assert has_label(column, label, ("", "?")).tolist() == [True, True, False]


@pytest.mark.parametrize("values", [["1", "-9", "-9.0", "", "5"], [1.0, -9.0, -9.0, np.nan, 5.0]])
def test_of_a_quantity_a_marker_means_its_number(values):
    column = pd.Series(values, name="sick")
    assert has_label(column, CUT.label, CUT.markers).tolist() == [True, False, False, False, True]
    assert encode(table(["1", "-9", "5"]), CUT).y.tolist() == [-1, 1]


@given(st.lists(cells, min_size=2, max_size=8), st.integers(0, 7), cells)
def test_neighbours_with_a_label_on_both_sides_stay_neighbours_and_others_change_n(
    sick, row, other
):
    """The privacy argument, and its near miss: a record that loses its label moves all others."""
    row %= len(sick)
    first, second = table(sick), table([*sick[:row], other, *sick[row + 1 :]])
    one, two = (labelled(each, SCHEMA) for each in (first, second))
    has = [bool(has_label(each["sick"], LABEL, SCHEMA.markers)[row]) for each in (first, second)]
    assert (len(one) == len(two)) == (has[0] == has[1])
    if has[0] == has[1]:
        assert (one.reset_index() != two.reset_index()).any(axis=1).sum() <= 1


def test_a_schema_that_leaves_nothing_out_is_saved_as_it_was_before_it_could():
    plain = Schema(Label("sick", ("yes",)), SCHEMA.features)
    assert set(json.loads(plain.to_json())["label"]) == {"name", "positive", "negative", "origin"}
    old = '{"label": {"name": "sick", "positive": ["yes"]}, "features": '
    old += '[{"kind": "numeric", "name": "age", "lower": 0, "upper": 100}]}'
    assert Schema.from_json(old) == plain


@pytest.mark.parametrize("is_public", [False, True])
def test_what_is_left_out_survives_its_json(is_public):
    schema = replace(SCHEMA, label=replace(LABEL, labelled_is_public=is_public))
    assert Schema.from_json(schema.to_json()) == schema
    assert ("labelled_is_public" in schema.to_json()) == is_public


def test_declaring_a_schema_does_not_declare_who_has_a_label():
    assert not SCHEMA.declare().label.labelled_is_public


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"unlabelled": "dropped"}, "unlabelled of sick must be one of refused, left out"),
        ({"unlabelled": True}, "unlabelled of sick must be a text: refused or left out"),
        ({"labelled_is_public": 1}, "labelled_is_public of sick must be true or false; got '1'"),
        ({"labelled_is_public": True}, "needed only where rows without one are left out"),
    ],
)
def test_refusals_are_sentences(facts, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        Label("sick", ("yes",), **facts)
    entry = {"name": "sick", "positive": ["yes"], "negative": [], "origin": "declared"} | facts
    document = json.loads(SCHEMA.to_json()) | {"label": entry}
    with pytest.raises(InvalidInput, match=sentence):
        Schema.from_json(json.dumps(document))
