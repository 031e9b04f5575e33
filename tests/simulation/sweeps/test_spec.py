"""What a sweep refuses before it runs, and how long it says that it will take."""

import math
from dataclasses import replace

import pytest

from dpcore.checks import InvalidInput
from dplab.simulation.sweeps import SweepSpec, run, running
from dplab.simulation.sweeps.spec import n_fits, seconds
from tests.simulation.sweeps.grid import SPEC

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


@pytest.mark.parametrize(
    ("data", "n"), [("uniform", 200), ("breast_cancer", 300), ("counterexample", 200)]
)
def test_ranking_pairs_is_part_of_the_estimate_for_every_draw(data: str, n: int):
    def of_ranking(draws: int) -> float:
        spec = SweepSpec(data=data, sizes=(n,), epsilons=(0.1, 0.5, 1.0, 2.0), draws=draws)
        return seconds(replace(spec, ranks=True), workers=1) - seconds(spec, workers=1)

    assert of_ranking(100) > 0
    # Without noise there is one classifier, however many draws there are of the others.
    assert 1.8 * of_ranking(100) < of_ranking(200) <= 2.001 * of_ranking(100)


def test_ranking_costs_by_the_test_records_and_not_by_the_training_records():
    def of_ranking(**changes: object) -> float:
        spec = replace(SweepSpec(data="unseparable", draws=50, mechanisms=("output",)), **changes)
        more = seconds(replace(spec, ranks=True)) - seconds(spec)
        return more / n_fits(spec)

    assert of_ranking(sizes=(200,)) == pytest.approx(of_ranking(sizes=(20_000,)))
    assert of_ranking(sizes=(200,)) > 10 * of_ranking(sizes=(200,), data="breast_cancer")
    # A law is tested on its points, of which there are few, and not on a fifth of a million.
    assert of_ranking(sizes=(200,)) > 2 * of_ranking(sizes=(200,), data="counterexample")
