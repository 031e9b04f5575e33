"""Many answers: the tail of their loss, the law of their mean, and what a budget's queries cost."""

import numpy as np
import pytest
from scipy import integrate, stats

from dpcore.checks import InvalidInput
from dplab.laplace.composition import LossOfMany
from dplab.studies.foundations import composition
from tests.house.some import every

CASES = [(1, 0.1), (2, 0.5), (10, 0.1), (10, 1.0), (40, 0.25), (100, 0.05), (3, 100.0), (7, 20.0)]


@pytest.mark.parametrize(("k", "epsilon"), CASES)
@pytest.mark.parametrize("probability", [0.01, 0.3, 0.9])
def test_the_tail_is_the_smallest_loss_that_is_exceeded_so_rarely(k, epsilon, probability):
    together = LossOfMany(k, epsilon)
    tail = composition.loss_quantile(together, probability)
    assert together.exceeds(tail) <= probability + 1e-9
    assert together.exceeds(tail - 1e-5 * epsilon) > probability - 1e-9
    assert tail <= together.most


def test_the_tail_of_a_probability_near_one_lies_at_the_lower_end():
    # All but the last atom, of probability e^{-kε}/2^k, lie above -kε.
    together = LossOfMany(2, 0.1)
    assert composition.loss_quantile(together, 0.999) == pytest.approx(-0.2)


@pytest.mark.parametrize(("k", "epsilon"), [*CASES, (100, 100.0), (1, 1e-9)])
def test_the_drawn_law_has_mass_one(k, epsilon):
    found = composition.law(k, epsilon)
    continuous = integrate.trapezoid(found.density, found.losses)
    assert continuous + found.atoms[:, 1].sum() == pytest.approx(1, abs=2e-3)
    assert found.reached == pytest.approx(found.atoms[0, 1], rel=1e-9)
    assert found.losses.min() >= -found.most
    assert found.losses.max() <= found.most


@pytest.mark.parametrize("k", every(2, [1, 2, 5, 37, 100]))
def test_the_mean_of_answers_lies_within_its_half_width_as_often_as_it_should(k):
    # 400,000 means: five standard errors of a share of 95 % are 0.0018.
    noise = np.random.default_rng([k, 3]).laplace(scale=4.0, size=(400_000, k)).mean(axis=1)
    width = composition.half_width_of_mean(k, 0.95, 4.0)
    assert (np.abs(noise) <= width).mean() == pytest.approx(0.95, abs=0.0018)
    assert abs((np.abs(noise) <= 0.9 * width).mean() - 0.95) > 0.01


def test_the_mean_of_two_answers_has_its_law_in_closed_form():
    # The sum of two has density (1 + |x|) e^{-|x|}/4, so that the tail is (2 + x) e^{-x}/2.
    x = 2 * composition.half_width_of_mean(2, 0.95, 1.0)
    assert (2 + x) * np.exp(-x) / 2 == pytest.approx(0.05, rel=1e-9)


def test_many_answers_average_like_a_normal_variable_and_one_is_root_k_better():
    found = composition.averages(0.1, (1, 100))
    assert found.average[0] == pytest.approx(29.957, abs=1e-3)
    assert found.single[0] == pytest.approx(29.957, abs=1e-3)
    assert found.average[1] == pytest.approx(stats.norm.ppf(0.975) * np.sqrt(2 / 100) / 0.1, 5e-3)
    assert found.single[1] == pytest.approx(np.log(20) / 10)
    assert found.spent == pytest.approx((0.1, 10))


def test_a_histogram_over_the_changed_value_costs_two_answers():
    # One bar loses a record, another gains it. 200,000 draws: a quarter of them lose 2ε.
    epsilon, rng = 0.5, np.random.default_rng(4)
    noise = rng.laplace(scale=1 / epsilon, size=(200_000, 2))
    moved = noise - [1, -1]
    losses = ((np.abs(moved) - np.abs(noise)) * epsilon).sum(axis=1)
    assert losses.max() == pytest.approx(2 * epsilon)
    assert (losses > 2 * epsilon - 1e-9).mean() == pytest.approx(0.25, abs=0.005)


def test_queries_are_answered_at_their_own_epsilon_and_one_more_leaves_the_earlier_ones():
    first, more = (composition.asked((0.1, 2.0, 0.5)[:n], seed=5) for n in (2, 3))
    assert more.answers[:2] == first.answers
    assert more.total == pytest.approx(2.6)
    assert more.spent == pytest.approx((0.1, 2.1, 2.6))
    assert composition.asked((), seed=0).total == 0
    # 2,000 queries at one ε, level 1e-4: a scale of 2/3 or 3/2 of the right one is rejected.
    noise = np.array(composition.asked((0.2,) * 2_000, seed=6).answers) - composition.TRUE_COUNT
    assert stats.kstest(noise, stats.laplace(scale=5).cdf).pvalue > 1e-4
    for wrong in (2 / 3, 1.5):
        assert stats.kstest(noise, stats.laplace(scale=5 * wrong).cdf).pvalue < 1e-4


@pytest.mark.parametrize(("k", "epsilon"), [(0, 1.0), (101, 1.0), (3, 0.0), (3, 101.0)])
def test_what_cannot_be_drawn_is_refused(k, epsilon):
    with pytest.raises(InvalidInput):
        composition.law(k, epsilon)
