"""The informed adversary at work: batches, counts and sparse tables make no difference."""

import numpy as np
import pytest
from scipy.stats import norm

from dpcore.checks import InvalidInput
from dpcore.erm.losses import Logistic
from dpcore.privacy.mechanisms import MECHANISMS, calibrate, draw
from dpcore.privacy.noise import NORM_LAWS
from dplab.instruments import informed
from dplab.instruments.adversary import posterior
from dplab.instruments.informed import Informed
from dplab.instruments.minimisers import minimiser
from tests.erm.oracles import DEFAULTS
from tests.house.some import some
from tests.privacy.oracles import OFTEN

NOISY = [name for name in MECHANISMS if name != "non_private"]
LAM = 0.02


def cloud(n, d, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) / (2 * np.sqrt(d))
    X /= np.maximum(1, np.linalg.norm(X, axis=1))[:, None]
    return X, np.where(rng.random(n) < 0.5, 1.0, -1.0)


def one_hot(n, levels, seed):
    """Records of a number and four categories: rows with 5 of 4 · levels + 1 features."""
    rng = np.random.default_rng(seed)
    X = np.zeros((n, 4 * levels + 1))
    X[:, 0] = rng.uniform(-1, 1, n)
    for block in range(4):
        # Some levels are rare: whole tiles lack them.
        level = np.minimum(rng.geometric(0.3, n) - 1, levels - 1)
        X[np.arange(n), 1 + block * levels + level] = 1.0
    return X / np.sqrt(5), np.where(rng.random(n) < 0.5, 1.0, -1.0)


def releases(name, X, y, loss, epsilon=5.0, n_draws=7):
    rng = np.random.default_rng(0)
    return draw(name, X, y, loss=loss, lam=LAM, epsilon=epsilon, n_draws=n_draws, rng=rng)


def by_the_formulas(coefs, X, y, suspects, plan, loss):
    """One draw and one suspect at a time, each with all of its Hessian's determinant."""
    logs, n = np.empty((len(coefs), len(suspects))), len(y) + 1
    for k, w in enumerate(coefs):
        for j, u in enumerate(suspects):
            Z = np.vstack([X * y[:, None], u])
            if not MECHANISMS[plan.mechanism].family.has_jacobian:
                b, log_det = w - minimiser((Z, np.ones(n), np.ones(n)), loss, LAM), 0.0
            else:
                pull = n * (LAM + plan.extra_lam)
                b = -pull * w - loss.slope(Z @ w) @ Z
                H = (Z.T * loss.curvature_at(Z @ w)) @ Z + pull * np.eye(len(w))
                log_det = np.linalg.slogdet(H)[1]
            length = np.linalg.norm(b)
            if plan.norm_law == "gaussian":
                logs[k, j] = log_det + norm.logpdf(b, scale=1 / plan.noise_rate).sum()
                continue
            pole = NORM_LAWS[plan.norm_law].pole_order(len(w))
            logs[k, j] = log_det - plan.noise_rate * length - pole * np.log(length)
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("loss", DEFAULTS)
@pytest.mark.parametrize("name", some(NOISY, OFTEN))
def test_batched_it_is_what_the_formulas_give_one_by_one(name, loss):
    X, y = cloud(60, 5, seed=1)
    suspects = cloud(4, 5, seed=2)[0]
    drawn = releases(name, np.vstack([X, suspects[:1]]), np.append(y, 1.0), loss)
    found = posterior(drawn.coefs, X, y, suspects, plan=drawn.plan, loss=loss, lam=LAM)
    expected = by_the_formulas(drawn.coefs, X, y, suspects, drawn.plan, loss)
    np.testing.assert_allclose(found, expected, atol=1e-9)


@pytest.mark.parametrize("name", ["output", "objective", "objective_2008"])
def test_a_table_of_categories_is_judged_like_any_other(name):
    X, y = one_hot(1_500, 12, seed=3)
    suspects = one_hot(3, 12, seed=4)[0]
    known = Informed(X, y, suspects, loss=Logistic(), lam=LAM)._rows
    assert any(pairs is not None for pairs in known.pairs), "no tile leaves a feature out"
    drawn = releases(name, np.vstack([X, suspects[:1]]), np.append(y, 1.0), Logistic(), 50.0)
    found = posterior(drawn.coefs, X, y, suspects, plan=drawn.plan, loss=Logistic(), lam=LAM)
    expected = by_the_formulas(drawn.coefs, X, y, suspects, drawn.plan, Logistic())
    np.testing.assert_allclose(found, expected, atol=1e-9)


@pytest.mark.parametrize("name", some(NOISY, OFTEN))
def test_counted_rows_are_that_many_records(name):
    X, y = cloud(12, 3, seed=5)
    counts = np.arange(12) % 4
    suspects = cloud(3, 3, seed=6)[0]
    each, labels = np.repeat(X, counts, axis=0), np.repeat(y, counts)
    drawn = releases(
        name, np.vstack([each, suspects[:1]]), np.append(labels, 1.0), Logistic(), epsilon=20.0
    )
    arguments = {"plan": drawn.plan, "loss": Logistic(), "lam": LAM}
    counted = posterior(drawn.coefs, X, y, suspects, sample_weight=counts, **arguments)
    repeated = posterior(drawn.coefs, each, labels, suspects, **arguments)
    np.testing.assert_allclose(counted, repeated, atol=1e-9)
    # The near miss: each row taken for one record.
    assert np.abs(posterior(drawn.coefs, X, y, suspects, **arguments) - repeated).max() > 1e-3


def test_draws_are_judged_each_by_itself(monkeypatch):
    X, y = cloud(40, 3, seed=7)
    suspects = cloud(3, 3, seed=8)[0]
    drawn = releases("objective", np.vstack([X, suspects[:1]]), np.append(y, 1.0), Logistic())
    arguments = {"plan": drawn.plan, "loss": Logistic(), "lam": LAM}
    together = posterior(drawn.coefs, X, y, suspects, **arguments)
    monkeypatch.setattr(informed, "BLOCK_ELEMENTS", 2 * 9)
    in_twos = posterior(drawn.coefs, X, y, suspects, **arguments)
    np.testing.assert_allclose(in_twos, together, atol=1e-12)
    assert posterior(drawn.coefs[:0], X, y, suspects, **arguments).shape == (0, 3)


@pytest.mark.parametrize("loss", DEFAULTS)
@pytest.mark.parametrize("n", [1, 5, 200])
def test_the_minimiser_with_each_suspect_is_exact_to_rounding(loss, n):
    X, y = cloud(n, 4, seed=9)
    suspects = cloud(6, 4, seed=10)[0] * 2
    found = Informed(X, y, suspects, loss=loss, lam=1e-3).centres
    for u, w in zip(suspects, found, strict=True):
        Z = np.vstack([X * y[:, None], u])
        expected = minimiser((Z, np.ones(n + 1), np.ones(n + 1)), loss, 1e-3)
        np.testing.assert_allclose(w, expected, atol=1e-9)


@pytest.mark.parametrize(
    ("suspects", "weight", "sentence"),
    [
        (np.zeros((2, 2)), None, "features of the known records, 3; got 2"),
        (np.zeros((1, 3)), None, "at least 2 suspects; got 1"),
        (np.zeros((2, 3)), [1.0, 1.0], "4 whole numbers"),
        (np.zeros((2, 3)), [1.0, 0.5, 1.0, 1.0], "4 whole numbers"),
        (np.zeros((2, 3)), [1.0, -1.0, 1.0, 1.0], "4 whole numbers"),
        (np.zeros((2, 3)), [0.0] * 4, "4 whole numbers"),
    ],
)
def test_an_adversary_who_knows_nothing_that_fits_gets_a_sentence(suspects, weight, sentence):
    X, y = cloud(4, 3, seed=11)
    plan = calibrate("output", 1.0, lam=LAM, n=5, loss=Logistic())
    with pytest.raises(InvalidInput, match=sentence):
        posterior(
            np.zeros((1, 3)),
            X,
            y,
            suspects,
            plan=plan,
            loss=Logistic(),
            lam=LAM,
            sample_weight=weight,
        )
