"""The noisy average's four ways against the definition, draws, and a number by hand."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Numeric
from dplab.studies.foundations.average import FOUNDER, column_of, curves_of, four_ways, made_up

PAY = made_up(20, seed=0)
BROKEN = ("largest", "hidden", "unclipped")


def scipys_loss(way, outputs):
    with_it, without = (stats.laplace(*answers) for answers in (way.here, way.there))
    return with_it.logpdf(outputs) - without.logpdf(outputs)


@pytest.mark.parametrize("epsilon", [1e-9, 0.1, 1.0, 20.0, 1e9])
@pytest.mark.parametrize("bounds", [(0, 100), (-50, 30), (10, 11)])
def test_the_promise_is_kept_at_any_bounds_and_values(epsilon, bounds):
    rng = np.random.default_rng(1)
    for values in (PAY, rng.normal(0, 1e3, 40), np.full(3, 10.5)):
        way = four_ways(values, *bounds, epsilon)["kept"]
        assert way.worst <= epsilon * (1 + 1e-6)
        assert way.exceeding == (0, 0)


def test_the_founders_pay_beside_a_bound_of_100_by_hand():
    ways = four_ways(PAY, 0, 100, epsilon=1.0)
    others = PAY[:-1].sum()
    assert ways["kept"].here == pytest.approx(((others + 100) / 20, 100 / 20))
    assert ways["kept"].there == pytest.approx((others / 20, 5))
    assert ways["largest"].here == pytest.approx(((others + FOUNDER) / 20, FOUNDER / 20))
    assert ways["largest"].there == pytest.approx((others / 20, PAY[:-1].max() / 20))
    assert ways["hidden"].there == pytest.approx((others / 19, 100 / 19))
    assert ways["unclipped"].worst == pytest.approx(4)
    # P(loss > ε) for centres 4 scales apart: 1 - e^{-(4-1)/2}/2.
    assert ways["unclipped"].exceeding == pytest.approx([1 - np.exp(-1.5) / 2] * 2)


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("epsilon", [0.1, 1.0])
def test_probabilities_agree_with_draws(name, epsilon):
    # 400,000 draws: five standard errors of a share are 0.004 at most.
    way, rng = four_ways(PAY, 0, 100, epsilon)[name], np.random.default_rng(3)
    for sign, answers, exact in zip((1, -1), (way.here, way.there), way.exceeding, strict=True):
        drawn = rng.laplace(*answers, size=400_000)
        found = (sign * scipys_loss(way, drawn) > epsilon).mean()
        assert exact == pytest.approx(found, abs=0.004)


@pytest.mark.parametrize("name", ["kept", *BROKEN])
def test_curves_are_both_densities_and_their_log_ratio(name):
    way = four_ways(PAY, 0, 100, epsilon=0.5)[name]
    found = curves_of(way)
    np.testing.assert_allclose(found.densities[1], stats.laplace(*way.here).pdf(found.outputs))
    np.testing.assert_allclose(found.densities[0], stats.laplace(*way.there).pdf(found.outputs))
    np.testing.assert_allclose(found.loss, scipys_loss(way, found.outputs), atol=1e-9)
    if np.isfinite(way.worst):
        assert np.abs(found.loss).max() == pytest.approx(way.worst)


def test_shifted_bounds_shift_the_answers_and_change_no_loss():
    plain, moved = four_ways(PAY, 0, 100, 1.0), four_ways(PAY - 30, -30, 70, 1.0)
    for name, way in plain.items():
        assert moved[name].here == pytest.approx((way.here[0] - 30, way.here[1]))
        assert moved[name].there == pytest.approx((way.there[0] - 30, way.there[1]))
        assert moved[name].worst == pytest.approx(way.worst)
        assert moved[name].exceeding == pytest.approx(way.exceeding)
        assert moved[name].value == pytest.approx(way.value - 30)


def test_a_value_far_below_the_bounds_loses_as_one_above_them():
    above, below = (
        four_ways(PAY, 0, 100, 1.0)["unclipped"],
        four_ways(100 - PAY, 0, 100, 1.0)["unclipped"],
    )
    assert below.value == 100 - FOUNDER
    assert below.worst == pytest.approx(above.worst)
    assert below.exceeding == pytest.approx(above.exceeding)
    # M instead of the value, by hand.
    assert below.there[0] - below.here[0] == pytest.approx((100 - (100 - FOUNDER)) / 20)


def test_without_a_value_outside_nothing_is_lost_by_not_clipping():
    way = four_ways([20.0, 90.0], 0, 100, 1.0)["unclipped"]
    assert way.worst <= 1
    assert way.exceeding == (0, 0)


def test_a_largest_value_that_stands_twice_keeps_the_scale():
    way = four_ways([20.0, 90.0, 90.0], 0, 100, 1.0)["largest"]
    assert way.here[1] == way.there[1]
    assert way.worst == pytest.approx(1)


def test_a_scale_by_a_public_smaller_n_keeps_the_promise_where_n_is_hidden():
    """The remedy in the text: noise M/(n₀ε) with n₀ ≤ n, a record removed."""
    rng, epsilon = np.random.default_rng(2), 0.7
    for _ in range(200):
        values = rng.uniform(0, 1, rng.integers(6, 40))
        moved = abs(values.mean() - np.delete(values, 0).mean())
        assert moved / (1 / (5 * epsilon)) <= epsilon


def test_made_up_pay_is_reproducible_and_has_one_founder():
    assert (made_up(30, 5) == made_up(30, 5)).all()
    assert (made_up(30, 5) != made_up(30, 6)).any()
    assert len(made_up(2, 0)) == 2
    assert (made_up(1_000, 0) > 100).sum() == 1


def test_a_column_is_read_with_its_missing_cells():
    table = pd.DataFrame({"age": ["20", "?", " 30.5 ", ""]})
    values, missing = column_of(table, Numeric("age", 0, 90, missing=7), ("?", ""))
    assert values.tolist() == [20, 7, 30.5, 7]
    assert missing == 2
    with pytest.raises(InvalidInput, match="age has missing values"):
        column_of(table, Numeric("age", 0, 90), ("?", ""))


def test_what_has_no_average_is_refused():
    with pytest.raises(InvalidInput, match="this column has none"):
        four_ways([], 0, 1, 1.0)
    with pytest.raises(InvalidInput, match="M = upper bound - lower bound must be positive"):
        four_ways([1.0], 3, 3, 1.0)
    with pytest.raises(InvalidInput, match="finite"):
        four_ways([np.nan], 0, 1, 1.0)
    with pytest.raises(InvalidInput, match="n must be at least 2"):
        made_up(1, 0)


def test_ways_that_are_not_possible_say_so_and_leave_the_others():
    ways = four_ways([0.0], 0, 1, 1.0)
    assert "some value must be above 0" in ways["largest"].refused
    assert "at least 2 values" in ways["hidden"].refused
    assert not ways["kept"].refused
