"""Plans of kernel serving: numbers of the paper, tight noise, refused input."""

import math

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import LOSSES, Logistic
from dpcore.erm.solver import solve
from dpcore.privacy import gaussian
from dplab.kernels import plans
from dplab.kernels.plans import KernelProblem
from dplab.kernels.points import PublicPoints
from dplab.kernels.serving import WAYS, plan_of

USUAL = {"n": 20_000, "lam": 0.01, "epsilon": 1.0, "delta": 1e-6, "n_points": 200}


def test_pinp_as_printed_has_the_numbers_of_its_formulas_and_never_updates():
    """B = 1.9 updates and σ = 951 at T = 2,000, β = .05; 2.2 and 801 at T = 200."""
    plan = plans.plan_pinp_printed(KernelProblem(**(USUAL | {"n_points": 2000})))
    assert plan.most_updates == pytest.approx(1.919, abs=5e-4)
    assert plan.threshold == pytest.approx(951.0, abs=0.05)
    assert "answers stay 0" in plan.warnings[0]
    assert "basic composition" in plan.theorem
    assert plans.plan_pinp_printed(KernelProblem(**USUAL)).threshold == pytest.approx(
        801.5, abs=0.1
    )


@pytest.mark.parametrize("typed", [1e-6, 1e-3, 1.0])
def test_a_bound_that_the_minimiser_may_exceed_takes_no_noise_from_pinp_as_printed(typed: float):
    """Its noise falls with C: at C = 1e-6 two neighbours would be told apart half of the time."""
    one = USUAL | {"n_points": 1}
    safe = plans.plan_pinp_printed(KernelProblem(**one))
    assert plans.plan_pinp_printed(KernelProblem(**one, norm_bound=typed)) == safe
    far = plans.plan_pinp_printed(KernelProblem(**one, norm_bound=1e3))
    assert far.scale > safe.scale
    # One Laplace answer of that scale loses s/scale at most.
    assert safe.sensitivity / safe.scale < 1


def test_pinp_as_printed_is_first_useful_near_ten_billion_records():
    """There σ is 1.5, of the size of predictions; it falls with √n."""
    for n, threshold, useless in ((10**8, 15.0, True), (10**10, 1.5, False)):
        problem = KernelProblem(**(USUAL | {"n": n, "delta": 1e-11}))
        plan = plans.plan_pinp_printed(problem)
        assert plan.threshold == pytest.approx(threshold, rel=0.02)
        assert bool(plan.warnings) is useless


def test_tdil_as_printed_costs_12_8_a_step_whatever_n_is_at_most():
    problem = KernelProblem(n=10**6, lam=0.1, epsilon=1.0, delta=0.999e-6)
    printed, mended = (plans.plan_tdil(problem, printed=p) for p in (True, False))
    assert printed.guarantee == "broken"
    assert printed.selection_loss == pytest.approx(12.82, abs=0.01)
    assert mended.selection_loss == pytest.approx(printed.selection_loss / 1e5)
    assert mended.exponent == pytest.approx(printed.exponent / 1e5)


def test_tdil_runs_no_round_and_is_refused_at_no_small_epsilon():
    plan = plans.plan_tdil(KernelProblem(**(USUAL | {"epsilon": 1e-9})))
    assert plan.most_updates < 1
    assert plan.guarantee == "approximate"
    with pytest.raises(InvalidInput, match="epsilon must be smaller for TDIL"):
        plans.plan_tdil(KernelProblem(**(USUAL | {"epsilon": 1e9})))


@pytest.mark.parametrize("failure", [1e-6, 0.05, 0.5])
def test_the_guarantee_does_not_depend_on_the_failure_probability(failure: float):
    usual, other = (KernelProblem(**(USUAL | {"failure": beta})) for beta in (0.05, failure))
    points = PublicPoints(np.eye(200))
    for way in WAYS:
        plan, same = plan_of(way, other, points), plan_of(way, usual, points)
        assert (plan.scale, plan.guarantee) == (same.scale, same.guarantee)
    # As printed, β moves the noise: T answers still compose to the claim.
    printed = plans.plan_pinp_printed(other)
    assert 200 * usual.of_prediction / printed.scale <= 1.0
    tdil = plans.plan_tdil(other)
    assert tdil.scale == plans.plan_tdil(usual).scale


@pytest.mark.parametrize("way", ["tddl_gaussian", "functional", "pinp"])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
def test_gaussian_noise_is_enough_and_no_more(way: str, epsilon: float):
    """At 0.99 of it δ is above the claim."""
    problem, points = KernelProblem(**(USUAL | {"epsilon": epsilon, "n_points": 2})), two_points()
    plan = plan_of(way, problem, points)
    assert gaussian.delta(epsilon, plan.scale, plan.sensitivity) <= 1e-6
    assert gaussian.delta(epsilon, 0.99 * plan.scale, plan.sensitivity) > 1e-6


def two_points():
    return PublicPoints(np.array([[1.0, 0.2], [0.2, 0.8]]))


def test_sensitivities_are_reached_and_never_exceeded():
    """One record turned round among records at 0, a Huber loss: w* moves by 2/(nλ) exactly.

    Predictions at points along it then move by √λmax(K_ZZ) times that.
    """
    n, lam, u = 50, 1.0, np.array([0.6, 0.8])
    X = np.zeros((n, 2))
    X[0] = u
    loss = LOSSES["huber"].of_half_width(0.5)
    y = np.ones(n)
    there = solve(X, y, loss, lam).coefs[0]
    y[0] = -1
    moved = there - solve(X, y, loss, lam).coefs[0]
    problem = KernelProblem(n=n, lam=lam, epsilon=1.0, delta=1e-6, n_points=3)
    assert np.linalg.norm(moved) == pytest.approx(problem.of_minimiser)
    Z = np.outer([1.0, -0.5, 0.3], u)
    points = PublicPoints(Z @ Z.T)
    plan = plan_of("tddl_gaussian", problem, points)
    assert np.linalg.norm(Z @ moved) == pytest.approx(plan.sensitivity)
    assert np.abs(Z @ moved).max() == pytest.approx(problem.of_prediction)


def test_random_neighbours_stay_within_the_sensitivities():
    rng = np.random.default_rng(0)
    Z = rng.uniform(-0.7, 0.7, (30, 2))
    points = PublicPoints(Z @ Z.T)
    problem = KernelProblem(n=40, lam=0.05, epsilon=1.0, delta=1e-6, n_points=30)
    plan = plan_of("tddl_gaussian", problem, points)
    for _ in range(20):
        X, y = rng.uniform(-0.7, 0.7, (40, 2)), rng.choice([-1.0, 1.0], 40)
        first = solve(X, y, Logistic(), 0.05).coefs[0]
        X[0], y[0] = -X[0], y[0]
        moved = Z @ (first - solve(X, y, Logistic(), 0.05).coefs[0])
        assert np.linalg.norm(moved) <= plan.sensitivity
        assert np.abs(moved).max() <= problem.of_prediction


@pytest.mark.parametrize("name", LOSSES)
def test_the_norm_bound_holds_and_is_far_below_the_printed_one(name: str):
    rng = np.random.default_rng(1)
    X = rng.standard_normal((200, 3))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    y = np.where(X[:, 0] >= 0, 1.0, -1.0)
    loss = LOSSES[name].of_half_width(0.5)
    problem = KernelProblem(**USUAL)
    for lam in (1e-3, 0.1):
        bound = plans.norm_bound(loss, lam)
        assert np.linalg.norm(solve(X, y, loss, lam).coefs) <= bound
    assert plans.norm_bound(Logistic(), 0.01) == pytest.approx(problem.bound)
    assert plans.paper_norm_bound(problem) == pytest.approx(200)


def test_bounds_of_noise_are_kept_by_all_answers_together():
    """β = 5 % over 2,000 draws of T answers: five standard errors are 2.5 points."""
    rng = np.random.default_rng(2)
    problem = KernelProblem(**USUAL)
    for plan in (plans.plan_laplace(problem), plans.plan_pinp(problem)):
        draws = rng.laplace if plan.law == "laplace" else rng.normal
        worst = np.abs(draws(scale=plan.scale, size=(2000, 200))).max(axis=1)
        assert (worst > plan.bound).mean() == pytest.approx(0.05, abs=0.025)


BAD = [
    ({"delta": 1 / 20_000}, "below 1/n"),
    ({"delta": 0.0}, "δ must be above 0"),
    ({"epsilon": 0.0}, "epsilon"),
    ({"epsilon": math.inf}, "finite"),
    ({"lam": -1.0}, "lam"),
    ({"n_points": 0}, "n_points"),
    ({"n_points": 2_001}, "2,000"),
    ({"norm_bound": 0.0}, "norm_bound"),
    ({"failure": 0.0}, "failure"),
]


@pytest.mark.parametrize(("wrong", "said"), BAD)
def test_bad_settings_are_refused_with_a_sentence(wrong, said: str):
    with pytest.raises(InvalidInput, match=said):
        KernelProblem(**(USUAL | wrong))


def test_plans_refuse_what_they_do_not_know():
    problem, points = KernelProblem(**(USUAL | {"n_points": 2})), two_points()
    with pytest.raises(InvalidInput, match="way"):
        plan_of("mail", problem, points)
    with pytest.raises(InvalidInput, match="form"):
        plan_of("functional", problem, points, "printed")
    with pytest.raises(InvalidInput, match="2"):
        plan_of("functional", KernelProblem(**USUAL), points)
    with pytest.raises(InvalidInput, match="smaller for TDIL"):
        plans.plan_tdil(KernelProblem(n=10_000, lam=0.1, epsilon=1e5, delta=1e-6))


@pytest.mark.parametrize("way", WAYS)
def test_every_way_states_its_guarantee_its_theorem_and_delta(way: str):
    problem, points = KernelProblem(**(USUAL | {"n_points": 2})), two_points()
    for form in WAYS[way].plans:
        plan = plan_of(way, problem, points, form)
        assert plan.guarantee in ("pure", "approximate", "broken")
        assert plan.theorem
        assert (plan.epsilon, plan.delta) == (1.0, 1e-6)
        assert plan.scale > 0
        assert plan.bound > plan.scale
