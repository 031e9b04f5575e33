"""What private classifiers answer: chances against draws, exact expectations and limits."""

from dataclasses import replace
from functools import partial
from math import inf

import numpy as np
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.erm.prediction import error, predict
from dpcore.erm.solver import solve
from dpcore.privacy import noise
from dpcore.privacy.families import OBJECTIVE, OUTPUT
from dpcore.privacy.mechanisms import MECHANISMS, calibrate, draw, family_of
from dplab.instruments.chances import (
    chance,
    chance_wrong,
    chances,
    disagreement,
    disagreement_from,
    hessian_at,
)
from dplab.simulation.settings import Settings
from dplab.simulation.sources import part
from tests.house.some import some
from tests.privacy.oracles import LEVEL, OFTEN

N, LAM, N_DRAWS = 400, 0.01, 10_000
NEAR_MISSES = [2 / 3, 3 / 2]
DATA = ["breast_cancer", "unseparable", "cubic"]
EXACT = [name for name, entry in MECHANISMS.items() if entry.has_exact_chances]
NOISY_EXACT = [name for name in EXACT if MECHANISMS[name].is_noisy]
FIRST_ORDER = [
    name
    for name, entry in MECHANISMS.items()
    if not entry.family.reach_is_exact and entry.norm_law.along
]
NOT_KNOWN = [name for name, entry in MECHANISMS.items() if entry.norm_law.along is None]

NEVER = partial(pytest.fail, "output perturbation needs no Hessian")


def sample_of(data, **settings):
    """Return training records and at most 500 to test on: 10,000 draws of them take 40 MB."""
    records = part(Settings(data=data, **settings), N)
    return replace(records, X_test=records.X_test[:500], y_test=records.y_test[:500])


def release(mechanism, records, epsilon, *, lam=LAM, loss=None, weight=None):
    """Return the minimiser at λ + Δ, the plan and the chances of each test record."""
    loss = loss or Logistic()
    n = len(records.y) if weight is None else int(weight.sum())
    d = records.X.shape[1]
    plan = calibrate(mechanism, epsilon, lam=lam, n=n, loss=loss, n_features=d)
    total = lam + plan.extra_lam
    coef = solve(records.X, records.y, loss, total, sample_weight=weight).coefs[0]
    hessian = partial(
        hessian_at, coef, records.X, records.y, loss=loss, lam=total, sample_weight=weight
    )
    return coef, plan, chances(records.X_test, coef, plan, hessian)


def answers(mechanism, records, epsilon, *, lam=LAM, n_draws=N_DRAWS, seed=0):
    """Return which draws answer +1 to each test record, (n_draws, n_test), and the draws."""
    rng = np.random.default_rng(seed)
    draws = draw(
        mechanism, records.X, records.y, loss=Logistic(), lam=lam, epsilon=epsilon,
        n_draws=n_draws, rng=rng,
    )  # fmt: skip
    assert draws.converged.all()
    return predict(draws.coefs, records.X_test) > 0, draws


def shares_fit(shares, p, n_draws):
    """Say whether shares of draws fit their chances at `LEVEL` for all records together.

    By the binomial law's exact tails: many chances are so near to 0 or 1 that it is not normal.
    """
    votes = np.rint(shares * n_draws)
    tail = np.minimum(stats.binom.cdf(votes, n_draws, p), stats.binom.sf(votes - 1, n_draws, p))
    return bool(2 * tail.min() > LEVEL / len(p))


def lies_near(values, expected):
    """Say whether the mean of independent values is three of its standard errors from a number.

    By chance three in a thousand are not; the seeds are fixed.
    """
    return bool(abs(values.mean() - expected) <= 3 * values.std(ddof=1) / np.sqrt(len(values)))


def test_chances_are_exact_for_noise_on_the_minimiser_of_a_known_law():
    assert EXACT == ["non_private", "output", "output_gaussian", "output_gamma"]
    assert NOT_KNOWN == ["objective_laplace_norm", "output_laplace_norm"]
    assert set(MECHANISMS) == {*EXACT, *FIRST_ORDER, *NOT_KNOWN}


@pytest.mark.parametrize("mechanism", some(NOISY_EXACT, OFTEN))
@pytest.mark.parametrize("epsilon", [0.3, 3.0])
@pytest.mark.parametrize("data", DATA)
def test_exact_chances_are_those_of_draws(mechanism, epsilon, data):
    records = sample_of(data)
    coef, plan, p = release(mechanism, records, epsilon)
    said, draws = answers(mechanism, records, epsilon)
    assert shares_fit(said.mean(axis=0), p, N_DRAWS)
    # The draws' errors hang together over the records, and are independent of each other.
    errors = error(draws.coefs, records.X_test, records.y_test)
    assert lies_near(errors, chance_wrong(p, records.y_test).mean())
    # Disagreement is a mean over pairs of draws: its error is twice that of each draw's own mean.
    of_each = (said * (1 - p) + ~said * p).mean(axis=1)
    measured = disagreement_from(said.sum(axis=0), N_DRAWS).mean()
    allowed = 3 * 2 * of_each.std(ddof=1) / np.sqrt(N_DRAWS)
    assert abs(measured - disagreement(p).mean()) <= allowed

    for factor in NEAR_MISSES:
        other = replace(plan, noise_rate=factor * plan.noise_rate)
        wrong = chances(records.X_test, coef, other, NEVER)
        assert not shares_fit(said.mean(axis=0), wrong, N_DRAWS)


def test_each_law_is_told_from_the_other():
    records = sample_of("unseparable", d=3)
    said, draws = answers("output", records, 0.5)
    coef, plan, p = release("output", records, 0.5)
    assert shares_fit(said.mean(axis=0), p, N_DRAWS)
    # A normal law of the same variance along a line, (d + 1)/β².
    normal = replace(plan, norm_law="gaussian", noise_rate=plan.noise_rate / 2)
    wrong = chance(records.X_test @ coef, np.linalg.norm(records.X_test, axis=1), normal, 3)
    assert not shares_fit(said.mean(axis=0), wrong, N_DRAWS)
    assert draws.plan == plan


@pytest.mark.parametrize("mechanism", [*EXACT, *FIRST_ORDER])
def test_without_noise_the_answer_is_certain(mechanism):
    records = sample_of("unseparable")
    coef, plan, p = release(mechanism, records, inf)
    assert plan.noise_rate == inf
    np.testing.assert_array_equal(p, predict(coef[None], records.X_test)[0] > 0)
    np.testing.assert_array_equal(disagreement(p), 0)


@pytest.mark.parametrize("mechanism", [*EXACT, *FIRST_ORDER])
def test_a_record_of_zeros_is_always_answered_plus_one(mechanism):
    records = sample_of("breast_cancer")
    records = replace(records, X_test=np.zeros((1, records.X.shape[1])))
    for epsilon in (0.1, 10.0, inf):
        assert release(mechanism, records, epsilon)[2] == [1.0]


def test_where_nothing_moves_the_sign_of_the_margin_decides():
    plan = calibrate("output", 1.0, lam=0.1, n=100, loss=Logistic())
    margins = np.array([-1e-300, -0.0, 0.0, 1e-300])
    np.testing.assert_array_equal(chance(margins, np.zeros(4), plan, 3), [0, 1, 1, 1])
    # On the line itself noise decides alone: one half, but for noise that cannot move it.
    assert chance(np.zeros(1), np.ones(1), plan, 3) == [0.5]
    # A margin of 1e300 reaches is beyond any noise, and beyond doubles.
    far = chance(np.array([-1.0, 1.0]), np.full(2, 1e-320), plan, 3)
    np.testing.assert_array_equal(far, [0, 1])


def test_chances_of_several_margins_go_together():
    plan = calibrate("output", 1.0, lam=0.1, n=100, loss=Logistic())
    margins, reach = np.array([[0.1, -0.2, 0.0], [0.3, 0.0, 1.0]]), np.array([1.0, 0.5, 0.0])
    both = chance(margins, reach, plan, 3)
    for row, alone in zip(both, margins, strict=True):
        np.testing.assert_array_equal(row, chance(alone, reach, plan, 3))
    # Longer records, farther from the line: the direction alone counts.
    np.testing.assert_allclose(chance(7 * margins, 7 * reach, plan, 3), both, rtol=1e-15)


@pytest.mark.parametrize("mechanism", NOT_KNOWN)
def test_a_law_without_closed_form_is_refused(mechanism):
    records = sample_of("unseparable")
    sentence = "norm_law must be one of gamma, gaussian for chances without draws; got laplace"
    with pytest.raises(InvalidInput, match=sentence):
        release(mechanism, records, 1.0)


@pytest.mark.parametrize("loss", [Logistic(), HuberHinge(h=0.5)])
def test_hessian_is_the_slope_of_the_gradient(loss):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((30, 4))
    X /= 2 * np.linalg.norm(X, axis=1, keepdims=True)
    y, w = rng.choice([-1.0, 1.0], 30), rng.standard_normal(4)
    counts, lam, h = rng.integers(1, 4, 30).astype(float), 0.05, 1e-6

    def gradient(w):
        slopes = loss.slope(y * (X @ w)) * y * counts
        return X.T @ slopes + counts.sum() * lam * w

    steps = h * np.eye(4)
    expected = [(gradient(w + step) - gradient(w - step)) / (2 * h) for step in steps]
    found = hessian_at(w, X, y, loss=loss, lam=lam, sample_weight=counts)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)
    # A row that counts three times is three rows.
    rows = np.repeat(np.arange(30), counts.astype(int))
    alone = hessian_at(w, X[rows], y[rows], loss=loss, lam=lam)
    np.testing.assert_allclose(found, alone, rtol=1e-12)


def test_reach_is_the_farthest_that_noise_of_length_one_moves_a_margin():
    rng = np.random.default_rng(0)
    X, root = rng.standard_normal((5, 3)), rng.standard_normal((3, 3))
    A = root @ root.T + np.eye(3)
    units = rng.standard_normal((200_000, 3))
    units /= np.linalg.norm(units, axis=1, keepdims=True)
    for family, moves in ((OUTPUT, units), (OBJECTIVE, units @ np.linalg.inv(A))):
        farthest = np.abs(X @ moves.T).max(axis=1)
        reach = family.reach(X, lambda: A)
        assert (farthest <= reach * (1 + 1e-12)).all()
        np.testing.assert_allclose(farthest, reach, rtol=1e-3)


def test_output_perturbation_asks_for_no_hessian():
    records = sample_of("unseparable")
    coef, plan, p = release("output", records, 1.0)
    np.testing.assert_array_equal(chances(records.X_test, coef, plan, NEVER), p)


def near_the_line(coef, plan, hessian, rng, n=60):
    """Return records whose margins are about as long as the noise that moves them.

    At a large ε all others are certain, however wrong the reach is.
    """
    x = rng.standard_normal((n, len(coef)))
    x -= np.outer(x @ coef, coef) / (coef @ coef)
    scale = np.sqrt(len(coef) + 1) / plan.noise_rate * family_of(plan).reach(x, lambda: hessian)
    return x + np.outer(rng.uniform(-2, 2, n) * scale, coef) / (coef @ coef)


@pytest.mark.parametrize("mechanism", FIRST_ORDER)
def test_first_order_is_the_limit_of_short_noise(mechanism):
    lam, gaps = 0.002, []
    records = sample_of("unseparable", d=4)
    for epsilon in (0.3, 1.0, 100.0):
        coef, plan, _ = release(mechanism, records, epsilon, lam=lam)
        total = lam + plan.extra_lam
        A = hessian_at(coef, records.X, records.y, loss=Logistic(), lam=total)
        near = near_the_line(coef, plan, A, np.random.default_rng(1))
        p = chances(near, coef, plan, lambda A=A: A)
        said, _ = answers(mechanism, replace(records, X_test=near), epsilon, lam=lam)
        gaps.append(np.abs(said.mean(axis=0) - p).mean())
    # Shares of 10,000 draws are 0.3 points from their chances on average: first order is off by ten
    # times that while the noise is long, and by nothing that shows once it is short.
    assert gaps[2] < 0.004 < 0.03 < gaps[0]
    assert gaps[2] < gaps[1] < gaps[0]
    assert shares_fit(said.mean(axis=0), p, N_DRAWS)
    # With the mean of the Hessian in each direction, or a reach a quarter off, it is another law.
    for reach in (
        np.linalg.norm(near, axis=1) / np.trace(A) * len(A),
        1.25 * OBJECTIVE.reach(near, lambda: A),
    ):
        wrong = chance(near @ coef, reach, plan, len(coef))
        assert not shares_fit(said.mean(axis=0), wrong, N_DRAWS)


@pytest.mark.parametrize("mechanism", FIRST_ORDER)
def test_linear_answers_and_true_ones_come_together_draw_by_draw(mechanism):
    # The same noise through the minimiser and through its linear form: no error of counting, so
    # that even a thousandth shows.
    lam, different = 0.05, []
    records = sample_of("unseparable", d=4)
    for epsilon in (1.0, 10.0, 100.0, 1000.0):
        coef, plan, _ = release(mechanism, records, epsilon, lam=lam)
        total = lam + plan.extra_lam
        A = hessian_at(coef, records.X, records.y, loss=Logistic(), lam=total)
        near = near_the_line(coef, plan, A, np.random.default_rng(1))
        said, _ = answers(mechanism, replace(records, X_test=near), epsilon, lam=lam, n_draws=2000)
        b = noise.sample(plan.norm_law, plan.noise_rate, 2000, 4, np.random.default_rng(0))
        linear = (coef - b @ np.linalg.inv(A)) @ near.T >= 0
        different.append((linear != said).mean())
    assert (np.diff(different) < 0).all()
    assert different[-1] < different[0] / 10
    assert different[-1] < 2e-3


def test_disagreement_is_the_chance_that_two_answers_differ():
    p = np.array([[0.0, 0.5, 1.0], [0.1, 0.9, 0.25]])
    np.testing.assert_allclose(disagreement(p), [[0, 0.5, 0], [0.18, 0.18, 0.375]], atol=1e-15)
    np.testing.assert_allclose(disagreement(p), p * (1 - p) + (1 - p) * p, atol=1e-15)


@pytest.mark.parametrize("n_draws", [2, 3, 10, 50])
def test_disagreement_from_draws_is_without_bias(n_draws):
    votes = np.arange(n_draws + 1)
    for p in (0.0, 0.03, 0.3, 0.5, 0.99):
        weights = stats.binom.pmf(votes, n_draws, p)
        on_average = weights @ disagreement_from(votes, n_draws)
        assert on_average == pytest.approx(disagreement(p), abs=1e-14)
        # With K in place of K - 1, and with the correction twice, it is not.
        plain = weights @ disagreement(votes / n_draws)
        for wrong in (plain, plain * (n_draws / (n_draws - 1)) ** 2):
            assert p == 0 or abs(wrong / disagreement(p) - 1) > 0.5 / n_draws


def test_disagreement_from_draws_counts_pairs():
    said = np.random.default_rng(0).random((7, 5)) < 0.4
    pairs = [(said[i] != said[j]) for i in range(7) for j in range(7) if i != j]
    found = disagreement_from(said.sum(axis=0), 7)
    np.testing.assert_allclose(found, np.mean(pairs, axis=0), rtol=1e-14)


def test_one_draw_has_nothing_to_disagree_with():
    with pytest.raises(InvalidInput, match="n_draws must be at least 2; got 1"):
        disagreement_from([0, 1], 1)
    for votes in (-1, 11, np.nan):
        with pytest.raises(InvalidInput, match="votes must be between 0 and the 10 draws; got"):
            disagreement_from([5, votes], 10)


def test_chance_wrong_is_that_of_the_other_label():
    p, y = np.array([[0.9, 0.2], [1.0, 0.0]]), np.array([1.0, -1.0])
    np.testing.assert_allclose(chance_wrong(p, y), [[0.1, 0.2], [0, 0]])
