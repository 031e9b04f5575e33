"""TDIL: selection has its law; the printed exponent breaks the claim, the mended one keeps it."""

import math

import numpy as np
import pytest
from scipy import integrate, stats

from dpcore.erm.losses import HuberHinge
from dpcore.erm.solver import solve
from dplab.kernels.composition import advanced
from dplab.kernels.plans import KernelProblem, plan_tdil
from dplab.kernels.tdil import learn, learn_in_step, select

MANY = 20_000


def problem(n: int) -> KernelProblem:
    return KernelProblem(n=n, lam=0.1, epsilon=1.0, delta=0.5 / n)


@pytest.mark.parametrize("d", [1, 2, 3, 10])
@pytest.mark.parametrize("kappa", [0.0, 1.0, 30.0, 1e6])
def test_selection_has_the_density_of_the_exponential_mechanism(d: int, kappa: float):
    """Kolmogorov-Smirnov at level 1e-4, 20,000 draws, of 1 - |z·axis| against its integral.

    A tenth more or less of the exponent fails where the exponent matters.
    """
    left = np.zeros((MANY, d))
    left[:, 0] = 2.0
    Z = select(left, kappa / 2, np.random.default_rng(d))
    assert np.linalg.norm(Z, axis=1).max() <= 1 + 1e-12
    gaps, m = 1 - np.abs(Z[:, 0]), (d - 1) / 2
    grid = np.linspace(0, min(1, (d + 30) / max(kappa, 1e-9)), 20_001)

    def law(k):
        density = np.exp(-k * grid) * (grid * (2 - grid)) ** m
        mass = integrate.cumulative_trapezoid(density, grid, initial=0)
        return lambda x: np.interp(x, grid, mass / mass[-1])

    assert stats.kstest(gaps, law(kappa)).pvalue > 1e-4
    if kappa >= 30:
        assert stats.kstest(gaps, law(1.1 * kappa)).pvalue < 1e-4
        assert stats.kstest(gaps, law(0.9 * kappa)).pvalue < 1e-4
    # Both signs are as likely, and all directions across.
    assert abs(np.sign(Z[:, 0]).mean()) < 5 / math.sqrt(MANY)
    assert np.abs(Z[:, 1:].mean(axis=0)).max(initial=0) < 5 / math.sqrt(MANY)


@pytest.mark.parametrize("d", [1, 2, 5])
def test_runs_in_step_are_those_of_each_plan_alone(d: int):
    """To the last bit, though runs reject and end at different rounds."""
    plans = [plan_tdil(problem(n)) for n in (10**7, 10**9, 10**8)]
    rounds, optimum = (30, 5, 60), np.full(d, 0.9 / math.sqrt(d))
    together = learn_in_step(
        plans, optimum, rounds=rounds, n_draws=7, rngs=[np.random.default_rng(k) for k in range(3)]
    )
    for k, (plan, most, found) in enumerate(zip(plans, rounds, together, strict=True)):
        rng = np.random.default_rng(k)
        alone = learn(plan, optimum, rounds=most, n_draws=7, rng=rng)
        assert found.updated.shape == (7, min(most, int(plan.most_updates)))
        for name in ("coefs", "updated", "distances"):
            np.testing.assert_array_equal(getattr(found, name), getattr(alone, name))


def two_minimisers(n: int) -> tuple[float, float]:
    """Return w* of neighbours in one feature: all records at 0, or one of them at 1."""
    weight, loss = np.array([n - 1.0, 1.0]), HuberHinge(0.5)
    X, y = np.array([[0.0], [1.0]]), np.ones(2)
    here = solve(X, y, loss, 0.1, sample_weight=weight).coefs[0, 0]
    return 0.0, float(here)


def delta_of_one_selection(exponent: float, epsilon: float, first: float, second: float) -> float:
    """Return δ(ε) between selections of |z| in [0, 1], density ∝ exp(exponent |w*| z), exactly.

    Of the larger one over the smaller: ∫ (p - e^ε q)₊, on a grid of 1e5.
    """
    z = (np.arange(100_000) + 0.5) / 100_000
    laws = [np.exp(exponent * w * (z - 1)) for w in (abs(second), abs(first))]
    p, q = (law / law.mean() for law in laws)
    return float(np.maximum(p - math.exp(epsilon) * q, 0).mean())


@pytest.mark.parametrize("n", [10**6, 10**8])
def test_the_printed_exponent_exceeds_the_claim_in_one_selection_and_the_mended_does_not(n: int):
    """Real neighbours in one feature, the first selected point: δ(1) is 0.02, claimed below 1/n.

    That counts the point as public, as composition over the rounds does.
    """
    w = two_minimisers(n)
    assert abs(w[1]) == pytest.approx(1 / (n * 0.1))  # half of s: a record at 0 became one at 1
    printed, mended = (plan_tdil(problem(n), printed=p) for p in (True, False))
    assert delta_of_one_selection(printed.exponent, 1.0, *w) > 0.01
    assert delta_of_one_selection(mended.exponent, 1.0, *w) == 0
    # And not even a thousandth of ε, as a round of thousands must.
    assert mended.selection_loss < 1e-3
    assert delta_of_one_selection(mended.exponent, mended.selection_loss, *w) < 1e-15


def test_scores_that_move_against_each_other_reach_twice_the_exponent():
    """Two candidates whose scores move by s, up and down: δ(1) as good as 1/2 as printed."""
    printed, mended = (plan_tdil(problem(10**6), printed=p) for p in (True, False))
    s = problem(10**6).of_prediction
    for plan, broken in ((printed, True), (mended, False)):
        moved = 1 / (1 + math.exp(2 * plan.exponent * s))
        delta = max(0.0, 0.5 - math.e * moved)
        assert (delta > 1e-6) == broken
        assert math.log((1 - moved) / 0.5) <= plan.selection_loss
        assert abs(math.log(moved / 0.5)) <= plan.selection_loss


@pytest.mark.parametrize("n", [10**5, 10**7, 10**10])
def test_mended_rounds_compose_to_the_claim_and_printed_ones_do_not(n: int):
    """A round: selection, and two Laplace answers of sensitivity s."""
    for printed in (True, False):
        plan = plan_tdil(problem(n), printed=printed)
        a_round = plan.selection_loss + 2 * problem(n).of_prediction / plan.scale
        together = advanced(a_round, max(1, int(plan.most_updates)), 0.5 / n)
        assert (together <= 1) == (not printed)


def test_there_are_no_updates_at_a_million_records_and_many_at_a_hundred_million():
    """w* of length 1, as of data that a line separates well at λ = 0.1."""
    optimum = np.array([0.6, 0.8, 0.0])
    for n, updates in ((10**6, False), (10**8, True)):
        plan = plan_tdil(problem(n))
        run = learn(plan, optimum, rounds=300, n_draws=10, rng=np.random.default_rng(0))
        assert run.updated.any() == updates
        assert (run.distances[:, -1] < 0.7).all() == updates
    few = learn(plan, optimum, rounds=10**9 // 10**7, n_draws=1, rng=np.random.default_rng(0))
    assert few.updated.shape == (1, 100)


def test_the_loop_ends_after_its_rounds():
    plan = plan_tdil(problem(10**4))
    run = learn(plan, np.ones(2), rounds=1000, n_draws=2, rng=np.random.default_rng(0))
    assert run.updated.shape == (2, int(plan.most_updates))
    assert run.distances.shape == (2, int(plan.most_updates) + 1)
