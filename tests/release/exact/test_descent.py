"""Steps down the gradient: as many as are said to be enough are, on tables that solvers dislike."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from dpcore.erm.losses import LOSSES, Logistic, make_loss
from dpcore.erm.solver import solve
from dpcore.release.exact import descent
from dpcore.release.exact.descent import MOST_STEPS, descend, gradient, n_steps
from dpcore.release.safe import plan_safely
from tests.release.test_safe import KINDS, hidden, hostile

TAU = 1e-9


def facts(n, d, loss, lam, b):
    """Return W and e of a problem, as `descent` defines them."""
    longest = descent.longest(loss, lam, b / n)
    return longest, hidden(n, d, loss.curvature, lam, 2 * longest + TAU / lam, b)


@pytest.mark.parametrize("loss", LOSSES)
def test_enough_steps_are_enough_on_tables_that_solvers_dislike(loss):
    rng, made = np.random.default_rng(0), make_loss(loss, 0.5)
    for kind, (n, d), share in itertools.product(KINDS, ((2, 3), (60, 10), (300, 20)), (1, 0.05)):
        lam = share * made.curvature
        X, y = hostile(kind, rng, n, d)
        linear = rng.normal(size=d) * rng.uniform(0, 3)
        longest, e = facts(n, d, made, lam, n * np.linalg.norm(linear))
        steps = n_steps(TAU, curvature=made.curvature, lam=lam, longest=longest, hidden=e)
        assert steps is not None
        w = descend(X, y, made, lam, linear, steps)
        assert np.linalg.norm(gradient(X, y, made, lam, linear, w)) <= TAU / 2 + e
        assert np.linalg.norm(w) <= longest
        np.testing.assert_allclose(w, solve(X, y, made, lam, linear[None]).coefs[0], atol=1e-6)


def test_a_tenth_of_them_are_not():
    # Where all curvature but that of λ is spent in one direction, the other one is as slow as said.
    X, y, lam, linear = np.array([[1.0, 0.0]] * 20), np.ones(20), 0.01, np.array([0.0, 1.0])
    longest, e = facts(20, 2, Logistic(), lam, 20.0)
    steps = n_steps(TAU, curvature=0.25, lam=lam, longest=longest, hidden=e)
    for share, is_enough in ((1.0, True), (0.8, False), (0.1, False)):
        w = descend(X, y, Logistic(), lam, linear, int(share * steps))
        left = np.linalg.norm(gradient(X, y, Logistic(), lam, linear, w))
        assert (left <= TAU / 2 + e) == is_enough, share


def test_a_minimiser_can_be_as_long_as_is_said_and_no_longer():
    # A hinge's slope is -1 up to a margin of 1 - h: the minimiser is 1/λ then.
    loss, lam = make_loss("huber", 0.1), 2.0
    w = solve(np.ones((5, 1)), np.ones(5), loss, lam, np.zeros((1, 1))).coefs[0]
    assert w[0] == pytest.approx(descent.longest(loss, lam, 0.0))
    # Where λ is small, the loss at 0 bounds it closer than the slopes do.
    assert descent.longest(Logistic(), 1e-4, 0.0) == pytest.approx(np.sqrt(2e4 * np.log(2)))
    assert descent.longest(Logistic(), 1e-4, 10.0) == pytest.approx(1e4 + 1e5)


def test_a_sum_over_many_records_meets_few_roundings():
    n = 100_000
    X, y, zero = np.full((n, 1), 0.1), np.ones(n), np.zeros(1)
    exact = float(-Fraction(0.1) / 2)  # slopes of -1/2 at a margin of 0
    unit = 2.0**-53 * 0.05
    off = abs(gradient(X, y, Logistic(), 1.0, zero, zero)[0] - exact)
    assert off <= (descent.roundings(n) + 1) * unit
    assert descent.roundings(n) < 100
    one_by_one = np.cumsum(np.full(n, -0.05))[-1] / n
    assert abs(one_by_one - exact) > 10 * descent.roundings(n) * unit


@pytest.mark.parametrize("mechanism", ["output", "objective_tight"])
def test_at_the_public_rule_steps_are_proven_for_many_records(mechanism):
    n, d = 30_000, 100
    lam = {"output": 10 * d**0.5 / n, "objective_tight": 0.3 * d / n}[mechanism]
    plan = plan_safely(mechanism, 1.0, lam=lam, n=n, loss=Logistic(), n_features=d)
    assert 1_000 < plan.n_steps < 10_000
    assert plan.tau < 1.02e-9  # and no noise is added for it


@pytest.mark.parametrize("tau", [1e-9, 1e-3])
def test_the_number_of_steps_is_that_of_the_proof(tau):
    for c, lam, longest in itertools.product((0.25, 3.0), (0.01, 2.0), (0.5, 30.0)):
        smooth = c + lam
        kappa = smooth / lam
        facts = {"curvature": c, "lam": lam, "longest": longest}
        least = kappa * math.log(4 * smooth * longest / tau)
        assert least < n_steps(tau, hidden=0.0, **facts) <= 1.001 * least + 2
        # What doubles hide of the gradient and of the steps, κ times, may be τ/4 and no more.
        most = tau / (4 * kappa) - 2.0**-49 * smooth * longest
        assert n_steps(tau, hidden=most * (1 - 1e-9), **facts)
        assert n_steps(tau, hidden=most * (1 + 1e-9), **facts) is None


def test_what_doubles_hide_of_a_step_counts_beside_what_they_hide_of_a_gradient():
    # L = 1 and κ = 2: 2^-49 W is τ/8 where W = 2^46 τ.
    facts = {"curvature": 0.5, "lam": 0.5, "hidden": 0.0}
    assert n_steps(1.0, longest=2.0**46 * (1 - 1e-9), **facts)
    assert n_steps(1.0, longest=2.0**46 * (1 + 1e-9), **facts) is None


def test_where_nothing_is_to_be_done_one_step_is_enough():
    assert n_steps(9.0, curvature=1.0, lam=1.0, longest=1.0, hidden=0.0) == 1


def test_where_doubles_hide_too_much_or_the_steps_are_too_many_nothing_is_promised():
    usual = {"curvature": 0.25, "lam": 0.01, "longest": 100.0}
    assert n_steps(TAU, hidden=1e-12, **usual)
    assert n_steps(TAU, hidden=TAU / 100, **usual) is None
    assert n_steps(TAU, hidden=0.0, **usual | {"lam": 0.25 / MOST_STEPS}) is None
