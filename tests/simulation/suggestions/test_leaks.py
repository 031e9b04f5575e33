"""A column that predicts the label alone is found; good features and hopeless tables are not."""

import numpy as np
import pandas as pd
import pytest

from dpcore.data.encoding import encode
from dpcore.data.real.tables import TABLES, load
from dplab.simulation.suggestions.leaks import target_leakage
from dplab.tables.proposal import propose

N = 600


def leaks(**columns) -> list[str]:
    table = pd.DataFrame(columns)
    schema = propose(table, "y")
    return [leak.column for leak in target_leakage(encode(table, schema), schema)]


@pytest.fixture
def features():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(N, 3))
    score = values @ [1.5, 1.5, 1.5] + rng.logistic(size=N)
    return dict(zip("abc", values.T, strict=True)), np.where(score > 0, "yes", "no"), rng


def test_a_number_or_a_category_that_gives_the_label_away_is_found(features):
    columns, y, rng = features
    number = np.where(y == "yes", 900, 100) + rng.integers(0, 50, N)
    text = np.where(y == "yes", rng.choice(["x", "z"], N), "w")
    assert leaks(**columns, refund=number, y=y) == ["refund"]
    assert leaks(**columns, code=text, y=y) == ["code"]
    assert set(leaks(**columns, refund=number, code=text, y=y)) == {"refund", "code"}


def test_features_that_are_good_only_together_are_not_suspected(features):
    columns, y, _ = features
    assert leaks(**columns, y=y) == []


def test_in_a_hopeless_table_nothing_is_suspected(features):
    columns, _, rng = features
    assert leaks(**columns, y=rng.choice(["no", "yes"], N)) == []


def test_a_rare_class_is_no_leak_of_every_column(features):
    columns, _, rng = features
    assert leaks(**columns, y=np.where(rng.random(N) < 0.03, "yes", "no")) == []


def test_a_single_column_has_nothing_to_be_compared_with(features):
    columns, _, _ = features
    assert leaks(a=columns["a"], y=np.where(columns["a"] > 0, "yes", "no")) == []


def test_no_measurement_of_a_tumour_is_suspected():
    assert target_leakage(load("breast_cancer"), TABLES["breast_cancer"].schema) == ()


@pytest.mark.parametrize(("every", "is_said"), [(60, False), (8, True)])
def test_few_records_of_the_rarer_class_make_no_leak(features, every, is_said):
    columns, _, _ = features
    y = np.where(np.arange(N) % every == 0, "yes", "no")
    found = leaks(**columns, refund=np.where(y == "yes", 9, 1), y=y)
    assert found == (["refund"] if is_said else [])
