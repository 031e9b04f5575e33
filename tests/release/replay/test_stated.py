"""A certificate states each number of the plan that was carried out, and none twice as large."""

import pytest

from dpcore.ledger import Ledger
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.release.orders import plan_route
from dpcore.release.safe import released_mechanisms
from tests.release.cases import order, run


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path / "ledger.db") as opened:
        opened.open("clinic", n=200, epsilon=10.0, delta=0.001)
        yield opened


@pytest.mark.parametrize("mechanism", released_mechanisms())
def test_the_certificate_states_the_numbers_of_the_plan(ledger, mechanism):
    uses_delta = MECHANISMS[mechanism].uses_delta
    asked = {"mechanism": mechanism, "lam": 0.001, "test_share": 0.25, "epsilon_test": 0.5}
    asked["delta"] = 1e-4 if uses_delta else 0.0
    (plan,) = plan_route(order(**asked), ledger.budget("clinic")).plans
    facts = run(ledger, **asked).certificate
    assert (facts["n"], facts["n_trained"], facts["records_per_person"]) == (200, 150, 1)
    assert (facts["epsilon"], facts["epsilon_per_record"], facts["epsilon_test"]) == (1.0, 1.0, 0.5)
    assert facts["epsilon_noise"] == plan.plan.epsilon_noise
    assert facts["epsilon_curvature"] == plan.plan.epsilon_curvature
    assert facts["epsilon_residual"] == plan.epsilon_residual
    assert (facts["lam"], facts["extra_lam"]) == (0.001, plan.plan.extra_lam)
    assert (facts["lam_used"], facts["tau"], facts["grid"]) == (plan.lam_used, plan.tau, plan.grid)
    assert facts["noise_rate"] == plan.noise_rate
    # Noise on the classifier hides what the solver leaves, and there is no other.
    has_own = mechanism.startswith("objective")
    assert facts["residual_rate"] == (plan.residual_rate if has_own else None)
    deltas = {name: facts[name] for name in facts if name.startswith("delta")}
    assert deltas == (
        {"delta": 1e-4, "delta_noise": plan.plan.delta, "delta_residual": plan.delta_residual}
        if uses_delta
        else {}
    )
    test = facts["test"]
    assert (test["n"], test["scale"]) == (50, 2.0)
    assert test["error"] == test["mistakes"] / 50
    assert "lam_rule" not in facts
    assert "candidates_by_rule" not in facts


def test_the_certificate_states_which_candidates_the_rule_set_and_by_which_numbers(ledger):
    asked = {"lam": None, "candidates": (0.1, "auto", 0.2)}
    route = plan_route(order(**asked), ledger.budget("clinic"))
    facts = run(ledger, **asked).certificate
    assert facts["candidates"] == [0.1, route.plans[1].lam, 0.2]
    assert facts["candidates_by_rule"] == [1]
    assert facts["test"] is None
    by_rule = run(ledger, lam="auto").certificate
    (rule,) = plan_route(order(lam="auto"), ledger.budget("clinic")).rules
    assert by_rule["lam_rule"] == rule.as_dict()
    assert by_rule["lam"] == rule.lam


@pytest.mark.parametrize("n_tested", [1, 199])
def test_one_record_is_enough_to_test_and_one_to_train(ledger, n_tested):
    facts = run(ledger, test_share=n_tested / 200, epsilon_test=1.0).certificate
    assert (facts["test"]["n"], facts["n_trained"]) == (n_tested, 200 - n_tested)
