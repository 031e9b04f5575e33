"""λ as others write it: the same classifier by scikit-learn, the same noise as DPpack's."""

import math

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from dpcore.checks import InvalidInput
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.erm.solver import solve
from dpcore.privacy.mechanisms import calibrate
from dpcore.privacy.regularization.conventions import CONVENTIONS, lam_as, lam_from
from tests.erm.oracles import labelled

over_conventions = pytest.mark.parametrize("convention", CONVENTIONS)


@over_conventions
def test_there_and_back_is_the_same(convention):
    for lam, norm_bound in ((1e-3, 1.0), (0.2, 7.5)):
        number = lam_as(convention, lam, n=321, norm_bound=norm_bound)
        assert lam_from(convention, number, n=321, norm_bound=norm_bound) == pytest.approx(lam)


@pytest.mark.parametrize("norm_bound", [1.0, 10.0])
def test_scikit_learn_finds_the_same_classifier_at_this_c(norm_bound):
    X, y = labelled(200, 4, 0)
    lam = 0.03
    ours = solve(X, y, Logistic(), lam).coefs[0]
    C = lam_as("C", lam, n=200, norm_bound=norm_bound)
    theirs = LogisticRegression(C=C, fit_intercept=False, tol=1e-12, max_iter=10_000)
    raw = theirs.fit(norm_bound * X, y).coef_[0]
    # On rows R times as long the classifier is R times as short.
    np.testing.assert_allclose(norm_bound * raw, ours, rtol=1e-5)


def test_each_problem_is_minimal_at_the_same_classifier():
    X, y = labelled(60, 3, 1)
    n, lam, R = 60, 0.05, 4.0
    w = solve(X, y, Logistic(), lam).coefs[0] / R
    margin = (R * X) @ w * y
    pull = (Logistic().slope(margin) * y) @ (R * X)
    gradients = {
        "half": lambda a: pull / n + a * w,
        "whole": lambda a: pull / n + 2 * a * w,
        "C": lambda a: a * pull + w,
        "gamma": lambda a: pull / n + a / n * w,
    }
    assert gradients.keys() == CONVENTIONS.keys()
    for name, gradient in gradients.items():
        number = lam_as(name, lam, n=n, norm_bound=R)
        assert np.linalg.norm(gradient(number)) < 1e-7 * max(1.0, number * n)
        # Without R, or with the ½ forgotten, it is another problem.
        assert np.linalg.norm(gradient(lam_as(name, lam, n=n))) > 1e-3


def by_dppack(gamma, epsilon, c, n):
    """β of both mechanisms, Δ and ε', as DPpack 0.2.2 computes them (R/StatModels.R)."""
    left = epsilon - math.log(1 + 2 * c / gamma + c**2 / gamma**2)
    extra = 0.0
    if left <= 0:
        extra, left = c / (n * (math.exp(epsilon / 4) - 1)) - gamma / n, epsilon / 2
    return {"output": gamma * epsilon / 2, "objective": left / 2, "extra": extra, "left": left}


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 4.0])
@pytest.mark.parametrize("gamma", [0.02, 1.0, 30.0])
@pytest.mark.parametrize("loss", [Logistic(), HuberHinge(0.5)], ids=repr)
def test_plans_have_the_rates_of_dppack_at_its_gamma(loss, gamma, epsilon):
    n = 250
    lam = lam_from("gamma", gamma, n=n)
    theirs = by_dppack(gamma, epsilon, loss.curvature, n)
    output, objective = (
        calibrate(name, epsilon, lam=lam, n=n, loss=loss) for name in ("output", "objective")
    )
    assert output.noise_rate == pytest.approx(theirs["output"])
    assert objective.noise_rate == pytest.approx(theirs["objective"])
    assert objective.extra_lam == pytest.approx(theirs["extra"], rel=1e-9, abs=1e-15)
    assert objective.epsilon_noise == pytest.approx(theirs["left"])


@pytest.mark.parametrize(
    "call",
    [
        lambda: lam_from("C", 0.0, n=10),
        lambda: lam_from("c", 1.0, n=10),
        lambda: lam_as("C", 1.0, n=0),
        lambda: lam_as("C", 1.0, n=10, norm_bound=-1.0),
    ],
)
def test_what_is_out_of_range_is_refused(call):
    with pytest.raises(InvalidInput):
        call()
