"""A release with a δ: charged as (ε, δ), summed, refused beyond, and certified."""

import copy
import json
import math
from importlib.resources import files

import jsonschema
import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import Logistic
from dpcore.ledger import Budget, Ledger, Overspent
from dpcore.release import certificate, load, page, release
from dpcore.release.orders import plan_route
from dpcore.release.regularization import public_lam
from tests.release.cases import SCHEMA, order, run, table

FORM = json.loads(files("dpcore.release").joinpath("model.schema.json").read_text("utf-8"))
MECHANISMS = ("objective_gaussian", "output_gaussian", "objective_gamma", "output_gamma")
ASKED = {"mechanism": "objective_gaussian", "delta": 1e-6}

over_mechanisms = pytest.mark.parametrize("mechanism", MECHANISMS)


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path / "ledger.db") as opened:
        opened.open("clinic", n=200, epsilon=10.0, delta=1e-5)
        yield opened


@over_mechanisms
def test_a_release_is_charged_both(ledger, mechanism):
    model = run(ledger, mechanism=mechanism, delta=1e-6, epsilon=2.0, idempotency_key="t")
    (charge,) = ledger.budget("clinic").charges
    assert (charge.epsilon, charge.delta) == (2.0, 1e-6)
    facts = model.certificate
    assert (facts["epsilon"], facts["delta"]) == (2.0, 1e-6)
    for whole in ("epsilon", "delta"):
        parts = [facts.get(f"{whole}_{part}", 0.0) for part in ("noise", "curvature", "residual")]
        assert math.fsum(parts) == pytest.approx(facts[whole], rel=1e-10)
        assert math.fsum(parts) < facts[whole]
    assert load(model.to_json()).document == model.document
    jsonschema.Draft202012Validator(FORM).validate(model.document)


def test_charges_add_up_and_a_delta_beyond_the_budget_is_refused_before_anything_is_drawn(ledger):
    for _ in range(10):
        run(ledger, **ASKED, epsilon=0.5)
    spent = ledger.budget("clinic")
    assert (spent.spent, spent.delta_spent, spent.delta_left) == (5.0, 1e-5, 0.0)
    with pytest.raises(Overspent, match=r"needs δ = 1e-6, but .* has none left of 1e-5"):
        run(ledger, **ASKED, epsilon=0.5)
    assert ledger.budget("clinic").charges == spent.charges
    # What is left of ε pays for a mechanism without δ.
    assert "delta" not in run(ledger, epsilon=0.5).certificate


def test_a_budget_without_a_delta_pays_for_none(tmp_path):
    with Ledger(tmp_path / "pure.db") as ledger:
        ledger.open("clinic", n=200, epsilon=10.0)
        with pytest.raises(Overspent, match=r"needs δ = 1e-6, but .* has none left of 0"):
            run(ledger, **ASKED)
        assert ledger.budget("clinic").charges == ()


def test_a_test_error_costs_no_delta(ledger):
    model = run(ledger, **ASKED, test_share=0.25, epsilon_test=2.0)
    (charge,) = ledger.budget("clinic").charges
    assert (charge.epsilon, charge.delta) == (2.0, 1e-6)
    assert model.certificate["test"]["scale"] == 0.5


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"delta": 0.0}, "objective_gaussian needs a δ above 0 and below 1/n, here 1/200"),
        ({"delta": 0.005}, "δ must be above 0 and below 1/n, here 1/200"),
        # Of the table: what it is trained on alone has 150.
        ({"delta": 0.006, "test_share": 0.25, "epsilon_test": 1.0}, "below 1/n, here 1/200"),
        ({"delta": -1e-6}, "delta must be between 0 and 1"),
        ({"delta": 2.0}, "delta must be between 0 and 1"),
        ({"delta": 1e-200}, "δ must be between 1e-100 and 1"),
        ({"mechanism": "objective_tight"}, "δ must be 0 for objective_tight"),
        ({"lam": None, "candidates": (0.1, 1.0)}, "CMS11 Algorithm 4, .* is for ε alone"),
    ],
)
def test_a_delta_that_cannot_be_is_refused_in_a_sentence_and_uncharged(ledger, asked, said):
    with pytest.raises(InvalidInput, match=said):
        run(ledger, **ASKED | asked)
    assert ledger.budget("clinic").charges == ()


@over_mechanisms
def test_a_delta_just_below_one_in_n_is_planned(mechanism):
    asked = order(mechanism=mechanism, delta=0.00499)
    (plan,) = plan_route(asked, Budget("clinic", n=200, epsilon=1.0, delta=0.5)).plans
    assert plan.plan.delta + plan.delta_residual == pytest.approx(0.00499)


@over_mechanisms
def test_the_rules_lam_is_that_for_its_delta(mechanism):
    asked = order(mechanism=mechanism, delta=1e-4, lam="auto")
    (plan,) = plan_route(asked, Budget("clinic", n=200, epsilon=1.0, delta=0.5)).plans
    facts = {"n": 200, "n_features": 5, "loss": Logistic()}
    assert plan.lam == public_lam(mechanism, 1.0, delta=1e-4, **facts).lam
    assert plan.lam > public_lam(mechanism, 1.0, delta=2e-4, **facts).lam


@pytest.mark.parametrize("m", [2, 4])
def test_with_several_records_of_a_person_there_is_no_delta(tmp_path, m):
    with Ledger(tmp_path / "people.db") as ledger:
        ledger.open("clinic", n=200, epsilon=2.0, records_per_person=m)
        with pytest.raises(InvalidInput, match=f"up to {m} records: its δ grows faster"):
            run(ledger, **ASKED)
        assert ledger.budget("clinic").charges == ()


def test_a_key_is_held_to_its_delta(ledger):
    first = run(ledger, **ASKED, idempotency_key="t")
    assert run(ledger, **ASKED, idempotency_key="t").to_json() == first.to_json()
    with pytest.raises(InvalidInput, match="with another delta"):
        run(ledger, **ASKED | {"delta": 2e-6}, idempotency_key="t")
    with pytest.raises(InvalidInput, match="with another mechanism and another delta"):
        run(ledger, idempotency_key="t")


@over_mechanisms
def test_the_certificate_says_epsilon_and_delta(ledger, mechanism):
    model = run(ledger, mechanism=mechanism, delta=1 / 3e6, lam="auto")
    facts, stated = model.certificate, dict(certificate.rows(model))
    assert "Pr[M(D) ∈ S] ≤ e^ε Pr[M(D') ∈ S] + δ for all" in facts["symbols"]
    promised, _, besides = facts["guarantee"].partition(" Under the same condition, ")
    assert promised.endswith("(ε, δ)-differential privacy.")
    assert bool(besides) == mechanism.endswith("gamma")
    # Rounded up, as ε is.
    for said in (facts["guarantee"], facts["levels"][0]):
        assert "δ = 3.33334e-7" in said
    assert stated["Charged δ"] == "3.33334e-7"
    law = "Gamma" if mechanism.endswith("gamma") else "Gaussian"
    assert ("Noise rate β, 1/σ" in stated) == (law == "Gaussian")
    assert f"hidden by {law} noise" in stated["Theorem"]
    assert ("Gamma" in page(model)) == (law == "Gamma")
    unit = {
        "Gamma": "ε_p is the ε that the shortest Gamma",
        "Gaussian": "σ₀ is the analytic Gaussian",
    }
    assert unit[law] in stated["λ was set by the public rule"]
    assert any("(ε, δ + (1 + e^ε) δ_F)-differential" in limit for limit in facts["limits"])
    assert any(limit.startswith("So do ε, δ, λ, h, class weights") for limit in facts["limits"])


def test_a_pure_certificate_is_as_it_was(ledger):
    model = run(ledger, lam="auto")
    facts = model.certificate
    assert facts["guarantee"].endswith("pure ε-differential privacy.")
    assert "Pr[M(D') ∈ S] for all" in facts["symbols"]
    assert "δ = 0; n is public" in facts["levels"][0]
    assert facts["limits"] == list(certificate.LIMITS)
    assert not {name for name in (*facts, *facts["lam_rule"]) if "delta" in name}


@pytest.mark.parametrize("wrong", [-1e-9, None, "1e-6", True])
def test_a_file_with_a_delta_that_is_no_number_is_refused(ledger, wrong):
    document = copy.deepcopy(run(ledger, **ASKED).document)
    document["certificate"]["delta"] = wrong
    with pytest.raises(InvalidInput, match="delta in certificate in the model file must be"):
        load(json.dumps(document))


def test_the_public_function_takes_a_delta(ledger):
    asked = {"epsilon": 1.0, "loss": Logistic(), "ledger": ledger, "data_set": "clinic"}
    model = release(table(), SCHEMA, **asked, **ASKED)
    assert model.certificate["delta"] == ledger.budget("clinic").delta_spent == 1e-6
