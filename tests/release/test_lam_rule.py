"""λ that follows ε: the public rule's, of one training, stated with all that it rests on."""

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import LOSSES, HuberHinge, Logistic, SmoothedHinge, make_loss
from dpcore.ledger import Ledger
from dpcore.privacy.gamma import pure_for
from dpcore.privacy.gaussian import sigma
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.regularization.suggested import AUTO, suggested_lam
from dpcore.release import load, page
from dpcore.release.certificate import columns, rows
from dpcore.release.exact.minimisers import STEEPEST
from dpcore.release.orders import plan_route
from dpcore.release.regularization import PublicLam, check_lam, public_lam
from dpcore.release.safe import plan_safely, released_mechanisms
from tests.release.cases import SCHEMA, order, run, table

STORED = Path(__file__).parent / "stored"
"""Model files and certificates of the version before the rule."""

D = 5  # of SCHEMA: age, three wards, the constant


PYTHON = (
    (r"√d", "d**.5"),
    (r"\bc²", "c**2"),
    ("σ₀", "sigma(epsilon, delta, 2)"),
    ("nε_p", "n*kept(epsilon, delta, d)"),
    (r"\^", "**"),
    ("ε", "epsilon"),
    (r"(\d) (?=d|sigma)", r"\1*"),
    (r"n\(e\*\*", "n*(e**"),
    ("nepsilon", "n*epsilon"),
)
"""What Python writes in the place of a formula's signs."""


def computed(rule):
    """Return what a certificate's formula comes to, from its own text and arguments."""
    formula = rule["rule"].removeprefix("λ = ").replace("100,000", "100000")
    for sign, python in PYTHON:
        formula = re.sub(sign, python, formula)
    names = {name: rule.get(name) for name in ("n", "d", "epsilon", "c", "delta")}
    known = {"max": max, "e": math.e, "sigma": sigma, "kept": pure_for}
    return eval(formula, {"__builtins__": {}, **known}, names)


def delta_of(mechanism, delta):
    """Return the keyword that names δ, where the mechanism has one."""
    return {"delta": delta} if MECHANISMS[mechanism].uses_delta else {}


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 30.0])
@pytest.mark.parametrize("loss", [*map(make_loss, LOSSES), HuberHinge(h=1e-3)], ids=repr)
@pytest.mark.parametrize("mechanism", released_mechanisms())
def test_the_formula_that_is_printed_is_the_one_that_is_used(mechanism, loss, epsilon):
    of_delta = delta_of(mechanism, 1e-5)
    found = public_lam(mechanism, epsilon, n=400, n_features=D, loss=loss, **of_delta)
    assert computed(found.as_dict()) == pytest.approx(found.lam, rel=1e-12)
    assert computed(found.as_dict() | {"n": 401}) != pytest.approx(found.lam, rel=1e-12) or (
        found.lam == loss.curvature**2 / STEEPEST
    )


def test_without_a_delta_the_rule_states_none():
    found = public_lam("output", 1.0, n=400, n_features=D, loss=Logistic())
    assert found.delta == PublicLam(0.1, "λ", 400, D, 1.0, 0.25).delta == 0.0
    assert set(found.as_dict()) == {"rule", "n", "d", "epsilon", "c"}


def test_a_lam_that_is_typed_is_the_one_that_is_used():
    assert check_lam(0.125) == 0.125
    assert check_lam(AUTO) == AUTO


@pytest.mark.parametrize("mechanism", released_mechanisms())
@pytest.mark.parametrize("loss", [HuberHinge(h=0.5), SmoothedHinge(h=0.01)], ids=repr)
def test_where_the_rule_is_too_small_to_draw_at_the_least_that_is_drawn_is_taken(mechanism, loss):
    facts = {"n": 10**7, "n_features": 6, "loss": loss} | delta_of(mechanism, 1e-8)
    found = public_lam(mechanism, 100.0, **facts)
    assert found.lam == loss.curvature**2 / STEEPEST > suggested_lam(mechanism, 100.0, **facts)
    plan_safely(mechanism, 100.0, lam=found.lam, **facts)
    with pytest.raises(InvalidInput, match="must be at least"):
        plan_safely(mechanism, 100.0, lam=0.99 * found.lam, **facts)


def test_without_a_draw_the_rule_is_alone():
    facts = {"n": 10**7, "n_features": 6, "loss": HuberHinge(h=0.5)}
    assert public_lam("objective", math.inf, **facts).lam == pytest.approx(0.1 / 10**7)


def test_a_certificate_states_the_rule_and_its_arguments(ledger):
    model = run(ledger, lam="auto", epsilon=0.5)
    facts = model.certificate
    assert facts["lam"] == pytest.approx(0.3 * D / (200 * 0.5))
    assert facts["lam_rule"] == {
        "rule": "λ = max(0.3 d/(nε), 0.1/n, c²/100,000)",
        "n": 200, "d": D, "epsilon": 0.5, "c": 0.25,
    }  # fmt: skip
    said = dict(rows(model))["λ was set by the public rule"]
    assert said.startswith("λ = max(0.3 d/(nε), 0.1/n, c²/100,000), with n = 200 records of the")
    assert "d = 5 columns after encoding, ε = 0.5 for a record" in said
    assert "public rule" in page(model)
    assert load(model.to_json()).document == model.document


def test_a_typed_lam_claims_no_rule(ledger):
    typed = run(ledger, lam=0.3 * D / (200 * 0.5), epsilon=0.5)
    assert "lam_rule" not in typed.certificate
    assert "public rule" not in page(typed)
    assert "lam_rule" in run(ledger, lam="auto", epsilon=0.5).certificate


def test_arguments_are_those_of_one_training_and_one_record(tmp_path):
    with Ledger(tmp_path / "l.db") as opened:
        budget = opened.open("visits", n=200, epsilon=10.0, records_per_person=4)
    asked = order(lam=None, candidates=("auto", 0.5, "auto"), data_set="visits", test_share=0.2,
                  epsilon_test=1.0)  # fmt: skip
    route = plan_route(asked, budget)
    assert route.sizes == (40, 40, 40, 40, 40)
    for plan, rule in zip(route.plans, route.rules, strict=True):
        if rule is None:
            assert plan.lam == 0.5
        else:
            assert (rule.n, rule.epsilon, rule.n_features) == (40, 0.25, D)
            assert plan.lam == rule.lam == pytest.approx(0.3 * D / (40 * 0.25))
    whole = plan_route(order(lam="auto", data_set="visits"), budget).plans[0]
    assert whole.lam == pytest.approx(0.3 * D / (200 * 0.25))


def test_no_other_table_of_the_same_size_has_another_lam(ledger):
    tables = [table(), table(seed=3), table().assign(age="0", ward="a", sick="no")]
    assert len({run(ledger, rows=each, lam="auto").certificate["lam"] for each in tables}) == 1


def test_a_candidate_by_rule_is_marked_and_keeps_its_key(ledger):
    asked = {"lam": None, "candidates": ("auto", 0.5), "idempotency_key": "k"}
    model = run(ledger, **asked)
    facts = model.certificate
    assert facts["candidates_by_rule"] == [0]
    assert facts["candidates"] == pytest.approx([0.3 * D / 67, 0.5])
    assert ("lam_rule" in facts) == (facts["lam"] != 0.5)
    assert "(by the public rule), 0.5" in dict(rows(model))["λ was chosen among"]
    assert run(ledger, **asked).to_json() == model.to_json()
    with pytest.raises(InvalidInput, match="another candidates"):
        run(ledger, **asked | {"candidates": ("auto", "auto")})


def test_a_key_is_held_to_how_lam_was_set(ledger):
    by_rule = run(ledger, lam="auto", idempotency_key="k")
    assert run(ledger, lam="auto", idempotency_key="k").to_json() == by_rule.to_json()
    with pytest.raises(InvalidInput, match="another lam"):
        run(ledger, lam=0.01, idempotency_key="k")
    run(ledger, lam=0.01, idempotency_key="typed")
    with pytest.raises(InvalidInput, match="another lam"):
        run(ledger, lam="auto", idempotency_key="typed")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"lam": "Auto"}, """lam must be a number, or "auto"; got 'Auto'."""),
        ({"lam": None}, 'lam must be a number, or "auto", where there are no candidates'),
        ({"lam": "auto", "candidates": (0.1,)}, "lam must be None where candidates are given"),
        ({"lam": None, "candidates": (0.1, "all")}, """or "auto"; got 'all'."""),
        ({"lam": "auto", "mechanism": "output_gaussian"}, "output_gaussian needs a δ"),
        ({"lam": "auto", "mechanism": "non_private"}, "mechanism must be one of objective, out"),
    ],
)  # fmt: skip
def test_what_is_neither_a_number_nor_the_rule_is_refused_uncharged(ledger, asked, said):
    with pytest.raises(InvalidInput, match=re.escape(said)):
        run(ledger, **asked)
    assert ledger.budget("clinic").spent == 0


@pytest.mark.parametrize("name", ["before_rules", "before_rules_chosen"])
def test_files_of_the_version_before_are_read_and_their_page_says_what_it_said(name):
    text = (STORED / f"{name}.json").read_text("utf-8")
    model = load(text)
    assert model.to_json() == text
    assert page(model) == (STORED / f"{name}.html").read_text("utf-8")
    assert columns(model) == ()
    assert set(model.predict(table())) <= {"yes", "not yes"}


def test_a_key_of_the_version_before_gives_its_model(ledger):
    text = (STORED / "before_rules.json").read_text("utf-8")
    paid = ledger.charge("clinic", what="a classifier", mechanism="objective_tight", epsilon=1.0,
                         idempotency_key="old")  # fmt: skip
    ledger.settle(paid.ticket, text)
    assert run(ledger, lam=0.01, idempotency_key="old").to_json() == text
    with pytest.raises(InvalidInput, match="another lam"):
        run(ledger, lam="auto", idempotency_key="old")


def test_a_certificate_lists_what_was_declared(ledger):
    model = run(ledger)
    assert model.certificate["columns"] == json.loads(SCHEMA.to_json())["features"]
    assert columns(model) == (
        ("sick", "the label: yes (+1), or not yes (-1)"),
        ("age", "a number from 0 to 90; a missing value counts as 45"),
        ("ward", "one of 'a', 'b', 'c'; a missing value counts as 'c', any other text as 'c'"),
    )
    assert "<h2>Columns, as declared</h2>" in page(model)
    assert "a number from 0 to 90" in page(model)


def test_a_certificate_cannot_claim_other_bounds_than_its_schema(ledger):
    document = json.loads(run(ledger).to_json())
    document["certificate"]["columns"][0]["upper"] = 80
    with pytest.raises(
        InvalidInput, match="columns in the certificate must be those of its schema"
    ):
        load(json.dumps(document))


def test_the_rule_releases_what_its_number_typed_releases(ledger):
    by_rule = run(ledger, lam="auto")
    typed = run(ledger, lam=by_rule.certificate["lam"])
    np.testing.assert_array_equal(by_rule.coef, typed.coef)
    assert by_rule.certificate["noise_rate"] == typed.certificate["noise_rate"]
    assert Logistic().curvature == by_rule.certificate["lam_rule"]["c"]
