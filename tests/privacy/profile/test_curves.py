"""What follows from a profile: both errors of a test, ε at a δ, Rényi divergences, other names."""

import math

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from dpcore.checks import InvalidInput
from dpcore.erm.losses import Logistic
from dpcore.privacy import gamma, noise, profile
from dpcore.privacy.mechanisms import calibrate
from dpcore.privacy.profile import conversions, curves
from dpcore.privacy.profile.laws import (
    GammaInObjective,
    GammaNoise,
    GaussianInObjective,
    GaussianNoise,
    Promise,
)
from tests.privacy.profile.test_laws import over_laws

ALPHAS = np.linspace(0, 1, 201)


def laplace(alpha, epsilon):
    """The trade-off function of Laplace noise (Dong, Roth and Su 2022, Lemma A.6)."""
    few, many = 1 - np.exp(epsilon) * alpha, np.exp(-epsilon) * (1 - alpha)
    with np.errstate(divide="ignore"):
        middle = np.exp(-epsilon) / (4 * alpha)
    return np.where(alpha < np.exp(-epsilon) / 2, few, np.where(alpha < 0.5, middle, many))


@pytest.mark.parametrize("size", [1e-3, 0.5, 3.0])
def test_laplace_gaussian_and_the_promise_alone_have_their_closed_forms(size):
    found = curves.type_two_error(GammaNoise(size, 1), ALPHAS)
    np.testing.assert_allclose(found, laplace(ALPHAS, size), atol=1e-12)
    found = curves.type_two_error(GaussianNoise(size), ALPHAS)
    np.testing.assert_allclose(found, ndtr(ndtri(1 - ALPHAS) - size), atol=1e-12)
    found = curves.type_two_error(Promise(size), ALPHAS)
    alone = np.maximum(1 - np.exp(size) * ALPHAS, np.exp(-size) * (1 - ALPHAS))
    np.testing.assert_allclose(found, np.maximum(alone, 0), atol=1e-12)


@over_laws
def test_every_trade_off_is_convex_falls_and_is_its_own_inverse(law):
    f = curves.type_two_error(law, ALPHAS)
    assert ((f >= 0) & (f <= 1 - ALPHAS + 1e-12)).all()
    assert (np.diff(f) <= 1e-9).all()
    assert (np.diff(f, 2) >= -1e-6).all()
    inner = (ALPHAS > 0) & (f > 0)
    np.testing.assert_allclose(curves.type_two_error(law, f)[inner], ALPHAS[inner], atol=2e-5)


@over_laws
def test_no_trade_off_gives_an_attacker_more_than_any_point_of_the_profile_does(law):
    f = curves.type_two_error(law, ALPHAS)
    for e in np.linspace(0, 3, 30):
        delta = float(law.profile(np.asarray(e)))
        alone = np.maximum(1 - delta - np.exp(e) * ALPHAS, np.exp(-e) * (1 - delta - ALPHAS))
        assert (f >= alone - 2e-5).all()


def test_a_threshold_on_draws_does_as_well_as_the_curve_and_no_better():
    pure, d, rng = 1.0, 10, np.random.default_rng(3)
    b = noise.sample("gamma", 1.0, 200_000, d, rng)
    v = np.eye(d)[0] * pure
    # L of outputs of both tables: centred at 0, and at -v.
    first = np.linalg.norm(b + v, axis=1) - np.linalg.norm(b, axis=1)
    other = np.linalg.norm(b, axis=1) - np.linalg.norm(b - v, axis=1)
    for threshold in (-0.2, 0.0, 0.3):
        alpha, beta = (other > threshold).mean(), (first <= threshold).mean()
        found = float(curves.type_two_error(GammaNoise(pure, d), alpha))
        assert beta == pytest.approx(found, abs=0.006)  # 5 standard errors of both
        # d = 1's curve for all d, and ε alone, would both be missed by far.
        assert beta > float(curves.type_two_error(GammaNoise(pure, 1), alpha)) + 0.02
        assert beta > float(curves.type_two_error(Promise(pure), alpha)) + 0.02


def test_areas_advantages_and_guesses_are_those_of_the_design():
    for d, area, advantage in ((10, 0.589, 0.129), (30, 0.552, 0.073), (100, 0.528, 0.040)):
        law = GammaNoise(1.0, d)
        assert curves.area(law) == pytest.approx(area, abs=6e-4)
        assert curves.advantage(law) == pytest.approx(advantage, abs=6e-4)
    assert curves.area(Promise(1.0)) == pytest.approx(math.e / (1 + math.e), abs=1e-6)
    assert (1 + curves.advantage(GammaNoise(1.0, 30))) / 2 == pytest.approx(0.537, abs=5e-4)
    # With a δ the area and the guess between two are not the same number.
    with_delta = Promise(1.0, 0.1)
    assert curves.area(with_delta) == pytest.approx(1 - 0.81 / (1 + math.e), abs=1e-6)
    assert (1 + curves.advantage(with_delta)) / 2 == pytest.approx((math.e + 0.1) / (1 + math.e))


def test_epsilon_at_a_delta_inverts_the_profile_and_errs_upwards():
    for d, epsilon in ((10, 0.915), (30, 0.659), (100, 0.382)):
        assert curves.epsilon_at(GammaNoise(1.0, d), 1e-6) == pytest.approx(epsilon, abs=6e-4)
    for law in (GammaNoise(2.0, 7), GammaInObjective(1.0, 30, 0.05), GaussianNoise(0.7)):
        for delta in (1e-12, 1e-6, 1e-2):
            found = curves.epsilon_at(law, delta)
            assert float(law.profile(np.asarray(found))) <= delta
            assert float(law.profile(np.asarray(found * (1 - 1e-6)))) > delta
    assert curves.epsilon_at(GammaNoise(2.0, 7), 0.0) == 2.0
    assert curves.epsilon_at(GaussianNoise(0.7), 0.0) == math.inf
    assert curves.epsilon_at(Promise(1.0, 1e-3), 1e-6) == math.inf
    assert curves.epsilon_at(GammaNoise(1e-9, 7), 0.5) == 0.0


def test_a_plan_is_asked_as_its_law_is():
    plan = calibrate("output", 1.0, lam=0.01, n=1000, loss=Logistic())
    law = GammaNoise(1.0, 30)
    e = np.array([[0.1, 0.5], [0.9, 1.0]])
    np.testing.assert_array_equal(profile.delta(plan, e, 30), law.profile(e))
    assert profile.epsilon(plan, 1e-6, 30) == curves.epsilon_at(law, 1e-6)
    np.testing.assert_array_equal(
        profile.tradeoff(plan, ALPHAS, 30), curves.type_two_error(law, ALPHAS)
    )
    np.testing.assert_array_equal(profile.renyi(plan, [2.0], 30), gamma.renyi([2.0], 1.0, 30))
    with pytest.raises(InvalidInput, match="promises nothing"):
        profile.delta(calibrate("objective_2008", 1.0, lam=0.01, n=10, loss=Logistic()), 1.0, 3)


def test_divergences_of_what_is_known_by_its_profile_alone_bound_those_that_are_known_exactly():
    orders = np.array([1.01, 2.0, 8.0, 64.0])

    class OnlyProfile:
        """A law of which nothing but its profile is known."""

        def __init__(self, law):
            self.profile, self.pure, self.mu = law.profile, law.pure, getattr(law, "mu", 0.0)

    for law in (GammaNoise(1.0, 10), GaussianNoise(0.5), Promise(0.7)):
        exact = curves.renyi_divergence(law, orders)
        np.testing.assert_allclose(
            curves.renyi_divergence(OnlyProfile(law), orders), exact, rtol=2e-3
        )
    in_objective = curves.renyi_divergence(GammaInObjective(1.0, 30, 0.01), orders)
    assert (in_objective > curves.renyi_divergence(GammaNoise(1.0, 30), orders)).all()
    assert (in_objective <= 1.01).all()
    assert np.isfinite(curves.renyi_divergence(GaussianInObjective(0.3, 0.01), orders)).all()
    assert curves.renyi_divergence(Promise(1.0, 1e-6), 2.0) == math.inf


def test_rho_is_converted_by_the_best_order():
    assert conversions.epsilon_of_rho(10 * gamma.rho(1.0, 30), 1e-6) == pytest.approx(
        2.832, abs=1e-3
    )
    for rho in (1e-6, 0.01, 1.0, 30.0):
        best = conversions.epsilon_of_rho(rho, 1e-6)
        orders = 1 + np.geomspace(1e-3, 1e6, 20_000)
        every = conversions.epsilon_of_renyi(orders, rho * orders, 1e-6)
        assert best <= every.min() * (1 + 1e-9)
        # Bun and Steinke's ρ + 2√(ρ log 1/δ) says less.
        assert best < rho + 2 * math.sqrt(rho * math.log(1e6))


def test_the_gaussian_curve_of_a_law_lies_nowhere_above_it_and_touches_it():
    assert conversions.gaussian_mu(Promise(1.0)) == pytest.approx(
        -2 * ndtri(1 / (1 + math.e)), rel=1e-6
    )
    assert conversions.gaussian_mu(GaussianNoise(0.4)) == 0.4
    assert conversions.gaussian_mu(Promise(1.0, 1e-6)) == math.inf
    for law in (GammaNoise(1.0, 30), GammaNoise(4.0, 3), GammaInObjective(1.0, 30, 0.01)):
        mu = conversions.gaussian_mu(law)
        gap = curves.type_two_error(law, ALPHAS) - ndtr(ndtri(1 - ALPHAS) - mu)
        assert gap.min() > -1e-4
        assert (curves.type_two_error(law, ALPHAS) - ndtr(ndtri(1 - ALPHAS) - 0.98 * mu)).min() < 0


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: curves.type_two_error(GammaNoise(1.0, 3), 1.5), "alpha must be between 0 and 1"),
        (lambda: curves.renyi_divergence(GammaNoise(1.0, 3), 1.0), "alpha must be above 1"),
        (lambda: conversions.epsilon_of_rho(0.0, 1e-6), "rho"),
        (lambda: conversions.epsilon_of_rho(1.0, 0.0), "delta must be above 0"),
        (
            lambda: profile.delta(calibrate("output", 1.0, lam=1, n=9, loss=Logistic()), np.nan, 3),
            "nan",
        ),
    ],
)
def test_what_is_out_of_range_is_refused_in_a_sentence(call, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        call()


def test_the_covering_gaussian_is_found_between_the_first_places(monkeypatch):
    found = conversions.gaussian_mu(Promise(50.0))
    monkeypatch.setattr(conversions, "ON_THE_WAY", 600)
    assert conversions.gaussian_mu(Promise(50.0)) == pytest.approx(found, rel=1e-5)
