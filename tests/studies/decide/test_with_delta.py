"""What a δ besides ε would cost: the draws of Trade-off, on the sheet."""

from dataclasses import replace

import pytest

from dpcore.checks import InvalidInput
from dpcore.privacy.risk import allowed
from dplab.simulation.settings import Settings
from dplab.studies.decide import sheet, with_delta
from dplab.studies.trade_off import errors

SETTINGS = Settings(data="breast_cancer", draws=9, lam="auto")


@pytest.fixture(scope="module")
def without() -> sheet.DecisionSheet:
    *_, found = sheet.run(sheet.Question(SETTINGS))
    return found


def test_prices_with_delta_are_those_of_trade_off(without: sheet.DecisionSheet):
    *_, found = with_delta.run(without)
    also = replace(SETTINGS, also=with_delta.TRIED)
    *_, curves = errors.run(errors.Question(also))
    for epsilon in (0.1, 1.0):
        means = {name: curves.outcomes[name, epsilon].errors.mean() for name in with_delta.TRIED}
        assert found.prices[epsilon].mean == min(means.values())
        assert means[found.prices[epsilon].mechanism] == found.prices[epsilon].mean
    assert found.without_noise == without.without_noise


def test_its_risk_counts_delta(without: sheet.DecisionSheet):
    rough = replace(without, question=sheet.Question(replace(SETTINGS, delta=1e-3)))
    *_, found = with_delta.run(rough)
    assert found.band(0.6, 0.02).most == allowed(0.6, 1e-3) < allowed(0.6)


def test_where_features_are_many_it_costs_less(without: sheet.DecisionSheet):
    *_, found = with_delta.run(without)
    assert found.cost(0.1) < without.cost(0.1) - 0.03


def test_a_delta_that_promises_nothing_is_refused(without: sheet.DecisionSheet):
    nothing = replace(without, question=sheet.Question(replace(SETTINGS, delta=0.5)))
    with pytest.raises(InvalidInput, match="δ must be above 0 and below 1/n"):
        list(with_delta.run(nothing))
