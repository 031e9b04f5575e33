"""A classifier through the origin names +1 where w·x ≥ 0; its error counts the other labels."""

import numpy as np

from dpcore.erm.prediction import error, predict
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
