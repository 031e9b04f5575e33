"""Class weights: the minimiser is the weighted one, and no constant of the proofs is passed."""

import copy
import pickle

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from dpcore.checks import InvalidInput
from dpcore.erm.losses import HuberHinge, Logistic, make_loss
from dpcore.erm.solver import solve
from dpcore.erm.weighted import EVEN, LEAST, by_share, is_weighted, weighted, weights_of
from tests.erm import oracles
from tests.erm.oracles import labelled

over_losses = pytest.mark.parametrize("loss", oracles.DEFAULTS, ids=repr)
SHARES = [0.003, 0.2, 0.9]


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize(("n", "d"), [(200, 1), (3000, 5), (300, 60)])
def test_without_privacy_the_minimiser_is_scikit_learns_with_those_weights(n, d, share):
    X, y = labelled(n, d)
    lam, loss = 1e-2, by_share(Logistic(), share)
    model = LogisticRegression(
        C=1 / (n * lam), fit_intercept=False, solver="newton-cholesky", tol=1e-13
    ).fit(X, y, sample_weight=loss.class_weights(y))
    np.testing.assert_allclose(solve(X, y, loss, lam).coefs, model.coef_, rtol=0, atol=1e-8)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize(("n", "d", "n_draws"), [(60, 4, 3), (6000, 3, 40)])
@over_losses
def test_every_draw_is_the_root_of_the_weighted_gradient(loss, n, d, n_draws, share):
    X, y = labelled(n, d)
    weights, lam = by_share(loss, share), 1e-3
    linear = 0.1 * np.random.default_rng(3).standard_normal((n_draws, d))
    found = solve(X, y, weights, lam, linear)
    assert found.converged.all()
    rare, other = (y > 0, y < 0) if share < EVEN else (y < 0, y > 0)
    weight = rare + other * (min(share, 1 - share) / max(share, 1 - share))
    for w, b in zip(found.coefs, linear, strict=True):
        slopes = weight * oracles.formulas(loss, y * (X @ w))[1]
        assert np.linalg.norm(X.T @ (y * slopes) / n + lam * w + b) <= 1e-9


def test_the_sum_is_divided_by_n_and_not_by_the_weights():
    # By their sum, one label more on the rare side would move every other record's share.
    X, y = np.zeros((4, 1)), np.array([1.0, -1.0, -1.0, -1.0])
    X[0] = 1.0  # the only record that pulls
    loss, lam = by_share(HuberHinge(0.5), 0.25), 1.0
    alone = solve(X, y, loss, lam).coefs
    assert alone == pytest.approx(1 / 4)  # λw = 1/n at slope -1
    other = y.copy()
    other[3] = 1.0
    np.testing.assert_array_equal(solve(X, other, loss, lam).coefs, alone)
    divided_by_their_sum = 1 / (1 + 3 * (1 / 3))
    assert abs(float(alone[0, 0]) - divided_by_their_sum) > 0.2


@over_losses
@pytest.mark.parametrize("share", SHARES)
def test_no_record_pulls_harder_or_bends_more_than_without_weights(loss, share):
    weights = by_share(loss, share)
    z, y = np.linspace(-30, 30, 6001), np.array([-1.0, 1.0])
    pull = np.abs(weights.class_weights(y)[:, None] * weights.slope(z))
    bend = weights.class_weights(y)[:, None] * weights.curvature_at(z)
    assert pull.max() <= weights.lipschitz == loss.lipschitz
    assert bend.max() <= weights.curvature == loss.curvature


def test_the_sensitivity_is_reached_and_a_weight_above_one_passes_it():
    # In d = 1 with the Huber hinge, where a record of slope -1 stands beside one at the origin.
    n, lam = 50, 1.0
    X, y = np.zeros((n, 1)), np.ones(n)

    def moved(loss, label):
        ends = []
        for x in (1.0, -1.0):
            X[0], y[0] = x, label
            ends.append(solve(X, y, loss, lam).coefs[0, 0])
        return abs(ends[0] - ends[1])

    loss = HuberHinge(0.5)
    assert moved(by_share(loss, 0.2), 1.0) == pytest.approx(2 / (n * lam))
    assert moved(by_share(loss, 0.2), -1.0) == pytest.approx(0.25 * 2 / (n * lam))
    too_large = solve(X * 0 + np.eye(n)[0][:, None], np.ones(n), loss, lam,
                      record_weight=np.full(n, 3.57)).coefs[0, 0]  # fmt: skip
    assert 2 * too_large == pytest.approx(3.57 * 2 / (n * lam))


def test_a_share_makes_both_classes_count_alike_where_it_is_true():
    for share in (0.05, 0.3, 0.7):
        negative, positive = weights_of(by_share(Logistic(), share))
        assert positive * share == pytest.approx(negative * (1 - share))
        assert max(negative, positive) == 1
    assert by_share(Logistic(), EVEN) == Logistic() == make_loss("logistic")
    assert not is_weighted(make_loss("huber"))
    assert is_weighted(make_loss("huber", 0.5, 0.2))


def test_a_weighted_loss_is_the_loss_in_all_else_and_can_be_kept():
    loss = make_loss("huber", 0.3, 0.2)
    assert (loss.name, loss.h, loss.curvature) == ("huber", 0.3, HuberHinge(0.3).curvature)
    for twin in (pickle.loads(pickle.dumps(loss)), copy.deepcopy(loss)):
        assert twin == loss
        assert hash(twin) == hash(loss)
    assert loss != make_loss("huber", 0.3, 0.3)


@pytest.mark.parametrize(("make", "sentence"), [
    (lambda: weighted(Logistic(), 0.2, 0.5), "larger class weight must be 1, .* Divide both"),
    (lambda: weighted(Logistic(), 1.0, 3.57), "class weight of \\+1 must be between 0.0001 and 1"),
    (lambda: weighted(Logistic(), 1.0, 0.0), "class weight of \\+1 must be between"),
    (lambda: by_share(Logistic(), 0.0), "share of \\+1 must be between"),
    (lambda: by_share(Logistic(), 1.0), "share of \\+1 must be between"),
    (lambda: by_share(Logistic(), float("nan")), "share of \\+1"),
])  # fmt: skip
def test_other_weights_are_refused_in_a_sentence(make, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        make()


def test_the_least_share_can_be_used():
    for share in (LEAST, 1 - LEAST):
        assert min(weights_of(by_share(Logistic(), share))) >= LEAST
