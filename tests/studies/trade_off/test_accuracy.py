"""What an accuracy takes, where parts of a sweep have failed."""

import pandas as pd
import pytest

from dplab.simulation.settings import Settings
from dplab.studies.trade_off import grid
from dplab.studies.trade_off.swept import accuracy

SETTINGS = Settings(data="gaussian", d=3, draws=4, lam="auto", epsilon=1.0)


@pytest.mark.parametrize("axis", ["n", "epsilon"])
def test_where_no_place_has_all_its_folds_nothing_is_needed_and_nothing_fails(axis: str):
    question = grid.Question(SETTINGS, axis, ("non_private", "output"), folds=2)
    sweep = grid.spec(question)
    rows = grid.rows_of(sweep)
    rule = grid.rule_of(sweep)
    whole = accuracy.read_off(sweep, rows, 0.1, "error", rule, lambda _: None)
    assert whole.reached["output", "logistic"].at is not None
    # Of each place one of the two folds failed, not everywhere the same one.
    places = sorted(rows[axis].unique())
    kept = [
        rows[(rows[axis] == place) & ((rows["fold"] == k % 2) | (rows["mechanism"] != "output"))]
        for k, place in enumerate(places)
    ]
    found = accuracy.read_off(sweep, pd.concat(kept), 0.1, "error", rule, lambda _: None)
    assert found.reached["output", "logistic"].at is None
