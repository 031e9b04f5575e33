"""What few records cost: the numbers of Decide and Overview, and those of a larger table."""

from dataclasses import replace

import pytest

from dplab.simulation.settings import Settings
from dplab.studies.decide import sheet
from dplab.studies.overview import dial
from dplab.studies.trade_off import more_records
from dplab.studies.trade_off.more_records import MORE, Question, run

PATIENTS = Settings(data="breast_cancer", lam="auto")


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
    """Of a law one may draw as many as that: they cost about as much."""
    few = Settings(data="gaussian", d=8, n=1_000, lam="auto", draws=100)
    told, drawn = run(Question(few, 0.05)), run(Question(replace(few, n=MORE), 0.05))
    assert told.is_dear_of_few
    assert told.with_more == pytest.approx(drawn.cost, abs=0.01)


def test_of_more_records_than_that_nothing_is_extrapolated():
    priced = run(Question(Settings(n=20_000, draws=5, lam="auto"), 0.05))
    assert priced.error_with_more == priced.error
    assert not priced.is_dear_of_few


def test_neither_epsilon_nor_measure_of_the_settings_counts():
    one = run(Question(PATIENTS, 0.5))
    other = run(Question(replace(PATIENTS, epsilon=7.0, measure="auc"), 0.5))
    assert (one.cost, one.with_more) == (other.cost, other.with_more)
