"""What a sweep refuses before it runs."""

import math
from dataclasses import replace

import pytest

from dpcore.checks import InvalidInput
from dpcore.experiments.sweeps import run, running
from tests.experiments.sweeps.grid import SPEC

IMPOSSIBLE = {
    "no epsilon": ({"epsilons": ()}, "epsilons must hold at least one value"),
    "no mechanism": ({"mechanisms": ()}, "mechanisms must hold at least one value"),
    "zero epsilon": ({"epsilons": (0.1, 0.0)}, "epsilon must be positive; got 0"),
    "epsilon no number": ({"epsilons": (math.nan,)}, "epsilon must be a number"),
    "negative lam": ({"lams": (-1.0,)}, "lam must be positive; got -1"),
    "too many records": ({"sizes": (20_001,)}, "n must be at most 20,000; got 20,001"),
    "half a record": ({"sizes": (10.5,)}, "n must be a whole number; got 10.5"),
    "six folds": ({"folds": 6}, "folds must be at most 5; got 6"),
    "no draw": ({"draws": 0}, "draws must be at least 1; got 0"),
    "unknown mechanism": ({"mechanisms": ("magic",)}, "mechanism must be one of"),
    "unknown loss": ({"losses": (("hinge", 0.5),)}, "loss must have a bounded second derivative"),
    "unknown data": ({"data": "lost"}, "data must be one of"),
    "an upload without records": ({"data": "upload"}, "pass them as `records`"),
    "too large": ({"draws": 10**7}, "A sweep may train at most 2,000,000"),
}


@pytest.mark.parametrize(("change", "sentence"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_grid_is_refused_before_anything_runs(change, sentence, monkeypatch):
    monkeypatch.setattr(running, "run_cell", lambda *_: pytest.fail("something ran"))
    with pytest.raises(InvalidInput, match=sentence):
        run(replace(SPEC, **change))
