"""The noisy average keeps its promise; three that look alike do not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dplab.laplace import average
from dplab.laplace.mechanism import privacy_loss

VALUES = np.array([0.1, 0.2, 0.9, 0.4, 0.3])


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=50), st.floats(0.01, 10), st.floats(0.01, 9))
def test_clipped_values_and_a_public_bound_keep_epsilon(values, bound, epsilon):
    here, there = average.kept_promise(values, bound, epsilon)
    assert average.worst_loss(here, there) <= epsilon * (1 + average.ROUNDING)
    assert average.exceeds(epsilon, here, there) == 0


@pytest.mark.parametrize("n", [1, 2, 20, 1000])
def test_more_data_yield_less_noise_and_the_same_privacy(n):
    values = np.linspace(0, 7, n + 1)[1:]
    here, there = average.kept_promise(values, 7.0, 0.3)
    assert here[1] == there[1] == pytest.approx(7 / (n * 0.3))
    assert average.worst_loss(here, there) == pytest.approx(0.3)


def test_an_unclipped_outlier_loses_in_proportion():
    values = np.array([0.1, 0.2, 4.0])
    here, there = average.unclipped_outlier(values, 1.0, 0.5)
    assert average.worst_loss(here, there) == pytest.approx(0.5 * 4)
    # P(loss > ε): 1 - e^{-(Δ-ε)/2}/2 with Δ = 2, by hand.
    expected = 1 - np.exp(-(2 - 0.5) / 2) / 2
    assert average.exceeds(0.5, here, there) == pytest.approx(expected, abs=average.ROUNDING)


@pytest.mark.parametrize(
    "pair",
    [
        average.largest_as_bound(VALUES, 1.0),
        average.hidden_count(VALUES, 1.0, 1.0),
        average.unclipped_outlier(VALUES * 3, 1.0, 1.0),
    ],
    ids=["largest", "count", "outlier"],
)
@pytest.mark.parametrize("level", [0.5, 1.0, 1.4, 3.0])
def test_the_share_of_answers_that_lose_more_agrees_with_draws(pair, level):
    # 400,000 draws: five standard errors of a share are 0.004 at most.
    rng = np.random.default_rng(5)
    for here, there in (pair, pair[::-1]):
        outputs = here[0] + rng.laplace(scale=here[1], size=400_000)
        found = (privacy_loss(outputs, here, there) > level).mean()
        assert average.exceeds(level, here, there) == pytest.approx(found, abs=0.004)


def test_a_bound_or_count_from_the_data_loses_without_bound():
    for here, there in (
        average.largest_as_bound(VALUES, 1.0),
        average.hidden_count(VALUES, 1.0, 1.0),
    ):
        assert average.worst_loss(here, there) == np.inf
        assert max(average.exceeds(1.0, here, there), average.exceeds(1.0, there, here)) > 0


def test_noise_for_n_minus_one_is_told_from_noise_for_n():
    here, there = average.kept_promise(VALUES, 0.9, 1.0)
    too_little = (here[0], here[1] * 4 / 5), (there[0], there[1] * 4 / 5)
    assert average.worst_loss(here, there) == pytest.approx(1.0)
    assert average.worst_loss(*too_little) == pytest.approx(1.25)


@pytest.mark.parametrize("values", [[], [np.nan], [np.inf, 1.0]])
def test_no_values_and_values_that_are_not_finite_are_refused(values):
    with pytest.raises(InvalidInput):
        average.kept_promise(values, 1.0, 1.0)


def test_a_bound_of_zero_is_refused_declared_or_read():
    with pytest.raises(InvalidInput, match="bound must be positive"):
        average.kept_promise(VALUES, 0.0, 1.0)
    with pytest.raises(InvalidInput, match="above 0"):
        average.largest_as_bound([0.0, 0.0], 1.0)
    with pytest.raises(InvalidInput, match="at least 2"):
        average.hidden_count([0.5], 1.0, 1.0)


def test_rare_answers_have_the_same_probability_in_both_tails():
    """Some 36 scales away: where 1 - p is taken first, all digits of p are gone."""
    pairs = ((0.0, 1.02), (0.3, 1.0)), ((0.0, 1.02), (-0.3, 1.0))
    left, right = (average.exceeds(1.0, *pair) for pair in pairs)
    assert 0 < left < 1e-15
    assert right == pytest.approx(left, rel=1e-9, abs=0)
