"""The laws that a release is charged are those of its noise, and a plan's lines mean the same."""

import math
from dataclasses import replace

import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.ledger import Budget, Cost, Ledger, Overspent
from dpcore.ledger.terms import DeclaredPlan, RhoFilter
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.noise import GAUSSIAN
from dpcore.privacy.profile.laws import GammaInObjective, GammaNoise, Promise
from dpcore.release.orders import plan_route
from dpcore.release.safe import SPARED, plan_safely, released_mechanisms
from dpcore.release.spending.items import read_plan
from dpcore.release.spending.laws import laws_of
from dpcore.release.spending.room import room
from tests.release.cases import order, run

N = 200


def planned(ledger: Ledger, *lines: str, delta: float = 1e-6) -> Budget:
    return ledger.open("planned", n=N, delta=delta, plan=read_plan(lines, N))


@pytest.mark.parametrize("loss", [Logistic(), HuberHinge(h=0.5)], ids=["logistic", "huber"])
@pytest.mark.parametrize("mechanism", released_mechanisms())
def test_charged_laws_are_those_of_the_noise_and_a_hair_more(mechanism, loss):
    delta = 1e-6 if MECHANISMS[mechanism].uses_delta else 0.0
    plan = plan_safely(mechanism, 0.8, lam=0.05, n=500, loss=loss, n_features=7, delta=delta)
    law, *others = laws_of(plan)
    moved = plan.plan.sensitivity
    if plan.family.hides_residual:
        moved += 2 * plan.tau / plan.lam_used
    numbers = [getattr(law, "mu", None) or law.epsilon]
    exact = [plan.noise_rate * moved]
    if plan.family.has_jacobian:
        numbers.append(law.slack)
        exact.append(plan.plan.epsilon_curvature)
    for number, true in zip(numbers, exact, strict=True):
        # Never below the noise that is drawn; above it by what was spared, and not 1 % of it.
        assert true * (1 + 1e-12) < number < true * (1 + 3 * SPARED)
    assert len(others) == (not plan.family.hides_residual)
    for residual in others:
        hidden = plan.residual_rate * 2 * plan.tau / plan.lam_used
        assert hidden == pytest.approx(getattr(residual, "mu", None) or residual.epsilon, rel=1e-9)
        assert hasattr(residual, "mu") == (plan.plan.norm_law == GAUSSIAN.name)


def test_each_part_of_a_release_has_its_laws():
    budget = Budget("clinic", N, 10.0)
    simple = plan_route(order(), budget).spend
    assert len(simple.parts) == 1
    assert simple.pure == pytest.approx(1.0)
    tuned = order(lam=None, candidates=(0.1, 0.2), test_share=0.2, epsilon_test=0.5)
    parts = plan_route(tuned, budget).spend.parts
    # Two trainings, with slacks of their own, the judge and the test.
    assert len(parts) == 4
    assert parts[2:] == ((Promise(1.0),), (Promise(0.5),))
    assert [type(law) for law in parts[0]] == [GammaInObjective, GammaNoise]


def test_a_release_is_charged_its_laws_and_of_several_records_only_its_epsilon(ledger):
    run(ledger)
    (charge,) = ledger.budget("clinic").charges
    assert charge.spend == plan_route(order(), ledger.budget("clinic")).spend
    several = Budget("clinic", N, 10.0, records_per_person=2)
    assert plan_route(order(), several).cost(order(), several).law is None


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("objective_tight epsilon=1 features=5 lam=0.1", {"lam": 0.1}),
        ("objective_tight epsilon=1 features=5", {"lam": "auto"}),
        ("output epsilon=1 features=5", {"mechanism": "output", "lam": 3.0}),
        (
            "objective_tight epsilon=1 features=5 lam=0.1 test=0.5 share=0.3",
            {"lam": 0.1, "test_share": 0.3, "epsilon_test": 0.5},
        ),
        (
            "objective_tight epsilon=1 features=5 candidates=auto,0.2",
            {"lam": None, "candidates": ("auto", 0.2)},
        ),
        (
            "objective_gaussian epsilon=1 delta=1e-7 features=5",
            {"mechanism": "objective_gaussian", "lam": "auto", "delta": 1e-7},
        ),
        (
            "objective epsilon=1 features=5 loss=huber h=0.3",
            {"mechanism": "objective", "lam": "auto", "loss": HuberHinge(h=0.3)},
        ),
    ],
)
def test_a_line_of_a_plan_pays_for_the_release_that_it_describes(ledger, line, asked):
    opened = planned(ledger, line)
    model = run(ledger, data_set="planned", **asked)
    assert model.certificate["budget"] == (
        f"ε = {opened.epsilon:g}, δ = 1e-6 for the whole plan of 1 release"
    )
    assert ledger.budget("planned").items_left == ()
    with pytest.raises(Overspent, match="every release on the plan of 'planned' was made"):
        run(ledger, data_set="planned", **asked)


def test_questions_may_change_and_a_larger_slack_may_not(ledger):
    planned(ledger, "3 objective_tight epsilon=1 features=5 lam=0.1")
    run(ledger, data_set="planned", lam=0.2)  # a larger λ, a smaller slack
    before = ledger.to_json()
    with pytest.raises(Overspent, match=r"2 objective_tight epsilon=1 features=5 lam=0\.1"):
        run(ledger, data_set="planned", lam=0.05)
    with pytest.raises(Overspent):
        run(ledger, data_set="planned", mechanism="output")
    assert ledger.to_json() == before


def test_a_release_by_gaussian_noise_in_the_objective_has_no_rho(ledger):
    ledger.open("rho", n=N, rho=1.0, delta=1e-6)
    model = run(ledger, data_set="rho", mechanism="output", lam=2.0)
    assert model.certificate["budget"].startswith("ρ = 1 for all releases together, and so ε = ")
    with pytest.raises(InvalidInput, match="no ρ is proven for a law of it"):
        run(ledger, data_set="rho", mechanism="objective_gaussian", delta=1e-7, lam="auto")
    rho = GammaNoise(1.0, 5).rho
    assert ledger.budget("rho").rho_spent == pytest.approx(rho)


def test_what_fits_a_rho_can_be_charged_and_a_step_more_cannot():
    known = Budget("clinic", N, 1.0, 1e-6, terms=RhoFilter(0.05))
    found = room(known.rho_left, n=N, n_features=5, loss=Logistic(), delta=1e-6)
    assert "objective_gaussian" not in [each.mechanism for each in found]
    for each in found:
        for factor, fits in ((1.0, True), (1.02, False)):
            asked = order(
                mechanism=each.mechanism, epsilon=each.epsilon * factor, lam="auto",
                delta=each.delta,
            )  # fmt: skip
            cost = plan_route(asked, known).cost(asked, known)
            if fits:
                known.check(cost, "it")
            else:
                with pytest.raises(Overspent):
                    known.check(cost, "it")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3", "must name a mechanism"),
        ("3 outputt epsilon=1", "'outputt' is not a mechanism that is released"),
        ("objective_2008 epsilon=1 features=3", "is not a mechanism that is released"),
        ("output features=3", "epsilon must be named, as in epsilon=1"),
        ("output epsilon=1", "features must be named, as in features=30"),
        ("output epsilon=1 features=3 epsilon=2", "'epsilon=2' is not a fact of a release"),
        ("output epsilon=1 features=3 colour=red", "'colour=red' is not a fact"),
        ("output epsilon=1 features=3.5", "n_features|features must be"),
        ("output epsilon=one features=3", "epsilon must be a number"),
        ("output epsilon=1 features=3 delta=1e-6", "δ must be 0 for output"),
        ("output_gaussian epsilon=1 features=3", "δ|delta"),
        ("0 output epsilon=1 features=3", "times of a release"),
        ("output_gamma epsilon=1 delta=1e-6 features=3 candidates=0.1,0.2", "for ε alone"),
        ("output epsilon=1 features=3 loss=hinge", "loss must"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_its_reason(line, said):
    with pytest.raises(InvalidInput, match=rf"Line 2 of the plan, '.*': .*({said})"):
        read_plan(["# of the year", line], N)


def test_a_promise_pays_for_what_is_known_by_its_epsilon_alone(ledger):
    planned(ledger, "2 promise epsilon=0.5", "", "output epsilon=1 features=5", delta=0.0)
    ledger.charge("planned", what="a fit", mechanism="output", epsilon=0.5)
    with pytest.raises(Overspent):
        ledger.charge("planned", what="a fit", mechanism="output", epsilon=0.6)
    assert ledger.budget("planned").epsilon == 2.0
    assert math.isclose(ledger.budget("planned").left, 1.0)


def test_a_rounded_slack_is_no_larger_law():
    (item,) = read_plan(["objective_tight epsilon=1 features=5 lam=0.1"], N)
    ((law, residual),) = item.spend.parts
    budget = Budget("clinic", N, 1.0, 1e-6)
    known = replace(budget, terms=DeclaredPlan((item,)))
    for factor, fits in ((1 + 1e-12, True), (1 + 1e-11, False)):
        larger = replace(law, slack=law.slack * factor)
        cost = Cost(1.0, law=[[larger.as_dict(), residual.as_dict()]])
        if fits:
            known.check(cost, "it")
        else:
            with pytest.raises(Overspent):
                known.check(cost, "it")
