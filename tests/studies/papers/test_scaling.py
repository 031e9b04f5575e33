"""Tables scaled as the papers did: what comes out, and which ways look at all records."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.real import places
from dpcore.data.real.tables import named
from dplab.studies.papers import scaling

WAYS = ("quantities", "unit", "scaled", "maxima")
CANCER = "breast_cancer"


def numbers():
    table = named(CANCER)
    return places.read(table).drop(columns=table.schema.label.name).to_numpy(float)


@pytest.mark.parametrize("way", WAYS)
def test_rows_keep_their_labels_and_lie_in_the_ball(way):
    data = scaling.scaled(CANCER, way)
    assert len(data.X) == len(data.y) == 569
    assert np.all(np.linalg.norm(data.X, axis=1) <= 1 + 1e-12)


def test_rows_are_scaled_as_each_way_says():
    raw = numbers()
    lengths = np.sqrt((raw**2).sum(axis=1))
    np.testing.assert_allclose(scaling.scaled(CANCER, "unit").X, (raw.T / lengths).T)
    np.testing.assert_allclose(scaling.scaled(CANCER, "scaled").X, raw / lengths.max())
    columns = raw / raw.max(axis=0)
    np.testing.assert_allclose(
        scaling.scaled(CANCER, "maxima").X,
        [row / max(1.0, np.sqrt(row @ row)) for row in columns],
    )


@pytest.mark.parametrize("way", WAYS)
def test_a_caution_is_given_where_one_record_moves_the_others(way, monkeypatch):
    before = scaling.scaled(CANCER, way).X
    frame = places.read(named(CANCER))
    features = frame.columns != named(CANCER).schema.label.name
    frame.loc[0, features] = 10 * frame.loc[0, features].astype(float)
    monkeypatch.setattr(places, "read", lambda _: frame)
    after = scaling.scaled.__wrapped__(CANCER, way).X
    assert (not np.allclose(before[1:], after[1:])) == bool(scaling.CAUTIONS[way])


def test_levels_become_columns_and_rows_that_lack_a_value_are_left_out(monkeypatch):
    table = named(CANCER)
    frame = pd.DataFrame(
        {
            "size": [2.0, -4.0, 8.0, 1.0],
            "flat": [0, 0, 0, 0],
            "color": ["red", "blue", "?", "red"],
            table.schema.label.name: places.read(table)[table.schema.label.name][:4],
        }
    )
    monkeypatch.setattr(places, "read", lambda _: frame)
    labels = SimpleNamespace(y=np.array([1, -1, 1, 1.0]))
    monkeypatch.setattr(scaling.tables, "load", lambda _: labels)
    data = scaling.scaled.__wrapped__(CANCER, "maxima")
    assert data.features == ("size", "flat", "color_blue", "color_red")
    assert data.y.tolist() == [1, -1, 1]
    # The row that is left out does not set the largest value: 4 does.
    expected = np.array([[0.5, 0, 0, 1], [-1, 0, 1, 0], [0.25, 0, 0, 1]])
    np.testing.assert_allclose(data.X, (expected.T / np.linalg.norm(expected, axis=1)).T)


def test_an_unknown_way_gets_a_sentence():
    with pytest.raises(InvalidInput, match="rows must be one of quantities, unit, scaled, maxima"):
        scaling.scaled(CANCER, "longest")


def test_flags_are_no_quantities(monkeypatch):
    table = named("covertype")
    names = [column.name for column in table.schema.features]
    frame = pd.DataFrame(np.ones((2, len(names))), columns=names).assign(Cover_Type=[2, 3])
    monkeypatch.setattr(places, "read", lambda _: frame)
    monkeypatch.setattr(scaling.tables, "load", lambda _: SimpleNamespace(y=np.ones(2)))
    data = scaling.scaled.__wrapped__("covertype", "quantities")
    assert data.features == tuple(names[:10])
    assert data.y.tolist() == [1, -1]


def test_adult_and_kdd_cup_have_the_columns_of_the_paper(tables_folder, monkeypatch):
    # 6 numbers and 98 levels of the 45,222 people with no missing value; 38 and 77.
    monkeypatch.setenv("EXPLORER_DATA", str(tables_folder))
    adult, kdd = (scaling.scaled.__wrapped__(name, "maxima") for name in ("adult", "kddcup99_70k"))
    assert adult.X.shape == (45_222, 104)
    assert kdd.X.shape == (70_000, 115)
    assert not any("?" in feature for feature in adult.features)
