"""The one sentence about risk: its number by independent ways, and how it is rounded."""

import math
import re
from decimal import Decimal, getcontext

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.privacy import risk
from dplab.instruments.adversary import ceiling, success_ceiling

getcontext().prec = 60

EPSILONS = (1e-6, 0.01, 0.1, 0.2, 0.5, 1.0, 3.0, 5.0, 7.0, 10.0, 20.0, 35.0)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("delta", [0.0, 1e-6, 0.1])
def test_the_limit_is_that_of_the_best_test_between_two_neighbours(epsilon: float, delta: float):
    # TP ≤ e^ε FP + δ and TN ≤ e^ε FN + δ: the largest (TP + TN)/2 of the plane.
    FP = np.linspace(0, 1, 200_001)
    TP = np.minimum.reduce(
        [np.exp(epsilon) * FP + delta, 1 - np.exp(-epsilon) * (1 - delta - FP), np.ones_like(FP)]
    )
    best = (TP + 1 - FP).max() / 2
    assert risk.limit(epsilon, delta) == pytest.approx(best, abs=1e-5)
    assert risk.limit(epsilon, delta) == pytest.approx(success_ceiling(epsilon, delta, 2))


def test_randomised_response_reaches_the_limit_and_a_bit_more_is_more():
    for epsilon in EPSILONS:
        truth = 1 / (1 + math.exp(-epsilon))
        assert risk.limit(epsilon) == pytest.approx(truth) == pytest.approx(ceiling(epsilon, 0.5))
        assert risk.limit(1.01 * epsilon) > risk.limit(epsilon) or epsilon > 30


@pytest.mark.parametrize("delta", [0.0, 1e-3])
def test_what_a_risk_allows_keeps_it_and_nothing_more_does(delta: float):
    for chance in (0.55, 0.6, 0.75, 0.99):
        most = risk.allowed(chance, delta)
        assert risk.limit(most, delta) == pytest.approx(chance)
        assert risk.limit(1.001 * most, delta) > chance


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_a_promise_is_rounded_so_that_it_is_no_less_than_what_holds(epsilon: float):
    exact = 1 / (1 + (-Decimal(epsilon)).exp())
    said = risk.times(epsilon, up=True)
    (number,) = re.findall(r"[\d,.]+(?= times)", said)
    if said.startswith("right"):
        promised, unit = Decimal(number) / 100, Decimal("0.001")
    else:
        promised = 1 - 1 / Decimal(number.replace(",", ""))
        unit = (1 - exact) / 50
    assert exact <= promised <= exact + unit


@pytest.mark.parametrize(
    ("epsilon", "said"),
    [
        (0.1, "right at most 52.5 times in 100"),
        (1.0, "right at most 73 times in 100"),
        (3.0, "right at most 95.3 times in 100"),
        (5.0, "right at most 99.3 times in 100"),
        (7.0, "wrong at least about once in 1,100 times"),
        (10.0, "wrong at least about once in 22,000 times"),
        (30.0, "may be wrong less than once in a billion times"),
        (math.inf, "may be right every time"),
    ],
)
def test_pages_round_to_the_nearest_and_turn_to_odds(epsilon: float, said: str):
    assert risk.times(epsilon) == said
    assert said in risk.sentence(epsilon)


def test_both_shares_are_written_alike_and_make_100():
    for epsilon in (1e-4, 0.1, 0.3, 1.0, 2.945, 5.0):
        own, other = risk.shares(epsilon)
        assert Decimal(own) + Decimal(other) == 100
        assert len(own.partition(".")[2]) == len(other.partition(".")[2])


def test_where_a_delta_leaves_no_epsilon_none_is_allowed():
    assert risk.allowed(0.5, 1e-6) == risk.allowed(0.6, 0.6) == 0


def test_with_delta_the_number_is_a_mean_over_releases_and_the_sentence_says_so():
    assert "on average over releases" in risk.sentence(1.0, 1e-6)
    assert "average" not in risk.sentence(1.0)
    assert "73.2" in risk.sentence(1.0, 1e-9, up=True)
    assert "73.6" in risk.sentence(1.0, 0.015, up=True)  # δ counts, too.


def test_the_sentence_speaks_of_a_persons_records_where_neighbours_differ_in_several():
    assert "every other record" in risk.sentence(1.0)
    assert "everybody else's records" in risk.sentence(1.0, records_per_person=3)


def test_what_is_no_guarantee_is_refused():
    for epsilon in (0, -1, math.nan):
        with pytest.raises(InvalidInput):
            risk.limit(epsilon)
    with pytest.raises(InvalidInput):
        risk.limit(1.0, 2.0)
    with pytest.raises(InvalidInput):
        risk.allowed(0.4)
