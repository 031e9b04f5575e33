"""Beliefs about Ana follow Bayes' theorem, and move no further than their bounds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from dpcore.checks import InvalidInput
from dplab.laplace.beliefs import xor_worlds
from dplab.laplace.game import max_win_probability
from dplab.studies.foundations import beliefs
from dplab.studies.foundations.beliefs import VALUES, Question, run

EPSILONS = (0.01, 0.3, 1.0, 4.0)
SUM_WEIGHTS = st.tuples(*[st.floats(0.01, 1)] * 3)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("output", [-2.0, 0.3, 1.0, 1.7, 40.0])
def test_posteriors_of_a_noisy_sum_are_bayes_with_scipys_density(epsilon: float, output: float):
    weights = (0.2, 0.5, 0.7)
    found = run(Question("sum", weights, output, epsilon))
    before = np.array(weights) / 1.4
    np.testing.assert_allclose(found.before, before)
    for yours, after in ((0, found.after), (1, found.replaced)):
        joint = before * stats.laplace.pdf(output, np.array(VALUES["sum"]) + yours, 1 / epsilon)
        np.testing.assert_allclose(after, joint / joint.sum(), rtol=1e-9)
    assert found.from_prior == pytest.approx(np.abs(found.after - before).max())
    assert found.between_worlds == pytest.approx(np.abs(found.after - found.replaced).max())


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_posteriors_of_the_xor_are_those_of_the_core(epsilon: float):
    found = run(Question("xor", (0.3, 0.7), 1.0, epsilon))
    here, there = xor_worlds(epsilon, belief=0.7)
    np.testing.assert_allclose(found.after, here)
    np.testing.assert_allclose(found.replaced, there)
    other = run(Question("xor", (0.3, 0.7), 0.0, epsilon))
    np.testing.assert_allclose(other.after, there)


@given(SUM_WEIGHTS, st.floats(-5, 5), st.floats(0.01, 6))
def test_no_answer_moves_a_belief_further_than_its_bound(weights, output, epsilon):
    found = run(Question("sum", weights, output, epsilon))
    assert found.from_prior <= np.tanh(epsilon / 4) * (1 + 1e-9)
    assert found.between_worlds <= np.tanh(epsilon / 2) * (1 + 1e-9)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("question", VALUES)
def test_both_bounds_are_reached(question: str, epsilon: float):
    weights = beliefs.moving_most(question, epsilon)
    assert sum(weights) == pytest.approx(1)
    found = run(Question(question, weights, 1.0, epsilon))
    assert found.from_prior == pytest.approx(np.tanh(epsilon / 4), abs=1e-12)
    even = (0.5, 0.5) if question == "xor" else (0.5, 0, 0.5)
    worlds = run(Question(question, even, 1.0, epsilon))
    assert worlds.between_worlds == pytest.approx(np.tanh(epsilon / 2), abs=1e-12)


def test_beyond_the_values_the_answer_no_longer_matters():
    # 1e12 leaves a ten-thousandth of its last digits to Ana's value.
    at = {y: run(Question("sum", (0.5, 0.3, 0.2), y, 1.0)) for y in (-50, -1, 0, 2, 3, 1e12)}
    for low, high in ((-50, 0), (-1, 0), (3, 2), (1e12, 2)):
        np.testing.assert_allclose(at[low].after, at[high].after, atol=1e-4)
        np.testing.assert_allclose(at[low].replaced, at[high].replaced, atol=1e-4)


@pytest.mark.parametrize("epsilon", [1e-9, 1e9])
@pytest.mark.parametrize("output", [-1e12, 0.0, 1.0, 1e12])
@pytest.mark.parametrize("weights", [(1, 0, 0), (0, 0, 0.05), (0.5, 0.3, 0.2)])
def test_extremes_stay_probabilities(weights, output: float, epsilon: float):
    found = run(Question("sum", weights, output, epsilon))
    for chances in (found.before, found.after, found.replaced):
        assert chances.sum() == pytest.approx(1)
    bit = run(Question("xor", weights[:1] + weights[2:], 1.0, epsilon))
    assert bit.after.sum() == pytest.approx(1)


@pytest.mark.parametrize("weights", [(0, 0, 0), (-1, 1, 1), (np.nan, 1, 1)])
def test_impossible_weights_are_refused(weights):
    with pytest.raises(InvalidInput):
        run(Question("sum", weights, 1.0, 1.0))


def test_drawn_answers_have_the_noise_of_epsilon():
    # 4,000 draws, Kolmogorov-Smirnov at level 1e-4; noise of 3/2 of the scale fails by far.
    asked, rng = Question("sum", (0, 0, 1), 0.0, 0.5), np.random.default_rng(5)
    drawn = [beliefs.draw(asked, rng) for _ in range(4000)]
    assert stats.kstest(drawn, stats.laplace(1, 2).cdf).pvalue > 1e-4
    assert stats.kstest(drawn, stats.laplace(1, 3).cdf).pvalue < 1e-4


def test_drawn_bits_follow_prior_and_response():
    # Four standard errors of 4,000 draws.
    asked, rng = Question("xor", (0.25, 0.75), 0.0, 1.0), np.random.default_rng(6)
    share = np.mean([beliefs.draw(asked, rng) for _ in range(4000)])
    true = max_win_probability(1.0)
    expected = 0.75 * true + 0.25 * (1 - true)
    assert abs(share - expected) <= 4 * np.sqrt(expected * (1 - expected) / 4000)
