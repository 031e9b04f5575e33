"""Which ε: the answer is that of a fine grid, and rows of a sweep ask the same."""

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest

from dplab.simulation import comparison
from dplab.simulation.comparison import EPSILONS
from dplab.simulation.needed.crossing import level_crossing
from dplab.simulation.needed.epsilon import errors_at, of_rows, which_epsilon
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.simulation.sweeps.cells import cells, run_cell
from tests.house.some import some

POINTS = 0.02


def answer(settings, points=POINTS):
    return which_epsilon(settings, points, lambda each: errors_at(settings, each), settings.n)


answered = cache(answer)


def by_hand(settings, mechanism, epsilons):
    """Return the smallest ε of a fine grid whose median error over many draws is low enough."""
    many = comparison.sweep(replace(settings, draws=500), epsilons, load(settings))
    found = {}
    for cell in cells(replace(many, mechanisms=("non_private", mechanism))):
        found |= comparison.outcomes(cell)
    target = found["non_private", np.inf].errors[0] + POINTS
    low = [e for e in epsilons if np.median(found[mechanism, e].errors) <= target]
    return low[0]


@pytest.mark.parametrize("mechanism", some(("output", "objective"), ("objective",)))
def test_the_interval_holds_what_a_fine_grid_finds(mechanism):
    held = 0
    for seed in range(5):
        settings = Settings(data="gaussian", n=300, d=5, seed=seed)
        found = answered(settings)[mechanism]
        fine = tuple(np.geomspace(found.low / 1.5, found.high * 1.5, 24).tolist())
        step = fine[1] / fine[0]
        held += found.low / step <= by_hand(settings, mechanism, fine) <= found.high * step
    assert held >= 4


def test_more_points_take_a_smaller_epsilon():
    settings = Settings(data="gaussian", n=300, d=5)
    several = [answer(settings, points) for points in (0.01, 0.03, 0.1)]
    for mechanism in ("output", "objective"):
        places = [each[mechanism].place for each in several]
        assert places == sorted(places, reverse=True)


def test_the_end_of_the_piece_below_the_jump_is_looked_at():
    # ε₀ = 2 log(1 + c/(nλ)) = 0.16 lies between two values of the curve.
    settings = Settings(data="uniform", n=300)
    asked = []
    which_epsilon(
        settings, POINTS, lambda each: asked.append(each) or errors_at(settings, each), 300
    )
    edge = 2 * np.log1p(0.25 / (300 * settings.lam))
    assert edge in asked[0]
    assert set(EPSILONS) < set(asked[0])
    (cell,) = cells(comparison.sweep(settings, (edge, edge * 1.001), load(settings)))
    plans = [outcome.plan for (name, _), outcome in comparison.outcomes(cell).items()
             if name == "objective"]  # fmt: skip
    assert [plan.extra_lam > 0 for plan in plans] == [True, False]


def rows_of(settings):
    found = [
        run_cell(cell).rows for cell in cells(comparison.sweep(settings, EPSILONS, load(settings)))
    ]
    return pd.concat(found)


def test_rows_of_a_sweep_give_the_errors_of_the_comparison():
    settings = Settings(data="gaussian", n=300, d=5)
    rows, outcomes = rows_of(settings), errors_at(settings, EPSILONS)
    places, errors, pieces = of_rows(rows[rows.mechanism == "objective"], "epsilon")
    assert tuple(places) == EPSILONS
    for k, epsilon in enumerate(EPSILONS):
        expected = outcomes["objective", epsilon]
        np.testing.assert_array_equal(errors[k, 0], expected.errors)
        assert pieces[k] == (expected.plan.extra_lam > 0)
    assert level_crossing(places, errors, pieces, target=0.3) is not None


def test_a_place_that_lacks_draws_is_left_out():
    rows = rows_of(Settings(data="gaussian", n=300, d=5))
    rows = rows[(rows.mechanism == "output") & ~((rows.epsilon == 0.1) & (rows.draw == 3))]
    places, errors, _ = of_rows(rows, "epsilon")
    assert 0.1 not in places
    assert errors.shape == (len(EPSILONS) - 1, 1, 50)
