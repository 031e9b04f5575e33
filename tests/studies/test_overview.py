"""The first page's dial: what is stored is what is found, and no attack is above its limit."""

import math
from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dplab.simulation.comparison import split_of
from dplab.simulation.sources import load
from dplab.studies.adversary.line_up import held_out
from dplab.studies.overview import dial

QUESTION = dial.Question()


@pytest.fixture(scope="module")
def found() -> dial.DialStops:
    return dial.run(QUESTION)


def test_what_is_stored_is_what_is_found(found: dial.DialStops):
    # A record on the line may change sides by another processor's rounding: 1 of 28,500 in a mean,
    # 1 of 114 in a quartile of the runs.
    kept = dial.stored()
    assert [stop.epsilon for stop in kept.stops] == [*dial.EPSILONS, math.inf]
    assert (kept.n, kept.question) == (found.n, found.question)
    for one, other in zip(kept.stops, found.stops, strict=True):
        assert one.limit == pytest.approx(other.limit, abs=1e-5)
        assert one.attack == pytest.approx(other.attack, abs=1e-4)
        assert one.beliefs == pytest.approx(other.beliefs, abs=1e-4)
        assert one.error == pytest.approx(other.error, abs=1e-3)
        assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=0.01)
    assert kept.rule.answer == found.rule.answer
    assert kept.rule.error == pytest.approx(found.rule.error, abs=1e-5)


def test_the_limit_is_that_of_ten_and_no_attack_is_above_it(found: dial.DialStops):
    for stop in found.stops[:-1]:
        e = math.exp(stop.epsilon)
        assert stop.limit == pytest.approx(e / (e + 9))
        assert abs(stop.limit - e / (e + 8)) > 1e-9  # nine suspects would have a higher one
        assert 0.1 <= stop.attack <= stop.limit
        assert max(stop.beliefs) <= stop.limit
        assert sum(stop.beliefs) == pytest.approx(1)


def test_without_noise_the_classifier_tells_the_person_from_all_others(found: dial.DialStops):
    last, truth = found.stops[-1], dial.suspects(QUESTION).truth
    assert last.beliefs == tuple(float(place == truth) for place in range(dial.SUSPECTS))


def test_a_person_who_leaves_no_trace_is_refused():
    # Beyond the corner of a Huber loss a record has no slope, and changes no classifier.
    settings = replace(dial.USUAL, loss="huber", h=0.1, draws=1)
    rows = range(10)
    refused = []
    for row in rows:
        asked = replace(QUESTION, settings=settings, row=row, epsilons=(1.0,), splits=1)
        try:
            dial.run(asked)
        except InvalidInput as refusal:
            refused.append(str(refusal))
    assert 0 < len(refused) < len(rows)
    assert set(refused) == {"Without noise this person cannot be told from the others."}


def test_the_suspects_on_show_are_those_of_the_attack():
    people = dial.suspects(QUESTION)
    data = load(dial.USUAL)
    numbers = people.rows.index.to_numpy()
    attacked = held_out(split_of(dial.USUAL), QUESTION.row, m=dial.SUSPECTS, seed=dial.USUAL.seed)
    assert np.array_equal(data.X[numbers] * data.y[numbers, None], attacked.suspects)
    assert people.truth == attacked.truth


def test_generated_records_have_no_people_to_show():
    with pytest.raises(InvalidInput, match="people of a table"):
        dial.suspects(replace(QUESTION, settings=replace(dial.USUAL, data="gaussian")))


def test_what_stays_likely_holds_nine_tenths_of_the_belief():
    values = np.arange(10.0)
    assert dial.likely(values, np.full(10, 0.1)) == (0, 9)
    assert dial.likely(values, [0.04, 0.92, 0.04, *[0.0] * 7]) == (1, 1)
    assert dial.likely(values, [0.06, 0.88, 0.06, *[0.0] * 7]) == (0, 2)
    assert dial.likely(values[::-1], [1.0, *[0.0] * 9]) == (9, 9)
