"""A release with Gamma noise for (ε, δ) keeps a pure ε besides, and its certificate says so."""

import math

import jsonschema
import pytest

from dpcore.ledger import Ledger
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.release import certificate, load, safe
from dpcore.release.orders import plan_route
from tests.privacy.oracles import PROMISES
from tests.release.cases import order, run
from tests.release.gaussian.test_releases import FORM
from tests.release.test_safe import DELTA, small


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path / "ledger.db") as opened:
        opened.open("clinic", n=200, epsilon=10.0, delta=1e-5)
        yield opened


def test_gamma_noise_for_a_delta_hides_its_residual_without_one():
    plan, d = small("objective_gamma"), 2
    total = plan.lam_used
    assert (plan.epsilon_residual, plan.delta_residual) == (0.01, 0.0)
    assert plan.plan.delta == pytest.approx(DELTA, rel=1e-10)
    promised = PROMISES["objective_gamma"](0.99, 0.1, 5, 0.25, DELTA, d)
    assert plan.noise_rate == pytest.approx(promised.rate, rel=1e-8)
    assert plan.residual_rate == pytest.approx(0.01 * total / (2 * plan.tau))
    output = small("output_gamma")
    promised = PROMISES["output_gamma"](1.0, 2 / (4 + 2 * output.tau / 0.1), 1, 0.25, DELTA, d)
    assert output.noise_rate == pytest.approx(promised.rate, rel=1e-9)
    assert (output.epsilon_residual, output.delta_residual) == (0, 0)


@pytest.mark.parametrize("mechanism", safe.released_mechanisms())
def test_the_epsilon_without_a_delta_covers_all_that_is_drawn(mechanism):
    plan = small(mechanism)
    if plan.plan.norm_law == "gaussian":
        assert plan.pure_epsilon == math.inf
        return
    # Rows that are a hair longer move all of it by more, and the residual has its own ε.
    if plan.family.hides_residual:
        moved = plan.plan.sensitivity + 2 * plan.tau / plan.lam_used
        needed = plan.noise_rate * moved
    else:
        residual = plan.residual_rate * 2 * plan.tau / plan.lam_used
        needed = 2 * plan.noise_rate + plan.plan.epsilon_curvature + residual
    assert needed * (1 + 1e-12) <= plan.pure_epsilon <= needed * (1 + 5e-11)
    assert (plan.pure_epsilon > 1 + 1e-6) == MECHANISMS[mechanism].uses_delta


@pytest.mark.parametrize("mechanism", ["objective_gamma", "output_gamma"])
@pytest.mark.parametrize("epsilon_test", [0.0, 3.0])
def test_gamma_noise_states_both_of_its_promises(ledger, mechanism, epsilon_test):
    share = {"test_share": 0.25} if epsilon_test else {}
    asked = {"mechanism": mechanism, "delta": 1e-6, "epsilon_test": epsilon_test, **share}
    model = run(ledger, **asked)
    (plan,) = plan_route(order(**asked), ledger.budget("clinic")).plans
    kept = model.certificate["epsilon_without_delta"]
    # The test error is pure, and costs its own: the larger of both is kept.
    assert kept == max(plan.pure_epsilon, epsilon_test) > 1.001
    stated = dict(certificate.rows(model))
    said = stated["ε that the same noise keeps without a δ"]
    assert kept <= float(said) < kept * (1 + 1e-5)
    assert f"keeps pure ε-differential privacy with ε = {said}" in model.certificate["guarantee"]
    assert load(model.to_json()).document == model.document
    jsonschema.Draft202012Validator(FORM).validate(model.document)
