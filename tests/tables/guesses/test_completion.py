"""A completed schema gives every cell a meaning, and unsays nothing."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import MAX_ENCODED, READ, Category, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.release.records import check_schema, uncovered
from dplab.tables.guesses.completion import completed, home
from dplab.tables.proposal import propose

names = st.text(st.characters(categories=("L",)), min_size=1, max_size=6)
numbers = st.builds(
    lambda low, span, has: Numeric("n", low, low + span, low if has else None, READ),
    st.floats(-1e9, 1e9),
    st.floats(1e-3, 1e9),
    st.booleans(),
)


@st.composite
def categories(draw):
    levels = tuple(draw(st.lists(names, min_size=1, max_size=5, unique=True)))
    one = st.sampled_from((None, *levels))
    return Category("c", levels, draw(one), draw(one), READ)


labels = st.sampled_from(
    [
        Label("y", ("1",), ("0",), READ),
        Label("y", ("1",), (), READ),
        Label("y", (), ("0",), READ),
        Label("y", origin=READ, threshold=3.0),
    ]
)
schemas = st.builds(lambda y, n, c: Schema(y, (n, c)), labels, numbers, categories())


@given(schemas)
def test_nothing_is_left_without_a_meaning_and_twice_is_as_once(schema):
    full = completed(schema)
    assert uncovered(full) == ()
    assert completed(full) == full
    check_schema(full.declare())


@given(schemas)
def test_what_was_said_stays(schema):
    full = completed(schema)
    for before, after in zip(schema.features, full.features, strict=True):
        assert after.origin == before.origin
        assert before.missing in (None, after.missing)
        if isinstance(before, Category):
            assert after.levels[: len(before.levels)] == before.levels
            assert len(after.levels) <= len(before.levels) + 1
            assert before.other in (None, after.other)
    assert full.label.positive == schema.label.positive
    assert full.undeclared() == schema.undeclared()


@pytest.mark.parametrize(
    ("levels", "taken"),
    [(("a", "Other"), "Other"), (("a", "unknown"), "unknown"), (("a", "b"), "other")],
)
def test_undeclared_values_go_to_a_level_that_is_there_for_them_if_there_is_one(levels, taken):
    assert home(levels) == taken


def test_a_completed_proposal_encodes_its_table_with_no_record_changed_but_for_unused_levels():
    columns = {"age": ["20", "31", "44"] * 9, "job": ["smith", "?", "baker"] * 9}
    table = pd.DataFrame({**columns, "sick": ["no", "yes", "yes"] * 9})
    schema = propose(table)
    before, after = encode(table, schema), encode(table, completed(schema))
    assert after.X[:, : before.X.shape[1]].tolist() == before.X.tolist()
    assert after.y.tolist() == before.y.tolist()


def test_an_open_label_stays_open_and_is_still_asked_for():
    full = completed(Schema(Label("kind"), (Numeric("a", 0, 1),)))
    assert full.label.is_open
    assert uncovered(full) == ("Declare which values of the label kind are positive.",)


def test_no_room_for_a_further_level_is_said():
    full = Category("a", tuple(map(str, range(MAX_ENCODED))))
    with pytest.raises(InvalidInput, match="at most 1,000 columns"):
        completed(Schema(Label("y", ("1",)), (full,)))
