"""The way back from classifiers to noise: each family has one, and it undoes the way forward."""

import numpy as np
import pytest

from dpcore.erm.losses import LOSSES, make_loss
from dpcore.erm.solver import solve
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.instruments.inverses import INVERSES, inverse
from dplab.instruments.neighbours import exchange


def test_each_family_that_a_mechanism_adds_noise_by_has_one():
    assert set(INVERSES) == {each.family for each in MECHANISMS.values() if each.is_noisy}


@pytest.mark.parametrize("family", list(INVERSES), ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("loss", [make_loss(name) for name in LOSSES], ids=list(LOSSES))
def test_noise_comes_back_from_the_classifier_that_it_made(family, loss):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3)) / 10
    y, lam = rng.choice([-1.0, 1.0], 40), 0.1
    noises = rng.normal(size=(5, 3)) * 0.3
    solved = solve(X, y, loss, lam, family.linear_terms(noises, len(X)), tol=1e-13)
    back = inverse(family, exchange(X, y, X[0], -y[0]), loss, lam)
    # A gradient of 1e-13 moves the noise by n times as much, and a minimiser by 1/lam.
    read, *_ = back.noise_for(family.coefs(solved.coefs, noises))
    np.testing.assert_allclose(read, noises, atol=1e-10)
    other, *_ = inverse(family, exchange(X, -y, X[0], y[0]), loss, lam).noise_for(solved.coefs)
    assert np.abs(other - noises).max() > 1e-3
