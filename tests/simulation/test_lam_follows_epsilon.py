"""λ that follows ε, in simulations: each mechanism at its own, and nothing else changes by it."""

import math
from dataclasses import replace

import numpy as np
import pytest

from dpcore.erm.losses import Logistic, make_loss
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.regularization.suggested import suggested_lam
from dplab.simulation.comparison import lams, outcomes, sweep
from dplab.simulation.needed.beyond import larger, standing_for
from dplab.simulation.needed.crossing import LevelCrossing
from dplab.simulation.needed.epsilon import errors_at, which_epsilon
from dplab.simulation.needed.extrapolation import times_needed, with_more
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps.cells import CELL_FITS, cells, run_cell
from dplab.simulation.sweeps.spec import check, n_fits

AUTO = Settings(data="gaussian", d=6, n=400, draws=5, epsilon=0.7, lam="auto")
ALL = SweepSpec(
    data="uniform",
    d=4,
    knobs=(("separation", 0.1),),
    mechanisms=tuple(MECHANISMS),
    losses=(("logistic", 0.5), ("huber", 0.3)),
    epsilons=(0.1, 1.0, 10.0),
    lams=("auto",),
    sizes=(200, 50),
    draws=3,
)


def compared(settings: Settings):
    (cell,) = cells(sweep(settings, (settings.epsilon,), load(settings)))
    return outcomes(cell)


@pytest.mark.parametrize("mechanism", ["output", "objective", "objective_gaussian", "non_private"])
def test_each_mechanism_errs_as_where_its_lam_is_typed(mechanism: str):
    auto = replace(AUTO, also=("objective_gaussian",))
    place = mechanism, (AUTO.epsilon if mechanism != "non_private" else math.inf)
    found = compared(auto)[place]
    wanted = suggested_lam(mechanism, AUTO.epsilon, n=400, n_features=6, loss=Logistic())
    assert found.lam == wanted == lams(auto, (mechanism,), n=400, n_features=6)[mechanism]
    typed = compared(replace(auto, lam=wanted))[place]
    np.testing.assert_array_equal(found.errors, typed.errors)
    other = compared(replace(auto, lam=3 * wanted))[place]
    assert other.lam != found.lam


def test_without_noise_it_is_a_tenth_over_n_at_every_epsilon():
    at = {e: compared(AUTO.with_epsilon(e))["non_private", math.inf] for e in (0.01, 1.0, math.inf)}
    assert {each.lam for each in at.values()} == {0.1 / 400}
    private = compared(AUTO.with_epsilon(math.inf))
    assert {each.lam for each in private.values()} == {0.1 / 400}


def test_a_sweep_follows_the_rule_at_every_epsilon_n_and_loss():
    check(ALL)
    for cell in cells(ALL):
        rows = run_cell(cell).rows
        assert len(rows)
        for row in rows.drop_duplicates(["mechanism", "loss", "epsilon"]).itertuples():
            loss = make_loss(row.loss, row.h)
            wanted = suggested_lam(row.mechanism, row.epsilon, n=row.n, n_features=4, loss=loss)
            assert row.lam == wanted


def test_it_does_not_depend_on_how_a_grid_is_cut():
    wide = replace(ALL, draws=200, sizes=(50,), mechanisms=("output", "objective"))
    parts = cells(wide)
    assert len(parts) > 1
    assert all(n_fits(cell.spec) <= CELL_FITS for cell in parts)
    found = {
        (row.mechanism, row.loss, row.epsilon): row.lam
        for cell in parts
        for row in run_cell(cell).rows.itertuples()
    }
    assert len(found) == 2 * 2 * 3
    for (name, loss, epsilon), lam in found.items():
        h = dict(wide.losses)[loss]
        wanted = suggested_lam(name, epsilon, n=50, n_features=4, loss=make_loss(loss, h))
        assert lam == wanted


def test_with_random_features_the_rules_d_is_their_number():
    few = replace(ALL, mechanisms=("output",), sizes=(50,), losses=(("logistic", 0.5),))
    spec = replace(few, kernel="gaussian", features=(20, 40))
    found = {
        (row.features, row.epsilon): row.lam
        for cell in cells(spec)
        for row in run_cell(cell).rows.itertuples()
    }
    for (size, epsilon), lam in found.items():
        wanted = suggested_lam("output", epsilon, n=50, n_features=size, loss=Logistic())
        assert lam == wanted
    assert {size for size, _ in found} == {20, 40}


def by_rule(mechanism: str, epsilon: float, n: int) -> float:
    return suggested_lam(mechanism, epsilon, n=n, n_features=20, loss=Logistic())


@pytest.mark.parametrize("mechanism", ["output", "objective_tight"])
def test_more_records_get_the_same_noise_where_the_rule_says_the_same_lam(mechanism: str):
    problem = {"lam_at": by_rule, "n": 2000, "loss": Logistic()}
    found = LevelCrossing(1.0, 0.8, 1.2, is_first=False, until=np.inf)
    assert with_more(found, mechanism, 4, **problem).place == 0.25
    assert times_needed(found, mechanism, 0.5, **problem).place == 2


def test_where_the_rule_stands_at_its_floor_nothing_is_said_of_more_records():
    problem = {"lam_at": by_rule, "n": 2000, "loss": Logistic()}
    # 0.3 · 20/ε is below 0.1 from ε = 60 on: there λ of four times the records is another one.
    found = LevelCrossing(100.0, 90.0, 110.0, is_first=False, until=np.inf)
    assert with_more(found, "objective_tight", 4, **problem) is None
    assert with_more(replace(found, place=8, low=7, high=9), "objective_tight", 4, **problem)


def test_beyond_the_table_rows_stand_only_for_those_of_the_same_lam():
    line = replace(
        ALL, mechanisms=("output",), losses=(("logistic", 0.5),), epsilons=(0.5,), sizes=(50, 200)
    )
    rows = run_cell(*cells(larger(line, "output", ("logistic", 0.5)))).rows
    end = suggested_lam("output", 0.5, n=200, n_features=4, loss=Logistic())
    assert {*standing_for(rows, line, end).n} == {400, 800, 1600, 3200, 6400, 12800}
    assert standing_for(rows, line, 2 * end).empty
    assert standing_for(rows, line, end)["lam"].iloc[0] == end / 2


def test_which_epsilon_is_enough_is_asked_at_the_rule():
    found = which_epsilon(AUTO, 0.05, lambda epsilons: errors_at(AUTO, epsilons), n=400)
    typed = replace(AUTO, lam=0.5)
    other = which_epsilon(typed, 0.05, lambda epsilons: errors_at(typed, epsilons), n=400)
    assert found["objective"].place != other["objective"].place
