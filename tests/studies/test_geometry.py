"""Clouds in the plane: regions hold their share, and output spreads as far as theory says."""

import numpy as np
import pytest
from scipy import optimize, stats

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset, split
from dpcore.data.recipes import generate
from dpcore.erm.losses import Logistic
from dpcore.erm.solver import TOLERANCE
from dpcore.privacy.mechanisms import draw
from dplab.studies.geometry import plane as core
from dplab.studies.geometry.plane import COMPARED, SHARES, clouds
from tests.erm.oracles import DEFAULTS

N, LAM, EPSILONS, DRAWS = 800, 0.01, (0.2, 2.0), 4000
LEVEL = 1e-4
APART = 2 * TOLERANCE / LAM
"""Between two answers of the solver without noise: each is within ‖∇J‖/λ of the minimiser."""


@pytest.fixture(scope="module")
def part():
    return split(generate("unseparable", np.random.default_rng(0), n=1000, d=2), N, seed=0)


@pytest.fixture(scope="module")
def found(part):
    return clouds(part, Logistic(), LAM, EPSILONS, n_draws=DRAWS, seed=1)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_mean_length_of_output_is_that_of_theory(found, epsilon):
    """2d/(nλε), to five standard errors of 4000 draws: 1/√(d · 4000) of itself each, 5.6 %.

    A length of one feature more or less, half as much away, fails, and so does 9/10 of the rate.
    """
    cloud = found.clouds["output", epsilon]
    lengths = np.linalg.norm(cloud.coefs - found.optimum, axis=1)
    theory = 2 * 2 / (N * LAM * epsilon)
    allowed = 5 / np.sqrt(2 * DRAWS)
    assert core.mean_length(cloud.plan) == pytest.approx(theory)
    assert lengths.mean() == pytest.approx(theory, rel=allowed)
    for wrong in (0.5, 0.9, 1 / 0.9, 1.5):
        assert lengths.mean() != pytest.approx(wrong * theory, rel=allowed)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("mechanism", COMPARED)
def test_regions_hold_the_share_that_they_claim(found, mechanism, epsilon):
    """Binomial tests over 4000 draws at level 1e-4; a share 6 points off fails."""
    cloud = found.clouds[mechanism, epsilon]
    for share, rim in zip(SHARES, cloud.rims, strict=True):
        inside = int(_inside(cloud.coefs, rim).sum())
        assert stats.binomtest(inside, DRAWS, share).pvalue > LEVEL
        for wrong in (share - 0.06, share + 0.06):
            assert stats.binomtest(inside, DRAWS, wrong).pvalue < LEVEL


def _inside(points, rim):
    """Return whether points lie in a polygon: how often a ray to the right crosses its sides."""
    (x, y), start, end = points.T[:, :, None], rim[:-1], rim[1:]
    spans = (start[:, 1] > y) != (end[:, 1] > y)
    slope = (end[:, 0] - start[:, 0]) / np.where(
        end[:, 1] == start[:, 1], 1, end[:, 1] - start[:, 1]
    )
    crossing = start[:, 0] + (y - start[:, 1]) * slope
    return (spans & (x < crossing)).sum(axis=1) % 2 == 1


def test_output_region_is_a_disc_and_the_other_bends_with_the_data(found):
    objective, output = (found.clouds[name, 0.2].rims[-1] for name in COMPARED)
    assert core.elongation(output) == pytest.approx(1, abs=0.01)
    assert core.elongation(objective) > 1.5
    curvature = np.linalg.norm(objective - found.optimum, axis=1)
    # It is no ellipse around the minimiser: opposite points differ in distance.
    half = len(curvature) // 2
    assert np.abs(curvature[:half] / curvature[half:-1] - 1).max() > 0.05


@pytest.mark.parametrize("loss", DEFAULTS, ids=repr)
@pytest.mark.parametrize("mechanism", COMPARED)
def test_classifiers_are_those_of_the_mechanism(part, loss, mechanism):
    found = clouds(part, loss, LAM, EPSILONS, n_draws=20, seed=2)
    for epsilon in EPSILONS:
        expected = draw(
            mechanism,
            part.X,
            part.y,
            loss=loss,
            lam=LAM,
            epsilon=epsilon,
            n_draws=20,
            rng=core.stream(2, "plane"),
        )
        cloud = found.clouds[mechanism, epsilon]
        assert cloud.plan == expected.plan
        assert cloud.converged
        np.testing.assert_allclose(cloud.coefs, expected.coefs, rtol=1e-6, atol=1e-7)


def test_a_cloud_shrinks_to_the_minimiser_without_a_jump(found):
    wide, narrow = (found.clouds["output", epsilon].coefs - found.optimum for epsilon in EPSILONS)
    times = EPSILONS[1] / EPSILONS[0]
    np.testing.assert_allclose(wide, narrow * times, atol=(1 + times) * APART)


def test_no_noise_is_a_point(part):
    found = clouds(part, Logistic(), LAM, (np.inf,), n_draws=3, seed=0)
    for name in COMPARED:
        np.testing.assert_allclose(
            found.clouds[name, np.inf].coefs, [found.optimum] * 3, atol=APART
        )
    assert core.elongation(found.clouds["output", np.inf].rims[0]) == 1


@pytest.mark.parametrize("loss", DEFAULTS, ids=repr)
def test_excess_is_least_where_the_tilted_question_is_answered(part, loss):
    """The oracle minimises J + b·w/n by scipy, from its formula."""
    grid = np.linspace(-8, 8, 81)
    linear = np.array([[0.0, 0.0], [0.02, -0.01]])
    found = core.excess(core.risks(part, loss, grid, grid), LAM, grid, grid, linear)
    assert found.shape == (2, 81, 81)
    assert found.min(axis=(1, 2)).tolist() == [0, 0]
    for tilt, each in zip(linear, found, strict=True):

        def value(w, tilt=tilt):
            risk = loss.value(part.y * (part.X @ w)).mean()
            return risk + LAM / 2 * w @ w + tilt @ w

        row, column = np.unravel_index(each.argmin(), each.shape)
        best = optimize.minimize(value, np.zeros(2)).x
        assert np.abs(best - [grid[column], grid[row]]).max() < 2 * (grid[1] - grid[0])
        gap = value(np.array([grid[3], grid[70]])) - value(np.array([grid[column], grid[row]]))
        assert each[70, 3] == pytest.approx(gap, rel=1e-9)


def test_two_features_are_taken_as_they_are():
    data = Dataset(np.eye(3), np.array([1.0, -1.0, 1.0]), ("a", "b", "c"))
    two = core.of_two(data, 3, 1)
    assert two.features == ("c", "a")
    assert np.array_equal(two.X, data.X[:, [2, 0]])


@pytest.mark.parametrize(
    ("places", "sentence"),
    [((0, 1), "feature must be at least 1"), ((1, 4), "feature must be at most 3"),
     ((2, 2), "The two features must differ")],
)  # fmt: skip
def test_features_that_cannot_be_are_refused(places, sentence):
    data = Dataset(np.eye(3), np.array([1.0, -1.0, 1.0]), ("a", "b", "c"))
    with pytest.raises(InvalidInput, match=sentence):
        core.of_two(data, *places)


def test_other_than_two_features_are_refused():
    data = generate("uniform", np.random.default_rng(0), n=50, d=3)
    with pytest.raises(InvalidInput, match="features must be at most 2"):
        clouds(split(data, 40, 0), Logistic(), LAM, (1.0,), n_draws=2, seed=0)


def test_a_table_with_one_feature_has_no_plane():
    data = Dataset(np.array([[0.5], [-0.5]]), np.array([1.0, -1.0]), ("only",))
    with pytest.raises(InvalidInput, match="needs two features, and this table has one"):
        core.of_two(data, 1, 1)
