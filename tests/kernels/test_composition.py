"""Composition of Laplace answers: the exact δ, JT13's constant, and what each answer may cost."""

import math

import pytest
from scipy import stats

from dplab.kernels import composition
from dplab.kernels.composition import ADVANCED, BASIC, delta_bounds, epsilon_of_each
from dplab.kernels.plans import PRINTED_CONSTANT, KernelProblem, plan_laplace
from dplab.laplace.composition import LossOfMany

DELTA = 1e-6


@pytest.mark.parametrize("each", [0.05, 0.5, 2.0])
def test_one_answer_has_its_delta_in_closed_form(each: float):
    """1 - e^{(ε-ε₀)/2}: the area between two Laplace densities, one of them e^ε times."""
    epsilon = each / 3
    low, high = delta_bounds(1, each, epsilon)
    exact = 1 - math.exp((epsilon - each) / 2)
    assert low <= exact <= high
    assert high - low < 0.003 * each


def test_delta_lies_between_the_tails_of_the_exact_law():
    k, each = 20, 0.2
    law = LossOfMany(k, each)
    for epsilon in (0.5, 1.0, 2.0):
        low, high = delta_bounds(k, each, epsilon)
        assert high <= law.exceeds(epsilon)
        assert low >= 0.99 * (1 - math.exp(-0.2)) * law.exceeds(epsilon + 0.2)
        assert high <= 1.01 * low


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("T", [100, 200])
def test_tddl_with_the_printed_constant_exceeds_its_claim_and_with_4_roots_of_2_it_does_not(
    epsilon: float, T: int
):
    """Worst case: one record moves every answer by s, as it does where all points are equal.

    δ of the printed noise is 690 (ε = 0.1) to 10,000 times (ε = 1) the claimed 1e-6.
    """
    problem = KernelProblem(n=20_000, lam=0.01, epsilon=epsilon, delta=DELTA, n_points=T)
    s = problem.of_prediction
    printed = plan_laplace(problem, PRINTED_CONSTANT)
    assert printed.guarantee == "broken"
    assert delta_bounds(T, s / printed.scale, epsilon)[0] > 100 * DELTA
    for constant in (None, 4 * math.sqrt(2)):
        plan = plan_laplace(problem, constant)
        assert plan.guarantee in ("approximate", "pure")
        assert delta_bounds(T, s / plan.scale, epsilon)[1] < DELTA


@pytest.mark.parametrize("epsilon", [0.01, 1.0, 3.0, 30.0, 100.0, 300.0])
@pytest.mark.parametrize("k", [1, 10, 200])
def test_each_answers_share_composes_to_the_claim(k: int, epsilon: float):
    each, theorem = epsilon_of_each(epsilon, k, DELTA)
    assert composition.advanced(each, k, DELTA) <= epsilon * (1 + 1e-12)
    assert each >= epsilon / k
    if theorem == BASIC:
        assert k * each == pytest.approx(epsilon)
    else:
        assert delta_bounds(k, each, epsilon)[1] < DELTA


def test_the_constant_is_4_roots_of_2_for_usual_epsilon_and_more_for_large_ones():
    root = math.sqrt(8 * 200 * math.log(1 / DELTA))
    for epsilon in (0.1, 1.0, 3.0):
        assert epsilon_of_each(epsilon, 200, DELTA) == (pytest.approx(epsilon / root), ADVANCED)
    each, theorem = epsilon_of_each(60.0, 200, DELTA)
    assert theorem == ADVANCED
    assert each < 60 / root
    assert composition.advanced(each, 200, DELTA) == pytest.approx(60, rel=1e-6)


def test_advanced_composition_is_never_below_what_answers_cost():
    """The bound at δ against the exact δ there, for many small answers."""
    for k, each in ((50, 0.1), (200, 0.01), (500, 0.003)):
        claim = composition.advanced(each, k, DELTA)
        assert delta_bounds(k, each, claim)[1] <= DELTA
        # A Gaussian of the same variance shows that a third of it would not do.
        assert stats.norm.sf(claim / 3 / (each * math.sqrt(k))) > DELTA
        assert delta_bounds(k, each, claim / 3)[0] > DELTA
