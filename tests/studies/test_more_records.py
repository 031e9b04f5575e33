"""What few records cost: the numbers of Decide and Overview, and those of a larger table."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.privacy.regularization.suggested import Lam
from dplab.simulation.comparison import sweep
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.simulation.sweeps import cells
from dplab.studies.decide import sheet
from dplab.studies.overview import dial
from dplab.studies.trade_off import more_records
from dplab.studies.trade_off.more_records import MORE, Question, run

PATIENTS = Settings(data="breast_cancer", lam="auto")
NOISY = ("objective", "output")


def test_costs_on_the_patients_are_those_of_the_sheet_and_of_the_first_page():
    *_, found = sheet.run(sheet.Question(PATIENTS))
    at = {stop.epsilon: stop for stop in dial.stored().stops}
    for priced in more_records.along(PATIENTS, tuple(found.prices)):
        assert priced.cost == pytest.approx(found.cost(priced.epsilon))
        assert priced.mechanism == found.prices[priced.epsilon].mechanism
        stop = at[priced.epsilon]
        assert priced.error == pytest.approx(stop.error, abs=1e-3)
        assert priced.error_with_more == pytest.approx(stop.with_more, abs=1e-3)


def test_an_epsilon_between_those_of_the_sheet_is_priced_as_on_the_first_page():
    (stop,) = (each for each in dial.stored().stops if each.epsilon == 0.7)
    assert run(Question(PATIENTS, 0.7)).error == pytest.approx(stop.error, abs=1e-3)


def test_more_records_cost_what_is_extrapolated():
    """Of a law one may draw as many: 200 draws each, the costs agree to a tenth.

    Told of half or twice as many records, they would be .232 and .045 instead of .121.
    """
    few = Settings(data="gaussian", d=20, n=500, lam="auto", draws=200)
    told, drawn = run(Question(few, 0.02)), run(Question(replace(few, n=MORE), 0.02))
    assert told.is_dear_of_few
    assert told.with_more == pytest.approx(drawn.cost, rel=0.1)


def with_each_44_times(settings: Settings, epsilons: tuple[float, ...]) -> dict[float, float]:
    """Return the least mean error by ε, computed: the minimiser of a repeated table is the same."""
    outcomes = dict[tuple[str, float], float]()
    for cell in cells.cells(sweep(settings, epsilons, load(settings))):
        part = cells.training_set(cell, None)
        part = replace(part, weight=np.full(len(part.y), 44.0))
        for group in cells.tested(cell, part, (settings.loss, settings.h)):
            place = group.request.mechanism, group.request.epsilon
            outcomes[place] = float(group.mistakes.measured("error").mean())
    return {each: min(outcomes[name, each] for name in NOISY) for each in epsilons}


@pytest.mark.parametrize(
    ("lam", "epsilons"),
    [("auto", (0.05, 0.2, 0.5, 1.0, 3.0, 5.0)), (0.01, (0.05, 0.1, 0.5, 2.0)), (0.001, (1.0, 3.0))],
)
def test_what_is_said_of_the_patients_is_what_44_of_each_cost(lam: Lam, epsilons):
    """200 draws: to 2 people of 1,000, where these few cost up to 375 more."""
    settings = replace(PATIENTS, lam=lam, draws=200)
    found = with_each_44_times(settings, epsilons)
    for priced in more_records.along(settings, epsilons):
        assert priced.error_with_more == pytest.approx(found[priced.epsilon], abs=0.002)


def test_where_noise_in_the_objective_is_another_one_nothing_is_said():
    """At λ = 1e-4, Δ fills λ up for the many, and the cost is half of that at 44 ε."""
    settings = replace(PATIENTS, lam=1e-4, draws=200)
    priced = run(Question(settings, 0.1))
    assert priced.with_more is None
    assert not priced.is_dear_of_few
    larger = replace(settings, epsilon=0.1 * MORE / priced.n)
    at_larger = run(Question(larger, larger.epsilon)).cost
    assert at_larger > 1.5 * (with_each_44_times(settings, (0.1,))[0.1] - priced.without_noise)


def test_nothing_is_said_where_a_mechanism_has_a_delta():
    settings = replace(PATIENTS, also=("objective_gaussian",), draws=5)
    assert run(Question(settings, 0.5)).with_more is None


def test_of_more_records_than_that_nothing_is_extrapolated():
    priced = run(Question(Settings(n=20_000, draws=5, lam="auto"), 0.05))
    assert priced.error_with_more == priced.error
    assert not priced.is_dear_of_few


def test_neither_epsilon_nor_measure_of_the_settings_counts():
    one = run(Question(PATIENTS, 0.5))
    other = run(Question(replace(PATIENTS, epsilon=7.0, measure="auc"), 0.5))
    assert (one.cost, one.with_more) == (other.cost, other.with_more)
