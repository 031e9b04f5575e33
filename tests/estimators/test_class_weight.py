"""Class weights of the estimators: declared for every class, the largest 1, else refused."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression

from dpcore.checks import InvalidInput
from dpcore.estimators import PrivateLinearClassifier, PrivatelyTunedClassifier
from tests.estimators.problems import INF, simulated, three_classes, two_classes

TWO = {"no": 0.2, "yes": 1.0}
both = pytest.mark.parametrize(
    "model",
    [
        PrivateLinearClassifier(classes=("no", "yes")),
        PrivatelyTunedClassifier(classes=("no", "yes")),
    ],
    ids=["one λ", "tuned"],
)


def unit(X):
    return X / np.maximum(1, np.linalg.norm(X, axis=1))[:, None]


def test_without_privacy_two_classes_are_scikit_learns_with_those_weights():
    X, y = two_classes(400)
    lam = 0.01
    found = PrivateLinearClassifier(INF, lam=lam, classes=("no", "yes"), class_weight=TWO)
    model = LogisticRegression(
        C=1 / (len(y) * lam), fit_intercept=False, solver="newton-cholesky", tol=1e-13
    ).fit(unit(X), y, sample_weight=np.where(y == "yes", 1.0, 0.2))
    assert np.abs(simulated(found, X, y).coef_ - model.coef_).max() < 1e-8


def test_without_privacy_each_of_several_planes_weighs_a_record_by_its_own_class():
    X, y = three_classes(300)
    classes, lam = np.unique(y), 0.02
    weights = dict(zip(classes.tolist(), (1.0, 0.3, 0.05), strict=True))
    found = PrivateLinearClassifier(INF, lam=lam, classes=classes, class_weight=weights)
    rest = LogisticRegression(
        C=1 / (len(y) * lam), fit_intercept=False, solver="newton-cholesky", tol=1e-13
    )
    weight = np.array([weights[label] for label in y.tolist()])
    planes = [rest.fit(unit(X), y == one, sample_weight=weight).coef_[0] for one in classes]
    assert np.abs(simulated(found, X, y).coef_ - planes).max() < 1e-8


@both
def test_the_noise_is_that_without_weights_and_a_clone_keeps_them(model):
    X, y = two_classes(300)
    plain = simulated(clone(model), X, y)
    weighted = simulated(clone(model).set_params(class_weight=TWO), X, y)
    if not hasattr(model, "candidates"):  # whose pick may be another, on another λ
        assert weighted.plan_ == plain.plan_
    assert clone(weighted).class_weight == TWO
    assert np.abs(weighted.coef_ - plain.coef_).max() > 0


@both
@pytest.mark.parametrize(("weights", "sentence"), [
    ("balanced", "declared.*counts of the labels are read from the records"),
    ({"yes": 1.0}, "must name every class; it lacks 'no'"),
    ({"no": 0.1, "yes": 1.0, "perhaps": 1.0}, "names 'perhaps'"),
    ({"no": 0.1, "yes": 0.5}, "largest class_weight must be 1.*Divide"),
    ({"no": 1.0, "yes": 2.0}, "class_weight of yes must be between 0.0001 and 1"),
    ({"no": 0.0, "yes": 1.0}, "class_weight of no must be between"),
    ({"no": float("nan"), "yes": 1.0}, "class_weight of no"),
    ([0.1, 1.0], "must be a weight for each class"),
])  # fmt: skip
def test_other_weights_are_refused_before_anything_is_drawn(model, weights, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        simulated(clone(model).set_params(class_weight=weights), *two_classes())


def test_a_class_and_its_name_are_told_apart():
    X, y = two_classes()
    model = PrivateLinearClassifier(classes=(0, 1), class_weight={"0": 0.1, "1": 1.0})
    with pytest.raises(InvalidInput, match="declared classes only, 0, 1; it also names '0'"):
        simulated(model, X, (y == "yes").astype(int))
