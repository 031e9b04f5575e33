"""Minimisers to rounding, in the memory of the records and no more."""

import tracemalloc

import numpy as np
import pytest

from dpcore.erm.losses import HuberHinge, Logistic
from dplab.instruments.minimisers import minimiser


@pytest.mark.parametrize("loss", [Logistic(), HuberHinge(h=0.5)])
def test_the_gradient_vanishes_to_rounding(loss):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(3_000, 8)) / 10
    y, counts = rng.choice([-1.0, 1.0], 3_000), rng.integers(1, 4, 3_000).astype(float)
    coef = minimiser((X, y, counts), loss, 0.01)
    n = counts.sum()
    mean = (counts * loss.slope(X @ coef * y) * y) @ X / n + 0.01 * coef
    # Sums of n terms of size at most 1, each with a rounding or two.
    assert np.linalg.norm(mean) < 1e-14


def test_one_classifier_takes_no_memory_for_pairs_of_features():
    rng = np.random.default_rng(0)
    n, d = 4_000, 100
    X = rng.normal(size=(n, d)) / 20
    y = rng.choice([-1.0, 1.0], n)
    tracemalloc.start()
    try:
        minimiser((X, y, np.ones(n)), Logistic(), 0.01)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # Every two features of every record would be n·d²/2 doubles: 160 MB here.
    assert most < 12 * X.nbytes
