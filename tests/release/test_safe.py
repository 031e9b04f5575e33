"""The law of one safe draw.

5,000 draws of a small problem, by one fixed source of bytes: Kolmogorov-Smirnov tests at the level
1e-4, which rates at 2/3 and 3/2 miss by far.
"""

import itertools
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.erm.losses import LOSSES, HuberHinge, Logistic, make_loss
from dpcore.erm.solver import TOLERANCE, solve
from dpcore.privacy import gamma
from dpcore.privacy.gaussian import delta as delta_of
from dpcore.privacy.gaussian import delta_in_objective
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.release import safe
from dpcore.release.entropy import Entropy
from dpcore.release.exact import descent, minimisers, vectors
from dpcore.release.safe import MissedTolerance, draw_safely, finished, noises, plan_safely
from dplab.instruments.audit import audit
from tests.house.some import some
from tests.privacy.oracles import APPROXIMATE, GAMMAS, LEVEL, PROMISES, length_law
from tests.release.cases import Repeated

N = 5_000
X = np.array([[0.6, 0.8], [0.8, -0.6], [-0.3, 0.1], [1.0, 0.0], [0.0, -0.5]])
Y = np.array([1.0, -1.0, 1.0, -1.0, 1.0])

DELTA = 1e-4


def planned(mechanism, epsilon, **facts):
    delta = DELTA if MECHANISMS[mechanism].uses_delta else 0.0
    return plan_safely(mechanism, epsilon, **{"loss": Logistic(), "delta": delta} | facts)


def small(mechanism, epsilon=1.0, lam=0.1, **facts):
    return planned(mechanism, epsilon, **{"lam": lam, "n": len(Y), "n_features": 2} | facts)


def has_law(lengths, rate, law):
    """Tell whether lengths are those of noise in the plane, and tell the near misses."""
    fits = [stats.kstest(lengths, length_law(law, 2, each).cdf).pvalue
            for each in (rate, rate * 2 / 3, rate * 3 / 2)]  # fmt: skip
    return fits[0] > LEVEL and max(fits[1:]) < 1e-30


EACH_LAW = ("objective_tight", "output", "objective_gaussian")
"""Both families and both laws; the others differ in a scale alone, which is held below."""


@pytest.mark.parametrize("mechanism", some(safe.released_mechanisms(), EACH_LAW))
def test_the_released_classifier_has_the_law_of_the_mechanism(mechanism):
    plan, law = small(mechanism), MECHANISMS[mechanism].norm_law.name
    entropy = Entropy(Repeated())
    drawn = [noises(plan, entropy) for _ in range(N)]
    coefs, exact = finished(plan, X, Y, drawn)
    assert exact.all()
    if not plan.family.hides_residual:
        residual = np.array([each.nearest() for _, each in drawn if each is not None])
        assert has_law(np.linalg.norm(residual, axis=1), plan.residual_rate, law)
        # The noise that leads to each classifier: b = -n(λ+Δ)w - Σ y ℓ'(y w·x) x.
        w = coefs - residual
        pulls = Logistic().slope(w @ X.T * Y) * Y
        noise = -len(Y) * plan.lam_used * w - pulls @ X
    else:
        noise = coefs - solve(X, Y, Logistic(), 0.1).coefs
    assert has_law(np.linalg.norm(noise, axis=1), plan.noise_rate, law)


def hidden(n, d, c, lam, w, b):
    """What doubles may hide of a gradient, by the docstring of `safe`."""
    return 1e-15 * (1 + (c + lam) * w + b / n) + 2**-53 * (n + c * d * w + 2 * b / n)


def test_rates_are_those_of_the_theorems():
    plan = small("objective")
    total = plan.lam_used
    assert plan.epsilon_residual == 0.01
    assert plan.residual_rate == pytest.approx(0.01 * total / (2 * plan.tau))
    assert plan.noise_rate == plan.plan.noise_rate
    q = stats.gamma(2, scale=1 / plan.noise_rate).isf(1e-12)
    W = (1 + q / 5) / total
    tau = 1e-9 * max(1, q / 5) + hidden(5, 2, 0.25, total, W, q)
    assert plan.tau == pytest.approx(tau, rel=1e-9)
    output = small("output")
    tau = 1e-9 + hidden(5, 2, 0.25, 0.1, 1 / 0.1, 0)
    assert output.noise_rate == pytest.approx(
        (1 - 2**-36) / (2 / (5 * 0.1) + 2 * tau / 0.1), rel=1e-12
    )
    assert output.epsilon_residual == 0


def test_with_a_delta_each_sigma_is_the_theorems_at_its_part():
    plan, d = small("objective_gaussian"), 2
    total = plan.lam_used
    assert (plan.epsilon_residual, plan.delta_residual) == (0.01, DELTA / 100)
    promised = PROMISES["objective_gaussian"](0.99, 0.1, 5, 0.25, 0.99 * DELTA)
    assert plan.noise_rate == pytest.approx(promised.rate, rel=1e-8)
    assert total == pytest.approx(0.1 + promised.extra_lam)
    q = stats.chi(d, scale=1 / promised.rate).isf(1e-12)
    tau = 1e-9 * max(1, q / 5) + hidden(5, d, 0.25, total, (1 + q / 5) / total, q)
    assert plan.tau == pytest.approx(tau, rel=1e-8)
    # One answer that a record moves by 2τ/(λ+Δ), as by 2/(nλ) with nλ = (λ+Δ)/τ.
    residual = PROMISES["output_gaussian"](0.01, total / tau, 1, 0.25, DELTA / 100)
    assert plan.residual_rate == pytest.approx(residual.rate, rel=1e-8)
    output = small("output_gaussian")
    tau = 1e-9 + hidden(5, d, 0.25, 0.1, 1 / 0.1, 0)
    nlam = 2 / (2 / (5 * 0.1) + 2 * tau / 0.1)
    promised = PROMISES["output_gaussian"](1.0, nlam, 1, 0.25, DELTA)
    # Closer than what τ adds, 5e-9 of it.
    assert output.noise_rate == pytest.approx(promised.rate, rel=1e-9)
    assert (output.epsilon_residual, output.delta_residual) == (0, 0)


def delta_needed(plan, epsilon, rate, longer=1.0):
    """Return the δ of a plan's mechanism at ε and a rate, by the formulas, for longer rows."""
    is_gamma, d = plan.plan.norm_law == "gamma", plan.n_features
    if plan.family.hides_residual:
        moved = (plan.plan.sensitivity + 2 * plan.tau / plan.lam_used) * longer
        one, other = gamma.delta(epsilon, rate * moved, d), delta_of(epsilon, 1 / rate, moved)
        return float(one if is_gamma else other)
    slack = math.log1p(0.25 * longer**2 / (plan.n * plan.lam_used))
    if is_gamma:
        return float(gamma.in_objective(epsilon - slack, rate * 2 * longer, d))
    return float(delta_in_objective(epsilon, 1 / rate, slack=slack, gradient=longer))


@pytest.mark.parametrize("mechanism", APPROXIMATE)
@pytest.mark.parametrize("epsilon", [1e-3, 0.1, 1 / 3, 1.0, 7.7, 100.0])
@pytest.mark.parametrize("delta", [1e-9, 1e-30, 1e-4, 0.15])
def test_the_parts_are_at_most_epsilon_and_delta_with_rows_that_are_a_little_longer(
    mechanism, epsilon, delta
):
    plan = small(mechanism, epsilon, delta=delta)
    parts = Fraction(plan.plan.delta) + Fraction(plan.delta_residual)
    assert 5e-12 < 1 - parts / Fraction(delta) < 5e-11
    rest, rest_of_delta = epsilon - plan.epsilon_residual, delta - plan.delta_residual
    assert delta_needed(plan, rest, plan.noise_rate, longer=1 + 1e-12) <= rest_of_delta
    assert delta_needed(plan, rest, plan.noise_rate * (1 + 1e-9)) > rest_of_delta
    if plan.delta_residual:
        residual = delta_of(
            plan.epsilon_residual, 1 / plan.residual_rate, 2 * plan.tau / plan.lam_used
        )
        assert residual <= plan.delta_residual


@pytest.mark.parametrize("delta", [0.0, -1e-9, 1.0, 0.2, 0.5, 1e-101, math.nan])
@pytest.mark.parametrize("mechanism", APPROXIMATE)
def test_a_delta_that_promises_nothing_is_refused(mechanism, delta):
    with pytest.raises(InvalidInput, match=r"δ must be|needs a δ"):
        small(mechanism, delta=delta)


@pytest.mark.parametrize("mechanism", safe.pure_mechanisms())
def test_a_pure_mechanism_takes_no_delta(mechanism):
    with pytest.raises(InvalidInput, match=f"δ must be 0 for {mechanism}, which needs none"):
        small(mechanism, delta=DELTA)


@pytest.mark.parametrize("mechanism", safe.released_mechanisms())
@pytest.mark.parametrize("epsilon", [1e-3, 0.1, 1 / 3, 1.0, 7.7, 100.0])
def test_the_parts_of_epsilon_are_at_most_epsilon(mechanism, epsilon):
    plan = small(mechanism, epsilon)
    assert Fraction(plan.plan.epsilon) + Fraction(plan.epsilon_residual) <= Fraction(epsilon)
    total = Fraction(plan.plan.epsilon) + Fraction(plan.epsilon_residual)
    # Beyond: rows of norm 1 + 1e-12 and what doubles round of a rate.
    assert 5e-12 < 1 - total / Fraction(epsilon) < 5e-11


def audited(plan, rate, n_runs=8_000):
    """Return the ε that an audit proves of releases with the mechanism's noise at a rate."""
    first, second = np.array([[1.0], [0.2]]), np.array([[-1.0], [0.2]])
    entropy = Entropy(Repeated())

    def runs(rows, n_runs, _):
        drawn = [
            (vectors.draw(entropy, plan.plan.norm_law, 1, rate), noises(plan, entropy)[1])
            for _ in range(n_runs)
        ]
        return finished(plan, rows, np.ones(2), drawn)[0]

    rng, delta = np.random.default_rng(0), plan.plan.delta
    return audit(runs, first, second, n_runs=n_runs, rng=rng, delta=delta).epsilon


OFTEN = ("objective_tight", "output_gaussian")
"""Audited in every run, one of each family, without and with a δ; the others, which differ in a
scale alone, where all is asked for."""


@pytest.mark.parametrize("mechanism", some(safe.released_mechanisms(), OFTEN))
def test_an_audit_finds_no_more_than_was_promised_and_finds_noise_an_eighth_as_long(mechanism):
    plan = planned(mechanism, 1.0, lam=0.5, n=2, n_features=1)
    assert 0 < audited(plan, plan.noise_rate) <= 1.0
    assert audited(plan, 8 * plan.noise_rate, n_runs=4_000) > 1.0


def test_mechanisms_that_keep_no_privacy_are_refused():
    assert set(safe.pure_mechanisms()) == {"output", "objective", "objective_tight"}
    with_delta = ("objective_gaussian", "output_gaussian", "objective_gamma", "output_gamma")
    assert safe.released_mechanisms() == (*safe.pure_mechanisms(), *with_delta)
    for name in MECHANISMS.keys() - set(safe.released_mechanisms()):
        with pytest.raises(InvalidInput, match="must be one of objective, "):
            small(name)


@pytest.mark.parametrize("mechanism", safe.released_mechanisms())
@pytest.mark.parametrize("loss", LOSSES)
def test_usual_draws_are_exact_enough(mechanism, loss):
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(300, 8))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    y = np.where(rows[:, 0] > 0, 1.0, -1.0)
    plan = planned(mechanism, 1.0, lam=1e-3, n=300, loss=make_loss(loss), n_features=8)
    entropy = Entropy(Repeated())
    drawn = [noises(plan, entropy) for _ in range(50)]
    assert finished(plan, rows, y, drawn)[1].all()


def test_a_draw_that_misses_the_tolerance_is_refused(monkeypatch):
    plan = replace(small("objective"), n_steps=None)
    monkeypatch.setattr(minimisers, "solve", lambda *given, **also: solve(*given, tol=1e-3, **also))
    with pytest.raises(MissedTolerance, match="budget is spent"):
        draw_safely(plan, X, Y, Entropy(Repeated()))


@pytest.mark.parametrize(("share", "counts"), [(0.9, True), (1.1, False)])
def test_the_tolerance_of_a_draw_is_the_tau_of_its_plan(share, counts, monkeypatch):
    plan = replace(small("objective"), n_steps=None)

    def as_if(*given, **also):
        return replace(solve(*given, **also), grad_norm=np.array([share * plan.tau]))

    monkeypatch.setattr(minimisers, "solve", as_if)
    assert finished(plan, X, Y, [noises(plan, Entropy(Repeated()))])[1] == [counts]


@pytest.mark.parametrize("mechanism", safe.released_mechanisms())
def test_what_the_solver_misses_is_made_good_where_the_steps_are_proven(mechanism, monkeypatch):
    plan = small(mechanism)
    usual = draw_safely(plan, X, Y, Entropy(Repeated()))
    monkeypatch.setattr(minimisers, "solve", lambda *given, **also: solve(*given, tol=1e-3, **also))
    assert plan.n_steps > 50
    found = draw_safely(plan, X, Y, Entropy(Repeated()))
    # Within τ of the same minimiser, and on the same grid.
    np.testing.assert_allclose(found, usual, atol=2 * plan.tau / plan.lam_used + plan.grid)
    with pytest.raises(MissedTolerance):
        draw_safely(replace(plan, n_steps=plan.n_steps // 20), X, Y, Entropy(Repeated()))


def test_where_the_steps_are_not_proven_to_be_enough_the_plan_says_so():
    usual = {"n": 1_000, "loss": Logistic(), "n_features": 10}
    assert plan_safely("output", 1.0, lam=0.01, **usual).n_steps
    # What doubles hide of a gradient, times κ, is more than a quarter of τ.
    assert plan_safely("output", 1.0, lam=1e-5, **usual).n_steps is None


@pytest.mark.parametrize("mechanism", safe.released_mechanisms())
def test_the_steps_of_a_plan_are_proven_to_its_tau_for_noise_four_times_its_longest(mechanism):
    plan = small(mechanism, 10.0, lam=0.02)
    law = length_law(plan.plan.norm_law, 2, plan.noise_rate)
    longest = law.isf(1e-12) if plan.family.solves_each_draw else 0.0
    kappa = 1 + 0.25 / plan.lam_used
    W = descent.longest(Logistic(), plan.lam_used, 4 * longest / 5)
    least = kappa * math.log(4 * (0.25 + plan.lam_used) * W / plan.tau)
    assert least < plan.n_steps <= 1.001 * least + 2


def test_what_rounding_hides_of_a_gradient_counts():
    plan = plan_safely("output", 1.0, lam=0.1, n=5, loss=Logistic(), n_features=2)
    w = solve(X, Y, plan.loss, plan.lam).coefs[0]
    assert 0 < hidden(5, 2, 0.25, 0.1, np.linalg.norm(w), 0) < plan.tau < 2e-9


@pytest.mark.parametrize("mechanism", safe.released_mechanisms())
def test_coefficients_lie_on_a_grid_far_below_the_noise(mechanism):
    plan = small(mechanism)
    coef = draw_safely(plan, X, Y, Entropy(Repeated()))
    assert math.log2(plan.grid).is_integer()
    assert (coef / plan.grid == np.round(coef / plan.grid)).all()
    entropy = Entropy(Repeated())
    drawn = [noises(plan, entropy) for _ in range(200)]
    coefs, _ = finished(plan, X, Y, drawn)
    assert (plan.grid < np.std(coefs, axis=0) / 1e5).all()


@pytest.mark.parametrize("mechanism", safe.released_mechanisms())
def test_the_grid_is_2_to_the_minus_20_of_the_noise_on_a_coefficient(mechanism):
    n, d = 1_000, 5
    plan = small(mechanism, n=n, n_features=d)
    square = d if plan.plan.norm_law == "gaussian" else d * (d + 1)
    usual = math.sqrt(square / d) / plan.noise_rate
    if not plan.family.hides_residual:  # where the curvature is largest, it moves w the least
        usual /= n * (0.25 + plan.lam_used)
    assert 2**-21 < plan.grid / usual <= 2**-20


@pytest.mark.parametrize(
    "wrong",
    [{"epsilon": 0}, {"epsilon": math.inf}, {"epsilon": 1e-320}, {"lam": 0}, {"lam": 1e-40},
     {"lam": 1e40}, {"epsilon": 1e308, "lam": 1e-30}],
)  # fmt: skip
@pytest.mark.parametrize("mechanism", safe.released_mechanisms())
def test_extreme_parameters_are_refused_or_give_finite_plans(mechanism, wrong):
    try:
        plan = small(mechanism, **wrong)
    except InvalidInput:
        return
    assert 0 < plan.tau < math.inf
    assert 0 < plan.noise_rate < math.inf
    assert plan.grid > 0


def test_a_narrow_band_and_little_regularization_do_not_pass_silently():
    plan = plan_safely("objective", 1.0, lam=1e-6, n=5, loss=HuberHinge(0.01), n_features=2)
    coefs, exact = finished(plan, X, Y, [noises(plan, Entropy(Repeated()))])
    assert np.isfinite(coefs).all()
    assert exact.shape == (1,)


def hostile(kind, rng, n, d):
    """Return records that solvers dislike."""
    X = rng.normal(size=(n, d))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    y = np.where(X[:, 0] > 0, 1.0, -1.0)
    match kind:
        case "repeated":
            X = X[rng.integers(0, min(3, n), n)]
        case "one-hot":
            X = np.eye(d)[rng.integers(0, d, n)]
        case "nearly separable":
            y[rng.random(n) < 0.01] *= -1
        case "of mixed lengths":
            X *= 10.0 ** rng.uniform(-8, 0, (n, 1))
        case "of one label":
            y[:] = 1.0
        case "decaying":
            X *= 10.0 ** (-8 * np.arange(d) / d)
    return X, y


KINDS = ("repeated", "one-hot", "nearly separable", "of mixed lengths", "of one label", "decaying")


@pytest.mark.parametrize("loss", some(LOSSES, ("huber",)))
def test_at_the_limit_of_steepness_no_hostile_table_makes_a_draw_miss(loss):
    rng, entropy, tried = np.random.default_rng(0), Entropy(Repeated()), 0
    shapes = ((2, 5), (60, 150), (700, 30))
    mechanisms = [name for name in safe.released_mechanisms() if name not in GAMMAS]
    for kind, mechanism, h in itertools.product(KINDS, mechanisms, (0.01, 0.5)):
        made = make_loss(loss, h)
        lam = made.curvature**2 / minimisers.STEEPEST
        for n, d in shapes:
            # Of so large an ε that Δ is 0, where the objective gets noise.
            plan = planned(mechanism, 80.0, lam=lam, n=n, loss=made, n_features=d)
            assert plan.lam_used == lam
            drawn = [noises(plan, entropy)]
            X, y = hostile(kind, rng, n, d)
            assert finished(plan, X, y, drawn)[1].all(), (kind, n, d, h)
            tried += 1
    assert tried == 180


@pytest.mark.parametrize("mechanism", ["objective", "objective_gaussian"])
@pytest.mark.parametrize("loss", LOSSES)
def test_a_draw_that_converged_counts(loss, mechanism):
    # A gradient at the solver's own tolerance and what rounding hides are together within τ.
    for h, lam, n, d in itertools.product((1e-3, 0.5, 1e3), (1e-6, 1e-2, 1.0), (2, 1_000), (1, 50)):
        made = make_loss(loss, h)
        least = max(lam, made.curvature**2 / minimisers.STEEPEST)
        plan = planned(mechanism, 50.0, lam=least, n=n, loss=made, n_features=d)
        longest = length_law(plan.plan.norm_law, d, plan.noise_rate).isf(1e-12) / n
        grad = TOLERANCE * max(1.0, longest)
        w = (1 + longest + grad) / plan.lam_used
        rest = hidden(n, d, made.curvature, plan.lam_used, w, n * longest)
        assert grad + rest < plan.tau
        assert 20 * grad + rest > plan.tau


# Where the records alone decided whether τ was missed: neighbours, one always released, one never.
@pytest.mark.parametrize(
    ("mechanism", "epsilon", "n", "d", "lam"),
    [("output", 1.0, 100, 300, 1e-5), ("output", 1.0, 200, 100, 1e-6),
     ("objective_tight", 100.0, 100, 300, 1e-5)],
)  # fmt: skip
def test_where_the_solver_loses_its_way_nothing_is_planned(mechanism, epsilon, n, d, lam):
    with pytest.raises(InvalidInput, match="would reveal something about the records"):
        plan_safely(mechanism, epsilon, lam=lam, n=n, loss=HuberHinge(0.01), n_features=d)
    # As usual as this is, it stays allowed.
    assert plan_safely(mechanism, epsilon, lam=1e-3, n=n, loss=HuberHinge(0.5), n_features=d)
