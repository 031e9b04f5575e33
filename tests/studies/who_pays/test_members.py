"""Which group each record is of, and by which columns records may be divided."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset, split
from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.data.real.tables import TABLES
from dpcore.data.recipes import RECIPES
from dplab.simulation.settings import Settings
from dplab.simulation.sources import columns, load
from dplab.studies.who_pays import members
from dplab.studies.who_pays.members import Choosing, Question
from dplab.tables.groups.defaults import named
from dplab.tables.groups.division import Division
from tests.studies.who_pays.cases import GROUP, two_groups

N = 100


def test_a_records_group_is_that_of_its_row():
    """Of a record with its group written into its features, whatever the split."""
    for seed in range(3):
        codes = np.random.default_rng(seed).integers(3, size=N)
        X = np.zeros((N, 3))
        X[np.arange(N), codes] = 1.0
        beside = pd.DataFrame({"group": np.array(["a", "b", "c"])[codes]})
        data = Dataset(X, np.where(np.arange(N) % 2, 1.0, -1.0), ("p", "q", "r"), beside=beside)
        found = members.run(Question(Settings(data="upload", seed=seed), GROUP), data)
        part = split(data, 80, seed)
        places = np.array(["abc".index(name) for name in found.names])
        assert np.array_equal(places[found.train], part.X.argmax(axis=1))
        assert np.array_equal(places[found.test], part.X_test.argmax(axis=1))
        assert np.array_equal(
            found.n_train(50), np.bincount(found.train[:50], minlength=len(found.names))
        )


def test_generated_groups_are_where_their_features_are():
    found = members.run(Question(two_groups(0.3), GROUP))
    part = split(load(two_groups(0.3)), 20_000, 0)
    assert found.names == ("larger group", "smaller group")
    assert np.array_equal(found.train == 1, part.X[:, 5:].any(axis=1))
    assert np.array_equal(found.test == 1, part.X_test[:, 5:].any(axis=1))


@pytest.mark.parametrize("name", ["breast_cancer", "two_groups", "gaussian"])
def test_a_first_division_is_the_one_that_is_named(name: str):
    found = members.columns(Choosing(Settings(data=name)))
    assert found.division == named(name)
    assert not found.is_guessed
    assert found.division.column in found.names
    assert members.columns(Choosing(Settings(data=name), named(name).column)) == found


@pytest.mark.parametrize("name", ["breast_cancer", "adult", "pima"])
def test_the_label_is_no_column_that_divides(name: str, tables_folder, monkeypatch):
    monkeypatch.setenv("EXPLORER_DATA", str(tables_folder))
    settings = Settings(data=name)
    label = TABLES[name].schema.label.name
    found = members.columns(Choosing(settings, label))
    assert label not in found.names
    assert label in columns(settings).columns
    assert found.division == named(name)
    with pytest.raises(InvalidInput, match="is the column to predict"):
        members.run(Question(settings, Division(label)))


@pytest.mark.parametrize("name", ["", "nowhere", "x1", "GROUP", "a" * 10_000])
def test_a_column_that_is_not_there_gives_way_to_the_usual_one(name: str):
    assert members.columns(Choosing(two_groups(), name)).division == GROUP


@pytest.mark.parametrize("name", RECIPES)
def test_of_every_recipe_there_is_a_division_or_a_sentence(name: str):
    settings = Settings(data=name, d=4)
    if RECIPES[name].by_points:
        with pytest.raises(InvalidInput, match=r"Choose other data\.$"):
            members.columns(Choosing(settings))
        return
    division = members.columns(Choosing(settings)).division
    assert len(members.run(Question(settings, division)).names) >= 2


def table(**cells: list[str]) -> tuple[Dataset, Schema]:
    """Return records of a visitor's own, their cells beside them, and their schema."""
    n = len(next(iter(cells.values())))
    beside = pd.DataFrame(cells | {"y": ["yes", "no"] * (n // 2)})
    features = tuple(
        Numeric(name, 0, 100) if values[0].isdigit() else Category(name, tuple(sorted(set(values))))
        for name, values in cells.items()
    )
    X = np.zeros((n, 1))
    data = Dataset(X, np.where(np.arange(n) % 2, -1.0, 1.0), ("one",), beside=beside)
    return data, Schema(Label("y", ("yes",), ("no",)), features, markers=("?",))


OWN = Settings(data="upload")


def test_of_an_own_table_a_column_is_guessed_and_said_to_be():
    data, schema = table(sex=["f", "m"] * 30, age=[str(k) for k in range(60)])
    found = members.columns(Choosing(OWN), data, schema)
    assert (found.division, found.is_guessed, found.is_number) == (Division("sex"), True, False)
    age = members.columns(Choosing(OWN, "age"), data, schema)
    assert (age.division.cuts, age.is_guessed, age.is_number) == ((30.0,), True, True)
    chosen = members.columns(Choosing(OWN, "sex"), data, schema)
    assert not chosen.is_guessed


def test_cells_without_a_value_are_a_group_of_their_own():
    data, schema = table(job=["smith", "baker", "?", ""] * 20)
    found = members.run(Question(OWN, Division("job")), data, schema)
    assert found.names[-1] == "no value"
    assert found.n_train(80)[-1] + (found.test == 2).sum() == 40


@pytest.mark.parametrize(
    ("cells", "division", "sentence"),
    [
        (["a"] * 20, Division("c"), "one value only"),
        ([str(k) for k in range(100)], Division("c"), "has 100 different values"),
        ([f"n{k}" for k in range(100)], Division("c"), "has 100 different values"),
        (["7"] * 20, Division("c", (5.0,)), "one value only, 7, and cannot be cut"),
        (["a", "b"] * 10, Division("c", (5.0,)), "finite numbers"),
        (["1", "2"] * 10, Division("gone"), "gone"),
    ],
)
def test_a_column_that_makes_no_groups_gets_a_sentence(cells, division, sentence: str):
    data, schema = table(c=cells)
    with pytest.raises(InvalidInput, match=sentence):
        members.run(Question(OWN, division), data, schema)


def test_whoever_has_a_label_alone_gets_a_sentence():
    data = Dataset(
        np.zeros((10, 1)), np.ones(10), ("one",), beside=pd.DataFrame({"y": ["yes"] * 10})
    )
    schema = Schema(Label("y", ("yes",), ("no",)), (Numeric("one", 0, 1),))
    with pytest.raises(InvalidInput, match="no column besides its label, so nothing divides it"):
        members.columns(Choosing(OWN), data, schema)


def test_an_upload_without_its_cells_is_refused():
    data, schema = table(sex=["f", "m"] * 30)
    with pytest.raises(InvalidInput, match="must have columns beside the features"):
        members.columns(Choosing(OWN), replace(data, beside=None), schema)


def test_the_table_counts_every_record_once():
    rows = members.table(members.run(Question(two_groups(0.2), GROUP)))
    assert rows["group"].tolist() == ["larger group", "smaller group"]
    assert (rows["n_train"].sum(), rows["n_test"].sum()) == (20_000, 5_000)
