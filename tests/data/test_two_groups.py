"""Two groups: their law, and that the smaller one is a problem of its own at a right angle."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.data import recipes
from dpcore.data.two_groups import LARGER, SMALLER, two_groups
from dpcore.erm.losses import LOSSES, make_loss
from dpcore.erm.solver import solve

N = 20_000
LEVEL = 1e-3  # of each statistical test; the seeds are fixed, so that none can flake


def drawn(seed=0, n=N, d=10, share=0.05, angle=90.0, flip=0.0):
    return two_groups(n, d, share, angle, flip, np.random.default_rng(seed))


def is_smaller(data):
    return np.array(data.beside["group"] == SMALLER)


def direction(seed, d):
    """The unit vector u of one block: it is drawn first."""
    u = np.random.default_rng(seed).standard_normal(d // 2)
    return u / np.linalg.norm(u)


def directions(seed, d, angle):
    """Those of the larger and of the smaller group, by ordinary trigonometry."""
    u, theta = direction(seed, d), np.radians(angle)
    zero = np.zeros_like(u)
    return np.concatenate([u, zero]), np.concatenate([np.cos(theta) * u, np.sin(theta) * u])


@given(
    seed=st.integers(0, 2**32 - 1),
    half=st.integers(1, 20),
    share=st.floats(0, 0.5),
    angle=st.floats(0, 90),
)
def test_every_row_has_norm_1_and_its_group_stands_beside_it(seed, half, share, angle):
    data = drawn(seed, 30, 2 * half, share, angle)
    assert np.linalg.norm(data.X, axis=1) == pytest.approx(np.ones(30), abs=1e-12)
    assert list(data.beside) == ["group"]
    assert set(data.beside["group"]) <= {LARGER, SMALLER}
    assert not data.X[~is_smaller(data), half:].any()


@pytest.mark.parametrize("share", [0.005, 0.05, 0.5])
def test_the_share_of_the_smaller_group_is_a_probability(share):
    """n = 200,000, binomial, level 1e-3, two-sided: 2/3 and 3/2 of the share are rejected."""
    count = int(is_smaller(drawn(1, n=10 * N, d=2, share=share)).sum())
    assert stats.binomtest(count, 10 * N, share).pvalue > LEVEL
    for near_miss in (2 / 3 * share, 3 / 2 * share):
        assert stats.binomtest(count, 10 * N, near_miss).pvalue < LEVEL


def test_at_a_right_angle_the_blocks_are_separate_to_the_bit():
    data = drawn(2, share=0.3)
    smaller = is_smaller(data)
    assert not data.X[smaller, :5].any()
    assert not data.X[~smaller, 5:].any()


def test_at_angle_0_the_second_block_is_empty():
    data = drawn(3, share=0.3, angle=0.0)
    assert not data.X[:, 5:].any()
    assert is_smaller(data).any()


@pytest.mark.parametrize("angle", [0.0, 30.0, 45.0, 89.0, 90.0])
def test_labels_are_sides_of_directions_at_the_angle(angle):
    larger, smaller = directions(4, 10, angle)
    assert larger @ smaller == pytest.approx(np.cos(np.radians(angle)), abs=1e-12)
    data = drawn(4, share=0.3, angle=angle)
    for members, along in ((is_smaller(data), smaller), (~is_smaller(data), larger)):
        projection = data.X[members] @ along
        clear = np.abs(projection) > 1e-12
        assert np.array_equal(np.sign(projection)[clear], data.y[members][clear])


@pytest.mark.parametrize("angle", [0.0, 30.0, 45.0, 89.0, 90.0])
def test_blocks_of_the_smaller_group_stand_in_the_ratio_of_the_angle(angle):
    data = drawn(4, share=0.3, angle=angle)
    members = data.X[is_smaller(data)]

    def off(degrees):
        theta = np.radians(degrees)
        return np.abs(np.sin(theta) * members[:, :5] - np.cos(theta) * members[:, 5:]).max()

    assert off(angle) < 1e-12
    assert off(angle + 5) > 0.01


@pytest.mark.parametrize("d", [4, 10])
def test_points_of_both_groups_are_uniform_on_the_sphere_of_a_block(d):
    data = drawn(5, d=d, share=0.4)
    half, smaller = d // 2, is_smaller(data)
    u = direction(5, d)
    for block in (data.X[smaller, half:], data.X[~smaller, :half]):
        law = stats.beta(1 / 2, (half - 1) / 2)  # of (u·x)²
        assert stats.kstest((block @ u) ** 2, law.cdf).pvalue > LEVEL
        wrong = stats.beta(1 / 2, half / 2)
        assert stats.kstest((block @ u) ** 2, wrong.cdf).pvalue < LEVEL


@pytest.mark.parametrize("angle", [0.0, 90.0])
def test_labels_are_flipped_alike_in_both_groups(angle):
    """n = 20,000, half in each group, level 1e-3: 2/3 and 3/2 of the chance are rejected."""
    flip = 0.2
    data = drawn(6, share=0.5, angle=angle, flip=flip)
    larger, smaller = directions(6, 10, angle)
    for members, along in ((is_smaller(data), smaller), (~is_smaller(data), larger)):
        wrong = int(np.sum(np.sign(data.X[members] @ along) != data.y[members]))
        n = int(members.sum())
        assert stats.binomtest(wrong, n, flip).pvalue > LEVEL
        for near_miss in (2 / 3 * flip, 3 / 2 * flip):
            assert stats.binomtest(wrong, n, near_miss).pvalue < LEVEL


def test_same_seed_gives_the_same_records_and_groups():
    first, second, other = (drawn(seed, flip=0.1) for seed in (1, 1, 2))
    assert first.X.tobytes() == second.X.tobytes()
    assert first.y.tobytes() == second.y.tobytes()
    assert first.beside.equals(second.beside)
    assert not first.beside.equals(other.beside)


@pytest.mark.parametrize("name", LOSSES)
def test_the_smaller_groups_block_is_the_minimiser_of_its_own_records(name):
    """At λ/s of its sn records, s its true share: the objective falls apart into the groups."""
    data, lam, loss = drawn(7, n=4_000, share=0.1, flip=0.05), 1e-3, make_loss(name, 0.5)
    smaller = is_smaller(data)
    share = smaller.mean()
    together = solve(data.X, data.y, loss, lam, tol=1e-13).coefs.ravel()
    for members, block, part in (
        (smaller, slice(5, 10), share),
        (~smaller, slice(0, 5), 1 - share),
    ):
        X, y = np.ascontiguousarray(data.X[members, block]), data.y[members]
        alone = solve(X, y, loss, lam / part, tol=1e-13).coefs.ravel()
        assert np.abs(together[block] - alone).max() < 1e-9
        near_miss = solve(X, y, loss, lam, tol=1e-13).coefs.ravel()
        assert np.abs(together[block] - near_miss).max() > 1e-3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"d": 9}, "d must be an even number, for two groups of d/2 features; got 9"),
        ({"d": 1}, "d must be at least 2"),
        ({"group_share": 0.6}, "group_share must be between 0 and 0.5; got 0.6"),
        ({"group_share": -0.1}, "group_share must be between 0 and 0.5; got -0.1"),
        ({"group_angle": 91}, "group_angle must be between 0 and 90; got 91"),
        ({"group_flip": 1.5}, "group_flip must be between 0 and 1; got 1.5"),
        ({"group_share": float("nan")}, "group_share must be a number; got nan"),
    ],
)
def test_refusals_are_sentences(arguments, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        recipes.generate("two_groups", np.random.default_rng(0), **({"n": 10, "d": 4} | arguments))
