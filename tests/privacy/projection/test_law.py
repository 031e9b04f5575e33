"""The law of noise along a direction: against quadrature, closed forms and draws."""

from itertools import pairwise, product

import numpy as np
import pytest
from scipy import integrate, special, stats

from dpcore.checks import InvalidInput
from dpcore.privacy import noise, projection
from dpcore.privacy.projection import law
from tests.house.some import some
from tests.privacy.oracles import LEVEL

DIMENSIONS = [1, 2, 3, 4, 5, 8, 10, 25, 50, 91, 100, 101, 200, 499, 500]
over_dimensions = pytest.mark.parametrize("d", DIMENSIONS)
HUGE = [99_999, 100_000]

N_DRAWS = 100_000
"""At `LEVEL` the Kolmogorov-Smirnov test accepts a distance of at most 0.7 %."""

CHANCES = np.array(
    [1e-300, 1e-12, 1e-6, 0.01, 0.3, 0.5 - 1e-12, 0.5, 0.5 + 1e-12, 0.7, 0.99, 1 - 1e-6, 1 - 1e-12]
)


def places(d):
    """Fifty places from the middle to six standard deviations, the seam of S₀ at 2 among them."""
    return np.append(np.geomspace(1e-6, 6 * np.sqrt(d + 1), 48), [1.999, 2.001])


def by_quadrature(t, d):
    """Pr[G₁ ≥ G₂ + t] for both Gamma((d+1)/2), integrated over G₂: another way than ours."""
    m = (d + 1) / 2

    def integrand(y):
        return np.exp((m - 1) * np.log(y) - y - special.gammaln(m)) * special.gammaincc(m, t + y)

    ends = m + np.sqrt(m) * np.array([-np.inf, -6, -3, -1, 0, 1, 3, 6, 12, 40])
    ends = np.unique(np.append(np.maximum(ends, 0), m + 40 * np.sqrt(m) + 40))
    return sum(
        integrate.quad_vec(integrand, max(a, 1e-300), b, epsabs=1e-17, epsrel=1e-13, norm="max")[0]
        for a, b in pairwise(ends)
    )


def for_odd(t, d):
    """Σ_{j<m} Pois(j; t) I_½(m, m - j): G₁ passes G₂ + t as two Poisson processes race."""
    m = (d + 1) // 2
    j = np.arange(m)
    races = special.betainc(m, m - j, 0.5)
    return (stats.poisson.pmf(j, t[:, None]) * races).sum(axis=1)


def along_a_direction(d, rate, seed=0):
    b = noise.sample("gamma", rate, N_DRAWS, d, np.random.default_rng(seed))
    u = np.random.default_rng(7).standard_normal(d)
    return b @ (u / np.linalg.norm(u))


def follows(sample, d):
    """Say whether a Kolmogorov-Smirnov test at `LEVEL` accepts a sample as one of F_d."""
    return bool(stats.kstest(sample, lambda t: law.cdf(t, d)).pvalue > LEVEL)


@over_dimensions
def test_law_is_that_of_a_difference_of_gammas(d):
    t = places(d)
    expected = by_quadrature(t, d)
    np.testing.assert_allclose(law.sf(t, d), expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(law.cdf(t, d), 1 - expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(law.cdf(-t, d), expected, rtol=0, atol=1e-12)
    # The neighbouring shape, Gamma(d/2), is told from it at any d.
    if d > 1:
        assert np.abs(law.sf(t, d - 1) - expected).max() > 1e-4


@pytest.mark.parametrize("d", [1, 3, 5, 7, 25, 91, 201])
def test_tail_keeps_its_digits(d):
    t = np.concatenate([places(d), [50.0, 100.0, 300.0, 700.0]])
    expected = for_odd(t, d)
    assert expected.min() < 1e-100
    np.testing.assert_allclose(law.sf(t, d), expected, rtol=1e-11)


@pytest.mark.parametrize("d", [2, 4, 10, 50, 100, 200])
def test_tail_of_an_even_number_lies_between_those_of_odd_ones(d):
    # S_d - S_{d-2} = u is a smooth function of d: its terms at odd d must bracket those at even d.
    t = np.concatenate([places(d), [50.0, 100.0, 300.0, 700.0]])
    below, here, above = (law.sf(t, each) for each in (d - 1, d, d + 1))
    assert (below < here).all()
    assert (here < above).all()


@over_dimensions
def test_density_is_the_slope_of_the_tail(d):
    t, h = places(d), 1e-4 * np.sqrt(d + 1)
    t = t[t > 2 * h]
    slope = (law.sf(t - h, d) - law.sf(t + h, d)) / (2 * h)
    # A density of scale √d bends by its height over d: h² of that, and rounding over h.
    np.testing.assert_allclose(law.density(t, d), slope, atol=1e-7)
    np.testing.assert_array_equal(law.density(-t, d), law.density(t, d))


@pytest.mark.parametrize("d", [d for d in DIMENSIONS if d <= 200])
def test_density_is_bessels(d):
    nu, t = d / 2, places(d)
    with np.errstate(all="ignore"):
        logs = nu * np.log(t / 2) + np.log(special.kve(nu, t)) - t
    expected = np.exp(logs - special.gammaln(nu + 0.5) - np.log(np.pi) / 2)
    known = np.isfinite(logs)  # K_ν near 0 is beyond doubles where ν is large
    assert known.sum() > 20
    np.testing.assert_allclose(law.density(t, d)[known], expected[known], rtol=1e-11)
    at_zero = np.exp(special.gammaln(nu) - special.gammaln(nu + 0.5)) / (2 * np.sqrt(np.pi))
    assert law.density(0.0, d) == pytest.approx(at_zero, rel=1e-11)


def test_one_dimension_is_laplace():
    t = np.linspace(-40, 40, 401)
    np.testing.assert_allclose(law.cdf(t, 1), stats.laplace.cdf(t), rtol=1e-14)
    np.testing.assert_allclose(law.density(t, 1), stats.laplace.pdf(t), rtol=1e-14)
    p = np.array([0.001, 0.2, 0.5, 0.9])
    np.testing.assert_allclose(law.quantile(p, 1), stats.laplace.ppf(p), atol=1e-13)


def test_variance_is_one_more_than_the_dimensions():
    for d in (1, 2, 9, 100):
        second = integrate.quad(lambda t, d=d: 4 * t * law.sf(t, d), 0, np.inf, epsabs=1e-10)[0]
        assert second == pytest.approx(d + 1, rel=1e-9)


@pytest.mark.parametrize(
    ("d", "rate"),
    some(product([1, 2, 5, 10], [0.5, 1.0, 40.0]), [(1, 40.0), (2, 0.5), (5, 1.0)]),
)
def test_noise_along_a_direction_follows_the_law(d, rate):
    found = rate * along_a_direction(d, rate)
    assert follows(found, d)
    # Near misses: a scale of 2/β, and the noise of one dimension more or less.
    assert not follows(2 * found, d)
    assert not follows(found, d + 1)
    assert not follows(found / 1.05, d)


@pytest.mark.parametrize("d", [1, 2, 5, 10])
def test_gammas_of_half_the_dimensions_are_seen(d):
    rng = np.random.default_rng(0)
    right, wrong = (
        rng.standard_gamma(shape, N_DRAWS) - rng.standard_gamma(shape, N_DRAWS)
        for shape in ((d + 1) / 2, d / 2)
    )
    assert follows(right, d)
    assert not follows(wrong, d)


@pytest.mark.parametrize("d", [1, 3, 30])
@pytest.mark.parametrize("name", [each.name for each in noise.NORM_LAWS.values() if each.along])
def test_every_law_that_says_so_knows_its_component(name, d):
    b = noise.sample(name, 1.0, N_DRAWS, d, np.random.default_rng(1))
    along = noise.NORM_LAWS[name].along
    assert stats.kstest(b[:, 0], lambda t: along(t, d)).pvalue > LEVEL
    assert stats.kstest(1.1 * b[:, 0], lambda t: along(t, d)).pvalue < LEVEL


@pytest.mark.parametrize("d", [*DIMENSIONS, 1000])
def test_quantile_is_the_inverse(d):
    t = law.quantile(CHANCES, d)
    np.testing.assert_allclose(law.cdf(t, d), CHANCES, rtol=1e-12)
    np.testing.assert_allclose(law.sf(t, d), 1 - CHANCES, rtol=1e-12)
    assert (np.diff(t) > 0).all()
    assert t[CHANCES == 0.5] == 0


@over_dimensions
def test_quantile_leads_back_from_every_place(d):
    t = np.concatenate([-places(d), places(d)])
    # 1e-16 of the chance moves a place by that over the density.
    back = law.quantile(law.cdf(t, d), d)
    room = 1e-12 * (1 + np.abs(t)) + 1e-15 / law.density(t, d)
    assert (np.abs(back - t) <= room).all()


@over_dimensions
def test_chances_rise_and_tails_fall(d):
    t = np.sort(np.concatenate([-places(d), [0.0], places(d)]))
    assert (np.diff(law.cdf(t, d)) > 0).all()
    # Across the seam of S₀, at places one rounding apart, by no more than rounding.
    near = 2 + np.arange(-50, 50) * 1e-13
    assert (np.diff(law.sf(near, d)) <= 1e-13).all()
    density = law.density(t[t >= 0], d)
    assert rises(density) == []
    density[7] = density[6] * (1 + 1e-12)
    assert rises(density) == [6]


def rises(density):
    """Where values that should fall rise by more than their rounding, 2e-13 of each."""
    return list(np.flatnonzero(np.diff(density) > 4e-13 * density[:-1]))


@over_dimensions
def test_law_is_symmetric(d):
    t = places(d)
    np.testing.assert_array_equal(law.cdf(-t, d), law.sf(t, d))
    np.testing.assert_array_equal(law.sf(-t, d), 1 - law.sf(t, d))
    assert law.cdf(0.0, d) == 0.5


@pytest.mark.parametrize("d", HUGE)
def test_many_dimensions_neither_overflow_nor_vanish(d):
    # At d = 100,000 a place of 800 has e^{-800} = 0 for a first term, and a tail of 0.6 %.
    z = np.array([-8.0, -1.0, 0.0, 0.5, 2.5, 8.0, 30.0])
    found = law.cdf(z * np.sqrt(d + 1), d)
    assert np.isfinite(found).all()
    # Its kurtosis is 3/m more than the normal law's: Edgeworth's next term, and m^-2 after it.
    m = (d + 1) / 2
    bend = (z**3 - 3 * z) / (8 * m) * stats.norm.pdf(z)
    np.testing.assert_allclose(found, stats.norm.cdf(z) - bend, atol=10 / m**2)
    known = (z > -10) & (z < 3)  # beyond, a chance is 1 but for a few roundings
    back = law.quantile(found[known], d) / np.sqrt(d + 1)
    np.testing.assert_allclose(back, z[known], atol=1e-11)


def test_many_dimensions_keep_the_digits_of_the_tail():
    below, above = HUGE
    t = np.array([10.0, 800.0, 3000.0, 9000.0])
    expected = for_odd(t, below)
    assert expected[-1] < 1e-150
    np.testing.assert_allclose(law.sf(t, below), expected, rtol=1e-9)
    # One dimension more: as the normal law's tail grows with a variance of d + 1.
    grown = law.sf(t, above) / law.sf(t, below)
    assert (grown > 1).all()
    assert (grown < 1 + t**2 / (2 * below**2) + t / below**1.5).all()


@pytest.mark.parametrize("d", [1, 2, 3, 100, 1001])
def test_far_places_are_certain(d):
    far = np.array([2000.0 + 2 * d, 1e9, 1e200, np.inf])
    for place in (far, -far):
        np.testing.assert_array_equal(law.cdf(place, d), (place > 0) * 1.0)
        np.testing.assert_array_equal(law.sf(place, d), (place < 0) * 1.0)
        np.testing.assert_array_equal(law.density(place, d), 0.0)
    assert np.isnan(law.cdf(np.nan, d))


@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize("function", [law.cdf, law.sf, law.density, law.quantile])
def test_answers_have_the_shape_of_the_question(function, d):
    for shape in ((), (0,), (3,), (2, 3)):
        assert function(np.full(shape, 0.3), d).shape == shape


def test_what_is_no_chance_or_dimension_is_refused():
    for p in (0.0, 1.0, -0.1, np.nan):
        with pytest.raises(InvalidInput, match="p must be above 0 and below 1; got"):
            projection.quantile([0.5, p], 3)
    for d in (0, -1, 1.5):
        with pytest.raises(InvalidInput, match="d must be"):
            projection.cdf(1.0, d)
