"""The Laplace mechanism: its ratio, its intervals, and near misses that fail."""

import numpy as np
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dplab.laplace import mechanism

EPSILONS = (0.003, 0.1, 1.0, 5.0, 20.0)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_density_ratio_of_neighbours_reaches_e_to_the_epsilon_and_never_exceeds_it(epsilon):
    b = mechanism.scale(3, epsilon)
    outputs = np.linspace(-10 * b - 5, 10 * b + 5, 4001)
    loss = mechanism.privacy_loss(outputs, (0, b), (3, b))
    assert loss.max() == pytest.approx(epsilon, rel=1e-12)
    assert abs(loss).max() <= epsilon * (1 + 1e-12)
    by_density = np.log(mechanism.density(outputs, 0, b) / mechanism.density(outputs, 3, b))
    np.testing.assert_allclose(loss, by_density, atol=1e-9)


@pytest.mark.parametrize("wrong", [np.sqrt(2), 0.5, 2 / 3])
def test_noise_of_another_scale_breaks_the_promise(wrong):
    # Its standard deviation set to GS/ε, half of it, two thirds of it.
    b = mechanism.scale(1, 1.0) * (1 / wrong if wrong > 1 else wrong)
    assert mechanism.privacy_loss(-1.0, (0, b), (1, b)) > 1.0 + 0.4


@pytest.mark.parametrize("share", [0.01, 0.5, 0.95, 0.999])
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_exact_half_width_covers_its_share(share, epsilon):
    b = mechanism.scale(1, epsilon)
    width = mechanism.half_width(share, b)
    assert mechanism.coverage(width, b) == pytest.approx(share, abs=1e-12)
    law = stats.laplace(scale=b)
    assert law.cdf(width) - law.cdf(-width) == pytest.approx(share, abs=1e-12)


def test_the_lectures_figures_come_out():
    b = mechanism.scale(1, 0.1)
    assert mechanism.half_width(0.95, b) == pytest.approx(29.957, abs=5e-4)
    assert mechanism.chebyshev_half_width(0.95, b) == pytest.approx(63.246, abs=5e-4)
    assert mechanism.paper_half_width(0.95, b) == pytest.approx(14.51, abs=5e-3)
    assert mechanism.coverage(63.246, b) == pytest.approx(0.998, abs=5e-4)
    assert mechanism.coverage(14.5, b) == pytest.approx(0.765, abs=5e-4)


def test_the_noise_has_mean_zero_and_the_lectures_variance():
    # By quadrature of the density: 2GS²/ε² with GS = 3 and ε = 0.1.
    b = mechanism.scale(3, 0.1)
    x = np.linspace(0, 60 * b, 200_001)
    half = mechanism.density(x, 0, b)
    assert 2 * np.trapezoid(x**2 * half, x) == pytest.approx(2 * 3**2 / 0.1**2, rel=1e-6)
    np.testing.assert_allclose(half, mechanism.density(-x, 0, b))


def test_answers_are_laplace_around_the_truth():
    # 100,000 draws at level 1e-4, from one seed: noise at 2/3 or 3/2 of the scale is rejected.
    drawn = mechanism.answers(7.0, 2.0, 0.5, 100_000, np.random.default_rng(0))
    assert stats.kstest(drawn, stats.laplace(7.0, 4.0).cdf).pvalue > 1e-4
    for wrong in (2 / 3, 1.5):
        assert stats.kstest(drawn, stats.laplace(7.0, 4.0 * wrong).cdf).pvalue < 1e-4


def test_unequal_scales_lose_without_bound():
    far = mechanism.privacy_loss(1e6, (0, 2.0), (0, 1.0))
    assert far > 1e5


@pytest.mark.parametrize("share", [0.0, 1.0, -0.5, 2.0, np.nan])
def test_a_share_outside_of_zero_to_one_is_refused(share):
    with pytest.raises(InvalidInput, match="share"):
        mechanism.half_width(share, 1.0)


@pytest.mark.parametrize(("sensitivity", "epsilon"), [(0, 1), (1, 0), (-1, 1), (1, np.inf)])
def test_a_scale_needs_positive_numbers(sensitivity, epsilon):
    with pytest.raises(InvalidInput):
        mechanism.scale(sensitivity, epsilon)
