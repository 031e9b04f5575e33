"""With class weights every mechanism keeps its ε: by the meter, and by audits of its draws."""

import numpy as np
import pytest

from dpcore.erm.losses import HuberHinge
from dpcore.erm.weighted import _WeightedLoss, by_share
from dpcore.privacy.mechanisms import MECHANISMS, calibrate, draw
from dplab.instruments.audit import audit
from dplab.instruments.chances import hessian_at
from dplab.instruments.meter import Meter
from dplab.instruments.neighbours import exchange
from tests.erm.oracles import DEFAULTS, labelled
from tests.house.some import some
from tests.privacy.oracles import (
    NOISY,
    OFTEN,
    PURE,
    implied_noise,
    log_density,
    log_det_hessian,
    promise,
)

SHARE = 0.22  # so that the common class counts 1/3.55
N, LAM, EPSILON = 300, 0.02, 0.8


def pairs(d):
    """Return neighbours whose record changes its label, its features, or both."""
    X, y = labelled(N, d)
    y[0] = -1.0
    e = np.eye(d)[0]
    X[0] = e
    return [(X, y, e, 1.0), (X, y, -e, -1.0), (X, y, -e, 1.0)]


@pytest.mark.parametrize("loss", DEFAULTS, ids=repr)
@pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
def test_the_meter_is_the_weighted_formula_written_out(mechanism, loss):
    weights = by_share(loss, SHARE)
    w = 3 * np.random.default_rng(9).standard_normal((20, 2))
    for X, y, x, label in pairs(2):
        plan = calibrate(mechanism, EPSILON, lam=LAM, n=N, loss=weights, n_features=2)
        meter = Meter(exchange(X, y, x, label), plan, weights, LAM)
        promised = promise(mechanism, EPSILON, LAM, N, loss, 2)
        if promised.family == "output":
            ends = [meter.inverse.centre, meter.inverse.centre - meter.inverse.gap]
            sides = [log_density(w - end, promised.law, promised.rate) for end in ends]
        else:
            sides = []
            others = np.vstack([x, X[1:]]), np.r_[label, y[1:]]
            for rows, labels in ((X, y), others):
                asked = (rows, labels, loss, LAM + promised.extra_lam,
                         np.where(labels > 0, 1.0, SHARE / (1 - SHARE)))  # fmt: skip
                noise = implied_noise(w, *asked)
                found = log_density(noise, promised.law, promised.rate)
                sides.append(found + log_det_hessian(w, *asked))
        np.testing.assert_allclose(meter.at(w), sides[0] - sides[1], rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("mechanism", PURE)
def test_no_output_loses_more_than_epsilon_whatever_label_is_exchanged(mechanism):
    loss = by_share(HuberHinge(), SHARE)
    plan = calibrate(mechanism, EPSILON, lam=LAM, n=N, loss=loss)
    for d in (1, 3):
        for X, y, x, label in pairs(d):
            meter = Meter(exchange(X, y, x, label), plan, loss, LAM)
            assert np.abs(meter.read(2000, np.random.default_rng(d)).privacy_loss).max() <= EPSILON


@pytest.mark.parametrize("mechanism", PURE)
def test_a_rare_class_that_counts_more_than_one_loses_more_than_epsilon(mechanism):
    """The near miss: the common class counts 1, the rare one 3.55, under the same noise."""
    rare = _WeightedLoss(HuberHinge(), 1.0, (1 - SHARE) / SHARE)
    # All others at the origin: the minimiser moves as far as the record pulls.
    X, y = np.zeros((N, 1)), np.ones(N)
    X[0] = 1.0
    plan = calibrate(mechanism, EPSILON, lam=LAM, n=N, loss=rare)
    meter = Meter(exchange(X, y, np.array([-1.0]), 1.0), plan, rare, LAM)
    assert np.abs(meter.read(2000, np.random.default_rng(0)).privacy_loss).max() > 2.5 * EPSILON


def classifier(name, loss):
    """Return a mechanism as a black box over records."""

    def mechanism(records, n_runs, rng):
        X, y = records
        drawn = draw(name, X, y, loss=loss, lam=LAM, epsilon=EPSILON, n_draws=n_runs, rng=rng)
        return drawn.coefs

    return mechanism


@pytest.mark.parametrize(("weigh", "passes"), [
    (lambda loss: by_share(loss, SHARE), True),
    (lambda loss: _WeightedLoss(loss, 1.0, (1 - SHARE) / SHARE), False),
], ids=["largest 1", "largest 3.55"])  # fmt: skip
@pytest.mark.parametrize("mechanism", ["output", "objective_tight"])
def test_an_audit_finds_no_more_than_epsilon_and_more_of_the_near_miss(mechanism, weigh, passes):
    # 40,000 draws at confidence 0.95 and a fixed seed: what passes is bounded with a wide margin.
    loss = weigh(HuberHinge())
    X, y = np.zeros((N, 1)), np.ones(N)
    sides = []
    for x in (1.0, -1.0):
        X[0] = x
        sides.append((X.copy(), y))
    found = audit(classifier(mechanism, loss), *sides, n_runs=40_000, rng=np.random.default_rng(2))
    assert (found.epsilon <= EPSILON) == passes


@pytest.mark.parametrize("mechanism", PURE)
def test_weights_change_neither_noise_nor_extra_regularization(mechanism):
    for loss in DEFAULTS:
        plain, weighted = (
            calibrate(mechanism, EPSILON, lam=LAM, n=N, loss=each)
            for each in (loss, by_share(loss, SHARE))
        )
        assert plain == weighted
    assert MECHANISMS[mechanism].guarantee == "pure"


def test_the_hessian_of_a_release_is_the_weighted_one():
    X, y = labelled(50, 3)
    loss = by_share(HuberHinge(2.0), SHARE)
    w = np.array([0.3, -0.1, 0.2])
    weight = np.where(y > 0, 1.0, SHARE / (1 - SHARE))
    expected = (X.T * (weight * loss.curvature_at(y * (X @ w)))) @ X + 50 * LAM * np.eye(3)
    np.testing.assert_allclose(hessian_at(w, X, y, loss=loss, lam=LAM), expected, rtol=1e-12)
