"""Membership by a threshold on the loss: what it gets, and that no mean passes its limit."""

import math

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dplab.instruments.neighbours import in_ball
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.studies.adversary.membership import (
    Question,
    advantages,
    attacked,
    interval,
    run,
    table,
)

EPSILONS = (0.1, 1.0, 10.0, math.inf)


def found_at(mechanism, settings, epsilons=EPSILONS, n_splits=30):
    *_, found = run(Question(settings, mechanism, epsilons, n_splits), load(settings))
    return found


def test_the_area_is_that_of_all_pairs_and_the_rates_those_at_the_thresholds():
    rng = np.random.default_rng(0)
    members, others = rng.normal(0.4, 1, (3, 50)).round(1), rng.normal(0, 1, (3, 70)).round(1)
    thresholds = np.array([2.0, 0.3, -9.0])
    area, false, true = attacked(members, others, thresholds)
    labels = np.append(np.ones(150), np.zeros(210))
    scores = np.append(members.ravel(), others.ravel())
    assert area == pytest.approx(roc_auc_score(labels, scores), abs=1e-12)
    np.testing.assert_allclose(false, [(others >= each).mean() for each in thresholds])
    np.testing.assert_allclose(true, [(members >= each).mean() for each in thresholds])


@pytest.mark.parametrize("mechanism", ["output", "objective_tight", "output_gaussian"])
@pytest.mark.parametrize(
    "settings",
    [Settings(data="breast_cancer", n=150, lam=0.003), Settings(data="gaussian", n=100, lam=0.01)],
    ids=["breast cancer", "generated"],
)
def test_no_mean_over_splits_is_above_a_limit_by_more_than_its_interval(mechanism, settings):
    found = found_at(mechanism, settings)
    low, _ = interval(found.areas)
    assert (low <= found.area_limits).all()
    assert (found.area_limits <= found.alone_limits + 1e-9).all()
    lows, _ = interval(np.moveaxis(found.true_positives, 1, -1))
    # Of 32 places of each curve some interval may miss; by as much again none does.
    spread = found.true_positives.std(axis=1, ddof=1) / math.sqrt(found.areas.shape[1])
    assert (lows - 2 * spread <= found.curve_limits).all()
    rows = table(found)
    assert list(rows.epsilon) == list(EPSILONS)
    assert (rows.area_low <= rows.area).all()


def test_without_noise_whoever_is_learnt_by_heart_is_found():
    # More coefficients than records: each member is answered right, whatever its label is.
    rng = np.random.default_rng(1)
    X = in_ball(rng.standard_normal((80, 300)))
    data = Dataset(X, np.where(rng.random(80) < 0.5, 1.0, -1.0), tuple(map(str, range(300))))
    settings = Settings(n=20, lam=1e-4, loss="huber")
    *_, found = run(Question(settings, "output", (1.0, math.inf), 5), data)
    assert (found.areas[1] > 0.95).all()
    assert found.member_margins.min() > np.median(found.other_margins)
    # With noise that is long beside what was learnt, nobody is.
    assert abs(found.areas[0].mean() - 0.5) < 0.05


def test_a_guess_has_no_advantage_by_the_choice_of_the_threshold():
    found = found_at("output", Settings(data="gaussian", n=100, lam=0.01), epsilons=(0.01,))
    low, high = interval(advantages(found))
    assert low[0] < 0.01
    assert high[0] < 0.03


def test_somebody_has_to_be_left_out():
    settings = Settings(data="breast_cancer", n=569)
    with pytest.raises(InvalidInput, match="none is left to compare with"):
        next(run(Question(settings, "output", (1.0,)), load(settings)))
