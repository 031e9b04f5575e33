"""Semantic privacy: two changes of belief, each with its bound, both reached."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dplab.laplace import beliefs

EPSILONS = (0.01, 0.3, 1.0, 3.0, 8.0)
weights = st.lists(st.floats(1e-6, 1), min_size=2, max_size=5)


@given(weights, st.floats(0.01, 8), st.floats(-30, 30), st.integers(0, 1000))
def test_no_answer_moves_a_prior_further_than_its_bound(given_weights, epsilon, output, seed):
    before = beliefs.prior(given_weights)
    centres = np.random.default_rng(seed).uniform(0, 1, len(before))
    likely = beliefs.laplace_likelihood(output, centres, 1 / epsilon)
    moved = beliefs.change(before, beliefs.posterior(before, likely))
    assert moved <= beliefs.most_from_prior(epsilon) * (1 + 1e-9)


@given(weights, st.floats(0.01, 8), st.integers(0, 1000))
def test_no_two_worlds_are_further_apart_than_their_bound(given_weights, epsilon, seed):
    before = beliefs.prior(given_weights)
    rng = np.random.default_rng(seed)
    here = rng.uniform(0.1, 1, len(before))
    # Extreme ratios as often as moderate ones.
    there = here * np.exp(epsilon * np.clip(rng.normal(0, 2, len(before)), -1, 1))
    apart = beliefs.change(beliefs.posterior(before, here), beliefs.posterior(before, there))
    assert apart <= beliefs.most_between_worlds(epsilon) * (1 + 1e-9)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_both_bounds_are_reached(epsilon):
    least = 1 / (1 + np.exp(epsilon / 2))
    before = np.array([least, 1 - least])
    after = beliefs.posterior(before, np.exp([epsilon, 0.0]))
    assert beliefs.change(before, after) == pytest.approx(np.tanh(epsilon / 4), abs=1e-9)
    # A Laplace answer beyond the first centre has that ratio.
    likely = beliefs.laplace_likelihood(-1.0, [0.0, 1.0], 1 / epsilon)
    np.testing.assert_allclose(beliefs.posterior(before, likely), after, atol=1e-12)
    here, there = beliefs.xor_worlds(epsilon)
    assert beliefs.change(here, there) == pytest.approx(np.tanh(epsilon / 2), abs=1e-9)
    assert beliefs.most_from_prior(epsilon) == pytest.approx(np.tanh(epsilon / 4), rel=1e-12)
    assert beliefs.most_between_worlds(epsilon) == pytest.approx(np.tanh(epsilon / 2), rel=1e-12)


def test_half_of_epsilon_would_be_too_little():
    here, there = beliefs.xor_worlds(1.0)
    assert beliefs.change(here, there) > beliefs.most_between_worlds(0.5) + 0.1
    assert beliefs.most_from_prior(1.0) < beliefs.most_between_worlds(1.0)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_lectures_bound_is_true_and_loose(epsilon):
    assert beliefs.most_between_worlds(epsilon) < beliefs.paper_between_worlds(epsilon)


def test_weights_are_rescaled_and_impossible_ones_refused():
    np.testing.assert_allclose(beliefs.prior([2, 1, 1]), [0.5, 0.25, 0.25])
    for wrong in ([0, 0], [-1, 2], [np.nan, 1], []):
        with pytest.raises(InvalidInput):
            beliefs.prior(wrong)


def test_a_certain_prior_stays():
    before = beliefs.prior([1, 0])
    likely = beliefs.laplace_likelihood([-5.0, 5.0], [0.0, 1.0], 1.0)
    np.testing.assert_array_equal(beliefs.posterior(before, likely), [[1, 0], [1, 0]])


@pytest.mark.parametrize(("epsilon", "k"), [(1.0, 1), (1.0, 10), (0.3, 4)])
def test_a_belief_that_records_go_together_is_right_as_often_as_is_said(epsilon: float, k: int):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 200_000)
    answers = k * truth + rng.laplace(scale=1 / epsilon, size=len(truth))
    right = int(np.sum((answers > k / 2) == truth))

    def fits(people):
        share = beliefs.right_about_shared(epsilon, people)
        return scipy.stats.binomtest(right, len(truth), share).pvalue

    assert fits(k) > 1e-4
    assert fits(k + 1) < 1e-9
    # ε limits whoever knows all other records, and not who believes this: kε does.
    assert beliefs.right_about_shared(epsilon, 1) < 1 / (1 + np.exp(-epsilon))
    assert beliefs.right_about_shared(epsilon, k) < 1 / (1 + np.exp(-k * epsilon))


def test_who_knows_less_gains_no_more_unless_they_believe_that_records_go_together():
    epsilon = np.log(0.6 / 0.4)  # at which who knows all other records is right 60 times in 100
    answers = np.linspace(-80, 130, 400_001)

    def right(centres: np.ndarray, weights: np.ndarray) -> float:
        """Return how often the likelier value of a bit is right, given the others' sum."""
        under = [
            sum(
                weight * scipy.stats.laplace.pdf(answers, centre + bit, 1 / epsilon)
                for centre, weight in zip(centres, weights, strict=True)
            )
            for bit in (0, 1)
        ]
        return float(np.maximum(*under).sum() * (answers[1] - answers[0]) / 2)

    # Forty-nine others: known, or fair coins that have nothing to do with this bit.
    others = np.arange(50)
    informed = right(np.array([20]), np.array([1.0]))
    knowing_less = right(others, scipy.stats.binom.pmf(others, 49, 0.5))
    together = beliefs.right_about_shared(epsilon, 10)
    assert 0.5 < knowing_less < informed <= 0.6
    assert together == pytest.approx(0.934, abs=5e-4)
    # The same by the sum itself: ten share a fair bit, forty others are known to be 20.
    random = np.random.default_rng(0)
    bits = random.integers(0, 2, 100_000)
    sums = 20 + 10 * bits + random.laplace(scale=1 / epsilon, size=len(bits))
    counted = int(((sums > 25) == bits).sum())
    assert scipy.stats.binomtest(counted, len(bits), together).pvalue > 1e-4
    assert scipy.stats.binomtest(counted, len(bits), 0.6).pvalue < 1e-9


def test_ten_who_share_a_value_are_beyond_what_epsilon_says_of_one():
    assert beliefs.right_about_shared(1.0, 10) == pytest.approx(0.9966, abs=5e-5)
    assert 1 / (1 + np.exp(-1)) == pytest.approx(0.731, abs=5e-4)
