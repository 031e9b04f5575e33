"""Where a δ shortens the noise: borders beside drawn noise, and beside the figures of theory."""

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.privacy import gaussian
from dplab.studies.kernels.where_delta_helps import even, times_longer

EPSILONS = (0.01, 0.1, 1.0, 10.0)


@pytest.mark.parametrize("d", [1, 2, 13, 105])
def test_lengths_are_those_of_drawn_noise(d: int):
    rng, n_draws = np.random.default_rng(d), 200_000
    pure = rng.gamma(d, 1 / 0.5, n_draws)
    normal = np.sqrt(rng.chisquare(d, n_draws)) * gaussian.sigma(0.5, 1e-6, 1.0)
    # The ratio of two means is off by √(1/d + 1/(2d))/√n, relative: four times that, p < 1e-4.
    assert times_longer(d, 0.5, 1e-6) == pytest.approx(
        pure.mean() / normal.mean(), rel=4 * np.sqrt(1.5 / d / n_draws)
    )


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("delta", [1e-9, 1e-6, 1e-4])
def test_with_more_features_than_the_border_gaussian_noise_is_shorter(epsilon, delta):
    border = even(epsilon, delta)
    assert times_longer(border, epsilon, delta) == pytest.approx(1, abs=1e-9)
    assert (
        times_longer(1.01 * border, epsilon, delta)
        > 1
        > times_longer(0.99 * border, epsilon, delta)
    )


def test_the_known_figures_come_out():
    # From so many features on, at δ = 1e-6; and how much longer at the 105 of Adult.
    assert [int(np.ceil(even(epsilon, 1e-6))) for epsilon in EPSILONS[1:]] == [13, 18, 29]
    found = [times_longer(105, epsilon, 1e-6) for epsilon in EPSILONS[1:]]
    assert found == pytest.approx([2.8, 2.4, 1.9], abs=0.05)


def test_a_delta_so_large_that_gaussian_noise_is_never_longer_has_the_border_one():
    assert even(1e-3, 0.5) == 1.0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ((0, 1.0, 1e-6), "d must be"),
        ((2, 0.0, 1e-6), "epsilon must"),
        ((2, 1.0, 0.0), "delta must"),
    ],
)
def test_bad_values_are_refused_with_a_sentence(wrong, said: str):
    with pytest.raises(InvalidInput, match=said):
        times_longer(*wrong)
