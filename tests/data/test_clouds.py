"""Gaussian classes and the toys of the plane: their laws, their best errors, their radius."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.data import clouds
from dpcore.data.recipes import RECIPES

N = 20_000
LEVEL = 1e-3  # of each test; the seeds are fixed, so that none can flake
TOYS = {"moons": clouds.moons, "circles": clouds.circles, "xor": clouds.xor}
over_toys = pytest.mark.parametrize("toy", TOYS.values(), ids=TOYS)


def direction(seed, d):
    """The unit vector between the Gaussian classes: it is drawn first."""
    u = np.random.default_rng(seed).standard_normal(d)
    return u / np.linalg.norm(u)


@pytest.mark.parametrize("d", [1, 2, 10])
@pytest.mark.parametrize("distance", [0.0, 2.0])
def test_gaussian_classes_have_unit_spread_and_the_distance(d, distance):
    data = clouds.gaussian(N, d, distance, np.random.default_rng(1))
    radius = distance / 2 + np.sqrt(d) + 3
    along = data.y * (data.X @ direction(1, d)) * radius
    # Shortening touches fewer than one record in a hundred, too few for this test to see.
    assert stats.kstest(along, stats.norm(distance / 2).cdf).pvalue > LEVEL
    for near_miss in (stats.norm(distance / 2 + 0.05), stats.norm(distance / 2, 1.05)):
        assert stats.kstest(along, near_miss.cdf).pvalue < LEVEL


@pytest.mark.parametrize("distance", [1.0, 3.0])
def test_best_error_on_gaussian_classes_is_that_of_the_closed_form(distance):
    data = clouds.gaussian(10 * N, 5, distance, np.random.default_rng(2))
    wrong = np.mean(np.sign(data.X @ direction(2, 5)) != data.y)
    best = stats.norm.cdf(-distance / 2)
    assert abs(wrong - best) < 3.3 * np.sqrt(best / (10 * N)) < best / 10


@over_toys
def test_without_noise_a_toy_is_its_figure(toy):
    data = toy(N, 2, 0.0, np.random.default_rng(3))
    norms = np.linalg.norm(data.X, axis=1)
    assert norms.max() == pytest.approx(1, abs=1e-4)
    if toy is clouds.circles:
        assert norms == pytest.approx(np.where(data.y > 0, 0.5, 1.0), abs=1e-12)
    if toy is clouds.xor:
        assert np.abs(data.X) == pytest.approx(np.full((N, 2), np.sqrt(0.5)))
        assert np.array_equal(np.sign(data.X.prod(axis=1)), data.y)


def test_noiseless_moons_are_half_circles_of_the_same_size():
    data = clouds.moons(N, 2, 0.0, np.random.default_rng(4))
    points = data.X * clouds.MOON_RADIUS + clouds.MOON_CENTRE
    upper, lower = points[data.y > 0], points[data.y < 0]
    assert np.linalg.norm(upper, axis=1) == pytest.approx(1.0)
    assert np.linalg.norm(lower - [1, 0.5], axis=1) == pytest.approx(1.0)
    assert upper[:, 1].min() >= -1e-12
    assert lower[:, 1].max() <= 0.5 + 1e-12


def test_noise_has_the_standard_deviation():
    noise, n = 0.1, N
    data = clouds.xor(n, 2, noise, np.random.default_rng(5))
    corners = np.sign(data.X) / np.sqrt(2)
    off = ((1 + 3 * noise) * data.X - corners)[:, 0] / noise
    assert stats.kstest(off, "norm").pvalue > LEVEL
    assert stats.kstest(1.05 * off, "norm").pvalue < LEVEL


@over_toys
def test_no_line_through_the_origin_solves_a_toy(toy):
    data = toy(N, 2, 0.1, np.random.default_rng(6))
    angles = np.linspace(0, np.pi, 60, endpoint=False)
    sides = np.sign(data.X @ np.stack([np.cos(angles), np.sin(angles)]))
    wrong = np.mean(sides != data.y[:, None], axis=0)
    best = np.minimum(wrong, 1 - wrong).min()
    if toy is clouds.moons:
        assert 0.1 < best < 0.3
    else:  # each cloud has its mirror image with the same label: every line errs half of the time
        assert abs(best - 0.5) < 4.5 * 0.5 / np.sqrt(N)


@pytest.mark.parametrize("name", ["gaussian", *TOYS])
@given(seed=st.integers(0, 2**32 - 1), size=st.floats(0, 10))
def test_rows_lie_in_the_ball_at_any_size_of_the_noise(name, seed, size):
    data = RECIPES[name].make(5, 2, size, np.random.default_rng(seed))
    assert np.linalg.norm(data.X, axis=1).max() <= 1 + 1e-12


def test_scale_is_declared_and_not_the_maximum():
    """With one record far out, the others stay where they were."""

    class Far(np.random.Generator):
        def standard_normal(self, size):
            drawn = super().standard_normal(size)
            if np.ndim(drawn) == 2:
                drawn[0] = 1e6
            return drawn

    usual = clouds.gaussian(50, 3, 2.0, np.random.default_rng(7))
    far = clouds.gaussian(50, 3, 2.0, Far(np.random.PCG64(7)))
    assert np.array_equal(usual.X[1:], far.X[1:])
    assert np.linalg.norm(far.X[0]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("toy", "arguments", "sentence"),
    [
        ("moons", (10, 3, 0.1), "d must be 2 for records of the plane; got 3"),
        ("xor", (10, 2, -0.1), "noise must be between 0 and 10"),
        ("circles", (10, 2, np.nan), "noise must be a number"),
    ],
)
def test_refusals_are_sentences(toy, arguments, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        TOYS[toy](*arguments, np.random.default_rng(0))


def test_a_distance_out_of_range_is_refused():
    with pytest.raises(InvalidInput, match="distance must be between 0 and 100"):
        clouds.gaussian(10, 2, -1.0, np.random.default_rng(0))
