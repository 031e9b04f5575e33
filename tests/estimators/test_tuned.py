"""The tuned classifier runs Algorithm 4: parts of their own, one private pick, ε in all."""

import numpy as np
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.erm.losses import Logistic
from dpcore.estimators import PrivatelyTunedClassifier
from dpcore.estimators import tuning as tunings
from dpcore.estimators.training import Released
from dpcore.privacy.tuning import Candidate, cut, plan_tuning, tune
from tests.estimators.problems import INF, simulated, three_classes, two_classes

LAMS = (1e-3, 0.1, 1.0)


def rng(seed=0):
    return np.random.default_rng(seed)


def test_of_two_classes_it_is_algorithm_four():
    X, y = two_classes(103)
    signs = np.where(y == "yes", 1.0, -1.0)
    plan = plan_tuning([Candidate("objective", lam, Logistic()) for lam in LAMS], 2.0, 103)
    for seed in range(10):
        source = rng(seed)
        tuned = tune(plan, X, signs, parts=cut(plan, source), n_draws=1, rng=source)
        model = PatientlyTuned(LAMS, 2.0, mechanism="objective", random_state=rng(seed))
        simulated(model, X, y)
        np.testing.assert_array_equal(model.coef_, tuned.released)
        assert model.lam_ == LAMS[tuned.picks[0]]
        assert model.plan_ == plan.plans[tuned.picks[0]]


def PatientlyTuned(lams, epsilon, **more):  # noqa: N802
    return PrivatelyTunedClassifier(lams, epsilon=epsilon, classes=("no", "yes"), **more)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_each_candidate_sees_its_part_alone_and_keeps_epsilon(n_classes, monkeypatch):
    X, _ = three_classes(61)
    codes = np.arange(61) % n_classes
    seen = []
    draw = tunings.Training.draw

    def spied(training, rows, its_codes, source):
        seen.append((training, rows))
        return draw(training, rows, its_codes, source)

    monkeypatch.setattr(tunings.Training, "draw", spied)
    model = PrivatelyTunedClassifier(LAMS, epsilon=1.2, classes=range(n_classes)).fit(X, codes)
    assert [len(rows) for _, rows in seen] == [16, 15, 15]
    together = np.concatenate([rows for _, rows in seen])
    assert len(np.unique(together, axis=0)) == 46  # disjoint, and 15 that judge
    for training, _ in seen:
        planes = 1 if n_classes == 2 else 3
        assert [plan.epsilon for plan in training.plans] == pytest.approx([1.2 / planes] * planes)
    assert model.lam_ in LAMS


def picked(epsilon, monkeypatch, n_runs=3000):
    """Return how often each candidate is picked that makes 0, 2, 3 and 6 mistakes on its judge."""
    mistakes, n = (0, 2, 3, 6), 40
    X, codes = np.eye(8)[np.arange(n) % 8], np.zeros(n, dtype=int)

    def fixed(training, *_):
        wrong = mistakes[[1.0, 2.0, 3.0, 4.0].index(training.way.lam)]
        plane = np.where(np.arange(8) < wrong, 1.0, -1.0)
        return Released(plane[None], training.plans, training.way.lam)

    monkeypatch.setattr(tunings.Training, "draw", fixed)
    # Each judge has one row of each kind, so that the mistakes are as planned.
    parts = [np.arange(8 * k, 8 * k + 8) for k in range(5)]
    monkeypatch.setattr(tunings, "cut", lambda *_: parts)
    ways = [Candidate("output", lam, Logistic()) for lam in (1.0, 2.0, 3.0, 4.0)]
    training, source = tunings.plan_training(ways, epsilon, n, 2), rng(3)
    lams = [training.draw(X, codes, source).lam for _ in range(n_runs)]
    return np.array([lams.count(lam) for lam in (1.0, 2.0, 3.0, 4.0)])


def test_the_pick_follows_the_exponential_mechanism_and_near_misses_do_not(monkeypatch):
    found = picked(0.6, monkeypatch)

    def fits(exponent):
        weight = np.exp(-exponent * 0.6 * np.array([0, 2, 3, 6]))
        return stats.chisquare(found, found.sum() * weight / weight.sum()).pvalue

    assert fits(0.5) > 1e-3
    assert fits(1.0) < 1e-9  # would be 2ε-DP
    assert fits(0.25) < 1e-9


def test_without_privacy_the_fewest_mistakes_win(monkeypatch):
    assert picked(INF, monkeypatch, 20).tolist() == [20, 0, 0, 0]


@pytest.mark.parametrize(("candidates", "sentence"), [
    ((), "number of candidates must be at least 1"),
    ((0.1,) * 51, "number of candidates must be at most 50"),
    ((0.1, -0.1), "lam must be positive"),
    ((0.1, "x"), "lam must be a number"),
    (0.1, "candidates must be a sequence of λ"),
    ((0.1,) * 30, "30 candidates need 31 parts, each of one record at least; n is 20"),
])  # fmt: skip
def test_candidates_that_cannot_be_tried_get_a_sentence(candidates, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        PatientlyTuned(candidates, 1.0).fit(*two_classes(20))
