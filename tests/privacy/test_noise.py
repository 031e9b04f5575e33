"""Noise vectors: the length follows its law, the direction is uniform, and near misses fail."""

import numpy as np
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.privacy import noise
from tests.privacy.oracles import LEVEL, fits, follows_length_law, length_law

N_DRAWS = 20_000  # resolves a wrong scale of 3 %, or a direction a few per cent from uniform
NEAR_MISSES = [2 / 3, 3 / 2]
over_laws = pytest.mark.parametrize("law", noise.NORM_LAWS)
over_dimensions = pytest.mark.parametrize("d", [1, 2, 3, 10, 60])


def vectors(law, d, rate=1.0, n_draws=N_DRAWS, seed=0):
    return noise.sample(law, rate, n_draws, d, np.random.default_rng(seed))


def lengths(b):
    return np.linalg.norm(b, axis=1)


def is_uniform(directions):
    """Say whether unit vectors look uniform along an axis and along a diagonal, both signs."""
    d = directions.shape[1]
    if d == 1:
        return bool(stats.binomtest(int((directions > 0).sum()), len(directions)).pvalue > LEVEL)
    beta = stats.beta((d - 1) / 2, (d - 1) / 2)  # of (1 + u·s)/2, so that (u·s)² ~ Beta(½, (d-1)/2)
    along = directions[:, 0], directions.sum(axis=1) / np.sqrt(d)
    return all(fits(np.clip((1 + cosine) / 2, 0, 1), beta) for cosine in along)


def is_independent(b):
    """Say whether the length of the vectors tells nothing of how close they are to an axis."""
    cosine = np.abs(b).max(axis=1) / lengths(b)
    return bool(stats.spearmanr(cosine, lengths(b)).pvalue > LEVEL)


@pytest.mark.parametrize("rate", [1e-3, 1.0, 700.0])
@over_dimensions
@over_laws
def test_noise_length_follows_its_law(law, d, rate):
    found = lengths(vectors(law, d, rate))
    assert follows_length_law(found, law, d, rate)
    for factor in NEAR_MISSES:
        assert not follows_length_law(factor * found, law, d, rate)


@over_dimensions
def test_noise_norm_is_gamma(d):
    rate = 2.5
    found = lengths(vectors("gamma", d, rate))
    assert fits(found, stats.gamma(d, scale=1 / rate))
    # The mean is d/β; its standard error is √d/(β√N), and five of them leave one in a million.
    assert found.mean() == pytest.approx(d / rate, abs=5 * np.sqrt(d / N_DRAWS) / rate)
    wrong_shapes = [d + 1, d - 1] if d > 1 else [2]
    assert not any(fits(found, stats.gamma(k, scale=1 / rate)) for k in wrong_shapes if k < 60)


@pytest.mark.parametrize("d", [1, 2, 10])
def test_laplace_length_has_the_printed_standard_deviation(d):
    # |Laplace| at rate β: the signed variable has standard deviation √2/β, its scale is 1/β.
    rate = 4.0
    found = lengths(vectors("laplace", d, rate))
    signed = np.random.default_rng(1).choice([-1.0, 1.0], N_DRAWS) * found
    assert fits(signed, stats.laplace(scale=1 / rate))
    assert not fits(signed, stats.laplace(scale=np.sqrt(2) / rate))
    # E b² has the relative standard error √20/(2√N) = 1.6 %: five of them are 8 %, halved by √.
    assert np.sqrt(np.mean(found**2)) == pytest.approx(np.sqrt(2) / rate, rel=0.04)


@over_dimensions
@over_laws
def test_noise_direction_is_uniform(law, d):
    b = vectors(law, d)
    assert is_uniform(b / lengths(b)[:, None])


@pytest.mark.parametrize("d", [2, 3, 10])
def test_directions_that_are_not_uniform_are_seen(d):
    rng = np.random.default_rng(0)
    cube, laplace = rng.uniform(-1, 1, (N_DRAWS, d)), rng.laplace(size=(N_DRAWS, d))
    half = np.abs(rng.standard_normal((N_DRAWS, d)))
    for b in (cube, laplace, half):
        assert not is_uniform(b / lengths(b)[:, None])


def test_one_sided_signs_are_seen():
    assert not is_uniform(np.abs(vectors("gamma", 1)))


@pytest.mark.parametrize("d", [2, 3, 10])
@over_laws
def test_length_and_direction_are_independent(law, d):
    assert is_independent(vectors(law, d))
    assert not is_independent(np.random.default_rng(0).laplace(size=(N_DRAWS, d)))


@over_laws
def test_draws_are_independent_of_each_other(law):
    b = vectors(law, 3)
    for signal in (lengths(b), b[:, 0]):
        assert stats.spearmanr(signal[:-1], signal[1:]).pvalue > LEVEL


@over_dimensions
def test_gamma_noise_has_the_density_of_the_theorem(d):
    # ∝ exp(-β‖b‖) in R^d: the surface r^(d-1) turns it into Gamma(d) for the length.
    r = np.linspace(0.1, 3 * d, 50)
    log_ratio = stats.gamma(d).logpdf(r) - ((d - 1) * np.log(r) - r)
    np.testing.assert_allclose(log_ratio, log_ratio[0], atol=1e-9)


@over_dimensions
@over_laws
def test_infinite_rate_means_no_noise(law, d):
    np.testing.assert_array_equal(vectors(law, d, np.inf, 50), np.zeros((50, d)))


@pytest.mark.parametrize("rate", [1e-90, 3e-4, 1e200, np.float64(1e300)])
@over_laws
def test_same_state_gives_the_same_vectors_on_another_scale(law, rate):
    once, other = vectors(law, 4, 1.0, 30), vectors(law, 4, rate, 30)
    np.testing.assert_allclose(rate * other, once, rtol=1e-14)


@over_laws
def test_state_of_the_generator_decides(law):
    np.testing.assert_array_equal(vectors(law, 3, seed=5), vectors(law, 3, seed=5))
    assert not np.any(vectors(law, 3, seed=5) == vectors(law, 3, seed=6))


@pytest.mark.parametrize("rate", [1e-300, 1e-101, 5e-324, np.float64(1e-320)])
@over_laws
def test_noise_too_long_for_doubles_is_refused(law, rate):
    with pytest.raises(InvalidInput, match=r"noise would be longer than 1e\+100.*larger ε"):
        vectors(law, 3, rate, 10)


@over_laws
def test_shape_is_draws_by_features(law):
    assert vectors(law, 7, n_draws=3).shape == (3, 7)


@over_laws
@over_dimensions
@pytest.mark.parametrize("p", [0.5, 1e-3, 1e-12])
def test_the_length_that_is_exceeded_so_rarely_is_that_of_the_law(law, d, p):
    longest = noise.NORM_LAWS[law].exceeded(p, d)
    assert length_law(law, d, 1.0).sf(longest) == pytest.approx(p, rel=1e-6)
    assert length_law(law, d, 1.0).sf(longest * 2 / 3) > 1.1 * p
