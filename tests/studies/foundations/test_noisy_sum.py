"""The noisy sum against scipy's Laplace distribution, the definition, and counting."""

import numpy as np
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dplab.studies.foundations.noisy_sum import HalfWidth, Question, run

EPSILONS = (1e-9, 0.01, 0.1, 1.0, 30.0, 1e9)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_curves_are_the_densities_of_both_sums_and_the_log_of_their_ratio(epsilon):
    found = run(Question(epsilon=epsilon, ones=40, n=100))
    laws = [stats.laplace(loc, 1 / epsilon) for loc in (40, 41)]
    for law, values in zip(laws, found.densities, strict=True):
        np.testing.assert_allclose(values, law.pdf(found.outputs), rtol=1e-4, atol=1e-300)
    # scipy's densities underflow at the largest ε; their logarithms do not.
    logs = [-epsilon * np.abs(found.outputs - loc) for loc in (40, 41)]
    np.testing.assert_allclose(found.loss, logs[1] - logs[0], rtol=1e-6, atol=1e-6 * epsilon)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("ones", [0, 9, 10**6 - 1])
def test_one_bit_never_loses_more_than_epsilon_and_reaches_it(epsilon, ones):
    found = run(Question(epsilon=epsilon, ones=ones, n=10**6))
    assert np.abs(found.loss).max() <= epsilon
    assert found.loss[0] == pytest.approx(-epsilon, rel=1e-4)
    assert found.loss[-1] == pytest.approx(epsilon, rel=1e-4)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_half_widths_hold_their_share_of_the_distribution(epsilon):
    printed, exact, chebyshev = run(Question(epsilon=epsilon)).widths
    law = stats.laplace(0, 1 / epsilon)
    for each in (printed, exact, chebyshev):
        assert each.share == pytest.approx(law.cdf(each.width) - law.cdf(-each.width))
    assert exact.width == pytest.approx(law.ppf(0.975))
    # Chebyshev's inequality is an equality in the variance: 2/(εk)² = 0.05, by hand.
    assert law.var() / chebyshev.width**2 == pytest.approx(0.05)
    assert law.var() / printed.width**2 == pytest.approx(0.95)


def test_the_lectures_numbers_at_a_tenth():
    printed, exact, chebyshev = run(Question(epsilon=0.1)).widths
    assert [round(each.width, 1) for each in (printed, exact, chebyshev)] == [14.5, 30.0, 63.2]
    assert [round(each.share, 3) for each in (printed, exact, chebyshev)] == [0.766, 0.95, 0.998]


def test_draws_follow_the_law_with_the_right_scale_and_no_other():
    # 10,000 draws, level 1e-4 at a fixed seed: the right law passes, 2/3 and 3/2 of its scale fail.
    found = run(Question(epsilon=0.1, ones=12, bit=0, draws=10_000, seed=4))
    for factor, passes in ((1, True), (2 / 3, False), (3 / 2, False)):
        law = stats.laplace(12, factor / 0.1)
        assert (stats.kstest(found.answers, law.cdf).pvalue > 1e-4) == passes


@pytest.mark.parametrize("bit", [0, 1])
def test_draws_within_are_counted_around_the_true_sum(bit):
    found = run(Question(epsilon=0.5, bit=bit, draws=500, seed=2))
    for each in found.widths:
        counted = sum(abs(answer - (300 + bit)) <= each.width for answer in found.answers)
        assert each.inside == counted


def test_draws_stay_when_more_fall_and_move_with_the_bit_and_the_scale():
    few, many = (run(Question(draws=draws)).answers for draws in (7, 1_007))
    np.testing.assert_array_equal(few, many[:7])
    other = run(Question(draws=7, bit=0)).answers
    np.testing.assert_allclose(few - other, 1)
    np.testing.assert_allclose((run(Question(draws=7, epsilon=1)).answers - 301) * 10, few - 301)
    assert (run(Question(draws=7, seed=1)).answers != few).all()


def test_the_picture_does_not_move_when_draws_fall_or_the_bit_flips():
    ranges = {run(Question(bit=bit, draws=draws)).range for bit in (0, 1) for draws in (0, 900)}
    assert len(ranges) == 1
    (low, high), widest = ranges.pop(), 63.3
    assert low < 300 - widest
    assert high > 301 + widest


@pytest.mark.parametrize(("asked", "reason"), [
    ({"ones": 1_000}, "ones must be at most n - 1 = 999"),
    ({"ones": -1}, "ones must be at least 0"),
    ({"bit": 2}, "bit must be at most 1"),
    ({"n": 0}, "n must be at least 1"),
    ({"draws": -1}, "draws must be at least 0"),
    ({"epsilon": 0.0}, "epsilon must be positive"),
    ({"epsilon": np.inf}, "epsilon must be finite"),
], ids=str)  # fmt: skip
def test_what_cannot_be_is_refused(asked, reason):
    with pytest.raises(InvalidInput, match=reason):
        run(Question(**asked))


def test_without_draws_nothing_is_counted():
    assert [each.inside for each in run(Question()).widths] == [0, 0, 0]
    assert isinstance(run(Question()).widths[0], HalfWidth)
