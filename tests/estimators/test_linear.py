"""The classifier is the minimiser of its problem, in the units of X, and refuses in sentences."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression

from dpcore.checks import InvalidInput
from dpcore.data.encoding import into_the_ball
from dpcore.erm.losses import LOSSES, make_loss
from dpcore.erm.solver import solve
from dpcore.estimators import PrivacyLeakWarning, PrivateLinearClassifier, PrivatelyTunedClassifier
from dpcore.estimators.training import chosen, share_of
from dpcore.privacy.mechanisms import calibrate
from tests.estimators.problems import INF, simulated, three_classes, two_classes
from tests.privacy.oracles import PURE


@pytest.mark.parametrize("lam", [1e-3, 0.01, 1.0])
@pytest.mark.parametrize("mechanism", [*PURE, "non_private"])
def test_without_privacy_it_is_logistic_regression(mechanism, lam):
    X, y = two_classes(200, 5)
    ours = PrivateLinearClassifier(INF, lam=lam, mechanism=mechanism, classes=("no", "yes"))
    theirs = LogisticRegression(C=1 / (len(X) * lam), fit_intercept=False, tol=1e-10, max_iter=1000)
    ours.fit(X, y), theirs.fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-6)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-6)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_array_equal(ours.classes_, theirs.classes_)
    assert ours.score(X, y) == theirs.score(X, y)


@pytest.mark.parametrize("loss", LOSSES)
def test_every_loss_is_minimised_at_its_half_width(loss):
    X, y = two_classes()
    ours = PrivateLinearClassifier(INF, lam=0.01, loss=loss, h=0.2, classes=("no", "yes"))
    ours.fit(X, y)
    expected = solve(X, np.where(y == "yes", 1.0, -1.0), make_loss(loss, 0.2), 0.01).coefs
    np.testing.assert_allclose(ours.coef_, expected, atol=1e-9)


def test_coefficients_are_in_the_units_of_the_records():
    # The same records in centimetres: a hundredth of the slope, the same decisions.
    X, y = two_classes()
    metres = PrivateLinearClassifier(INF, classes=("no", "yes")).fit(X, y)
    centimetres = PrivateLinearClassifier(INF, norm_bound=100, classes=("no", "yes"))
    centimetres.fit(100 * X, y)
    np.testing.assert_allclose(centimetres.coef_, metres.coef_ / 100, rtol=1e-9)
    np.testing.assert_allclose(
        centimetres.decision_function(100 * X), metres.decision_function(X), atol=1e-9
    )


@pytest.mark.parametrize("intercept", [False, True])
def test_long_rows_are_shortened_alike_in_training_and_in_use(intercept):
    X, y = two_classes()
    X = 3 * X + 1.0
    shortened = X / np.maximum(1, np.linalg.norm(X, axis=1) / 2)[:, None]
    long, short = (
        PrivateLinearClassifier(INF, norm_bound=2, intercept=intercept, classes=("no", "yes"))
        for _ in range(2)
    )
    long.fit(X, y), short.fit(shortened, y)
    np.testing.assert_allclose(long.coef_, short.coef_, atol=1e-9)
    decision = shortened @ long.coef_[0] + long.intercept_[0]
    np.testing.assert_allclose(long.decision_function(X), decision, atol=1e-9)
    np.testing.assert_array_equal(long.predict(X), np.where(decision >= 0, "yes", "no"))


def test_without_an_intercept_shortening_changes_no_prediction():
    X, y = two_classes()
    model = PrivateLinearClassifier(INF, norm_bound=0.3, classes=("no", "yes")).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), model.predict(1e-3 * X))
    np.testing.assert_array_equal(model.predict(X), np.where(X @ model.coef_[0] >= 0, "yes", "no"))
    assert model.intercept_.tolist() == [0.0]


@pytest.mark.parametrize("size", [1e-300, 1.0, 1e200, 1e300])
def test_rows_of_any_size_come_into_the_ball(size):
    X, y = two_classes()
    model = PrivateLinearClassifier(1.0, classes=("no", "yes")).fit(size * X, y)
    assert np.isfinite(model.decision_function(size * X)).all()


def test_the_intercept_is_a_constant_feature_inside_of_the_ball():
    X, y = two_classes()
    X[:, 0] = np.abs(X[:, 0]) / 2  # all on one side: the origin tells nothing apart
    y = np.where(X[:, 0] > 0.2, "yes", "no")
    model = PrivateLinearClassifier(INF, lam=1e-4, intercept=True, classes=("no", "yes"))
    model.fit(X, y)
    rows = np.column_stack([X, np.zeros(len(X))])
    into_the_ball(rows, intercept=True)
    (w,) = solve(rows, np.where(y == "yes", 1.0, -1.0), make_loss("logistic"), 1e-4).coefs
    np.testing.assert_allclose(model.decision_function(X), rows @ w, atol=1e-8)
    np.testing.assert_allclose(X @ model.coef_[0] + model.intercept_[0], rows @ w, atol=1e-8)
    assert model.score(X, y) > 0.9


def test_of_more_classes_each_is_told_from_the_rest():
    X, y = three_classes()
    model = PrivateLinearClassifier(INF, lam=0.01, classes=("a", "b", "c")).fit(X, y)
    for side, coef in zip("abc", model.coef_, strict=True):
        (alone,) = solve(X, np.where(y == side, 1.0, -1.0), make_loss("logistic"), 0.01).coefs
        np.testing.assert_allclose(coef, alone, atol=1e-9)
    named = np.array(["a", "b", "c"])[np.argmax(X @ model.coef_.T, axis=1)]
    np.testing.assert_array_equal(model.predict(X), named)
    assert model.decision_function(X).shape == (len(X), 3)
    assert len(model.plan_) == 3


def test_declared_classes_may_be_absent_from_the_records():
    # That a class does not occur is a fact of the data: neither shapes nor refusals may tell it.
    X, y = two_classes()
    model = PrivateLinearClassifier(1.0, classes=("maybe", "no", "yes")).fit(X, y)
    assert model.coef_.shape == (3, 3)
    model = PrivateLinearClassifier(1.0, classes=("yes", "no")).fit(X, ["yes"] * len(X))
    assert model.classes_.tolist() == ["no", "yes"]


def test_classes_that_are_read_from_the_labels_warn():
    X, y = two_classes()
    with pytest.warns(PrivacyLeakWarning, match="Declare them") as warned:
        model = PrivateLinearClassifier(INF).fit(X, y)
    assert warned[0].filename == __file__
    assert model.classes_.tolist() == ["no", "yes"]
    np.testing.assert_allclose(
        model.coef_, PrivateLinearClassifier(INF, classes=("yes", "no")).fit(X, y).coef_
    )


@pytest.mark.parametrize(("changes", "sentence"), [
    ({"epsilon": 0}, "epsilon must be positive; got 0"),
    ({"epsilon": "much"}, "epsilon must be a number; got 'much'"),
    ({"lam": 0}, "lam must be positive"),
    ({"lam": "Auto"}, """lam must be a number, or "auto"; got 'Auto'."""),
    ({"mechanism": "objective_2008"}, "mechanism must be one of objective, "),
    ({"mechanism": "non_private"}, "mechanism non_private keeps no ε; got epsilon = 1"),
    ({"loss": "hinge"}, "use huber or smoothed"),
    ({"loss": "huber", "h": 0}, "h must be between 1e-6"),
    ({"norm_bound": -1}, "norm_bound must be between 1e-100 and 1e100; got -1"),
    ({"norm_bound": INF}, "norm_bound must be between"),
    ({"norm_bound": 1e-320}, "norm_bound must be between"),
    ({"random_state": -1}, "random_state must be left out, or a whole number of at least 0"),
    ({"classes": ("yes",)}, "classes must name at least two; got one class: 'yes'"),
    ({"classes": ("yes", "maybe")}, "y must hold declared classes only, 'maybe', 'yes'; it also"),
    ({"classes": (1, 2)}, "it also holds 'no'"),
])  # fmt: skip
@pytest.mark.parametrize("model", [PrivateLinearClassifier, PrivatelyTunedClassifier])
def test_what_cannot_be_fitted_gets_a_sentence(model, changes, sentence):
    if model is PrivatelyTunedClassifier and "lam" in changes:
        changes = {"candidates": (0.1, changes["lam"])}
    with pytest.raises(InvalidInput, match=sentence):
        simulated(model(**{"classes": ("no", "yes")} | changes), *two_classes())


@pytest.mark.parametrize("model", [PrivateLinearClassifier(), PrivatelyTunedClassifier()])
def test_what_nobody_sets_is_what_the_docstring_says(model):
    # No δ where one λ is chosen among several: the proof is for ε alone.
    is_one = "lam" in model.get_params()
    own = {"lam": "auto", "delta": 0.0} if is_one else {"candidates": ("auto", 0.1)}
    assert model.get_params() == own | {
        "epsilon": 1.0, "mechanism": "objective_tight", "loss": "logistic", "h": 0.5,
        "class_weight": None,
        "norm_bound": 1.0, "intercept": False, "classes": None, "ledger": None,
        "charge_each_fit": False, "random_state": None,
    }  # fmt: skip


def test_a_score_of_zero_names_the_second_of_two_classes_and_the_first_of_more():
    assert chosen(np.array([[0.0], [-1e-300], [0.5], [1.0]])).tolist() == [1, 0, 1, 1]
    assert chosen(np.array([[0.0, 0.0, 0.0], [-1.0, 0.0, 0.5]])).tolist() == [0, 2]


@pytest.mark.parametrize("mechanism", [*PURE, "non_private"])
def test_without_privacy_the_plan_is_the_mechanisms_at_infinity(mechanism):
    X, y = two_classes()
    setting = {"mechanism": mechanism, "lam": 0.1, "classes": ("no", "yes")}
    model = PrivateLinearClassifier(INF, **setting).fit(X, y)
    expected = calibrate(mechanism, INF, lam=0.1, n=60, loss=make_loss("logistic"))
    assert model.plan_ == expected
    assert model.plan_ != calibrate(mechanism, INF, lam=0.2, n=60, loss=make_loss("logistic"))


def test_a_share_that_is_a_double_is_exactly_a_share():
    assert [share_of(1.5, k) for k in (2, 3, 4)] == [1.5, 0.5, 0.375]
    assert share_of(INF, 3) == INF
    assert 3 * Fraction(share_of(0.1, 3)) <= Fraction(0.1)


def test_a_text_is_not_the_number_it_spells():
    X, _ = two_classes()
    with pytest.raises(InvalidInput, match="it also holds '0'"):
        PrivateLinearClassifier(classes=("0", "1")).fit(X, np.arange(len(X)) % 2)


@pytest.mark.parametrize("model", [PrivateLinearClassifier(), PrivatelyTunedClassifier()])
def test_before_a_fit_there_is_nothing_to_predict_with(model):
    for method in (model.predict, model.decision_function):
        with pytest.raises(NotFittedError):
            method([[1.0, 2.0]])
    assert not hasattr(model, "predict_proba")
