"""The analytic Gaussian mechanism: its δ beside an integral, its σ tight, its promise kept."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from dpcore import checks
from dpcore.privacy import gaussian

CASES = [
    (epsilon, delta)
    for epsilon in (0.0, 1e-6, 0.1, 1.0, 10.0, 1e4)
    for delta in (0.9, 0.4, 1e-3, 1e-6, 1e-12, 1e-100)
]


def by_definition(epsilon: float, sigma: float, sensitivity: float) -> float:
    """∫ (p - e^ε p')₊ for the two normal densities, a sensitivity apart: E[(1 - e^{ε - L})₊].

    The loss at z standard deviations is L = tz + t²/2; from the least z whose loss exceeds ε on,
    the density falls on a scale of 1/(1 + |start|).
    """
    t = sensitivity / sigma
    start = epsilon / t - t / 2
    scale = 1 / (1 + max(start, 0.0))

    def gain(v: float) -> float:
        return float(np.exp(-start * v - v**2 / 2) * -np.expm1(-t * v))

    stops = np.array([0, 1, 2, 4, 8, 16, 32, 64]) * scale
    parts = pairwise(stops)
    return float(norm.pdf(start)) * sum(
        quad(gain, *part, epsabs=0, epsrel=1e-13)[0] for part in parts
    )


@pytest.mark.parametrize(("epsilon", "delta"), CASES)
def test_delta_is_the_integral_of_the_definition(epsilon: float, delta: float) -> None:
    sigma = gaussian.sigma(epsilon, delta, 2.0)
    for factor in (0.8, 1.0, 1.25):
        given = float(gaussian.delta(epsilon, factor * sigma, 2.0))
        assert given == pytest.approx(by_definition(epsilon, factor * sigma, 2.0), rel=1e-10)


@pytest.mark.parametrize(("epsilon", "delta"), CASES)
def test_sigma_keeps_delta_and_no_smaller_one_does(epsilon: float, delta: float) -> None:
    sigma = gaussian.sigma(epsilon, delta, 2.0)
    assert by_definition(epsilon, sigma, 2.0) <= delta
    assert by_definition(epsilon, (1 - 3e-11) * sigma, 2.0) > delta
    assert by_definition(epsilon, 0.99 * sigma, 2.0) > 1.001 * delta


@pytest.mark.parametrize(("epsilon", "sigma"), [(0.1, 72.609), (1.0, 8.4494), (10.0, 1.08217)])
def test_sigma_at_two_gradients_has_the_figures_of_the_specification(
    epsilon: float, sigma: float
) -> None:
    assert gaussian.sigma(epsilon, 1e-6, 2.0) == pytest.approx(sigma, rel=1e-5)


def test_the_classical_calibration_is_safe_and_larger() -> None:
    for epsilon in (0.01, 0.1, 0.9):
        classical = 2 * np.sqrt(2 * np.log(1.25 / 1e-6)) / epsilon
        assert 1 < classical / gaussian.sigma(epsilon, 1e-6, 2.0) < 2


def test_without_epsilon_delta_is_the_total_variation() -> None:
    for t in (1e-12, 1e-3, 0.5, 3.0, 50.0):
        exact = float(norm.cdf(t / 2) - norm.cdf(-t / 2)) if t > 0.1 else t * norm.pdf(0)
        assert float(gaussian.delta(0.0, 1 / t, 1.0)) == pytest.approx(exact, rel=1e-6)


def test_extreme_arguments_give_limits_and_no_warning() -> None:
    with np.errstate(all="raise", under="ignore"):
        found = gaussian.delta([0.0, 1e-300, 1e4, 1e300, np.inf], 1e-3, 1.0)
    assert np.allclose(found, [1, 1, 1, 0, 0], atol=1e-300)
    assert float(gaussian.delta(1.0, 1e300, 1.0)) == 0.0
    # Beyond what the density carries nothing is multiplied with 0 that has no value.
    for sigma in (1.5, 0.5):
        assert gaussian.delta([1e200, np.inf], sigma, 1.0).tolist() == [0.0, 0.0]
    assert gaussian.sigma(np.inf, 1e-6, 2.0) == 0.0


def test_delta_falls_as_epsilon_or_sigma_grow() -> None:
    epsilons = np.linspace(0, 3, 301)
    for sigma in (0.3, 0.999, 1.001, 3.0):
        assert (np.diff(gaussian.delta(epsilons, sigma, 1.0)) < 0).all()
        assert (
            gaussian.delta(epsilons, 1.01 * sigma, 1.0) < gaussian.delta(epsilons, sigma, 1.0)
        ).all()


@pytest.mark.parametrize("gradient", [1.0, 0.7, 3.0])
def test_delta_in_the_objective_is_that_of_two_gradients_and_twice_that_of_one(gradient) -> None:
    epsilons = [0.0, 0.049, 0.05, 0.3, 2.0]  # below the slack nothing is known, at it all is
    expected = [
        min(by_definition(e, 2.0, 2 * gradient) + 2 * by_definition(e, 2.0, gradient), 1.0)
        for e in np.array(epsilons[2:]) - 0.05
    ]
    found = gaussian.delta_in_objective(epsilons, 2.0, slack=0.05, gradient=gradient)
    assert found == pytest.approx([1.0, 1.0, *expected], rel=1e-10)
    assert (max(expected) == 1.0) == (gradient == 3.0)
    if gradient == 1.0:
        assert (gaussian.delta_in_objective(epsilons, 2.0, slack=0.05) == found).all()


@pytest.mark.parametrize("gradient", [0.7, 3.0])
def test_sigma_in_the_objective_grows_with_the_gradient(gradient) -> None:
    unit = gaussian.sigma_in_objective(0.5, 1e-6)
    assert gaussian.sigma_in_objective(0.5, 1e-6, 1.0) == unit
    assert gaussian.sigma_in_objective(0.5, 1e-6, gradient) == pytest.approx(gradient * unit)


@pytest.mark.parametrize("delta", [0.0, 1.0, -1e-6, np.nan, 1.5])
def test_sigma_refuses_a_delta_that_is_no_probability_between(delta: float) -> None:
    with pytest.raises(checks.InvalidInput, match="delta must be"):
        gaussian.sigma(1.0, delta, 2.0)


def test_other_arguments_out_of_range_are_refused() -> None:
    with pytest.raises(checks.InvalidInput, match="epsilon must be positive"):
        gaussian.sigma(-1.0, 1e-6, 2.0)
    with pytest.raises(checks.InvalidInput, match="epsilon must be 0 or more; got -1"):
        gaussian.delta([1.0, -1.0], 1.0, 1.0)
    with pytest.raises(checks.InvalidInput, match="sigma must be positive"):
        gaussian.delta(1.0, 0.0, 1.0)
    with pytest.raises(checks.InvalidInput, match="too large to compute"):
        gaussian.smallest(lambda _: 1.0, 1e-6)


def test_delta_from_one_in_n_on_is_refused_with_a_sentence() -> None:
    assert gaussian.checked_delta(0.0499, 20) == 0.0499
    with pytest.raises(
        checks.InvalidInput, match=r"below 1/n, here 1/20 = 0\.05; got 0\.05\. A δ of"
    ):
        gaussian.checked_delta(0.05, 20)
    for wrong in (0.0, -1e-9, 0.2, np.nan):
        with pytest.raises(checks.InvalidInput, match="δ must be"):
            gaussian.checked_delta(wrong, 20)
