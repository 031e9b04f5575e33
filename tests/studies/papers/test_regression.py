"""Regression in many dimensions: few numbers stand for all of them, and one record moves little."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dplab.studies.papers import regression
from dplab.studies.papers.regression import (
    BALL,
    LIPSCHITZ,
    RANK,
    LinearProblem,
    make_problem,
    objective,
    relative_error,
)

PROBLEM = make_problem(n=2_000, d=40, spread=0.1, lam=0.01, seed=3, fold=1)


@pytest.mark.parametrize("lam", [1e-6, 0.01, 1.0])
@pytest.mark.parametrize("longer", [1.0, 5.0])
def test_the_minimiser_cannot_be_improved_inside_the_ball(lam, longer):
    # Five times the outcomes ask for a w outside of the ball.
    problem = replace(PROBLEM, lam=lam, moment=longer * PROBLEM.moment)
    w = problem.optimum
    gradient = problem.gram @ w + lam * w - problem.moment
    outward = w / np.linalg.norm(w)
    assert np.linalg.norm(w) <= BALL * (1 + 1e-9)
    if np.linalg.norm(w) < BALL * (1 - 1e-9):
        np.testing.assert_allclose(gradient, 0, atol=1e-12)
    else:
        # What is left pulls straight outwards.
        assert gradient @ outward <= 1e-9
        np.testing.assert_allclose(gradient, (gradient @ outward) * outward, atol=1e-9)


def with_record(x, y, *, n=10**6, lam=0.01, pull=0.00995):
    """Return a problem whose other n - 1 records pull w to -0.985 along the first dimension."""
    gram, moment = np.zeros((RANK, RANK)), np.zeros(RANK)
    gram[0, 0], moment[0] = pull**2 + x**2 / n, -pull + x * y / n
    nothing = np.zeros((1, RANK))
    return LinearProblem(n, 2 * RANK, lam, gram, moment, nothing, np.zeros(1))


def test_one_record_moves_the_minimiser_by_at_most_2_l_and_by_more_than_slopes_of_1_would():
    here, there = with_record(1.0, 1.0), with_record(0.5, -1.0)
    moved = float(np.linalg.norm(here.optimum - there.optimum))
    assert moved <= 2 * LIPSCHITZ / (here.n * here.lam)
    assert moved > 2 * 1 / (here.n * here.lam)


def test_noise_of_few_dimensions_and_a_length_is_that_of_all_dimensions(monkeypatch):
    # The same records, with all but one of the 40 dimensions kept.
    draws, kept = 4_000, PROBLEM.d - 1
    short = objective(PROBLEM, 2.0, draws, np.random.default_rng(0))
    zeros = (0, kept - RANK)
    wide = replace(PROBLEM, gram=np.pad(PROBLEM.gram, zeros), moment=np.pad(PROBLEM.moment, zeros))
    monkeypatch.setattr(regression, "RANK", kept)
    long = objective(wide, 2.0, draws, np.random.default_rng(1))[:, :RANK]
    for statistic in (lambda w: w, lambda w: w**2, lambda w: np.linalg.norm(w, axis=1)):
        one, other = statistic(short), statistic(long)
        noise = np.sqrt((one.var(axis=0) + other.var(axis=0)) / draws)
        assert np.all(np.abs(one.mean(axis=0) - other.mean(axis=0)) < 4 * noise)


def test_more_dimensions_drown_objective_perturbation_and_nothing_else():
    errors = {
        d: relative_error(
            objective(replace(PROBLEM, d=d, n=20_000), 1.0, 200, np.random.default_rng(0)),
            PROBLEM.tested,
            PROBLEM.outcomes,
        ).mean()
        for d in (20, 2_000, 2_000_000)
    }
    assert errors[20] < 0.4
    assert errors[20] < errors[2_000] < errors[2_000_000]
    assert errors[2_000_000] == pytest.approx(1, abs=0.01)
    few, many = (
        make_problem(n=500, d=d, spread=0.1, lam=0.01, seed=3, fold=1) for d in (20, 2_000_000)
    )
    np.testing.assert_array_equal(few.optimum, many.optimum)


def test_always_answering_0_has_a_relative_error_of_1():
    zeros = np.zeros((2, RANK))
    errors = relative_error(zeros, PROBLEM.tested, PROBLEM.outcomes)
    np.testing.assert_allclose(errors, 1, rtol=1e-12)


def test_records_keep_the_bounds_that_the_theorems_need():
    assert np.all(np.linalg.norm(PROBLEM.tested, axis=1) <= 1 + 1e-12)
    loud = make_problem(n=100, d=40, spread=5.0, lam=0.01, seed=0, fold=0)
    assert np.abs(loud.outcomes).max() == 1


@pytest.mark.parametrize("wrong", [{"d": RANK}, {"lam": 0.0}, {"n": 0}])
def test_what_cannot_be_is_refused_with_a_sentence(wrong):
    good = {"n": 100, "d": 40, "spread": 0.1, "lam": 0.01, "seed": 0, "fold": 0}
    with pytest.raises(InvalidInput, match=f"{next(iter(wrong))} must be"):
        make_problem(**good | wrong)
