"""A release whose classes have weights: stated, bound to its key, and read again."""

import io
import json
import zipfile
from fractions import Fraction
from html import escape

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import make_loss
from dpcore.erm.solver import solve
from dpcore.release import bundle, certificate, load, page, records
from dpcore.release.exact import counts, descent, minimisers
from dpcore.release.safe import plan_safely, pure_mechanisms
from tests.release.cases import SCHEMA, run, table

RARE = make_loss("logistic", 0.5, 0.2)


def test_the_certificate_names_each_class_and_what_it_counts(ledger):
    model = run(ledger, loss=RARE)
    assert model.certificate["class_weights"] == {"negative": 0.25, "positive": 1.0}
    said = dict(certificate.rows(model))["Class weights, declared"]
    assert said == "0.25 for 'not yes' and 1 for 'yes'"
    assert escape(said) in page(model)
    assert any("class weights" in limit for limit in model.certificate["limits"])
    again = load(model.to_json())
    assert again.document == model.document
    with zipfile.ZipFile(io.BytesIO(bundle(model))) as packed:
        assert "class_weights" in packed.read("model.json").decode()


def test_a_release_without_weights_says_nothing_of_them(ledger):
    model = run(ledger)
    assert "class_weights" not in model.certificate
    assert "Class weights, declared" not in dict(certificate.rows(model))


def test_a_key_belongs_to_its_weights(ledger):
    first = run(ledger, loss=RARE, idempotency_key="t")
    assert run(ledger, loss=RARE, idempotency_key="t").to_json() == first.to_json()
    for other in (make_loss("logistic"), make_loss("logistic", 0.5, 0.3)):
        with pytest.raises(InvalidInput, match="another class_weights"):
            run(ledger, loss=other, idempotency_key="t")
    run(ledger, idempotency_key="alike")
    with pytest.raises(InvalidInput, match="another class_weights"):
        run(ledger, loss=RARE, idempotency_key="alike")


@pytest.mark.parametrize("mechanism", pure_mechanisms())
def test_what_is_planned_is_what_is_planned_without_weights(mechanism):
    asked = {"lam": 0.01, "n": 500, "n_features": 4}
    plain = plan_safely(mechanism, 1.0, loss=make_loss("huber"), **asked)
    weighted = plan_safely(mechanism, 1.0, loss=make_loss("huber", 0.5, 0.2), **asked)
    assert weighted.plan == plain.plan
    for name in ("tau", "noise_rate", "residual_rate", "grid", "n_steps"):
        assert getattr(weighted, name) == getattr(plain, name)


def test_plain_steps_reach_the_weighted_minimiser():
    X, y = records.read(table(), SCHEMA)
    lam, nothing = 0.05, np.zeros(X.shape[1])
    w = descent.descend(X, y, RARE, lam, nothing, 2_000)
    np.testing.assert_allclose(w, solve(X, y, RARE, lam).coefs[0], atol=1e-8)
    plain = solve(X, y, make_loss("logistic"), lam).coefs[0]
    assert np.linalg.norm(w - plain) > 0.1
    left = descent.gradient(X, y, RARE, lam, nothing, w)
    assert np.linalg.norm(left) < 1e-9
    assert minimisers.minimised(X, y, RARE, lam, nothing[None], (1e-8, 2_000))[1].all()


def test_what_the_solver_misses_is_made_good_with_the_same_weights(monkeypatch):
    X, y = records.read(table(), SCHEMA)
    lam, nothing = 0.05, np.zeros((1, X.shape[1]))
    right = solve(X, y, RARE, lam).coefs
    monkeypatch.setattr(minimisers, "solve", lambda *given, **also: solve(*given, tol=1e-2, **also))
    found, exact = minimisers.minimised(X, y, RARE, lam, nothing, (1e-9, 3_000))
    assert exact.all()
    np.testing.assert_allclose(found, right, atol=1e-7)


def test_a_choice_counts_mistakes_by_their_class_and_exactly():
    wrong = np.array([True, True, False, True])
    weight = np.array([1.0, 0.1, 1.0, 0.1])
    assert counts.weighed(wrong, weight) == 1 + 2 * Fraction(0.1)
    assert counts.weighed(wrong, np.ones(4)) == 3
    assert counts.weighed(~wrong & False, weight) == 0


def test_candidates_are_judged_by_weighted_mistakes(ledger, monkeypatch):
    seen = []
    monkeypatch.setattr(counts, "choice", lambda _, wrong, __: (seen.append(wrong), 0)[1])
    run(ledger, lam=None, candidates=(1e-3, 10.0), loss=RARE)
    assert all(0 <= each <= 66 for each in seen[0])
    assert any(each.denominator > 1 for each in seen[0])


@pytest.mark.parametrize("weights", [(5.0, 1.0), (1.0, 1.0), (0.0, 1.0), (0.5, 0.2)])
def test_a_certificate_whose_weights_contradict_it_is_no_model(ledger, weights):
    document = run(ledger, loss=RARE).document
    pair = dict(zip(("negative", "positive"), weights, strict=True))
    wrong = document | {"certificate": document["certificate"] | {"class_weights": pair}}
    with pytest.raises(InvalidInput, match="the larger class weight in the certificate must be 1"):
        load(json.dumps(wrong))
