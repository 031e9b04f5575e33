"""Tuning picks as the exponential mechanism does, within its ε, and splits as it says."""

import numpy as np
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.erm.solver import solve
from dpcore.privacy.mechanisms import calibrate, draw
from dpcore.privacy.tuning import (
    Candidate,
    cut,
    mistakes_bound,
    plan_tuning,
    select,
    selection_probabilities,
    tune,
)
from dplab.instruments.audit import audit
from tests.erm.oracles import labelled

LAMS = (1e-3, 1e-2, 0.1, 1.0)


def candidates(mechanism="objective", lams=LAMS):
    return [Candidate(mechanism, lam, Logistic()) for lam in lams]


def rng(seed=0):
    return np.random.default_rng(seed)


def lines(mistakes):
    """Return classifiers that make so many mistakes each on (X, y), the same in every run."""
    n = max(mistakes)
    X = np.eye(n + 1)
    return np.array([[np.where(np.arange(n + 1) < z, -1.0, 1.0)] for z in mistakes]), X


def fit(exponent):
    """Return the p-value of 10,000 picks against p ∝ exp(-exponent · ε z), ε = 0.6."""
    mistakes, epsilon, runs = (0, 2, 3, 6), 0.6, 10_000
    coefs, X = lines(mistakes)
    many = np.repeat(coefs, runs, axis=1)
    found, _, picks = select(many, X, np.ones(len(X)), epsilon=epsilon, rng=rng(1))
    np.testing.assert_array_equal(found, np.tile(mistakes, (runs, 1)))
    weight = np.exp(-exponent * epsilon * np.array(mistakes))
    expected = runs * weight / weight.sum()
    return stats.chisquare(np.bincount(picks, minlength=4), expected).pvalue


def test_picks_fit_the_exponential_mechanism():
    # Chi-square at level 1e-3 over 10,000 picks; the seed is fixed.
    assert fit(0.5) > 1e-3
    assert fit(1.0) < 1e-12  # twice the exponent would be 2ε-DP
    assert fit(0.25) < 1e-12


def test_probabilities_are_stable_at_both_ends():
    far = np.array([[0.0, 1e6], [1e6, 1e6 + 1]])
    np.testing.assert_allclose(
        selection_probabilities(far, 1.0), [[1, 0], [1 / (1 + np.exp(-0.5)), 1 / (1 + np.exp(0.5))]]
    )
    np.testing.assert_allclose(selection_probabilities(far, 1e-12), 0.5, atol=1e-6)
    ties = np.array([[3, 3, 5]])
    np.testing.assert_allclose(selection_probabilities(ties, np.inf), [[0.5, 0.5, 0]])
    np.testing.assert_allclose(selection_probabilities(ties * 0, 1.0), [[1 / 3] * 3])


def test_bound_on_mistakes_holds_with_its_probability():
    coefs, X = lines((1, 2, 2, 8))
    for epsilon, delta in ((0.5, 0.1), (2.0, 0.01), (0.1, 0.5)):
        many = np.repeat(coefs, 5000, axis=1)
        found, _, picks = select(many, X, np.ones(len(X)), epsilon=epsilon, rng=rng(2))
        allowed = found.min(axis=1) + mistakes_bound(m=4, epsilon=epsilon, delta=delta)
        assert np.mean(found[np.arange(5000), picks] <= allowed) >= 1 - delta


def test_bound_on_mistakes_is_the_printed_one():
    assert mistakes_bound(m=4, epsilon=0.5, delta=0.1) == pytest.approx(2 * np.log(40) / 0.5)
    assert mistakes_bound(m=1, epsilon=2.0, delta=0.6) == pytest.approx(np.log(1 / 0.6))
    for wrong in (0.0, 1.0, -0.1, 1.5):
        with pytest.raises(InvalidInput, match=r"delta must be (between 0 and 1|above 0)"):
            mistakes_bound(m=4, epsilon=0.5, delta=wrong)


@pytest.mark.parametrize("n", [5, 6, 7, 301, 1000])
def test_parts_are_equal_and_hold_every_record_once(n):
    plan = plan_tuning(candidates(), 1.0, n)
    assert sum(plan.sizes) == n
    assert max(plan.sizes) - min(plan.sizes) <= 1
    assert [one.epsilon for one in plan.plans] == [1.0] * 4


def test_each_training_is_planned_at_the_whole_epsilon_for_its_own_lam_and_part():
    plan = plan_tuning(candidates(), 0.7, 22)
    assert (plan.epsilon, plan.sizes) == (0.7, (5, 5, 4, 4, 4))
    for lam, size, one in zip(LAMS, plan.sizes, plan.plans, strict=False):
        assert one == calibrate("objective", 0.7, lam=lam, n=size, loss=Logistic())


def test_each_candidate_learns_from_its_own_part_alone():
    # Without noise, candidate i is the minimiser on part i; the parts come from the seed alone.
    X, y = labelled(103, 3)
    plan = plan_tuning(candidates("non_private"), np.inf, len(y))
    parts = cut(plan, rng(4))
    tuned = tune(plan, X, y, parts=parts, n_draws=1, rng=rng(5))
    np.testing.assert_array_equal(np.sort(np.concatenate(parts)), np.arange(len(y)))
    for i, lam in enumerate(LAMS):
        alone = solve(X[parts[i]], y[parts[i]], Logistic(), lam).coefs
        np.testing.assert_allclose(tuned.coefs[i], alone, atol=1e-7)
    judged = [np.sum(np.sign(X[parts[-1]] @ one[0]) != y[parts[-1]]) for one in tuned.coefs]
    np.testing.assert_array_equal(tuned.mistakes[0], judged)
    assert tuned.picks[0] in np.flatnonzero(tuned.mistakes[0] == min(judged))
    np.testing.assert_array_equal(tuned.released[0], tuned.coefs[tuned.picks[0], 0])


def test_each_training_and_the_pick_are_at_the_whole_epsilon():
    X, y = labelled(60, 3)
    plan, source = plan_tuning(candidates(), 0.7, len(y)), rng(5)
    parts = cut(plan, rng(4))
    tuned = tune(plan, X, y, parts=parts, n_draws=3, rng=rng(5))
    for lam, rows, found in zip(LAMS, parts, tuned.coefs, strict=False):
        facts = {"loss": Logistic(), "lam": lam, "epsilon": 0.7, "n_draws": 3, "rng": source}
        np.testing.assert_array_equal(found, draw("objective", X[rows], y[rows], **facts).coefs)
    np.testing.assert_array_equal(tuned.probabilities, selection_probabilities(tuned.mistakes, 0.7))


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_whole_procedure_is_audited_below_epsilon(epsilon):
    # One record of twelve turned round, the parts public; the output is the pick and its
    # classifier. Twelve audits at confidence 0.99, the seeds fixed.
    X, y = labelled(12, 1)
    other = np.r_[-y[:1], y[1:]]
    two = [Candidate("objective_tight", lam, HuberHinge()) for lam in (0.1, 1.0)]
    plan = plan_tuning(two, epsilon, 12)
    for seed in range(6):
        parts = cut(plan, rng(seed))

        def procedure(labels, n_runs, source, parts=parts):
            tuned = tune(plan, X, labels, parts=parts, n_draws=n_runs, rng=source)
            return np.column_stack([tuned.picks, tuned.released])

        assert audit(procedure, y, other, n_runs=4000, rng=rng(seed)).epsilon <= epsilon


def test_a_pick_without_noise_is_caught():
    # "Just look": the fewest mistakes win, so that one record decides between two candidates.
    coefs, X = lines((2, 3))
    y = np.ones(len(X))
    neighbour = np.where(np.arange(len(X)) == 2, -1.0, y)  # now the second makes fewer

    def look(labels, n_runs, source):
        many = np.repeat(coefs, n_runs, axis=1)
        return select(many, X, labels, epsilon=np.inf, rng=source)[2]

    assert audit(look, y, neighbour, n_runs=4000, rng=rng()).epsilon > 4


@pytest.mark.parametrize(("changes", "sentence"), [
    ({"candidates": []}, "number of candidates must be at least 1"),
    ({"candidates": candidates() * 20}, "number of candidates must be at most 50"),
    ({"n": 4}, "4 candidates need 5 parts, each of one record at least; n is 4"),
    ({"epsilon": 0.0}, "epsilon must be positive"),
    ({"candidates": candidates("output_gaussian")}, "adds up ε and has no δ"),
])  # fmt: skip
def test_impossible_plans_get_a_sentence(changes, sentence):
    asked = {"candidates": candidates(), "epsilon": 1.0, "n": 100} | changes
    with pytest.raises(InvalidInput, match=sentence):
        plan_tuning(**asked)


def test_records_must_be_those_of_the_plan():
    X, y = labelled(50, 2)
    plan = plan_tuning(candidates(), 1.0, 60)
    parts = cut(plan, rng())
    with pytest.raises(InvalidInput, match="The plan is for 60 records; got 50"):
        tune(plan, X, y, parts=parts, n_draws=1, rng=rng())
    plan = plan_tuning(candidates(), 1.0, 50)
    with pytest.raises(InvalidInput, match="parts must be as large as planned"):
        tune(plan, X, y, parts=parts, n_draws=1, rng=rng())
    twice = cut(plan, rng())
    twice[-1] = twice[0][: len(twice[-1])]  # what trains must not judge
    with pytest.raises(InvalidInput, match="parts must hold each of the 50 rows exactly once"):
        tune(plan, X, y, parts=twice, n_draws=1, rng=rng())


def test_parts_of_one_class_and_equal_candidates_are_no_trouble():
    X, y = labelled(40, 2)
    same = candidates(lams=(0.1, 0.1, 0.1))
    plan = plan_tuning(same, 0.5, 40)
    tuned = tune(plan, X, np.ones_like(y), parts=cut(plan, rng()), n_draws=50, rng=rng())
    assert tuned.converged.tolist() == [True] * 50
    assert set(tuned.picks) == {0, 1, 2}
