"""The tuned classifier runs Algorithm 4: parts of their own, one private pick, ε in all."""

import numpy as np
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.erm.losses import Logistic
from dpcore.erm.prediction import error
from dpcore.erm.solver import solve
from dpcore.estimators import PrivatelyTunedClassifier
from dpcore.estimators import tuning as tunings
from dpcore.estimators.training import DrawnPlanes
from dpcore.estimators.tuning import plan_training
from dpcore.privacy.tuning import Candidate
from dpcore.release.entropy import Entropy
from tests.estimators.problems import INF, three_classes, two_classes

LAMS = (1e-3, 0.1, 1.0)


def rng(seed=0):
    return np.random.default_rng(seed)


def tuned(lams, epsilon, **more):
    return PrivatelyTunedClassifier(epsilon, lams, classes=("no", "yes"), **more)


@pytest.fixture
def seen(monkeypatch):
    """Each candidate's training, with the rows and the classes that it was given."""
    seen, draw = [], tunings.Training.draw

    def spied(training, rows, codes, entropy):
        seen.append((training, rows, codes))
        return draw(training, rows, codes, entropy)

    monkeypatch.setattr(tunings.Training, "draw", spied)
    return seen


def test_without_privacy_the_candidate_with_the_fewest_mistakes_on_the_last_part_wins(seen):
    X, y = two_classes(103)
    model = tuned(LAMS, INF).fit(X, y)
    minimisers = [
        solve(rows, 2.0 * codes - 1, Logistic(), lam).coefs
        for lam, (_, rows, codes) in zip(LAMS, seen, strict=True)
    ]
    learned = np.concatenate([rows for _, rows, _ in seen])
    judges = ~(X[:, None] == learned).all(axis=2).any(axis=1)
    assert judges.sum() == 103 // 4
    signs = np.where(y == "yes", 1.0, -1.0)
    mistakes = [error(w, X[judges], signs[judges])[0] for w in minimisers]
    picked = LAMS.index(model.lam_)
    assert mistakes[picked] == min(mistakes)
    np.testing.assert_allclose(model.coef_, minimisers[picked], atol=1e-9)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_each_candidate_sees_its_part_alone_and_keeps_epsilon(n_classes, seen):
    X, _ = three_classes(61)
    codes = np.arange(61) % n_classes
    model = PrivatelyTunedClassifier(1.2, LAMS, classes=range(n_classes)).fit(X, codes)
    assert [len(rows) for _, rows, _ in seen] == [16, 15, 15]
    together = np.concatenate([rows for _, rows, _ in seen])
    assert len(np.unique(together, axis=0)) == 46  # disjoint, and 15 that judge
    planes = 1 if n_classes == 2 else 3
    for training, _, _ in seen:
        assert training.plan.epsilon * planes == pytest.approx(1.2)
        assert training.n_planes == planes
    assert model.lam_ in LAMS


def test_parts_are_dealt_anew_by_chance(seen):
    for _ in range(2):
        tuned(LAMS, 1.0).fit(*two_classes(103))
    assert not np.array_equal(seen[0][1], seen[len(LAMS)][1])


def picked(epsilon, monkeypatch, n_runs=3000):
    """Return how often each candidate is picked that makes 0, 2, 3 and 6 mistakes on its judge."""
    mistakes, n = (0, 2, 3, 6), 40
    X, codes = np.eye(8)[np.arange(n) % 8], np.zeros(n, dtype=int)

    def fixed(training, *_):
        wrong = mistakes[[1.0, 2.0, 3.0, 4.0].index(training.way.lam)]
        plane = np.where(np.arange(8) < wrong, 1.0, -1.0)
        return DrawnPlanes(plane[None], (training.plan,), training.way.lam)

    monkeypatch.setattr(tunings.Training, "draw", fixed)
    # So that the part that judges has one row of each kind, and the mistakes are as planned.
    monkeypatch.setattr(Entropy, "permutation", lambda _, n: np.arange(n))
    ways = [Candidate("output", lam, Logistic()) for lam in (1.0, 2.0, 3.0, 4.0)]
    training, entropy = plan_training(ways, epsilon, n, 2, 8), Entropy(rng(3).bytes)
    lams = [training.draw(X, codes, entropy).lam for _ in range(n_runs)]
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
    ("auto", "candidates must be a sequence of λ"),
    ((0.1,) * 30, "30 candidates need 31 parts, each of one record at least; n is 20"),
])  # fmt: skip
def test_candidates_that_cannot_be_tried_get_a_sentence(candidates, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        tuned(candidates, 1.0).fit(*two_classes(20))
