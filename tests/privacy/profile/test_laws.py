"""Laws of privacy losses: what each profile is, what bounds it, what a file may say of one."""

import json
import math
from functools import cache

import numpy as np
import pytest
from scipy.special import ndtr

from dpcore.checks import InvalidInput
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.privacy import gaussian
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dpcore.privacy.profile import laws
from dpcore.privacy.profile.hull import lower_hull
from dpcore.privacy.profile.laws import (
    GammaInObjective,
    GammaNoise,
    GaussianInObjective,
    GaussianNoise,
    Promise,
)
from dplab.instruments.meter import Meter, delta_of
from dplab.instruments.neighbours import exchange
from tests.erm.oracles import labelled

LAWS = [
    Promise(1.0),
    Promise(0.3, 0.01),
    GammaNoise(1.0, 1),
    GammaNoise(2.0, 30),
    GaussianNoise(0.4),
    GaussianNoise(3.0),
    GammaInObjective(1.0, 30, 0.01),
    GammaInObjective(3.0, 3, 0.05),
    GammaInObjective(0.5, 1, 0.5),
    GaussianInObjective(0.4, 0.01),
    GaussianInObjective(0.4, 0.0),
]
over_laws = pytest.mark.parametrize("law", LAWS, ids=repr)


@over_laws
def test_every_profile_falls_is_convex_in_the_factor_and_promises_something(law):
    e = np.linspace(-4, 5, 721)
    delta = law.profile(e)
    assert ((delta >= np.maximum(-np.expm1(np.minimum(e, 0)), 0) - 1e-15) & (delta <= 1)).all()
    assert (np.diff(delta) <= 3e-16).all()
    slopes = np.diff(delta) / (np.exp(e[:-1]) * np.expm1(np.diff(e)))
    assert (np.diff(slopes) >= -1e-13 / np.exp(e[:-2])).all()
    np.testing.assert_allclose(
        law.profile(-e)[e >= 0],
        -np.expm1(-e[e >= 0]) + np.exp(-e[e >= 0]) * delta[e >= 0],
        atol=2e-5,
    )


@over_laws
def test_a_law_is_data_that_a_file_keeps(law):
    assert laws.from_dict(json.loads(json.dumps(law.as_dict()))) == law


@pytest.mark.parametrize(
    "numbers",
    [
        {},
        {"law": "gamma"},
        {"law": "gamma", "epsilon": 1.0},
        {"law": "gamma", "epsilon": 1.0, "n_features": 0},
        {"law": "gamma", "epsilon": math.nan, "n_features": 3},
        {"law": "gamma", "epsilon": 1.0, "n_features": 3, "more": 1},
        {"law": ["gamma"], "epsilon": 1.0, "n_features": 3},
        {"law": "unknown", "epsilon": 1.0},
        {"law": "gamma_in_objective", "epsilon": 1.0, "n_features": 3, "slack": -0.1},
        {"law": "promise", "epsilon": 1.0, "delta": 1.5},
    ],
)
def test_what_is_not_the_law_of_a_loss_is_refused(numbers):
    with pytest.raises(InvalidInput):
        laws.from_dict(numbers)


@pytest.mark.parametrize(
    ("declared", "asked", "covers"),
    [
        (GammaNoise(1.0, 30), GammaNoise(1.0, 30), True),
        (GammaNoise(1.0, 30), GammaNoise(0.9, 30), True),
        (GammaNoise(1.0, 30), GammaNoise(1.1, 30), False),
        (GammaNoise(1.0, 30), GammaNoise(1.0, 29), False),
        (GammaNoise(1.0, 30), GammaNoise(1.0, 31), False),
        (GammaNoise(1.0, 30), Promise(0.1), False),
        (GammaInObjective(1.0, 30, 0.02), GammaInObjective(1.0, 30, 0.01), True),
        (GammaInObjective(1.0, 30, 0.01), GammaInObjective(1.0, 30, 0.02), False),
        (Promise(1.0, 1e-6), Promise(1.0), True),
        (Promise(1.0), Promise(1.0, 1e-6), False),
    ],
)
def test_a_declared_law_covers_what_promises_as_much_by_the_same_noise(declared, asked, covers):
    assert declared.covers(asked) is covers
    e = np.linspace(0, 3, 40)
    if covers:
        assert (asked.profile(e) <= declared.profile(e) + 1e-15).all()


def test_the_promise_alone_is_that_of_an_answer_of_yes_or_no():
    # With probability δ all is told; else the answer is true with e^ε/(1 + e^ε).
    epsilon, delta = 0.7, 0.05
    true = math.exp(epsilon) / (1 + math.exp(epsilon))
    first = np.array([delta, 0.0, (1 - delta) * true, (1 - delta) * (1 - true)])
    other = np.array([0.0, delta, (1 - delta) * (1 - true), (1 - delta) * true])
    e = np.linspace(-3, 3, 61)
    by_hand = np.maximum(first - np.exp(e)[:, None] * other, 0).sum(axis=1)
    np.testing.assert_allclose(Promise(epsilon, delta).profile(e), by_hand, atol=1e-15)


def test_counts_with_discrete_laplace_noise_have_the_law_of_yes_or_no():
    epsilon, k = 0.8, np.arange(-200, 201)
    chance = np.exp(-epsilon * np.abs(k)) * math.tanh(epsilon / 2)
    moved = np.exp(-epsilon * np.abs(k - 1)) * math.tanh(epsilon / 2)
    e = np.linspace(-2, 2, 41)
    by_hand = np.maximum(chance - np.exp(e)[:, None] * moved, 0).sum(axis=1)
    np.testing.assert_allclose(Promise(epsilon).profile(e), by_hand, atol=1e-12)


def test_gaussian_and_laplace_noise_have_their_closed_forms():
    e = np.linspace(0, 4, 81)
    for mu in (0.05, 0.5, 3.0):
        closed = ndtr(mu / 2 - e / mu) - np.exp(e) * ndtr(-mu / 2 - e / mu)
        np.testing.assert_allclose(GaussianNoise(mu).profile(e), closed, atol=1e-12)
    for epsilon in (1e-4, 1.0, 6.0):
        closed = np.maximum(-np.expm1((e - epsilon) / 2), 0)
        np.testing.assert_allclose(GammaNoise(epsilon, 1).profile(e), closed, rtol=1e-12, atol=0)


# --- Noise in the objective ---------------------------------------------------------------------


def test_in_the_objective_the_bound_is_that_of_the_corners_and_of_the_pure_promise():
    noise, both = GammaInObjective(1.0, 30, 0.05), [GammaNoise(1.0, 30), GammaNoise(0.5, 30)]
    e = np.linspace(0.2, 1.1, 60)  # nearer to 0 the hull is lower
    corners = both[0].profile(e - 0.05) + 2 * both[1].profile(e - 0.05)
    np.testing.assert_allclose(
        noise.profile(e), np.minimum(corners, Promise(1.05).profile(e)), rtol=1e-9
    )
    # In few dimensions the corners say less than the pure promise does; the smaller counts.
    few, e = GammaInObjective(3.0, 3, 0.05), np.linspace(0, 3.05, 60)
    assert (few.profile(e) <= Promise(3.05).profile(e) + 1e-15).all()
    corners = GammaNoise(3.0, 3).profile(e - 0.05) + 2 * GammaNoise(1.5, 3).profile(e - 0.05)
    assert (corners > few.profile(e) + 1e-3).any()


@cache
def measured(mechanism, seed):
    """Losses of draws on neighbours: opposite edges of the ball, or random ones."""
    loss = [Logistic(), HuberHinge(0.5)][seed % 2]
    X, y = labelled(20, 2, seed)
    u = np.array([1.0, 0.0])
    X[0], y[0] = u, 1.0
    pair = exchange(X, y, u if seed < 2 else np.array([0.6, 0.8]), -1.0)
    n_features = {"n_features": 2} if "gamma" in mechanism else {}
    plan = calibrate(mechanism, 1.0, lam=0.2, n=pair.n, loss=loss, delta=1e-3, **n_features)
    return plan, Meter(pair, plan, loss, 0.2).read(30_000, np.random.default_rng(seed)).privacy_loss


KEPT = [name for name, each in MECHANISMS.items() if each.guarantee in ("pure", "approximate")]


@pytest.mark.parametrize("mechanism", KEPT)
def test_no_pair_of_tables_measured_exceeds_the_profile_of_its_plan(mechanism):
    for seed in range(4):
        plan, losses = measured(mechanism, seed)
        e = np.array([0.0, 0.1, 0.3, 0.6, 0.9])
        delta = laws.of_plan(plan, 2).profile(e)
        allowed = 4.5 * np.sqrt(np.maximum(delta, 1e-5) / len(losses))
        assert (delta_of(losses, e) <= delta + allowed).all()


def test_a_slack_that_is_left_out_is_exceeded():
    # One record beside others at the origin, where Δ fills λ up and half of ε is the slack.
    loss, n, lam = HuberHinge(0.5), 4, 1e-3
    plan = calibrate("objective_tight", 1.0, lam=lam, n=n, loss=loss)
    law = laws.of_plan(plan, 1)
    without = GammaInObjective(law.epsilon, 1, 0.0)
    X, y, e = np.zeros((n, 1)), np.ones(n), np.linspace(0.0, 1.0, 41)
    X[0] = 1.0
    pair = exchange(X, y, np.array([0.0]), 1.0)
    losses = Meter(pair, plan, loss, lam).read(200_000, np.random.default_rng(0)).privacy_loss
    allowed = 4.5 * np.sqrt(np.maximum(law.profile(e), 1e-5) / len(losses))
    assert law.slack == pytest.approx(0.5)
    assert (delta_of(losses, e) <= law.profile(e) + allowed).all()
    assert (delta_of(losses, e) > without.profile(e) + allowed).any()


@pytest.mark.parametrize("mechanism", KEPT)
def test_at_its_own_epsilon_a_plan_has_its_own_delta(mechanism):
    n_features = {"n_features": 12} if "gamma" in mechanism else {}
    plan = calibrate(mechanism, 0.8, lam=0.01, n=500, loss=Logistic(), delta=1e-5, **n_features)
    law = laws.of_plan(plan, 12)
    assert law.profile(np.array(plan.epsilon)) == pytest.approx(plan.delta, rel=1e-6, abs=1e-15)
    assert law.profile(np.array(plan.epsilon * (1 - 1e-6))) > plan.delta
    assert law.pure == pytest.approx(plan.epsilon) or plan.delta


@pytest.mark.parametrize("name", [name for name in MECHANISMS if name not in KEPT])
def test_what_keeps_no_promise_has_no_law(name):
    plan = calibrate(name, 1.0, lam=0.01, n=500, loss=Logistic())
    with pytest.raises(InvalidInput, match="promises nothing"):
        laws.of_plan(plan, 3)


def test_without_noise_there_is_no_law():
    with pytest.raises(InvalidInput, match="promises nothing"):
        laws.of_plan(calibrate("output", math.inf, lam=0.01, n=500, loss=Logistic()), 3)


def test_rho_is_exact_where_it_is_proven_that_of_the_pure_promise_elsewhere_or_none():
    assert GammaNoise(1.0, 30).rho == pytest.approx(0.016662, abs=5e-7)
    assert GaussianNoise(0.3).rho == pytest.approx(0.045)
    for law in (Promise(1.0), GammaInObjective(0.9, 30, 0.1)):
        assert law.rho == pytest.approx(math.tanh(0.5))
    # Never μ²/2 for Gaussian noise in the objective, nor a ρ where a δ tells everything.
    assert (GaussianInObjective(0.3, 0.0).rho, Promise(1.0, 1e-6).rho) == (None, None)


def test_the_hull_lies_below_every_point_and_touches_what_is_convex():
    e = np.linspace(0, 2, 50)
    convex = gaussian.delta(e, 1.0, 0.5)
    np.testing.assert_array_equal(lower_hull(e, convex), convex)
    dented = convex + np.where(np.arange(50) % 7 == 3, 0.01, 0.0)
    assert (lower_hull(e, dented) <= dented).all()
    assert (lower_hull(e, dented) < dented).sum() == 7


def test_places_that_are_all_but_the_same_hide_no_corner():
    # Their δ differ by rounding, over no distance: a slope that is steeper than any other.
    e = np.linspace(-1, 1, 201)
    delta = GaussianInObjective(0.8, 0.05)._above(np.abs(e))
    delta = np.where(e < 0, -np.expm1(-np.abs(e)) + np.exp(-np.abs(e)) * delta, delta)
    twice = np.repeat(e, 2) + np.tile([0.0, 2e-16], 201)
    with_noise = np.repeat(delta, 2) - np.tile([0.0, 2e-17], 201)
    np.testing.assert_allclose(lower_hull(twice, with_noise)[::2], lower_hull(e, delta), rtol=1e-12)


@pytest.mark.parametrize(
    "law",
    [
        GaussianInObjective(0.4, 5e-4),
        GaussianInObjective(0.01, 1e-5),
        GaussianInObjective(3.0, 0.01),
        GammaInObjective(1.0, 30, 0.005),
        GammaInObjective(1.0, 1_000, 0.005),
        GammaInObjective(1.0, 3, 1.0),
    ],
)
def test_a_hull_is_as_low_at_one_place_alone_as_among_thousands(law: laws.Law):
    end = min(law.pure, 30.0)
    many = np.unique(np.append(0.0, np.geomspace(1e-6, 1.0, 2_000) * end))
    lowest = law.profile(np.append(-many, many))[-len(many) :]
    for at in (0, 1_500, 1_900):
        alone = float(law.profile(many[at]))
        assert lowest[at] * (1 - 1e-12) <= alone <= lowest[at] * 1.001 + 1e-12
