"""A schema refuses what cannot be meant, and survives its own JSON."""

import json
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import (
    DECLARED,
    MAX_ENCODED,
    OF_TABLE,
    PROPOSED,
    READ,
    Category,
    Label,
    Numeric,
    Schema,
)

LABEL = Label("y", ("1",), ("0",))
AGE = Numeric("age", 0, 100, missing=40)
SEX = Category("sex", ("f", "m"), missing="f", other="m")
SCHEMA = Schema(LABEL, (AGE, SEX))

texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
origins = st.sampled_from([DECLARED, READ, PROPOSED])
floats = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300)


@st.composite
def numerics(draw, name):
    lower, upper = sorted(draw(st.lists(floats, min_size=2, max_size=2, unique=True)))
    missing = draw(st.none() | st.floats(lower, upper))
    return Numeric(name, lower, upper, missing, draw(origins))


@st.composite
def categories(draw, name):
    levels = draw(st.lists(texts, min_size=1, max_size=5, unique_by=str.strip))
    some = st.none() | st.sampled_from(levels)
    return Category(name, tuple(levels), draw(some), draw(some), draw(origins))


@st.composite
def schemas(draw):
    label, *names = draw(st.lists(texts, min_size=2, max_size=5, unique=True))
    values = draw(st.lists(texts, max_size=4, unique_by=str.strip))
    cut = draw(st.integers(0, len(values)))
    features = [draw(st.one_of(numerics(name), categories(name))) for name in names]
    markers = draw(st.lists(texts, max_size=3, unique_by=str.strip))
    sides = Label(label, tuple(values[:cut]), tuple(values[cut:]), draw(origins))
    if not values:
        sides = replace(sides, threshold=draw(st.none() | floats))
    of_table = {entry: draw(origins) for entry in OF_TABLE.values()}
    return Schema(sides, tuple(features), tuple(markers), draw(st.booleans()), **of_table)


@given(schemas())
def test_json_gives_the_same_schema_back(schema):
    again = Schema.from_json(schema.to_json())
    assert again == schema
    assert again.to_json() == schema.to_json()


def test_a_schema_without_threshold_is_saved_as_before_there_were_any():
    saved = SCHEMA.to_json()
    assert "threshold" not in saved
    assert Schema.from_json(saved).label.threshold is None


def test_swapping_the_sides_twice_changes_nothing():
    assert LABEL.swapped() == Label("y", ("0",), ("1",))
    assert LABEL.swapped().swapped() == LABEL


@given(schemas())
def test_declaring_everything_leaves_nothing_undeclared(schema):
    assert not schema.declare().undeclared()
    first = schema.features[0].name
    assert set(schema.declare(first).undeclared()) == set(schema.undeclared()) - {first}


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Schema(LABEL, (Numeric("y", 0, 1),)), "the label y cannot be a feature, too"),
        (lambda: Schema(LABEL, (AGE, AGE)), "features must differ; 'age' appears 2 times"),
        (lambda: Schema(LABEL, (AGE,), intercept=1), "intercept must be true or false; got '1'"),
        (lambda: Schema(LABEL, ()), "features must name at least one column"),
        (lambda: Label("y", ("1",), threshold=3), "either a threshold or values on its sides"),
        (lambda: Label("y", threshold="3"), "threshold of y must be a finite number"),
        (lambda: Numeric("a", 1, 1), "lower bound of a must be below its upper bound"),
        (lambda: Numeric("a", 2, 1), "got 2 and 1"),
        (lambda: Numeric("a", float("-inf"), 1), "lower bound of a must be a finite number"),
        (lambda: Numeric("a", 0, float("nan")), "upper bound of a must be a finite number"),
        (lambda: Numeric("a", 0, 10**400), "upper bound of a must be a finite number"),
        (lambda: Numeric("a", 0, "1"), "upper bound of a must be a finite number; got '1'"),
        (lambda: Numeric("a", False, 1), "lower bound of a must be a finite number; got 'False'"),
        (lambda: Numeric("a", -1.7e308, 1.7e308), "lower bound of a must be between -1e300"),
        (lambda: Numeric("a", 0, 1, missing=2), "“Missing is”. must be between"),
        (lambda: Numeric(7, 0, 1), "name of a column must be a text"),
        (lambda: Numeric("a", 0, 1, origin="guessed"), "origin of a must be one of declared"),
        (lambda: Category("a", ()), "a must have at least one level"),
        (lambda: Category("a", ("x", " x ")), "levels of a must differ; 'x' appears 2 times"),
        (lambda: Category("a", "xy"), "levels of a must be a list of texts"),
        (lambda: Category("a", (1, 2)), "each of the levels of a must be a text; got '1'"),
        (lambda: Category("a", ("x",), missing="z"), "level for missing values of a must be one"),
        (lambda: Category("a", ("x",), other="z"), "level for other values of a must be one"),
        (lambda: Label("y", ("1",), ("1",)), "y cannot have '1' on both sides"),
        (lambda: Label("y", ("1", "1")), "positive values of y must differ"),
        (lambda: Numeric("a" * 201, 0, 1), "name of a column must have at most 200 characters"),
        (lambda: Category("a", ("x" * 201,)), "each of the levels of a must have at most 200"),
        (lambda: Label("y", ("x" * 201,)), "each of the positive values of y must have at most"),
        (
            lambda: Schema(LABEL, (Category("a", tuple(f"{k:>0200}" for k in range(800))),)),
            "names, levels, .* at most 150,000 characters together; they have 160,00",
        ),
    ],
)
def test_refusals_are_sentences(make, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        make()


def test_too_many_columns_are_refused_and_the_widest_named():
    levels = tuple(map(str, range(MAX_ENCODED)))
    Schema(LABEL, (Category("city", levels),))
    with pytest.raises(InvalidInput, match="they take 1,001, city alone 1,000"):
        Schema(LABEL, (Category("city", levels), AGE))


def edited(**changes):
    return json.dumps(json.loads(SCHEMA.to_json()) | changes)


def edited_feature(**changes):
    document = json.loads(SCHEMA.to_json())
    document["features"][0] |= changes
    return json.dumps(document)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[" * 100_000, "at most 5,000 lists and objects"),
        ('{"label": "\\ud800"}', "is not JSON"),
        ("[]", "must be a JSON object"),
        ("{}", "must have a list of features"),
        (" " * 1_000_001, "must have at most 1,000,000 characters"),
        (edited(label=None), "the label must be a JSON object"),
        (edited(label={}), "the label must have an entry name"),
        (edited(label={"name": "y", "limit": 1}), "cannot have an entry 'limit'"),
        (edited(label={"name": "y", "positive": 1}), "positive values of y must be a list"),
        (edited(extra=1), "the saved schema cannot have an entry 'extra'"),
        (edited(features=["age"]), "each feature must have as its kind one of numeric, category"),
        (edited(features=[]), "at least one column"),
        (edited(markers="?"), "markers of missing values must be a list"),
        (edited_feature(kind="date"), "kind one of numeric, category"),
        (edited_feature(kind=[]), "kind one of numeric, category"),
        (edited_feature(levels=["a"]), "a feature of kind numeric cannot have an entry 'levels'"),
        (edited_feature(lower=float("nan")), "lower bound of age must be a finite number"),
        (edited_feature(upper=None), "upper bound of age must be a finite number"),
        (edited_feature(origin=3), "origin of age must be a text"),
        (edited_feature(name=None), "name of a column must be a text"),
    ],
)
def test_a_spoilt_file_gets_a_sentence(text, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        Schema.from_json(text)


@given(
    st.recursive(
        st.none() | st.booleans() | floats | texts,
        lambda x: st.lists(x) | st.dictionaries(texts, x),
    )
)
def test_any_json_is_read_or_refused_with_a_sentence(document):
    for text in (json.dumps(document), edited(label=document), edited_feature(missing=document)):
        with suppress(InvalidInput):
            assert Schema.from_json(text).features


def test_an_open_label_is_one_with_both_sides_empty():
    assert Label("y").is_open
    assert not Label("y", negative=("normal.",)).is_open
    assert replace(SCHEMA, label=Label("y")).label.is_open


@pytest.mark.parametrize(("fact", "entry"), OF_TABLE.items())
def test_what_the_data_chose_for_the_whole_table_stays_undeclared_until_it_is_named(fact, entry):
    chosen = Schema(LABEL, (AGE,), **{entry: READ})
    assert chosen.undeclared() == (fact,)
    assert chosen.declare(LABEL.name, AGE.name).undeclared() == (fact,)
    assert chosen.declare(*(OF_TABLE.keys() - {fact})).undeclared() == (fact,)
    assert chosen.declare(fact).undeclared() == ()
    assert chosen.declare().undeclared() == ()
    assert Schema.from_json(chosen.to_json()) == chosen
    assert chosen.declare().proposed() == (fact,)
    # Schemas were saved before there was an origin, and a declared one is still saved like that.
    saved = chosen.regardless().to_json()
    assert entry not in saved
    assert Schema.from_json(saved) == chosen.regardless()
    with pytest.raises(InvalidInput, match=r"origin of the .* must be one of declared"):
        Schema(LABEL, (AGE,), **{entry: "guessed"})


@given(schemas())
def test_what_was_read_and_then_declared_stays_known_through_its_file(schema):
    again = Schema.from_json(schema.declare().to_json())
    assert again.undeclared() == ()
    assert {*again.proposed()} == {*schema.undeclared(), *schema.proposed()}
    assert again.regardless() == schema.regardless()
    assert schema.regardless().proposed() == ()


def test_a_schema_of_declared_facts_is_saved_and_read_as_before_there_was_a_third_origin():
    saved = SCHEMA.to_json()
    assert "proposed" not in saved
    assert Schema.from_json(saved).declare() == SCHEMA
    assert SCHEMA.declare().proposed() == ()
