"""A classifier through the origin names +1 where w·x ≥ 0; its error counts the other labels."""

import numpy as np
import pytest
from sklearn import metrics

from dpcore.checks import InvalidInput
from dpcore.erm.prediction import error, errors_by_class, misranked, predict
from tests.erm.oracles import labelled


def test_on_the_plane_the_label_is_plus_one():
    coefs = np.array([[0.0, 1.0], [0.0, 0.0]])
    X = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, -0.0]])
    np.testing.assert_array_equal(predict(coefs, X), 1.0)
    np.testing.assert_array_equal(error(coefs, X, np.array([1.0, -1.0, 1.0])), 1 / 3)


def test_error_is_the_share_of_labels_predicted_wrongly():
    X, y = labelled(83, 4)
    coefs = np.random.default_rng(0).standard_normal((7, 4))
    expected = [sum(p != t for p, t in zip(row, y, strict=True)) / 83 for row in predict(coefs, X)]
    np.testing.assert_allclose(error(coefs, X, y), expected, rtol=1e-15)


def test_opposite_classifiers_share_the_errors_out():
    X, y = labelled(83, 4)
    coefs = np.random.default_rng(0).standard_normal((7, 4))
    np.testing.assert_allclose(error(coefs, X, y) + error(-coefs, X, y), 1.0)
    np.testing.assert_array_equal(predict(coefs, X), -predict(-coefs, X))


def test_length_does_not_matter():
    X, y = labelled(83, 4)
    coefs = np.random.default_rng(0).standard_normal((7, 4))
    for scale in (1e-300, 1e300):
        np.testing.assert_array_equal(error(scale * coefs, X, y), error(coefs, X, y))


def test_worked_by_hand():
    X, y = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]), np.array([1.0, -1, -1, 1])
    coefs = np.array([[1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    np.testing.assert_array_equal(error(coefs, X, y), [0.0, 0.5, 1.0])


@pytest.mark.parametrize("seed", range(5))
def test_shares_of_each_class_and_of_pairs_are_those_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    X, y = labelled(83, 4)
    X[::7] = X[0]  # equal scores count half
    coefs = rng.standard_normal((6, 4))
    weight = None if seed else rng.random(83) * (rng.random(83) < 0.7)
    all_of, negative, positive = errors_by_class(coefs, X, y, weight)
    pairs = misranked(coefs, X, y, weight)
    for k, said in enumerate(predict(coefs, X)):
        given = {"sample_weight": weight}
        assert all_of[k] == pytest.approx(1 - metrics.accuracy_score(y, said, **given))
        expected = 1 - metrics.balanced_accuracy_score(y, said, **given)
        assert (negative[k] + positive[k]) / 2 == pytest.approx(expected)
        assert positive[k] == pytest.approx(1 - metrics.recall_score(y, said, **given))
        assert pairs[k] == pytest.approx(1 - metrics.roc_auc_score(y, X @ coefs[k], **given))


def test_a_class_that_is_not_there_has_no_share_and_no_pairs():
    X = np.array([[1.0], [-1.0]])
    found = errors_by_class(np.array([[1.0]]), X, np.ones(2))
    np.testing.assert_array_equal(found, [[0.5], [np.nan], [0.5]])
    with pytest.raises(InvalidInput, match="all of one class"):
        misranked(np.array([[1.0]]), X, np.ones(2))


def test_who_gives_all_the_same_score_ranks_half_of_the_pairs_wrongly():
    X, y = labelled(83, 4)
    np.testing.assert_array_equal(misranked(np.zeros((2, 4)), X, y), 0.5)
