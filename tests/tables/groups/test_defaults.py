"""The first division: of every table and recipe one that can be made, of an own table a guess."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data import dataset
from dpcore.data.real import places, tables
from dpcore.data.recipes import RECIPES
from dplab.simulation import sources
from dplab.simulation.settings import Settings
from dplab.tables.groups.defaults import named, proposed
from dplab.tables.groups.division import Division, divide

WITH_RECORDS = [
    name for name in sources.names() if name not in RECIPES or not RECIPES[name].by_points
]
FEWEST = 30
"""Test records of a group below which nothing is said of it."""


@pytest.mark.parametrize("name", WITH_RECORDS)
def test_every_named_division_can_be_made(name, tables_folder, monkeypatch):
    """At seed 0, two groups at least have enough test records."""
    monkeypatch.setenv(places.FOLDER, str(tables_folder))
    settings = Settings(data=name)
    is_table = name in tables.TABLES
    schema = tables.named(name).schema if is_table else None
    groups = divide(
        sources.columns(settings),
        named(name),
        markers=schema.markers if schema else (),
        label=schema.label.name if schema else "",
    )
    data = sources.load(settings)
    assert len(groups.codes) == len(data.y)
    tested = np.bincount(groups.codes[dataset.rows_to_test(data, 0)], minlength=len(groups.names))
    assert np.sum(tested >= FEWEST) >= 2


def test_an_unknown_name_has_no_division():
    with pytest.raises(InvalidInput, match="data must be one of uniform"):
        named("upload")


def own(n=60, **columns):
    rng = np.random.default_rng(0)
    usual = {"sick": rng.choice(["yes", "no"], n).tolist()}
    return pd.DataFrame(usual | columns)


ROWS = range(60)


@pytest.mark.parametrize(
    ("columns", "division"),
    [
        # By name, sex before age before region, whatever their order in the table.
        (
            {"region": ["n", "s"] * 30, "Age": [*range(20, 80)], "Sex": ["f", "m"] * 30},
            Division("Sex"),
        ),
        ({"region": ["n", "s"] * 30, "AGE_YEARS": [*range(20, 80)]}, Division("AGE_YEARS", (50,))),
        ({"colour": ["r", "b"] * 30, "Her Gender": ["f", "m", ""] * 20}, Division("Her Gender")),
        ({"colour": ["r", "b"] * 30, "MaritalStatus": list("abc") * 20}, Division("MaritalStatus")),
        # An age of few values is a quantity all the same, one in words is not.
        ({"age": [20, 30, 40, 50] * 15}, Division("age", (40,))),
        ({"age": ["young", "old"] * 30}, Division("age")),
        # Whole words only: a stage is no age, a trace no race.
        ({"stage": [f"{k}" for k in ROWS], "kind": ["a", "b"] * 30}, Division("kind")),
        ({"trace": [f"t{k}" for k in ROWS], "kind": ["a", "b"] * 30}, Division("kind")),
        # What a name says does not help a column that cannot be divided.
        ({"gender": ["f"] * 60, "kind": ["a", "b"] * 30}, Division("kind")),
        ({"race": [f"r{k}" for k in ROWS], "kind": ["a", "b"] * 30}, Division("kind")),
        # Few values before many numbers, identifiers never.
        ({"income": [k * 100 for k in ROWS], "kind": ["a", "b"] * 30}, Division("kind")),
        ({"id": [*ROWS], "income": [k % 50 * 100 for k in ROWS]}, Division("income", (2_000,))),
        ({"id": [*ROWS]}, None),
        ({"name": [f"n{k}" for k in ROWS], "one": ["a"] * 60}, None),
        ({}, None),
    ],
)  # fmt: skip
def test_guesses_are_those_that_a_person_would_make(columns, division):
    assert proposed(own(**columns), "sick") == division


def test_the_label_is_never_proposed():
    table = pd.DataFrame({"sex": ["f", "m"] * 30})
    assert proposed(table, "sex") is None
    assert proposed(table, "other") == Division("sex")


def test_a_column_that_comes_twice_is_passed_over():
    table = pd.DataFrame([["f", "a", "m"], ["m", "b", "f"]], columns=["sex", "kind", "sex"])
    assert proposed(table, "sick") == Division("kind")


def test_markers_do_not_keep_a_column_of_numbers_from_being_cut():
    ages = [*map(str, range(20, 79)), "unknown"]
    assert proposed(own(age=ages), "sick", markers=("unknown",)) == Division("age", (50,))
    assert proposed(own(age=ages), "sick") is None  # 60 different texts


@pytest.mark.parametrize(
    ("file", "label", "division"),
    [
        ("adult_train.csv.gz", "income", Division("sex")),
        ("pima_diabetes.csv", "Outcome", Division("Age", (30,))),
    ],
)
def test_well_known_tables_get_their_named_division_from_a_file(
    file, label, division, tables_folder
):
    table = pd.read_csv(tables_folder / file, dtype=str, keep_default_na=False)
    assert proposed(table, label) == division
    assert named("adult" if "adult" in file else "pima") == division


cells = st.one_of(st.text(max_size=5), st.integers(-3, 3).map(str), st.floats().map(str), st.none())
names = st.sampled_from(["age", "sex", "id", "x", "patient", "", "race " * 60])


@given(st.lists(names, max_size=4, unique=True), st.data())
def test_what_is_proposed_can_be_made_whatever_the_table(columns, data):
    n = data.draw(st.integers(0, 20))
    table = pd.DataFrame(
        {name: data.draw(st.lists(cells, min_size=n, max_size=n)) for name in columns}, dtype=object
    )
    division = proposed(table, "x")
    if division:
        divide(table, division, markers=("?", "na", "n/a", "nan"), label="x")
