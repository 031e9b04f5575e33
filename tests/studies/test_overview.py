"""The first page's dial: what is stored is what is found, and no attack is above its limit."""

import math
from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dplab.simulation.comparison import split_of
from dplab.simulation.sources import load
from dplab.studies.adversary.line_up import membership
from dplab.studies.decide import attack
from dplab.studies.decide import sheet as decide
from dplab.studies.overview import dial
from dplab.studies.trade_off import errors, more_records

QUESTION = dial.Question()


@pytest.fixture(scope="module")
def found() -> dial.DialStops:
    return dial.run(QUESTION)


def test_what_is_stored_is_what_is_found(found: dial.DialStops):
    # A record on the line may change sides by another processor's rounding: 1 of 5,700 in a mean,
    # 1 of 114 in a quartile of the runs.
    kept = dial.stored()
    assert [stop.epsilon for stop in kept.stops] == [*dial.EPSILONS, math.inf]
    assert (kept.n, kept.n_test, kept.question) == (found.n, found.n_test, found.question)
    for one, other in zip(kept.stops, found.stops, strict=True):
        assert one.attack == pytest.approx(other.attack, abs=1e-4)
        # Where two are level, rounding may make either the better one.
        assert one.mechanism == other.mechanism or one.error == pytest.approx(other.error, abs=1e-4)
        assert one.error == pytest.approx(other.error, abs=1e-3)
        assert one.deviation == pytest.approx(other.deviation, abs=1e-3)
        assert one.with_more == pytest.approx(other.with_more, abs=1e-3)
        assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=0.01)
    assert kept.rule.answer == found.rule.answer
    assert kept.rule.error == pytest.approx(found.rule.error, abs=1e-5)


def test_the_limit_is_that_of_two_and_no_attack_is_above_it(found: dial.DialStops):
    for stop in found.stops[:-1]:
        e = math.exp(stop.epsilon)
        assert stop.limit == pytest.approx(e / (e + 1))
        assert abs(stop.limit - e / (e + 2)) > 1e-9  # three would have a lower one
        assert 0.5 <= stop.attack <= stop.limit


def test_costs_and_attack_are_those_of_decide_and_trade_off(found: dial.DialStops):
    settings = replace(dial.USUAL, measure="error")
    *_, sheet = decide.run(decide.Question(settings))
    attacked = attack.run(attack.Question(settings, sheet.mechanisms))
    at = {stop.epsilon: stop for stop in found.stops}
    for place, (epsilon, price) in enumerate(sheet.prices.items()):
        assert at[epsilon].mechanism == price.mechanism
        assert at[epsilon].error == pytest.approx(price.mean)
        assert at[epsilon].attack == pytest.approx(float(attacked.named[place]))
    assert at[math.inf].error == pytest.approx(sheet.without_noise)
    assert found.rule.error == pytest.approx(sheet.majority_error)


def test_with_more_records_the_noise_is_that_of_as_many_times_the_epsilon(found: dial.DialStops):
    few = next(stop for stop in found.stops if stop.epsilon == 0.1)
    settings = replace(dial.USUAL, measure="error", epsilon=0.1 * more_records.MORE / found.n)
    *_, curves = errors.run(errors.Question(settings))
    means = {
        name: outcome.errors.mean()
        for (name, epsilon), outcome in curves.outcomes.items()
        if epsilon == settings.epsilon
    }
    assert few.with_more == pytest.approx(min(means.values()))
    assert few.with_more < few.error / 2


def test_without_noise_the_classifier_tells_the_person_from_the_other(found: dial.DialStops):
    last = found.stops[-1]
    assert (last.limit, last.attack, last.mechanism) == (1, 1, "non_private")


def test_a_person_who_leaves_no_trace_is_refused():
    # Beyond the corner of a Huber loss a record has no slope, and changes no classifier.
    settings = replace(dial.USUAL, loss="huber", h=0.1, draws=1)
    rows = range(10)
    refused = []
    for row in rows:
        asked = replace(QUESTION, settings=settings, row=row, epsilons=(1.0,))
        try:
            dial.run(asked)
        except InvalidInput as refusal:
            refused.append(str(refusal))
    assert 0 < len(refused) < len(rows)
    assert set(refused) == {"Even without noise, this person and the other one look the same."}


def test_the_two_on_show_are_those_of_the_attack():
    numbers = dial.candidates(QUESTION).rows.index.to_numpy()
    data = load(dial.USUAL)
    attacked = membership(split_of(dial.USUAL), QUESTION.row, seed=dial.USUAL.seed)
    order = [attacked.truth, 1 - attacked.truth]
    assert np.array_equal(data.X[numbers] * data.y[numbers, None], attacked.suspects[order])


def test_generated_records_have_no_people_to_show():
    with pytest.raises(InvalidInput, match="people of a table"):
        dial.candidates(replace(QUESTION, settings=replace(dial.USUAL, data="gaussian")))
