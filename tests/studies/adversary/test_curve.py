"""The curve over ε: unbiased, never above its ceiling, and it notices a mechanism that is off."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Split, split
from dpcore.data.real.tables import load
from dpcore.data.recipes import generate
from dpcore.privacy.mechanisms import MECHANISMS, draw
from dplab.instruments.adversary import ceiling, posterior, reconstruct, success_ceiling
from dplab.instruments.minimisers import minimiser
from dplab.simulation.settings import Settings
from dplab.studies.adversary.curve import EPSILONS, HALVES, SURE, Attack, joined, named, of_person
from dplab.studies.adversary.line_up import held_out
from dplab.studies.adversary.naive import naive
from tests.house.some import some
from tests.privacy.oracles import OFTEN

NOISY = [name for name in MECHANISMS if name != "non_private"]
PURE = [name for name in NOISY if MECHANISMS[name].guarantee == "pure"]
SETTINGS = Settings(lam=0.05)


@pytest.fixture(scope="module")
def small():
    part = split(generate("unseparable", np.random.default_rng(0), n=100, d=2), 25, seed=0)
    return Attack(held_out(part, 0, m=4, seed=0), SETTINGS)


@pytest.fixture(scope="module")
def cancer():
    part = split(load("breast_cancer"), n=455, seed=0)
    return Attack(held_out(part, 0, m=10, seed=0), Settings(lam=0.01))


# --- What is drawn -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", some(NOISY, OFTEN))
def test_a_release_is_what_the_mechanism_gives_for_that_truth(small, name):
    plan, line_up = small.plan(name, 3.0), small.line_up
    truths = np.array([2, 0, 2])
    noises = np.stack([small.noises(plan, truth, 3)[k] for k, truth in enumerate(truths)])
    found = small.released([plan] * 3, noises, truths)
    for truth, b, w in zip(truths, noises, found, strict=True):
        X = np.vstack([line_up.X * line_up.y[:, None], line_up.suspects[truth]])
        if not MECHANISMS[name].family.has_jacobian:
            expected = minimiser((X, np.ones(len(X)), np.ones(len(X))), small.loss, 0.05) + b
            np.testing.assert_allclose(w, expected, atol=1e-12)
        else:
            pulls = -small.loss.slope(X @ w) @ X
            residual = len(X) * (0.05 + plan.extra_lam) * w - pulls + b
            assert np.linalg.norm(residual) / len(X) < 2e-10 * max(1, np.linalg.norm(b) / len(X))


def test_every_epsilon_has_the_same_noise_on_another_scale_and_every_truth_its_own(small):
    plans = [small.plan("output", epsilon) for epsilon in (1.0, 4.0)]
    one, other = (small.noises(plan, 0, 5) for plan in plans)
    np.testing.assert_allclose(one, 4 * other)
    assert (small.noises(plans[0], 1, 5) != one).all()
    assert (small.noises(small.plan("objective", 1.0), 0, 5) != one).all()


# --- What is believed ----------------------------------------------------------------------------


@pytest.mark.parametrize("epsilon", [3.0, 30.0])
@pytest.mark.parametrize("name", some(NOISY, OFTEN))
def test_the_mean_of_the_largest_posterior_agrees_with_the_share_of_hits(small, name, epsilon):
    found = named(small, name, (epsilon,), n_draws=4_000)
    (p,), (n,), (hits,) = found.named, found.n_draws, found.hits
    assert abs(hits / n - p) <= 4 * np.sqrt(p * (1 - p) / n)
    # What the mean saves: its own error is smaller than that of the count.
    assert found.standard_error[0] < np.sqrt(p * (1 - p) / n)


@pytest.mark.parametrize("name", ["output", "objective"])
def test_an_attacker_who_takes_the_noise_for_another_is_noticed(small, name):
    """In 24,000 draws mean and hits agree; with a β that is off by a tenth they do not."""
    plan, each, m = small.plan(name, 40.0), 6_000, small.line_up.m
    truths = np.repeat(np.arange(m), each)
    noises = np.concatenate([small.noises(plan, truth, each) for truth in range(m)])
    coefs = small.released([plan] * len(truths), noises, truths)

    def gap(rate):
        beliefs = small.attacker.posterior(coefs, replace(plan, noise_rate=rate))
        p, right = beliefs.max(axis=1), beliefs.argmax(axis=1) == truths
        return abs(right.sum() - p.sum()) / np.sqrt((p * (1 - p)).sum())

    assert gap(plan.noise_rate) <= 4
    assert gap(1.1 * plan.noise_rate) > 4


GAMMA = ["output_gamma", "objective_gamma"]
NEAREST = ((0.2, "objective_tight"), (2.0, "objective_2008"))
"""Either ε, and the mechanism whose ceiling is not that of its ε."""


@pytest.mark.parametrize(
    ("epsilon", "name"),
    some(itertools.product([0.2, 2.0], [*PURE, *GAMMA, "objective_2008"]), NEAREST),
)
def test_no_belief_exceeds_its_ceiling_in_many_draws(epsilon, name):
    """1e5 draws, of records with which the posterior comes near: one feature, and few records."""
    part = Split(
        np.array([[1.0], [-1.0], [1.0]]), np.ones(3), np.array([[-1.0], [0.5]]), np.ones(2)
    )
    attack = Attack(held_out(part, 0, m=3, seed=0), Settings(lam=0.5))
    found = of_person(attack, name, epsilon, n_draws=100_000)
    most = attack.most_believed(name, epsilon)
    assert most is not None
    assert found.beliefs.max() <= most * (1 + 1e-9)
    assert found.beliefs.max() > 1 / 3


def test_with_a_delta_the_smaller_limit_counts_and_gamma_noise_has_one_for_each_release(small):
    def limits(name, epsilon, delta, m=4):
        attack = Attack(small.line_up, replace(SETTINGS, delta=delta))
        pure = attack.plan(name, epsilon).pure_epsilon
        return attack.ceiling(name, epsilon, m), attack.most_believed(name, epsilon, m), pure

    for name, epsilon, delta in zip(GAMMA, (0.5, 5.0), (1e-6, 0.03), strict=True):
        mean, each, pure = limits(name, epsilon, delta)
        assert pure > epsilon
        assert each == pytest.approx(ceiling(pure, 1 / 4))
        assert mean == pytest.approx(min(each, success_ceiling(epsilon, delta, 4)))
        assert mean > ceiling(epsilon, 1 / 4)
    # Either may be the smaller one.
    assert limits("output_gamma", 0.5, 1e-6)[0] < limits("output_gamma", 0.5, 1e-6)[1]
    mean, each, _ = limits("output_gamma", 0.1, 0.03, m=10)
    assert mean == each < success_ceiling(0.1, 0.03, 10)
    mean, each, _ = limits("output_gaussian", 1.0, 1e-6)
    assert (mean, each) == (success_ceiling(1.0, 1e-6, 4), None)


def test_where_nothing_is_proven_there_is_no_ceiling(small):
    assert small.ceiling("output_laplace_norm", 1.0) is None
    assert named(small, "output_laplace_norm", (1.0,), 8).ceilings is None
    assert joined([named(small, "output_laplace_norm", (1.0,), 8)] * 2).ceilings is None
    assert small.ceiling("objective_2008", 1.0) > small.ceiling("objective", 1.0)


# --- The curve -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["output", "objective"])
def test_few_draws_are_made_where_few_are_sure_to_do(small, name):
    epsilons = (0.01, 0.3, 1000.0)
    found = named(small, name, epsilons, n_draws=400)
    ceilings = np.array([small.ceiling(name, epsilon) for epsilon in epsilons])
    # Half of the way from chance to the ceiling is the most that a posterior can spread by.
    enough = ((ceilings - 0.25) / 2 / SURE) ** 2
    assert found.n_draws.tolist() == [4, 4 * np.ceil(enough[1] / 4), 400]
    assert 4 < found.n_draws[1] < 400
    assert (found.standard_error[:2] <= SURE).all()


@pytest.mark.parametrize("name", ["output", "objective"])
def test_a_curve_in_parts_is_that_in_one(small, name):
    """But for what the solver's tolerance leaves open: others are in the batch."""
    parts, whole = joined([named(small, name, half) for half in HALVES]), named(small, name)
    np.testing.assert_allclose(parts.named, whole.named, rtol=1e-6)
    np.testing.assert_array_equal(parts.n_draws, whole.n_draws)
    assert parts.ceilings.tolist() == whole.ceilings.tolist()


@pytest.mark.parametrize("name", ["output", "objective", "objective_tight", "objective_2008"])
def test_it_rises_from_chance_to_certainty(cancer, name):
    found = named(cancer, name, EPSILONS)
    assert found.named[0] == pytest.approx(0.1, abs=2e-3)
    assert (np.diff(found.named) > -3 * found.standard_error[1:]).all()
    assert (found.named <= found.ceilings * (1 + 1e-9)).all()
    assert (found.named[-1] > 0.9) == (name != "output")


def test_breast_cancer_has_the_figures_of_the_specification(cancer):
    """10.3 times in 100 at ε = 1, 13.4 at 10, 18.9 at 30, 40.9 at 100, for one line-up of ten."""
    found = named(cancer, "objective", (1.0, 10.0, 30.0, 100.0), n_draws=1_600)
    np.testing.assert_allclose(100 * found.named, [10.3, 13.4, 18.9, 40.9], atol=4)
    assert 100 * found.ceilings[0] == pytest.approx(23.2, abs=0.05)


# --- One person ----------------------------------------------------------------------------------


def test_the_bars_are_the_first_of_many_draws(small):
    one, many = (of_person(small, "objective", 5.0, n_draws=k) for k in (1, 50))
    assert one.beliefs.shape == (1, 4)
    np.testing.assert_allclose(one.beliefs, many.beliefs[:1], rtol=1e-6)
    assert many.beliefs.sum(axis=1) == pytest.approx(1)
    assert many.in_truth == many.beliefs[:, small.line_up.truth].mean()
    assert of_person(small, "output", 1e5).in_truth > 0.999


def test_what_is_believed_is_the_posterior_of_the_known_records(small):
    line_up, plan = small.line_up, small.plan("objective", 5.0)
    found = of_person(small, "objective", 5.0, n_draws=20)
    expected = posterior(
        found.coefs, line_up.X, line_up.y, line_up.suspects, plan=plan, loss=small.loss, lam=0.05
    )
    np.testing.assert_allclose(found.beliefs, expected, atol=1e-12)


def test_draws_of_one_person_have_the_law_of_the_mechanism(small):
    """Their mean belief agrees with that in draws of `mechanisms.draw`, to four standard errors."""
    line_up, n = small.line_up, 4_000
    ours = of_person(small, "objective", 20.0, n_draws=n).beliefs[:, line_up.truth]
    X = np.vstack([line_up.X * line_up.y[:, None], line_up.suspects[line_up.truth]])
    theirs = draw(
        "objective",
        X,
        np.ones(len(X)),
        loss=small.loss,
        lam=0.05,
        epsilon=20.0,
        n_draws=n,
        rng=np.random.default_rng(9),
    )
    other = small.attacker.posterior(theirs.coefs, theirs.plan)[:, line_up.truth]
    allowed = 4 * np.sqrt((ours.var() + other.var()) / n)
    assert abs(ours.mean() - other.mean()) <= allowed


def test_of_counted_rows_one_record_less_is_known():
    X, y = np.array([[0.3, 0.1], [-0.5, 0.2], [0.1, 0.8]]), np.array([1.0, -1.0, 1.0])
    counts = np.array([4, 2, 3])
    held = np.array([[0.9, 0.0], [0.0, -0.7]])
    counted = Split(X, y, held, np.ones(2), weight=counts.astype(float))
    each = Split(np.repeat(X, counts, axis=0), np.repeat(y, counts), held, np.ones(2))
    one, other = (Attack(held_out(part, 0, m=3, seed=0), SETTINGS) for part in (counted, each))
    np.testing.assert_array_equal(one.line_up.suspects, other.line_up.suspects)
    for name in ("output", "objective"):
        first, second = (of_person(attack, name, 5.0, n_draws=9) for attack in (one, other))
        np.testing.assert_allclose(first.beliefs, second.beliefs, atol=1e-8)


# --- The naive attack ----------------------------------------------------------------------------


def test_the_naive_attack_is_right_where_there_is_no_noise(small):
    line_up = small.line_up
    (w,) = small.attacker.centres[[line_up.truth]]
    found = naive(small, w[None])
    assert found.distances[0] < 1e-9
    assert found.fitted.all()


def test_the_naive_attack_reads_each_classifier_as_reconstruct_does(small):
    line_up = small.line_up
    coefs = of_person(small, "objective", 500.0, n_draws=30).coefs
    found = naive(small, coefs)
    truth = line_up.suspects[line_up.truth]
    for w, distance, fits in zip(coefs, found.distances, found.fitted, strict=True):
        alone = reconstruct(w, line_up.X, line_up.y, loss=small.loss, lam=0.05)
        assert fits == (len(alone.candidates) > 0)
        if fits:
            nearest = np.linalg.norm(alone.candidates - truth, axis=1).min()
            assert distance == pytest.approx(nearest, abs=1e-7)
        else:
            end = alone.left_over / np.linalg.norm(alone.left_over)
            assert distance == pytest.approx(np.linalg.norm(end - truth), abs=1e-7)
    assert found.fitted.any()
    assert not found.fitted.all()


def test_under_noise_the_naive_attack_is_no_better_than_a_guess(cancer):
    found = naive(cancer, of_person(cancer, "objective", 1.0, n_draws=50).coefs)
    assert not found.fitted.any()
    assert found.distances.mean() > found.blind
    assert found.guess in ("mean", "larger class")


# --- Bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda a: named(a, "none"), "mechanism must be one of"),
        (lambda a: named(a, "output", (0.0,)), "epsilon must be positive"),
        (lambda a: named(a, "output", (np.inf,)), "Without noise"),
        (lambda a: named(a, "non_private", (1.0,)), "Without noise"),
        (lambda a: named(a, "output", n_draws=0), "n_draws must be at least 1"),
        (lambda a: of_person(a, "objective", 1.0, n_draws=0), "n_draws must be at least 1"),
    ],
)
def test_impossible_curves_get_a_sentence(small, ask, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        ask(small)
