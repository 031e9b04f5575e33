"""Feature maps: they stand for their kernels, rows go alone, and bad parameters are refused."""

import math
from itertools import product

import numpy as np
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.data.recipes import RECIPES
from dplab.features import FEATURE_MAPS, make
from dplab.maps import contract
from dplab.maps.fourier import SHIFT_INVARIANT
from dplab.simulation.sources import stream

RANDOM = [name for name, kind in FEATURE_MAPS.items() if kind.is_random]
EXACT = [name for name in FEATURE_MAPS if name not in RANDOM]
MANY = 100_000


def rows(n: int = 6, d: int = 3, seed: int = 0):
    """Return rows in the unit ball, some of them short."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    return X / np.linalg.norm(X, axis=1, keepdims=True) * rng.random((n, 1))


def oracle(name: str, gamma: float, u) -> float:
    """Return k(u) as the table has it."""
    if name == "gaussian":
        return math.exp(-gamma * float(u @ u))
    if name == "laplacian":
        return math.exp(-gamma * float(np.abs(u).sum()))
    return float(np.prod(1 / (1 + gamma**2 * u**2)))


@pytest.mark.parametrize(("name", "gamma"), list(product(RANDOM, (0.7, 3.0))))
def test_random_features_have_the_kernel_as_their_mean(name: str, gamma: float):
    """15 pairs, 1e5 features each: a z-test at level 1e-5 per pair, 1e-4 for all together.

    Frequencies of a wrong scale fail: the kernel at 1.1 γ, or 0.9 γ, is more than z away.
    """
    X = rows()
    phi = make(name, 3, {"bandwidth": gamma, "features": MANY}, seed=1)
    upper = np.triu_indices(len(X), 1)
    found, error = (phi(X) @ phi(X).T)[upper], phi.standard_error(X, X)[upper]
    z = stats.norm.isf(0.5e-5)
    assert np.abs((found - phi.kernel(X, X)[upper]) / error).max() < z
    for wrong in (0.9 * gamma, 1.1 * gamma):
        other = SHIFT_INVARIANT[name](X, X, wrong)[upper]
        assert np.abs((found - other) / error).max() > z


@pytest.mark.parametrize("name", RANDOM)
def test_kernels_are_those_of_the_table(name: str):
    X, Y = rows(4), rows(5, seed=1)
    phi = make(name, 3, {"bandwidth": 1.7, "features": 2}, seed=0)
    expected = [[oracle(name, 1.7, x - y) for y in Y] for x in X]
    np.testing.assert_allclose(phi.kernel(X, Y), expected, rtol=1e-13)


@pytest.mark.parametrize("name", RANDOM)
def test_the_standard_error_is_that_of_many_seeds(name: str):
    """400 seeds: a standard deviation is known to 1/√800 = 3.5 %; five of those."""
    X = rows(2)
    made = [make(name, 3, {"bandwidth": 1.0, "features": 20}, seed=s) for s in range(400)]
    values = [float(phi(X)[0] @ phi(X)[1]) for phi in made]
    assert np.std(values) == pytest.approx(made[0].standard_error(X, X)[0, 1], rel=0.18)


@pytest.mark.parametrize("name", RANDOM)
def test_the_bound_of_a_pair_is_rarely_exceeded(name: str):
    """At most β = 5 % of 400 seeds, by a binomial test at level 1e-6: Hoeffding is far from it."""
    X = rows(2)
    made = [make(name, 3, {"bandwidth": 1.0, "features": 20}, seed=s) for s in range(400)]
    k = made[0].kernel(X, X)[0, 1]
    beyond = sum(abs(float(p(X)[0] @ p(X)[1]) - k) > p.error_bound(0.05) for p in made)
    assert stats.binomtest(beyond, 400, 0.05, alternative="greater").pvalue > 1e-6
    assert made[0].error_bound(0.05) == pytest.approx(math.sqrt(2 * math.log(40) / 10))


@pytest.mark.parametrize("name", RANDOM)
def test_random_features_have_norm_one(name: str):
    phi = make(name, 3, {"bandwidth": 50.0, "features": 1_000}, seed=0)
    np.testing.assert_allclose(np.linalg.norm(phi(rows(200)), axis=1), 1, rtol=1e-13)


@pytest.mark.parametrize(("d", "degree"), [(1, 1), (1, 5), (2, 3), (10, 3), (5, 4), (4, 10)])
def test_polynomial_features_equal_their_kernel(d: int, degree: int):
    X, Y = rows(30, d), rows(20, d, seed=1)
    phi = make("polynomial", d, {"degree": degree}, seed=0)
    assert phi(X).shape == (30, math.comb(d + degree, degree))
    kernel = np.array([[((x @ y + 1) / 2) ** degree for y in Y] for x in X])
    assert np.abs(phi(X) @ phi(Y).T - kernel).max() < 1e-12
    assert np.abs(phi.kernel(X, Y) - kernel).max() < 1e-12
    edge = X / np.linalg.norm(X, axis=1, keepdims=True)
    assert np.linalg.norm(phi(edge), axis=1).max() <= 1 + 1e-12


@pytest.mark.parametrize("name", EXACT)
def test_exact_features_have_no_error(name: str):
    X, phi = rows(), make(name, 3, {}, seed=0)
    np.testing.assert_allclose(phi(X) @ phi(X).T, phi.kernel(X, X), atol=1e-14)
    assert not phi.standard_error(X, X).any()
    assert phi.error_bound(0.05) == 0


@pytest.mark.parametrize("name", FEATURE_MAPS)
def test_a_row_depends_on_no_other_row(name: str):
    """Not by one bit on their values; alone, a product may add in another order, which rounds."""
    X, other = rows(50), rows(50, seed=1)
    other[7] = X[7]
    phi = make(name, 3, {}, seed=0)
    assert (phi(X)[7] == phi(other)[7]).all()
    np.testing.assert_allclose(phi(X[7:8])[0], phi(X)[7], atol=1e-10)


def test_blocks_of_rows_leave_no_seam(monkeypatch):
    X = rows(50)
    for name in FEATURE_MAPS:
        phi = make(name, 3, {}, seed=0)
        whole = phi(X)
        with monkeypatch.context() as patch:
            patch.setattr(contract, "BLOCK_CELLS", 1_000)
            np.testing.assert_allclose(phi(X), whole, atol=1e-10)


@pytest.mark.parametrize("name", RANDOM)
def test_a_larger_map_begins_with_the_smaller_one(name: str):
    X = rows()
    small, large = (make(name, 3, {"features": D}, seed=5)(X) for D in (20, 200))
    np.testing.assert_allclose(large[:, :20] * math.sqrt(10), small, atol=1e-12)
    assert np.abs(make(name, 3, {"features": 20}, seed=6)(X) - small).max() > 0.01


def test_frequencies_share_no_random_numbers_with_records_of_the_same_seed():
    """The Gaussian recipe's stream has the Gaussian kernel's name, and the same seed."""
    phi = make("gaussian", 2, {"bandwidth": 0.5, "features": 20}, seed=0)
    for name in (*RECIPES, *FEATURE_MAPS):
        others = stream(0, name).standard_normal((10, 2))
        assert np.abs(phi.frequencies - others).max() > 0.1


BAD = [
    ("gaussian", {"features": 3}, "Take 4"),
    ("gaussian", {"features": 0}, "at least 2"),
    ("laplacian", {"bandwidth": 0.0}, "positive"),
    ("cauchy", {"bandwidth": math.inf}, "finite"),
    ("cauchy", {"bandwidth": 1e-9}, "between"),
    ("polynomial", {"degree": 0}, "at least 1"),
    ("polynomial", {"degree": 11}, "at most 10"),
    ("polynomial", {"degree": 2.5}, "whole"),
    ("polynomial", {"bandwidth": 1.0}, "degree"),
    ("linear", {"degree": 2}, "none"),
    ("hat", {}, "one of"),
    ("gaussian", {"features": 2 * 10**9}, "at most 50,000,000"),
]


@pytest.mark.parametrize(("name", "parameters", "said"), BAD)
def test_bad_parameters_are_refused_with_a_sentence(name: str, parameters, said: str):
    with pytest.raises(InvalidInput, match=said):
        make(name, 3, parameters, seed=0)


def test_rows_that_do_not_fit_are_refused_with_a_sentence():
    phi = make("gaussian", 3, {"features": 1_000}, seed=0)
    with pytest.raises(InvalidInput, match="take up to 998 features"):
        phi(np.zeros((50_100, 3)))
    with pytest.raises(InvalidInput, match="3 columns"):
        phi(np.zeros((5, 2)))
    with pytest.raises(InvalidInput, match="norm at most 1"):
        make("polynomial", 3, {}, seed=0)(np.ones((2, 3)))
    with pytest.raises(InvalidInput, match="monomials"):
        make("polynomial", 100, {"degree": 5}, seed=0)
    with pytest.raises(InvalidInput, match="beta"):
        phi.error_bound(0.0)
