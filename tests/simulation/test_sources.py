"""Where records come from: made once, the same object for all, and nobody can change it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dpcore.data import dataset
from dpcore.data.dataset import Dataset, shuffled, split
from dpcore.data.encoding import write
from dpcore.data.real import places, tables
from dpcore.data.recipes import RECIPES
from dpcore.data.two_groups import LARGER, SMALLER
from dplab.simulation import sources
from dplab.simulation.settings import UPLOAD, Settings
from dplab.simulation.sources import load
from tests.house.some import some


def test_whoever_asks_at_the_same_time_gets_the_same_object():
    settings = Settings(data="moons", seed=4711)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: load(settings), range(8)))
    assert len({id(data) for data in found}) == 1


def test_settings_that_name_the_same_records_share_them():
    assert load(Settings(seed=3, epsilon=0.5, n=100)) is load(Settings(seed=3, lam=1.0))


def test_shared_records_cannot_be_changed():
    data = load(Settings(seed=3))
    for array in (data.X, data.y):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("data", ["unseparable", "counterexample", "breast_cancer"])
@pytest.mark.parametrize(("n", "fold"), [(300, 0), (17, 3)])
def test_a_part_is_the_split_bit_for_bit(data: str, n: int, fold: int):
    settings = Settings(data=data, seed=4, d=3)
    part, expected = sources.part(settings, n, fold), split(sources.load(settings), n, 4, fold)
    for name, value in vars(expected).items():
        found = getattr(part, name)
        assert (found is None) == (value is None)
        assert value is None or found.tobytes() == value.tobytes()


def test_records_are_put_into_the_order_of_a_split_once(monkeypatch):
    ordered: list[int] = []

    def counted(data: Dataset, seed: int, fold: int) -> Dataset:
        ordered.append(seed)
        return shuffled(data, seed, fold)

    monkeypatch.setattr(sources, "shuffled", counted)
    settings = Settings(d=2, seed=7_351)
    for n in (100, 20_000, 100):
        assert len(sources.part(settings, n).y) == n
    assert ordered == [7_351]


def test_large_data_are_not_kept_twice(monkeypatch):
    monkeypatch.setattr(sources, "MOST_VALUES", 10)
    monkeypatch.setattr(sources, "shuffled", None)
    assert len(sources.part(Settings(d=2), 50).y) == 50


def test_a_part_cannot_be_changed():
    part = sources.part(Settings(d=2), 50)
    with pytest.raises(ValueError, match="read-only"):
        part.X[0, 0] = 1.0


@pytest.fixture
def here(tables_folder, monkeypatch):
    """The folder of real tables, named as a server's would be."""
    monkeypatch.setenv(places.FOLDER, str(tables_folder))
    for kept in (tables.load, tables.rows):
        kept.cache_clear()
    yield
    for kept in (tables.load, tables.rows):
        kept.cache_clear()


# Half a million records in the whole run; 70,000 of the same kind in every run.
@pytest.mark.parametrize("name", some(tables.TABLES, [*tables.TABLES.keys() - {"kddcup99"}]))
@pytest.mark.usefixtures("here")
def test_columns_of_a_public_table_are_its_cells_in_the_order_of_its_records(name: str):
    """Each column alone, encoded by its own feature, is what stands in the encoded rows."""
    settings, schema = Settings(data=name), tables.named(name).schema
    data, columns = sources.load(settings), sources.columns(settings)
    assert len(columns) == len(data.y)
    assert schema.label.name in columns
    start = 0
    for feature in schema.features:
        block = np.zeros((len(columns), len(feature.encoded_names)))
        write(feature, columns[feature.name], schema.markers, block)
        found = data.X[:, start : start + block.shape[1]] * np.maximum(1, data.norms)[:, None]
        assert np.abs(block - found).max() < 1e-12
        start += block.shape[1]
    assert start == data.X.shape[1]


@pytest.mark.parametrize("name", RECIPES)
def test_columns_of_generated_records_are_features_or_what_stands_beside_them(name: str):
    settings = Settings(data=name, d=4, seed=5)
    data = sources.load(settings)
    if data.chance is not None:
        with pytest.raises(InvalidInput, match=r"no records to divide into groups. Choose other"):
            sources.columns(settings)
        return
    columns = sources.columns(settings)
    if data.beside is not None:
        assert columns.equals(data.beside)
    else:
        assert tuple(columns) == data.features
        assert np.array_equal(columns.to_numpy(), data.X)


def test_columns_that_somebody_writes_into_stay_for_all_others():
    for settings, other in (
        (Settings(data="two_groups"), LARGER),
        (Settings(data="breast_cancer"), 0.0),
        (Settings(d=2), 0.0),
    ):
        before = sources.columns(settings).copy()
        taken = sources.columns(settings)
        taken.iloc[:, 0] = other
        assert sources.columns(settings).equals(before)


def test_columns_of_an_upload_stand_beside_its_records():
    settings = Settings(data=UPLOAD)
    own, beside = Dataset(np.eye(2), np.array([1.0, -1.0]), ("a", "b")), pd.DataFrame({"g": [1, 2]})
    with pytest.raises(InvalidInput, match=r"records must have columns beside .* Load the table"):
        sources.columns(settings, own)
    assert sources.columns(settings, replace(own, beside=beside)).equals(beside)
    with pytest.raises(InvalidInput, match="pass them as `records`"):
        sources.columns(settings)


def test_a_pool_of_two_groups_has_the_same_part_with_and_without_its_groups():
    settings = Settings(data="two_groups", seed=2)
    data = sources.load(settings)
    part = sources.part(settings, 1_000, 3)
    rows = dataset.rows_to_test(data, 2, 3)
    assert np.array_equal(data.X[rows], part.X_test)
    smaller = np.array(sources.columns(settings)["group"] == SMALLER)[rows]
    assert np.array_equal(smaller, ~part.X_test[:, :5].any(axis=1))
    assert sources.fingerprint(settings) == sources.fingerprint(Settings())


@pytest.mark.parametrize("n", [None, 50, 1_000_000])
def test_a_part_has_as_many_training_records_as_the_settings_use(n):
    settings = Settings(data="breast_cancer", n=n)
    used = sources.n_used(sources.load(settings), settings)
    assert sources.part(settings).n == used == min(n or 1_000_000, sources.part(settings, used).n)
