"""Gamma noise, whole: against fifty digits, a second formula, draws, and what is nearly right."""

import csv
import math
import time
from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest
from scipy import integrate, special

from dpcore.checks import InvalidInput
from dpcore.privacy import gamma, gaussian, noise
from tests.privacy.profile import fifty_digits

CORNERS = list(product([1, 2, 3, 10, 100, 10_000], [1e-4, 0.1, 1.0, 10.0, 50.0]))
over_corners = pytest.mark.parametrize(("d", "pure"), CORNERS)

N_DRAWS = 1_000_000
FAR = 5.0
"""Standard errors: by chance one mean of draws in a million is farther off."""


@cache
def fifty():
    with fifty_digits.FILE.open() as file:
        return list(csv.DictReader(file))


# --- The numbers --------------------------------------------------------------------------------


@pytest.mark.parametrize("quantity", ["delta", "renyi", "rho"])
def test_every_value_is_that_of_fifty_digits(quantity):
    ours = {
        "delta": lambda place, pure, d: float(gamma.delta(float(place), pure, d)),
        "renyi": lambda place, pure, d: float(gamma.renyi(float(place), pure, d)),
        "rho": lambda _, pure, d: gamma.rho(pure, d),
    }[quantity]
    rows = [row for row in fifty() if row["quantity"] == quantity]
    found = [ours(row["place"], float(row["epsilon"]), int(row["d"])) for row in rows]
    np.testing.assert_allclose(found, [float(row["value"]) for row in rows], rtol=1e-12)
    assert len({(row["d"], row["epsilon"]) for row in rows}) == 40


@pytest.mark.whole
def test_the_stored_digits_are_what_their_script_gives():
    with fifty_digits.FILE.open() as file:
        assert [list(map(str, row)) for row in fifty_digits.rows()] == list(csv.reader(file))[1:]


def in_space(e, pure, d):
    """δ(e) as an integral over R^d in polar coordinates: no density of ζ, and no Bessel function.

    ‖b + v‖ > ‖b‖ + e where cos φ > (2re + e² - D²)/(2rD), with β = 1 and D = ε.
    """
    nodes, weights = np.polynomial.legendre.leggauss(120)
    total, half = 0.0, (pure - e) / 2
    ends = [0.0, half, half + 1, half + d / 2, half + d, half + 2 * d, half + 5 * d + 60]
    for low, high in pairwise(ends):
        r = low + (high - low) * (1 + nodes) / 2
        reach = np.clip((2 * r * e + e**2 - pure**2) / (2 * r * pure), -1, 1)
        top = np.arccos(reach)
        phi = top[:, None] * (1 + nodes) / 2
        moved = np.sqrt(r[:, None] ** 2 + pure**2 + 2 * pure * r[:, None] * np.cos(phi))
        inner = -np.expm1(e + r[:, None] - moved) * np.sin(phi) ** (d - 2)
        by_radius = (inner * weights).sum(axis=1) * top / 2
        lengths = np.exp((d - 1) * np.log(r) - r - special.gammaln(d))
        total += (by_radius * lengths * weights).sum() * (high - low) / 2
    return total / (
        math.sqrt(math.pi) * math.exp(special.gammaln((d - 1) / 2) - special.gammaln(d / 2))
    )


@pytest.mark.parametrize(
    ("d", "pure", "share"),
    [
        (2, 1, 0.2),
        (3, 0.1, 0.5),
        (3, 10, 0.7),
        (5, 1, 0.9),
        (10, 1, 0.3),
        (10, 4, 0.6),
        (30, 1, 0.2),
        (30, 8, 0.5),
    ],
)
def test_an_integral_over_space_gives_the_same(d, pure, share):
    assert gamma.delta(share * pure, pure, d) == pytest.approx(
        in_space(share * pure, pure, d), rel=1e-8
    )


def test_the_values_of_the_design():
    assert gamma.delta([0.3, 0.6], 1.0, 3) == pytest.approx([0.1350, 0.0503], abs=5e-5)
    assert gamma.delta([0.3, 0.6], 1.0, 10) == pytest.approx([0.03347, 0.00274], abs=5e-6)
    assert gamma.delta([0.3, 0.6], 1.0, 30) == pytest.approx([0.00411, 8e-6], abs=5e-6)
    assert gamma.delta([1.2, 2.4], 4.0, 10) == pytest.approx([0.1817, 0.0223], abs=5e-5)
    assert gamma.rho(1.0, 30) == pytest.approx(0.016662, abs=5e-7)


# --- Draws --------------------------------------------------------------------------------------


@cache
def drawn(d):
    """Lengths of 10^6 draws at rate 1, and their components along the record's direction."""
    rng = np.random.default_rng(d)
    parts = [noise.sample("gamma", 1.0, 50_000, d, rng) for _ in range(N_DRAWS // 50_000)]
    return (
        np.concatenate([np.linalg.norm(b, axis=1) for b in parts]),
        np.concatenate([b[:, 0] for b in parts]),
    )


def gain(e, pure, d):
    """(1 - e^{e-L})₊ of each draw, whose mean is δ(e)."""
    length, along = drawn(d)
    moved = np.sqrt(length**2 + 2 * pure * along + pure**2)
    return -np.expm1(np.minimum(e - (moved - length), 0.0))


def is_far(delta, e, pure, d):
    gains = gain(e, pure, d)
    return abs(gains.mean() - delta) > FAR * gains.std() / math.sqrt(N_DRAWS)


@pytest.mark.parametrize("pure", [0.3, 1.0, 4.0])
@pytest.mark.parametrize("d", [3, 10, 30])
def test_a_million_draws_agree(d, pure):
    for share in (0.0, 0.1, 0.3):
        assert not is_far(gamma.delta(share * pure, pure, d), share * pure, pure, d)


def by_density(e, pure, d, *, power=None, orders=None, curved=1.0):
    """δ(e) by the density of ζ as it is printed, with whatever is nearly right in it."""
    a = pure / 2
    power = (d - 3) / 2 if power is None else power
    upper, lower = (d / 2, d / 2 - 1) if orders is None else orders
    kappa = (d - 1) / a * special.kv(upper, a) / special.kv(lower, a)

    def density(zeta):
        return math.exp(a * zeta) * (1 - zeta**2) ** power * (kappa + curved * (1 - zeta**2))

    whole = integrate.quad(density, -1, 1)[0]
    return integrate.quad(lambda z: -math.expm1(e - pure * z) * density(z), e / pure, 1)[0] / whole


@pytest.mark.parametrize(("d", "pure"), [(3, 4.0), (5, 8.0)])
def test_draws_reject_each_formula_that_is_nearly_right(d, pure):
    e = 0.1 * pure
    right = gamma.delta(e, pure, d)
    assert by_density(e, pure, d) == pytest.approx(right, rel=1e-7)
    wrong = {
        "the exponent (d-1)/2": by_density(e, pure, d, power=(d - 1) / 2),
        "K's orders d/2+1 and d/2": by_density(e, pure, d, orders=(d / 2 + 1, d / 2)),
        "1 - ζ² left out": by_density(e, pure, d, curved=0.0),
        "one column less": gamma.delta(e, pure, d - 1),
        "one column more": gamma.delta(e, pure, d + 1),
        "d = 1's curve": gamma.delta(e, pure, 1),
        "a sensitivity 1 % larger": gamma.delta(e, 1.01 * pure, d),
        "a sensitivity 1 % smaller": gamma.delta(e, 0.99 * pure, d),
    }
    assert not is_far(right, e, pure, d)
    assert [name for name, delta in wrong.items() if not is_far(delta, e, pure, d)] == []


# --- What every profile is ----------------------------------------------------------------------


@over_corners
def test_the_profile_falls_is_convex_and_that_of_a_symmetric_pair(d, pure):
    e = np.linspace(-1.5, 1.2, 541) * pure
    delta = gamma.delta(e, pure, d)
    assert ((delta >= np.maximum(-np.expm1(np.minimum(e, 0)), 0) - 1e-15) & (delta <= 1)).all()
    assert (delta[e >= pure] == 0).all()
    assert (np.diff(delta) <= 3e-16).all()
    # Rounding of δ near 1 moves its slope in e^ε by that over a step.
    slopes = np.diff(delta) / (np.exp(e[:-1]) * np.expm1(np.diff(e)))
    assert (np.diff(slopes) >= -1e-15 / np.exp(e[:-2]) / np.diff(e)[0]).all()
    above, at = e[e >= 0], delta[e >= 0]
    below = -np.expm1(-above) + np.exp(-above) * at
    np.testing.assert_allclose(gamma.delta(-above, pure, d), below, rtol=1e-12)


def test_what_is_asked_for_together_is_what_is_asked_for_alone():
    e = np.linspace(-2, 1.5, 71).reshape(1, 71)
    alone = [float(gamma.delta(each, 1.0, 10)) for each in e.ravel()]
    np.testing.assert_allclose(gamma.delta(e, 1.0, 10).ravel(), alone, rtol=1e-12)


def test_delta_grows_with_what_a_record_moves_and_falls_with_the_dimension():
    deltas = np.array(
        [[gamma.delta(0.5, pure, d) for d in (1, 2, 5, 30, 300)] for pure in (0.6, 1, 2, 9)]
    )
    assert (np.diff(deltas, axis=0) > 0).all()
    assert (np.diff(deltas, axis=1) < 0).all()


def test_no_noise_promises_nothing():
    assert gamma.delta([0.0, 5.0], np.inf, 10).tolist() == [1.0, 1.0]


# --- The shortest noise for (ε, δ) --------------------------------------------------------------


def rms(d, pure):
    return math.sqrt(d * (d + 1)) / pure


@pytest.mark.parametrize(
    ("d", "pure", "length"), [(5, 1.01, 5.4), (10, 1.09, 9.6), (30, 1.49, 20.5), (100, 2.47, 40.7)]
)
def test_the_shortest_noise_at_1_and_a_millionth(d, pure, length):
    found = gamma.pure_for(1.0, 1e-6, d)
    assert (found, rms(d, found)) == (
        pytest.approx(pure, abs=5e-3),
        pytest.approx(length, abs=0.05),
    )


@pytest.mark.parametrize("delta", [1e-12, 1e-6, 1e-2])
@pytest.mark.parametrize("d", [1, 2, 10, 300])
@pytest.mark.parametrize("epsilon", [1e-3, 1.0, 10.0])
def test_a_rate_a_hair_larger_breaks_the_promise_and_one_a_percent_smaller_is_needless(
    epsilon, d, delta
):
    for found, of in (
        (gamma.pure_for(epsilon, delta, d), lambda pure: float(gamma.delta(epsilon, pure, d))),
        (
            gamma.pure_for_objective(epsilon, delta, d),
            lambda pure: float(gamma.in_objective(epsilon, pure, d)),
        ),
    ):
        assert found >= epsilon
        assert of(found) <= delta * (1 + 1e-12)
        assert of(found * (1 + 1e-8)) > delta
        assert of(found * 1.01) > delta * 1.005
        assert of(found * 0.99) < delta * 0.995


def test_a_percent_more_rate_claims_a_millionth_and_gives_nearly_two():
    assert float(gamma.delta(1.0, 1.01 * gamma.pure_for(1.0, 1e-6, 10), 10)) == pytest.approx(
        1.8e-6, abs=5e-8
    )


def test_without_noise_any_rate_will_do():
    assert gamma.pure_for(math.inf, 1e-6, 10) == math.inf


# --- Rényi divergence, and ρ --------------------------------------------------------------------


def test_no_order_exceeds_rho_times_itself_and_none_smaller_would_do():
    orders = np.array([1 + 1e-6, 1.01, 1.5, 2, 3, 5, 10, 32, 100, 300, 1000, 10_000, 1e5])
    corners = list(product([1, 2, 3, 5, 10, 30, 100, 1000], [1e-3, 0.03, 0.3, 1.0, 5.0]))
    assert len(orders) * len(corners) >= 500
    for d, pure in corners:
        divergence, rho = gamma.renyi(orders, pure, d), gamma.rho(pure, d)
        assert (divergence <= orders * rho * (1 + 1e-10)).all(), (d, pure)
        # As α goes to 1 it is the divergence of Kullback and Leibler: 0.1 % less is passed.
        assert divergence[0] > orders[0] * rho * 0.999, (d, pure)
        assert (np.diff(divergence) >= -1e-12 * divergence[:-1]).all()  # it grows with the order
        assert rho <= pure**2 / (2 * d) * (1 + 1e-12) or d == 1


def test_rho_of_one_dimension_is_laplaces():
    for pure in (1e-3, 1.0, 20.0):
        assert gamma.rho(pure, 1) == pytest.approx(pure + math.expm1(-pure), rel=1e-9)
        assert gamma.rho(pure, 1) < pure * math.tanh(pure / 2)


# --- What is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: gamma.delta(math.nan, 1.0, 3), "epsilon must be numbers"),
        (lambda: gamma.delta(1.0, 0.0, 3), "pure"),
        (lambda: gamma.delta(1.0, 1.0, 0), "n_features"),
        (lambda: gamma.renyi(1.0, 1.0, 3), "alpha must be above 1"),
        (lambda: gamma.pure_for(1.0, 0.0, 3), "delta must be above 0"),
        (lambda: gamma.pure_for(1.0, 1.0, 3), "delta must be above 0"),
        (lambda: gamma.pure_for(-1.0, 1e-6, 3), "epsilon"),
        (lambda: gamma.delta(1.0, 1e7, 3), "at most"),
    ],
)
def test_what_is_out_of_range_is_refused_in_a_sentence(call, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        call()


def test_the_dimension_of_a_plan_that_anybody_types_costs_no_time(monkeypatch):
    start = time.process_time()
    found = gamma.delta(1e-4, 1.0, 100_000_000)
    assert time.process_time() - start < 1
    # In so many dimensions the loss is a Gaussian's, of μ = ε/√(d+1) nearly.
    assert found == pytest.approx(gaussian.delta(1e-4, 1.0, 1e-4), rel=1e-3)
    exact = gamma._bessel_ratio(60_001, 20_000.0)
    monkeypatch.setattr(gamma, "MOST_STEPS", 1_000)
    assert gamma._bessel_ratio(60_001, 20_000.0) == exact
