"""The sheet to decide on: limits are those of the definition, costs those of Trade-off's draws."""

import math
from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.privacy.risk import allowed
from dplab.instruments.adversary import success_ceiling
from dplab.laplace.game import max_win_probability
from dplab.simulation.comparison import DECISIVE, outcomes, sweep
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.simulation.sweeps.cells import cells
from dplab.studies.decide.lead import Lead
from dplab.studies.decide.sheet import CostAtEpsilon, DecisionSheet, Question, run, table

SETTINGS = Settings(data="gaussian", d=4, n=500, draws=9, lam="auto")


def sheet(costs: dict[float, float]) -> DecisionSheet:
    clear = Lead(0.1, 0.01)
    prices = {
        e: CostAtEpsilon("output", 0.1 + cost, 0.1, 0.3, clear, is_useful=True)
        for e, cost in costs.items()
    }
    return DecisionSheet(Question(SETTINGS), 500, 0.1, 0.5, prices, converged=True)


@pytest.mark.parametrize("risk", [0.5001, 0.55, 0.6, 0.731, 0.9, 0.9999])
def test_what_a_risk_allows_is_where_the_guarantee_reaches_it(risk: float):
    assert max_win_probability(allowed(risk)) == pytest.approx(risk, abs=1e-12)
    # With e^ε in place of the odds, it would be another one.
    assert max_win_probability(math.log(risk / 0.5)) < risk


@pytest.mark.parametrize("risk", [0.49, 1.01, math.nan])
def test_a_risk_below_a_coin_is_refused(risk: float):
    with pytest.raises(InvalidInput, match="risk"):
        allowed(risk)


def test_no_risk_at_all_allows_nothing_and_certainty_everything():
    assert allowed(0.5) == 0
    assert math.isinf(allowed(1))


def test_prices_are_the_least_mean_errors_of_the_comparison():
    *_, found = run(Question(SETTINGS))
    assert tuple(found.prices) == DECISIVE
    for epsilon in (0.1, 2.0):
        (cell,) = cells(sweep(SETTINGS, (epsilon,), load(SETTINGS)))
        drawn = outcomes(cell)
        means = {name: drawn[name, epsilon].errors.mean() for name in ("output", "objective")}
        price = found.prices[epsilon]
        assert price.mean == min(means.values())
        assert means[price.mechanism] == price.mean
        assert price.low <= np.median(drawn[price.mechanism, epsilon].errors) <= price.high


def test_neither_epsilon_nor_the_measure_of_the_settings_counts():
    first, other = (
        list(run(Question(each)))[-1].prices for each in (SETTINGS, replace(SETTINGS, epsilon=7.0))
    )
    assert first == other


def test_the_smallest_epsilon_lies_on_a_line_over_its_logarithm():
    found = sheet({0.1: 0.3, 1.0: 0.1, 10.0: 0.0})
    assert found.band(0.9, 0.2).least == pytest.approx(10**-0.5)
    assert found.band(0.9, 0.1).least == pytest.approx(1.0)
    assert found.band(0.9, 0.3).least == pytest.approx(0.1)
    assert found.band(0.9, 0.05).least == pytest.approx(10**0.5)


def test_a_larger_epsilon_that_costs_too_much_again_does_not_count_as_enough():
    found = sheet({0.1: 0.3, 0.5: 0.0, 1.0: 0.1, 10.0: 0.0})
    assert found.band(0.9, 0.05).least > 1


def test_where_no_epsilon_is_enough_none_is_named():
    band = sheet({0.1: 0.3, 10.0: 0.2}).band(0.9, 0.1)
    assert (band.least, band.holds, band.times) == (None, False, math.inf)


def test_both_hold_between_what_the_cost_needs_and_what_the_risk_allows():
    found = sheet({0.1: 0.3, 1.0: 0.0})
    assert found.band(allowed_risk(1.5), 0.0).holds
    short = found.band(allowed_risk(0.5), 0.0)
    assert not short.holds
    assert short.times == pytest.approx(2)


def test_an_epsilon_of_no_use_is_in_no_band_however_little_it_costs():
    costs = {0.1: 0.0, 1.0: 0.0, 10.0: 0.0}
    for useless, least in (((), 0.1), ((0.1,), 1.0), ((1.0,), 10.0), ((10.0,), None)):
        found = sheet(costs)
        prices = {
            e: replace(price, is_useful=e not in useless) for e, price in found.prices.items()
        }
        band = replace(found, prices=prices).band(0.9999, 0.05)
        assert band.least == least
        assert band.holds is (least is not None and least <= band.most)


def allowed_risk(epsilon: float) -> float:
    return max_win_probability(epsilon)


def test_twice_the_records_at_half_of_epsilon_cost_about_as_much():
    """What `times` rests on: the noise of (n, ε) and (2n, ε/2) is the same at the rule's λ."""
    *_, one = run(Question(replace(SETTINGS, n=2_000, draws=60)))
    *_, two = run(Question(replace(SETTINGS, n=4_000, draws=60)))
    for epsilon in (0.2, 1.0):
        assert two.cost(epsilon / 2) == pytest.approx(one.cost(epsilon), abs=0.03)


def test_the_table_has_the_limit_and_the_people():
    *_, found = run(Question(SETTINGS))
    rows = table(found).set_index("epsilon")
    assert rows.loc[1.0, "guessed_right_at_most"] == pytest.approx(math.e / (1 + math.e))
    assert rows.loc[1.0, "more_wrong_per_1000"] == pytest.approx(1000 * found.cost(1.0))


@pytest.mark.parametrize("risk", [0.51, 0.6, 0.9])
@pytest.mark.parametrize("delta", [1e-6, 1e-3])
def test_with_a_delta_a_risk_allows_less(risk: float, delta: float):
    most = allowed(risk, delta)
    assert success_ceiling(most, delta, 2) == pytest.approx(risk, abs=1e-12)
    # The ε of no δ would allow more than the risk.
    assert success_ceiling(allowed(risk), delta, 2) > risk
