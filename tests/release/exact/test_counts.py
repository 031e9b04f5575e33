"""Whole numbers with noise, and choices: their laws, and that near misses are told from them."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from dpcore.release.entropy import Entropy
from dpcore.release.exact import counts
from tests.house.some import every
from tests.release.cases import Repeated

N = 20_000
LEVEL = 1e-4


@pytest.mark.parametrize("minus_log", [0, Fraction(1, 3), 1, Fraction(5, 2), 4])
def test_an_event_has_its_probability(minus_log):
    entropy = Entropy(Repeated())
    happened = sum(counts.happens(entropy, Fraction(minus_log)) for _ in range(N))
    chance = math.exp(-minus_log)
    if minus_log == 0:
        assert happened == N
        return
    assert stats.binomtest(happened, N, chance).pvalue > LEVEL
    assert stats.binomtest(happened, N, 0.8 * chance).pvalue < 1e-6


def p_value(drawn, epsilon):
    """Test numbers against P(k) ∝ exp(-ε|k|), those beyond the most frequent ones together."""
    far = math.ceil(5 / epsilon)
    places = np.arange(-far, far + 1)
    chances = np.exp(-epsilon * abs(places)) * math.tanh(epsilon / 2)
    seen = np.array([np.sum(drawn == place) for place in places])
    seen, chances = (np.append(each, all_ - each.sum()) for each, all_ in
                     ((seen, len(drawn)), (chances, 1.0)))  # fmt: skip
    return stats.chisquare(seen, len(drawn) * chances).pvalue


@pytest.mark.parametrize("epsilon", every(2, (0.1, 1 / 3, 2.5, 1.0)))
def test_noise_on_a_count_is_discrete_laplace(epsilon):
    entropy = Entropy(Repeated())
    drawn = np.array([counts.discrete_laplace(entropy, epsilon) for _ in range(N)])
    assert p_value(drawn, epsilon) > LEVEL
    for wrong in (2 / 3, 3 / 2):
        assert p_value(drawn, wrong * epsilon) < 1e-30


def test_a_choice_has_the_probabilities_of_the_exponential_mechanism():
    entropy, mistakes = Entropy(Repeated()), [3, 0, 5, 1]
    chosen = np.bincount([counts.choice(entropy, mistakes, 0.7) for _ in range(N)], minlength=4)

    def fits(exponent):
        weight = np.exp(-exponent * np.array(mistakes))
        return stats.chisquare(chosen, N * weight / weight.sum()).pvalue

    assert fits(0.35) > LEVEL
    assert fits(0.7) < 1e-30  # would be 2ε
    assert fits(0.175) < 1e-30


def test_without_privacy_the_fewest_mistakes_share_the_choice():
    entropy = Entropy(Repeated())
    chosen = [counts.choice(entropy, [2, 1, 1, 9], math.inf) for _ in range(2_000)]
    assert set(chosen) == {1, 2}
    assert 0.4 < np.mean(np.array(chosen) == 1) < 0.6


@pytest.mark.parametrize("epsilon", [1e-9, 1e9, 5e-324])
def test_extreme_parameters_are_drawn_at_all(epsilon):
    entropy = Entropy(Repeated())
    assert isinstance(counts.discrete_laplace(entropy, epsilon), int)
    assert counts.choice(entropy, [0, 10**6], 1e9) == 0
