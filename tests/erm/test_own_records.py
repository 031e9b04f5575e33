"""A record of each draw's own: the same minimisers as with the record among the others."""

import itertools

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import Logistic
from dpcore.erm.solver import solve
from tests.erm.oracles import DEFAULTS
from tests.house.some import every


def records(n, d, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    X /= np.maximum(1, np.linalg.norm(X, axis=1))[:, None]
    return X, np.where(X[:, 0] + rng.normal(size=n) > 0, 1.0, -1.0)


SHAPES = ((1, 2), (40, 3), (300, 30), (6400, 4), (6400, 30))
TRIED = every(3, itertools.product(DEFAULTS, SHAPES, (0.05, 5.0), (1e-4, 0.05)))
"""In every run a third, among which each loss, shape, length of noise and λ is several times."""


@pytest.mark.parametrize(("loss", "shape", "noise", "lam"), TRIED)
def test_it_counts_like_any_other_record(loss, shape, noise, lam):
    n, d = shape
    X, y = records(n, d, seed=n)
    rng = np.random.default_rng(1)
    own = records(9, d, seed=2)[0]
    linear = noise * rng.normal(size=(9, d))
    found = solve(X, y, loss, lam, linear, own=own)
    assert found.converged.all()
    for u, B, w in list(zip(own, linear, found.coefs, strict=True))[:2]:
        alone = solve(np.vstack([X, u]), np.append(y, 1.0), loss, lam, B[None])
        # Each is within its residual over λ of the exact minimiser.
        allowed = 4e-10 * max(1, np.linalg.norm(B)) / lam
        np.testing.assert_allclose(w, alone.coefs[0], atol=allowed)
    without = solve(X, y, loss, lam, linear).coefs
    assert np.abs(found.coefs - without).max() > 1e-5


def test_counted_rows_and_one_record_more():
    X, y = records(20, 3, seed=3)
    counts, own = np.arange(20.0), records(3, 3, seed=4)[0]
    found = solve(X, y, Logistic(), 0.01, np.zeros((3, 3)), counts, own=own).coefs
    for u, w in zip(own, found, strict=True):
        alone = solve(
            np.vstack([X, u]),
            np.append(y, 1.0),
            Logistic(),
            0.01,
            sample_weight=np.append(counts, 1.0),
        )
        np.testing.assert_allclose(w, alone.coefs[0], atol=4e-8)


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        (np.zeros((2, 3)), r"shape \(4, 3\); got \(2, 3\)"),
        (np.full((4, 3), 0.9), "norm at most 1"),
        (np.full((4, 3), np.nan), "finite"),
    ],
)
def test_own_records_that_do_not_fit_get_a_sentence(own, sentence):
    X, y = records(5, 3, seed=5)
    with pytest.raises(InvalidInput, match=sentence):
        solve(X, y, Logistic(), 0.1, np.zeros((4, 3)), own=own)
