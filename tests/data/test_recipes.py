"""The generated data follow the laws that the papers state."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from dpcore.checks import InvalidInput
from dpcore.data import recipes

N = 20_000
LEVEL = 1e-3  # of each test that follows; the seeds are fixed, so that none can flake


def hyperplane(seed, d):
    """The unit vector u of a recipe: it is the first thing that is drawn."""
    u = np.random.default_rng(seed).standard_normal((1, d))[0]
    return u / np.linalg.norm(u)


def distance_law(d, separation=0.0):
    """Distribution function of |u·x| given that it is at least the separation."""

    def cdf(t, dimensions=d):
        shape = (1 / 2, (dimensions - 1) / 2)
        floor = special.betainc(*shape, separation**2)
        return (special.betainc(*shape, np.square(t)) - floor) / (1 - floor)

    return cdf


def drawn(recipe, seed, n, d, **knobs):
    """Records of a recipe, with as many of d features as its law allows."""
    rng = np.random.default_rng(seed)
    return recipes.generate(recipe.name, rng, n=n, d=recipe.n_features(d), **knobs)


over_recipes = pytest.mark.parametrize(
    "recipe", recipes.RECIPES.values(), ids=lambda recipe: recipe.name
)


@over_recipes
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 60), d=st.integers(1, 12))
def test_rows_lie_in_the_ball(recipe, seed, n, d):
    data = drawn(recipe, seed, n, d)
    d = recipe.n_features(d)
    assert data.X.shape == (2**d if recipe.by_points else n, d)
    norms = np.linalg.norm(data.X, axis=1)
    assert norms.max() <= 1 + 1e-12
    if recipe.name in ("uniform", "unseparable", "counterexample", "two_groups"):
        assert norms.min() >= 1 - 1e-12


@over_recipes
def test_same_seed_gives_same_bytes(recipe):
    first, second, other = (drawn(recipe, seed, 50, 5) for seed in (1, 1, 2))
    assert first.X.tobytes() == second.X.tobytes()
    # Of a law by its points, chance has no part in the points.
    assert (first.X.tobytes() == other.X.tobytes()) == recipe.by_points


@over_recipes
def test_every_knob_works_at_both_ends(recipe):
    for name, knob in recipe.knobs.items():
        assert knob.low <= knob.default <= knob.high
        for value in (knob.low, knob.high):
            drawn(recipe, 0, 20, 4, **{name: value})


def test_a_knob_means_the_same_in_every_recipe():
    """Links and widgets know a knob by its name alone."""
    known = {}
    for recipe in recipes.RECIPES.values():
        for name, knob in recipe.knobs.items():
            assert known.setdefault(name, knob) == knob
    assert not known.keys() & {"data", "epsilon", "lam", "loss", "h", "n", "draws", "seed", "d"}


@over_recipes
def test_features_out_of_bounds_are_refused_and_the_nearest_number_is_known(recipe):
    for wrong, near in (
        (recipe.fewest_features - 1, recipe.fewest_features),
        (recipe.most_features + 1, recipe.most_features),
    ):
        assert recipe.n_features(wrong) == near
        with pytest.raises(InvalidInput, match="d must be at"):
            recipes.generate(recipe.name, np.random.default_rng(0), n=5, d=wrong)


@over_recipes
@given(asked=st.integers(-5, 1_100))
def test_the_number_of_features_is_the_nearest_that_the_law_takes(recipe, asked):
    allowed = range(recipe.fewest_features, recipe.most_features + 1, 2 if recipe.even else 1)
    assert recipe.most_features in allowed
    nearest = min(allowed, key=lambda d: (abs(d - asked), d))
    assert recipe.n_features(asked) == nearest


@given(
    seed=st.integers(0, 2**32 - 1),
    d=st.integers(1, 30),
    separation=st.floats(0, 0.9),
)
def test_separation_is_kept_and_labels_are_sides(seed, d, separation):
    data = recipes.uniform(50, d, separation, np.random.default_rng(seed))
    projection = data.X @ hyperplane(seed, d)
    assert np.abs(projection).min() >= separation - 1e-12
    clear = np.abs(projection) > 1e-12
    assert (np.sign(projection) == data.y)[clear].all()


@pytest.mark.parametrize("d", [2, 3, 10])
@pytest.mark.parametrize("separation", [0.0, 0.1, 0.7])
def test_distance_follows_the_truncated_law(d, separation):
    data = recipes.uniform(N, d, separation, np.random.default_rng(7))
    distances = np.abs(data.X @ hyperplane(7, d))
    law = distance_law(d, separation)
    assert stats.kstest(distances, law).pvalue > LEVEL
    assert stats.kstest(distances, law, args=(d + 1,)).pvalue < LEVEL


@pytest.mark.parametrize("d", [2, 10])
def test_direct_draws_agree_with_rejection(d):
    rng, separation = np.random.default_rng(3), 0.2
    points = rng.standard_normal((4 * N, d))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    kept = np.abs(points[:, 0])[np.abs(points[:, 0]) >= separation]
    drawn = recipes.uniform(N, d, separation, np.random.default_rng(4))
    distances = np.abs(drawn.X @ hyperplane(4, d))
    assert stats.ks_2samp(distances, kept).pvalue > LEVEL


def test_rest_of_the_row_is_uniform_around_the_hyperplane():
    d, separation = 5, 0.3
    data = recipes.uniform(N, d, separation, np.random.default_rng(5))
    u = hyperplane(5, d)
    rest = data.X - np.outer(data.X @ u, u)
    rest /= np.linalg.norm(rest, axis=1, keepdims=True)
    across = np.linalg.svd(u[None])[2][1:]  # an orthonormal basis of what is orthogonal to u
    law = distance_law(d - 1)
    for direction in across:
        assert stats.kstest(np.abs(rest @ direction), law).pvalue > LEVEL
        assert stats.kstest(np.abs(rest @ direction), law, args=(d,)).pvalue < LEVEL
        assert abs(np.mean(rest @ direction > 0) - 0.5) < 3.3 * 0.5 / np.sqrt(N)


def test_labels_are_balanced():
    data = recipes.uniform(N, 10, 0.03, np.random.default_rng(6))
    assert abs(np.mean(data.y > 0) - 0.5) < 3.3 * 0.5 / np.sqrt(N)  # level 1e-3


def test_labels_flip_in_the_strip_only():
    band, flip, d = 0.1, 0.2, 10
    data = recipes.unseparable(N, d, band, flip, np.random.default_rng(8))
    projection = data.X @ hyperplane(8, d)
    wrong = np.where(projection >= 0, 1, -1) != data.y
    inside = np.abs(projection) <= band
    assert not wrong[~inside].any()
    spread = 3.3 * np.sqrt(flip * (1 - flip) / inside.sum())
    assert abs(wrong[inside].mean() - flip) < spread < flip / 3  # 2/3 and 3/2 of flip fail


def test_best_possible_error_is_that_of_the_closed_form():
    d, band, flip = 10, 0.1, 0.2
    best = flip * distance_law(d)(band)
    assert best == pytest.approx(0.0460, abs=5e-5)
    data = recipes.unseparable(10 * N, d, band, flip, np.random.default_rng(9))
    side = np.where(data.X @ hyperplane(9, d) >= 0, 1, -1)
    assert abs(np.mean(side != data.y) - best) < 3.3 * np.sqrt(best / (10 * N))


def test_a_projection_of_zero_counts_as_positive():
    assert recipes._signs(np.array([-0.0, 0.0, -1e-300])).tolist() == [1.0, 1.0, -1.0]


def test_one_dimension_has_the_two_points():
    data = recipes.uniform(100, 1, 0.5, np.random.default_rng(0))
    assert set(data.X[:, 0]) == {-1.0, 1.0}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"n": 0}, "n must be at least 1"),
        ({"n": 2_000_000}, "n must be at most 1,000,000"),
        ({"d": 0}, "d must be at least 1"),
        ({"d": 2.5}, "d must be a whole number"),
        ({"n": 1_000_000, "d": 100}, "n times d must be at most 50,000,000"),
        ({"separation": -0.1}, "separation must be between 0 and 1"),
        ({"separation": 1.0}, "separation must be below 1"),
        ({"separation": float("nan")}, "separation must be a number"),
        ({"separation": 0.9, "d": 1000}, "smaller separation or fewer dimensions"),
        ({"gap": 0.1}, "knob of uniform must be one of separation"),
    ],
)
def test_refusals_are_sentences(arguments, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        recipes.generate("uniform", np.random.default_rng(0), **({"n": 10, "d": 3} | arguments))


def test_unknown_recipe_is_refused():
    with pytest.raises(InvalidInput, match="data must be one of uniform, unseparable"):
        recipes.generate("nothing", np.random.default_rng(0), n=10, d=2)


@pytest.mark.parametrize("knob", ["band", "flip"])
def test_unseparable_knobs_are_shares(knob):
    with pytest.raises(InvalidInput, match=f"{knob} must be between 0 and 1"):
        recipes.generate("unseparable", np.random.default_rng(0), n=10, d=2, **{knob: 1.5})


@pytest.mark.parametrize("d", [1, 2, 10])
def test_cubic_records_are_uniform_in_the_ball_and_labels_the_sign_of_a_cubic(d):
    """‖x‖^d is uniform; the labels are those of a sum over the monomials, one by one."""
    data = recipes.cubic(N, d, np.random.default_rng(3))
    norms = np.linalg.norm(data.X, axis=1)
    assert stats.kstest(norms**d, "uniform").pvalue > LEVEL
    coefs = np.random.default_rng(3).standard_normal((d, d, d))
    value = [
        sum(
            coefs[i, j, k] * x[i] * x[j] * x[k]
            for i in range(d)
            for j in range(i, d)
            for k in range(j, d)
        )
        for x in data.X[:300]
    ]
    np.testing.assert_array_equal(np.where(np.array(value) >= 0, 1.0, -1.0), data.y[:300])
