"""The informed adversary: records reconstructed without noise, and the exact posterior with it."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm

from dpcore.checks import InvalidInput
from dpcore.data.real.tables import load
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.privacy.mechanisms import MECHANISMS, calibrate, draw
from dplab.instruments import adversary, informed
from dplab.instruments.adversary import ceiling, posterior, reconstruct, reconstruct_each
from dplab.instruments.minimisers import minimiser
from tests.erm.oracles import DEFAULTS
from tests.house.some import some
from tests.privacy.oracles import OFTEN

NOISY = [name for name in MECHANISMS if name != "non_private"]
LAM = 0.05


def cloud(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    X *= (rng.uniform(size=n) ** (1 / d) / np.linalg.norm(X, axis=1))[:, None]
    return X, np.where(rng.random(n) < 1 / (1 + np.exp(-3 * X[:, 0])), 1.0, -1.0)


def exact(X, y, loss, lam):
    return minimiser((X, y, np.ones(len(y))), loss, lam)


# --- Without noise ------------------------------------------------------------------------------


@pytest.mark.parametrize("loss", DEFAULTS)
@pytest.mark.parametrize("lam", [1e-3, 0.05, 0.5])
def test_every_record_that_left_a_trace_is_among_its_candidates(loss, lam):
    X, y = cloud(60, 3)
    w = exact(X, y, loss, lam)
    traced = loss.slope(X @ w * y) < -1e-6
    for k, found in enumerate(reconstruct_each(w, X, y, loss=loss, lam=lam)):
        if traced[k]:
            away = np.abs(found - y[k] * X[k]).max(axis=1)
            assert away.min() < 1e-6
            assert np.linalg.norm(found, axis=1).max() <= 1 + 1e-6
    assert traced.any()


def test_all_of_the_breast_cancer_table_is_reconstructed():
    table = load("breast_cancer")
    w = exact(table.X, table.y, Logistic(), 0.01)
    found = reconstruct_each(w, table.X, table.y, loss=Logistic(), lam=0.01)
    u = table.X * table.y[:, None]
    errors = [np.abs(each - u[k]).max(axis=1).min() for k, each in enumerate(found)]
    # n times what a gradient of rounding leaves, times the factor t, of some hundreds at most.
    assert max(errors) < 1e-9
    assert {len(each) for each in found} == {1, 2}


def test_one_record_and_each_of_all_agree():
    X, y = cloud(30, 2)
    w = exact(X, y, Logistic(), LAM)
    each = reconstruct_each(w, X, y, loss=Logistic(), lam=LAM)
    alone = reconstruct(w, X[1:], y[1:], loss=Logistic(), lam=LAM)
    np.testing.assert_allclose(alone.candidates, each[0], atol=1e-9)


@pytest.mark.parametrize("loss", DEFAULTS)
def test_rows_that_stand_for_many_records_are_as_many_rows(loss):
    X, y = cloud(12, 2)
    counts = np.array([3, 1, 2, 5, 1, 1, 4, 1, 2, 1, 7, 1])
    w = exact(np.repeat(X, counts, axis=0), np.repeat(y, counts), loss, LAM)
    k = int(np.argmin(X @ w * y))  # one that left a trace
    arguments = {"loss": loss, "lam": LAM}
    each = reconstruct_each(w, X, y, **arguments, sample_weight=counts)
    known = counts - np.eye(12, dtype=int)[k]
    one = reconstruct(w, X, y, **arguments, sample_weight=known)
    repeated = reconstruct(w, np.repeat(X, known, axis=0), np.repeat(y, known), **arguments)
    for found in (each[k], one.candidates):
        np.testing.assert_allclose(found, repeated.candidates, atol=1e-9)
    np.testing.assert_allclose(1 / one.factors, 1 / repeated.factors, atol=1e-9)
    assert np.abs(each[k] - y[k] * X[k]).max(axis=1).min() < 1e-9
    # The near miss: whoever forgets the counts, or knows one record too many.
    for wrong in (None, counts):
        off = reconstruct(w, X, y, **arguments, sample_weight=wrong).candidates
        assert not any(np.abs(u - y[k] * X[k]).max() < 1e-3 for u in off)


@pytest.mark.parametrize("weight", [[1.5, 1.0], [-1.0, 2.0], [0.0, 0.0], [1.0]])
def test_counts_that_are_none_get_a_sentence(weight):
    X, y = cloud(2, 2)
    for function in (reconstruct, reconstruct_each):
        with pytest.raises(InvalidInput, match="sample_weight must hold 2 whole numbers"):
            function(np.zeros(2), X, y, loss=Logistic(), lam=LAM, sample_weight=weight)


def test_both_roots_are_shown_where_two_fit_and_the_second_fits_as_well():
    # A classifier whose margins pass the peak of z s(z), 1.2785.
    X, y = cloud(40, 2, seed=3)
    w = exact(X, y, Logistic(), 1e-4)
    two = [
        found for found in reconstruct_each(w, X, y, loss=Logistic(), lam=1e-4) if len(found) > 1
    ]
    assert two
    for one, other in two:
        pulls = [-Logistic().slope(np.array([w @ u])) * u for u in (one, other)]
        np.testing.assert_allclose(*pulls, atol=1e-12)


def test_a_record_beyond_the_corner_of_a_hinge_leaves_no_trace():
    X = np.vstack([np.tile([[0.05, 0.0]], (30, 1)), [[1.0, 0.0]]])
    loss, lam = HuberHinge(0.1), 1e-4
    w = exact(X, np.ones(31), loss, lam)
    assert w[0] > 1.1
    assert reconstruct_each(w, X, np.ones(31), loss=loss, lam=lam)[-1].shape == (0, 2)


def test_the_peak_is_where_theory_has_it():
    assert adversary._peak(Logistic()) == pytest.approx(1.2785, abs=5e-5)
    for h in (0.1, 0.5, 1.0):
        assert adversary._peak(HuberHinge(h)) == pytest.approx(max(1 - h, (1 + h) / 2), abs=1e-9)


# --- With noise ---------------------------------------------------------------------------------

KNOWN, SUSPECTS = cloud(25, 2, seed=1), np.array([[0.9, 0.1], [-0.7, 0.6], [0.0, -0.95]])
PRIORS = [np.full(3, 1 / 3), np.array([0.7, 0.2, 0.1])]


def line_up(name, epsilon, prior, draws, seed, known=KNOWN, lam=LAM):
    """Draw classifiers whose true record is drawn from the prior; return them, truths, and plan."""
    rng = np.random.default_rng([seed, NOISY.index(name)])
    X, y = known
    truths = rng.choice(3, draws, p=prior)
    coefs = np.empty((draws, 2))
    for j, suspect in enumerate(SUSPECTS):
        own = truths == j
        coefs[own] = draw(
            name,
            np.vstack([X, suspect]),
            np.append(y, 1.0),
            loss=Logistic(),
            lam=lam,
            epsilon=epsilon,
            n_draws=int(own.sum()),
            rng=rng,
        ).coefs
    plan = calibrate(name, epsilon, lam=lam, n=len(y) + 1, loss=Logistic(), n_features=X.shape[1])
    return coefs, truths, plan


def worst_bin(found, truths):
    """Return the largest |z| of ten bins: the share of true suspects against the mean posterior."""
    true = np.eye(3)[truths].ravel()
    bins = np.minimum((found.ravel() * 10).astype(int), 9)
    zs = []
    for each in range(10):
        p, hits = found.ravel()[bins == each], true[bins == each]
        if len(p) >= 100:
            zs.append(abs(hits.sum() - p.sum()) / max(np.sqrt((p * (1 - p)).sum()), 1e-9))
    return max(zs)


def keeps_an_epsilon(name):
    law = MECHANISMS[name].norm_law.name
    return MECHANISMS[name].guarantee == "pure" or (MECHANISMS[name].uses_delta and law == "gamma")


CASES = list(itertools.product(NOISY, [1.0, 10.0, 60.0], ["uniform", "uneven"]))
CALIBRATED = [("output_gamma", 10.0, "uneven"), *(case for case in CASES if case[0] in OFTEN)]


@pytest.mark.parametrize(("name", "epsilon", "prior"), some(CASES, CALIBRATED))
def test_the_posterior_is_calibrated(name, epsilon, prior):
    prior = PRIORS[prior == "uneven"]
    # 4,000 draws are 12,000 pairs; of some 300 bins one in 50 runs would pass 4 by chance, and the
    # seed is fixed.
    coefs, truths, plan = line_up(name, epsilon, prior, 4_000, seed=1)
    found = posterior(coefs, *KNOWN, SUSPECTS, plan=plan, loss=Logistic(), lam=LAM, prior=prior)
    np.testing.assert_allclose(found.sum(axis=1), 1, atol=1e-12)
    assert worst_bin(found, truths) <= 4


def wrong_rate(coefs, plan):
    return posterior(
        coefs,
        *KNOWN,
        SUSPECTS,
        plan=replace(plan, noise_rate=plan.noise_rate * 1.3),
        loss=Logistic(),
        lam=LAM,
    )


def one_record_twice(coefs, plan):
    X, y = KNOWN
    return posterior(
        coefs,
        np.vstack([X, X[:1]]),
        np.append(y, y[0]),
        SUSPECTS,
        plan=plan,
        loss=Logistic(),
        lam=LAM,
    )


def other_suspects(coefs, plan):
    return posterior(coefs, *KNOWN, SUSPECTS * 0.8, plan=plan, loss=Logistic(), lam=LAM)


@pytest.mark.parametrize("mutant", [wrong_rate, one_record_twice, other_suspects])
@pytest.mark.parametrize("name", ["output", "objective"])
def test_a_near_miss_is_not_calibrated(name, mutant):
    coefs, truths, plan = line_up(name, 20.0, PRIORS[0], 20_000, seed=2)
    assert worst_bin(mutant(coefs, plan), truths) > 4


def test_the_posterior_without_the_determinant_is_not_calibrated(monkeypatch):
    # Few records and little regularization: the suspect's own curvature is most of the Hessian.
    few, lam = (KNOWN[0][:2] * 0.1, KNOWN[1][:2]), 0.03
    coefs, truths, plan = line_up("objective", 8.0, PRIORS[0], 20_000, 3, few, lam)
    arguments = {"plan": plan, "loss": Logistic(), "lam": lam}
    assert worst_bin(posterior(coefs, *few, SUSPECTS, **arguments), truths) <= 4
    monkeypatch.setattr(informed, "_log_determinants", lambda *_: 0.0)
    assert worst_bin(posterior(coefs, *few, SUSPECTS, **arguments), truths) > 4


IN_CI = (("output", 1.0), ("objective", 5.0), ("objective_tight", 0.1), ("objective_gamma", 1.0))


@pytest.mark.parametrize(
    ("name", "epsilon"),
    some(
        itertools.product([n for n in NOISY if keeps_an_epsilon(n)], [0.1, 1.0, 5.0]),
        IN_CI,
    ),
)
def test_no_posterior_exceeds_the_ceiling_of_the_epsilon_that_is_kept_without_delta(name, epsilon):
    prior = PRIORS[1]
    coefs, _, plan = line_up(name, epsilon, prior, 20_000, seed=4)
    found = posterior(coefs, *KNOWN, SUSPECTS, plan=plan, loss=Logistic(), lam=LAM, prior=prior)
    for j, p in enumerate(prior):
        assert found[:, j].max() <= ceiling(plan.pure_epsilon, p) * (1 + 1e-9)
    assert found.max() > prior.max()


@pytest.mark.parametrize("loss", DEFAULTS)
@pytest.mark.parametrize("name", some(NOISY, OFTEN))
def test_for_one_feature_it_is_that_of_the_distribution_functions(name, loss):
    # F(w) is monotone in the one noise that leads to w: its derivative by differences of F.
    X, y = cloud(12, 1, seed=5)
    suspects = np.array([[0.9], [-0.4], [0.1]])
    plan = calibrate(name, 3.0, lam=LAM, n=13, loss=loss, n_features=1)
    coefs = np.linspace(-2.3, 2.2, 13)[:, None]

    def noise(w, u):
        if not MECHANISMS[name].family.has_jacobian:
            return w - exact(np.vstack([X, [u]]), np.append(y, 1.0), loss, LAM)[0]
        z = np.append(X[:, 0] * y, u)
        return -(13 * (LAM + plan.extra_lam) * w + (loss.slope(w[:, None] * z) * z).sum(axis=1))

    def between(one, other):
        """Return the probability of noise between two places, both on the same side of 0."""
        if plan.norm_law == "gaussian":
            upper, lower = (norm.cdf(plan.noise_rate * -abs(b)) for b in (one, other))
            return abs(upper - lower)
        tails = [np.exp(-plan.noise_rate * abs(b)) / 2 for b in (one, other)]
        return abs(tails[0] - tails[1])

    step, w = 1e-5, coefs[:, 0]
    ways = [between(noise(w + step, u), noise(w - step, u)) for u in suspects[:, 0]]
    expected = np.column_stack(ways) / np.sum(ways, axis=0)[:, None]
    found = posterior(coefs, X, y, suspects, plan=plan, loss=loss, lam=LAM)
    np.testing.assert_allclose(found, expected, atol=1e-6)


# --- Bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suspects", "prior", "sentence"),
    [
        (SUSPECTS[:1], None, "at least 2 suspects; got 1"),
        (SUSPECTS * 3, None, "norm"),
        (SUSPECTS, [0.5, 0.5], "3 probabilities that sum to 1"),
        (SUSPECTS, [0.9, 0.9, -0.8], "3 probabilities that sum to 1"),
    ],
)
def test_impossible_line_ups_get_a_sentence(suspects, prior, sentence):
    plan = calibrate("output", 1.0, lam=LAM, n=26, loss=Logistic())
    with pytest.raises(InvalidInput, match=sentence):
        posterior(
            np.zeros((1, 2)), *KNOWN, suspects, plan=plan, loss=Logistic(), lam=LAM, prior=prior
        )


def test_without_noise_there_is_no_posterior():
    plan = calibrate("output", np.inf, lam=LAM, n=26, loss=Logistic())
    with pytest.raises(InvalidInput, match="gives the record"):
        posterior(np.zeros((1, 2)), *KNOWN, SUSPECTS, plan=plan, loss=Logistic(), lam=LAM)
