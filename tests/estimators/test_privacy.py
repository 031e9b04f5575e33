"""A fit's noise has the promised law, is paid for before it is drawn, and comes from no seed."""

import os
import re
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.data.dataset import split
from dpcore.data.real.tables import load
from dpcore.erm.losses import Logistic
from dpcore.erm.prediction import error
from dpcore.erm.solver import solve
from dpcore.estimators import (
    PrivateLinearClassifier,
    PrivatelyTunedClassifier,
    SimulationWarning,
)
from dpcore.estimators.entropy import source
from dpcore.ledger import Ledger, Overspent
from dpcore.privacy.mechanisms import draw
from dpcore.release.entropy import Entropy
from dpcore.release.exact import minimisers
from dpcore.release.safe import MissedTolerance
from tests.estimators.problems import INF, simulated, three_classes, two_classes
from tests.privacy.oracles import LEVEL, PURE, follows_length_law, implied_noise, promise

BOTH = [
    PrivateLinearClassifier(0.25, classes=("no", "yes")),
    PrivatelyTunedClassifier(0.25, (0.01, 0.1), classes=("no", "yes")),
]
N_FITS = 200
NEAR_MISSES = (2 / 3, 3 / 2)


@pytest.fixture(params=BOTH, ids=lambda model: type(model).__name__)
def model(request):
    return deepcopy(request.param)  # no clone, which would refuse to be charged


def noises(model, X, y, sides):
    """Return the noise of every plane of `N_FITS` fits, shape (n_planes, N_FITS, n_features)."""
    model.set_params(random_state=np.random.default_rng(1))
    planes = np.stack([simulated(model, X, y).coef_ for _ in range(N_FITS)], axis=1)
    planes *= model.norm_bound
    rows, lam = X / model.norm_bound, model.lam
    if model.mechanism == "output":
        return [w - solve(rows, s, Logistic(), lam).coefs for w, s in zip(planes, sides)]  # noqa: B905
    lam += at_most_of(model.mechanism, model.epsilon / len(sides), lam, len(X)).extra_lam
    return [implied_noise(w, rows, s, Logistic(), lam) for w, s in zip(planes, sides, strict=True)]


def at_most_of(mechanism, epsilon, lam, n):
    """Return what a mechanism promises at ε less what hides the solver's residual: 1 %."""
    share = 1.0 if mechanism == "output" else 0.99
    return promise(mechanism, share * epsilon, lam, n, Logistic())


@pytest.mark.parametrize("mechanism", PURE)
def test_noise_of_a_fit_has_the_promised_length_and_near_misses_have_not(mechanism):
    X, y = two_classes()
    model = PrivateLinearClassifier(
        0.8, lam=0.05, mechanism=mechanism, norm_bound=7.0, classes=("no", "yes")
    )
    (found,) = noises(model, 7 * X, y, [np.where(y == "yes", 1.0, -1.0)])
    lengths = np.linalg.norm(found, axis=1)
    rate = at_most_of(mechanism, 0.8, 0.05, len(X)).rate
    assert model.plan_.noise_rate == pytest.approx(rate, rel=1e-5)
    assert follows_length_law(lengths, "gamma", 3, rate)
    for factor in NEAR_MISSES:
        assert not follows_length_law(factor * lengths, "gamma", 3, rate)


def test_each_of_three_classes_has_the_noise_of_a_third_of_epsilon():
    X, y = three_classes()
    model = PrivateLinearClassifier(1.5, lam=0.01, mechanism="output", classes=("a", "b", "c"))
    found = noises(model, X, y, [np.where(y == side, 1.0, -1.0) for side in "abc"])
    third = promise("output", 0.5, 0.01, len(X), Logistic()).rate
    for one in found:
        lengths = np.linalg.norm(one, axis=1)
        assert follows_length_law(lengths, "gamma", 2, third)
        assert not follows_length_law(lengths, "gamma", 2, 3 * third)  # ε for each would be 3ε-DP
    # Nor may one noise serve two planes: their difference would tell of the data.
    assert len({tuple(one[0]) for one in found}) == 3


def test_fits_err_as_the_simulation_of_their_mechanism_does():
    part = split(load("breast_cancer"), n=455, seed=0)

    def errors_of_fits(epsilon):
        source = np.random.default_rng(1)
        model = PrivateLinearClassifier(epsilon, classes=(-1, 1), random_state=source)
        fits = [simulated(model, part.X, part.y).coef_ for _ in range(100)]
        return error(np.concatenate(fits), part.X_test, part.y_test)

    draws = draw("objective_tight", part.X, part.y, loss=Logistic(), lam=0.01, epsilon=1.0,
                 n_draws=400, rng=np.random.default_rng(0))  # fmt: skip
    expected = error(draws.coefs, part.X_test, part.y_test)
    assert stats.ks_2samp(errors_of_fits(1.0), expected).pvalue > LEVEL
    assert stats.ks_2samp(errors_of_fits(3.0), expected).pvalue < LEVEL


@pytest.mark.parametrize("epsilon", [0.1, 0.7, 1.0, 1.1, 3.3])
@pytest.mark.parametrize("k", [2, 3, 5, 7, 49])
def test_shares_of_epsilon_never_come_to_more_than_epsilon(epsilon, k):
    X, y = np.tile(np.eye(k), (3, 1)), np.tile(np.arange(k), 3)
    plans = PrivateLinearClassifier(epsilon, classes=range(k)).fit(X, y).plan_
    plans = plans if k > 2 else (plans,)
    assert len(plans) == (k if k > 2 else 1)
    total = sum(Fraction(plan.epsilon) for plan in plans)
    assert epsilon * (1 - 1e-12) < total <= Fraction(epsilon)


class Eager(PrivateLinearClassifier):
    """Draws first and pays afterwards: what a fit must not do."""

    def _training(self, *facts):
        Entropy().bits(1)
        return super()._training(*facts)


def order(model, monkeypatch, address):
    """Return what a fit did, in order."""
    seen = []

    def spy(owner, name, what):
        original = getattr(owner, name)

        def spied(*given, **named):
            found = original(*given, **named)
            seen.append(what)
            return found

        monkeypatch.setattr(owner, name, spied)

    spy(Ledger, "charge", "charge")
    for name in ("bits", "permutation"):
        spy(Entropy, name, "draw")
    model.set_params(ledger=address).fit(*two_classes())
    return seen


@pytest.fixture
def budget(tmp_path):
    """The address of a ledger with ε = 1 for "clinic", of 60 records."""
    address = str(tmp_path / "budget.db")
    with Ledger(address) as ledger:
        ledger.open("clinic", n=60, epsilon=1.0)
    return address


def spent(address, name="clinic"):
    with Ledger(address) as ledger:
        return ledger.budget(name).spent


def test_a_fit_is_charged_before_anything_is_drawn(model, monkeypatch, budget):
    seen = order(model, monkeypatch, budget)
    assert seen[0] == "charge"
    assert seen.count("charge") == 1
    with Ledger(budget) as ledger:
        assert ledger.unfinished() == frozenset()
    assert "draw" in seen
    assert spent(budget) == 0.25


def test_a_fit_that_draws_first_would_be_seen(monkeypatch, budget):
    assert order(Eager(0.25, classes=("no", "yes")), monkeypatch, budget)[0] == "draw"


def test_a_fit_beyond_the_budget_is_refused_and_draws_nothing(model, monkeypatch, budget):
    model.set_params(ledger=budget)
    for _ in range(4):
        model.fit(*two_classes())
    monkeypatch.setattr(Entropy, "bits", lambda *_: pytest.fail("it drew"))
    coef = model.coef_
    with pytest.raises(Overspent, match="Nothing was charged and nothing was drawn"):
        model.fit(*two_classes())
    assert model.coef_ is coef
    assert spent(budget) == 1.0


def test_what_cannot_be_drawn_is_refused_before_it_is_charged(budget):
    X, y = two_classes()
    model = PrivateLinearClassifier(0.25, classes=("no", "yes"), ledger=budget)
    for wrong in ({"lam": -1}, {"mechanism": "objective_2008"}, {"norm_bound": 0}, {"h": "x"},
                  {"loss": "hinge"}, {"classes": ("no", "no")}, {"epsilon": INF},
                  {"lam": 1e-40, "mechanism": "output"}, {"epsilon": 1e-100}):  # fmt: skip
        asked = {"loss": "huber"} | wrong if "h" in wrong else wrong
        with pytest.raises(InvalidInput):
            deepcopy(model).set_params(**asked).fit(X, y)
    with pytest.raises(InvalidInput, match="3 parts"):
        PrivatelyTunedClassifier(ledger=budget, classes=("no", "yes")).fit(X[:2], y[:2])
    assert spent(budget) == 0


def test_several_records_of_a_person_share_what_the_person_is_charged(model, tmp_path):
    address = str(tmp_path / "budget.db")
    with Ledger(address) as ledger:
        ledger.open("visits", n=60, epsilon=1.0, records_per_person=5)
    model.set_params(ledger=address).fit(*two_classes())
    assert model.plan_.epsilon == pytest.approx(0.05)
    assert 5 * Fraction(model.plan_.epsilon) <= Fraction(0.25)
    assert spent(address, "visits") == 0.25


def test_the_data_set_is_named_behind_the_address(budget):
    with Ledger(budget) as ledger:
        ledger.open("other clinic", n=100, epsilon=1.0)
    X, y = two_classes()
    model = PrivateLinearClassifier(0.25, classes=("no", "yes"), ledger=budget)
    with pytest.raises(InvalidInput, match="it has 2, 'clinic', 'other clinic'"):
        model.fit(X, y)
    model.set_params(ledger=f"{budget}#other clinic").fit(X, y)
    assert (spent(budget), spent(budget, "other clinic")) == (0, 0.25)
    with pytest.raises(InvalidInput, match="'nobody' has no budget in this ledger"):
        model.set_params(ledger=f"{budget}#nobody").fit(X, y)


def test_more_records_than_were_declared_are_refused_and_fewer_are_fine(budget):
    X, y = two_classes(61)
    model = PrivateLinearClassifier(0.25, classes=("no", "yes"), ledger=budget)
    with pytest.raises(InvalidInput, match="declared with n = 60 records in its ledger; this fit"):
        model.fit(X, y)
    assert spent(budget) == 0
    model.fit(X[:20], y[:20])
    assert spent(budget) == 0.25


@pytest.mark.parametrize(("given", "sentence"), [
    (Ledger("budget.db"), "ledger must be a text"),
    ("nowhere.db#clinic", "has no budget in this ledger"),
    ("nowhere.db", "it has none"),
], ids=("object", "absent", "absent and unnamed"))  # fmt: skip
def test_a_ledger_that_cannot_be_charged_gets_a_sentence(given, sentence, tmp_path):
    if isinstance(given, str):
        given = str(tmp_path / given)
    model = PrivateLinearClassifier(classes=("no", "yes"), ledger=given)
    with pytest.raises(InvalidInput, match=sentence):
        model.fit(*two_classes())


def test_without_a_seed_every_bit_is_of_the_operating_system():
    assert source(None)._source is os.urandom
    with pytest.warns(SimulationWarning):
        assert source(0)._source is not os.urandom


def test_without_a_seed_no_state_of_numpy_brings_the_noise_back(model):
    found = []
    for _ in range(2):
        np.random.seed(0)  # noqa: NPY002
        found.append(model.fit(*two_classes()).coef_)
    assert not np.array_equal(*found)


@pytest.mark.parametrize("seeded", [
    lambda: 3, lambda: np.random.default_rng(3), lambda: np.random.RandomState(3),
], ids=("int", "Generator", "RandomState"))  # fmt: skip
def test_a_seed_brings_the_noise_back_and_warns(model, seeded):
    found = []
    for _ in range(2):
        model.set_params(random_state=seeded())
        with pytest.warns(SimulationWarning, match="can subtract the noise") as warned:
            found.append(model.fit(*two_classes()).coef_)
        assert warned[0].filename == __file__
    np.testing.assert_array_equal(*found)


def test_a_minimiser_that_misses_its_tolerance_is_never_handed_out(monkeypatch, budget):
    def lost(*given, **named):
        found = solve(*given, **named)
        return replace(found, grad_norm=found.grad_norm + 1e-6)

    monkeypatch.setattr(minimisers, "solve", lost)
    monkeypatch.setattr(minimisers, "n_steps", lambda *_: None)
    model = PrivateLinearClassifier(0.25, classes=("no", "yes"), ledger=budget)
    with pytest.raises(MissedTolerance, match="Its budget is spent"):
        model.fit(*two_classes())
    assert not hasattr(model, "coef_")
    assert spent(budget) == 0.25


def test_what_a_fit_tells_says_its_privacy(model):
    text = " ".join(type(model).__doc__.split())
    for said in (r"ε-differentially private", r"Neighbours are two tables", r"same public size n",
                 r"2011|CMS11", r"outside of it", r"charged ε"):  # fmt: skip
        assert re.search(said, text, re.IGNORECASE), said
