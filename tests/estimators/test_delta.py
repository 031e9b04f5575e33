"""A δ is the user's, for the mechanisms that need one: shared among planes, charged, refused."""

import math
from fractions import Fraction

import numpy as np
import pytest
from sklearn.base import clone

from dpcore.checks import InvalidInput
from dpcore.estimators import PrivateLinearClassifier, PrivatelyTunedClassifier
from dpcore.ledger import Ledger
from dpcore.privacy.gamma import pure_for
from dpcore.privacy.profile.laws import GammaInObjective, GammaNoise
from tests.estimators.problems import INF, three_classes, two_classes

DELTA = 1e-6
WITH_DELTA = ("output_gamma", "objective_gamma", "output_gaussian", "objective_gaussian")


def classifier(mechanism="output_gamma", delta=DELTA, epsilon=1.0, **more):
    classes = more.pop("classes", ("no", "yes"))
    return PrivateLinearClassifier(
        epsilon, mechanism=mechanism, delta=delta, classes=classes, **more
    )


@pytest.fixture
def budget(tmp_path):
    """Return what opens a ledger for "clinic", of 60 records, and gives its address."""

    def opened(**terms):
        with Ledger(tmp_path / "budget.db") as ledger:
            ledger.open("clinic", n=60, **terms)
        return str(tmp_path / "budget.db")

    return opened


def charges(address):
    with Ledger(address) as ledger:
        return ledger.budget("clinic").charges


@pytest.mark.parametrize("mechanism", WITH_DELTA)
def test_the_plan_names_the_promise_and_what_is_kept_without_the_delta(mechanism):
    X, y = two_classes(d=3)
    plan = classifier(mechanism).fit(X, y).plan_
    assert (plan.epsilon, plan.delta) == (1.0, DELTA)
    if mechanism.endswith("gaussian"):
        assert plan.pure_epsilon == math.inf
    if mechanism == "output_gamma":
        assert plan.pure_epsilon == pytest.approx(pure_for(1.0, DELTA, 3), rel=1e-9)
    if mechanism == "objective_gamma":
        # What hides the solver's residual is a part of it: 2β and the slack alone are too little.
        of_noise = 2 * plan.noise_rate + plan.epsilon_curvature
        assert plan.pure_epsilon == pytest.approx(of_noise + 0.01, rel=1e-9)


def test_planes_share_epsilon_and_delta_and_are_charged_both_once(budget):
    address = budget(epsilon=2.0, delta=1e-5)
    X, y = three_classes(60)
    model = classifier(epsilon=1.1, classes=("a", "b", "c"), ledger=address, lam=0.1).fit(X, y)
    for total, shares in (
        (1.1, [plan.epsilon for plan in model.plan_]),
        (DELTA, [plan.delta for plan in model.plan_]),
    ):
        assert total * (1 - 1e-12) < sum(map(Fraction, shares)) <= Fraction(total)
    (charge,) = charges(address)
    assert (charge.epsilon, charge.delta) == (1.1, DELTA)
    (laws,) = charge.spend.parts
    assert laws == (GammaNoise(laws[0].epsilon, 2),) * 3
    assert laws[0].epsilon == pytest.approx(pure_for(1.1 / 3, DELTA / 3, 2), rel=1e-9)


def test_a_budget_of_rho_counts_both_laws_of_a_fit(budget):
    address = budget(rho=2.0, delta=DELTA)
    classifier("objective_gamma", ledger=address).fit(*two_classes())
    (charge,) = charges(address)
    mechanism, residual = charge.spend.parts[0]
    assert isinstance(mechanism, GammaInObjective)
    assert residual == GammaNoise(0.01, 3)


@pytest.mark.parametrize(("wrong", "sentence"), [
    ({"delta": 0.0}, "output_gamma needs a δ above 0 and below 1/n, here 1/60"),
    ({"delta": 1 / 60}, "δ must be above 0 and below 1/n, here 1/60"),
    ({"delta": "small"}, "δ must be a number"),
    ({"mechanism": "output"}, "δ must be 0 for output, which needs none"),
])  # fmt: skip
def test_a_delta_that_a_mechanism_cannot_have_is_refused_uncharged(wrong, sentence, budget):
    address = budget(epsilon=2.0, delta=1e-2)
    with pytest.raises(InvalidInput, match=sentence):
        classifier(ledger=address).set_params(**wrong).fit(*two_classes())
    assert not charges(address)


def test_a_delta_is_refused_where_a_person_has_several_records(budget):
    address = budget(epsilon=2.0, records_per_person=2)
    with pytest.raises(InvalidInput, match="where a person has up to 2 records: its δ grows"):
        classifier(ledger=address).fit(*two_classes())
    assert not charges(address)


def test_a_clone_names_the_delta_that_its_fits_would_be_charged(budget):
    model = clone(classifier(ledger=budget(epsilon=2.0, delta=1e-2)))
    with pytest.raises(InvalidInput, match="is charged ε = 1, δ = 1e-6; a search with k folds"):
        model.fit(*two_classes())


@pytest.mark.parametrize("mechanism", WITH_DELTA)
def test_choosing_among_candidates_is_for_epsilon_alone(mechanism):
    model = PrivatelyTunedClassifier(mechanism=mechanism, classes=("no", "yes"))
    with pytest.raises(InvalidInput, match="must be one without a δ here; got"):
        model.fit(*two_classes())


def test_the_rule_for_lam_takes_each_planes_delta():
    lams = {
        delta: classifier("objective_gaussian", delta, lam="auto").fit(*two_classes(400, 20)).lam_
        for delta in (1e-3, 1e-12)
    }
    assert lams[1e-3] < lams[1e-12]


def test_without_privacy_a_delta_changes_nothing():
    X, y = two_classes()
    with_delta = classifier(epsilon=INF, lam=0.1).fit(X, y)
    plain = PrivateLinearClassifier(INF, lam=0.1, classes=("no", "yes")).fit(X, y)
    np.testing.assert_array_equal(with_delta.coef_, plain.coef_)
