"""Every mechanism adds the noise that its plan promises, and nothing else."""

from itertools import product

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from dpcore.checks import InvalidInput
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.erm.prediction import error
from dpcore.erm.solver import solve
from dpcore.privacy import noise
from dpcore.privacy.mechanisms import MECHANISMS, Request, draw, draw_all
from tests.erm import oracles
from tests.erm.oracles import DEFAULTS, labelled
from tests.house.some import some
from tests.privacy.oracles import (
    NOISY,
    OFTEN,
    PROMISES,
    follows_length_law,
    implied_noise,
    promise,
)

over_all = pytest.mark.parametrize("mechanism", MECHANISMS)
over_noisy = pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
over_losses = pytest.mark.parametrize("loss", DEFAULTS, ids=repr)

# λ and n at which CMS11 has Δ = 0 and, second, at which it has not.
SETTINGS = {"mild": (0.05, 200, 1.0), "harsh": (1e-3, 50, 0.2)}
over_settings = pytest.mark.parametrize(("lam", "n", "epsilon"), SETTINGS.values(), ids=SETTINGS)


def run(mechanism, X, y, *, loss=DEFAULTS[0], lam=0.05, epsilon=1.0, n_draws=40, seed=0):
    rng = np.random.default_rng(seed)
    return draw(mechanism, X, y, loss=loss, lam=lam, epsilon=epsilon, n_draws=n_draws, rng=rng)


def recovered_noise(mechanism, found, X, y, loss, lam, epsilon):
    """Return the noise of each draw, read back from the classifiers alone."""
    promised = promise(mechanism, epsilon, lam, len(y), loss, X.shape[1])
    if promised.family == "output":
        return found.coefs - solve(X, y, loss, lam, tol=1e-13).coefs
    return implied_noise(found.coefs, X, y, loss, lam + promised.extra_lam)


def test_every_noisy_mechanism_has_a_promise():
    assert set(NOISY) | {"non_private"} == set(MECHANISMS)
    assert set(PROMISES) == set(NOISY)


def test_registry_entries_speak_for_themselves():
    assert all(name == entry.name for name, entry in MECHANISMS.items())
    assert len({entry.label for entry in MECHANISMS.values()}) == len(MECHANISMS)
    assert all(entry.reason.endswith(".") for entry in MECHANISMS.values())
    assert {entry.guarantee for entry in MECHANISMS.values()} == {
        "none",
        "pure",
        "approximate",
        "broken",
    }


@pytest.mark.parametrize(("n", "d", "n_draws"), [(1, 1, 1), (30, 1, 5), (30, 4, 1), (20, 60, 3)])
@over_all
def test_draws_are_the_first_axis(mechanism, n, d, n_draws):
    found = run(mechanism, *labelled(n, d), n_draws=n_draws)
    assert found.coefs.shape == (n_draws, d)
    assert found.grad_norm.shape == found.converged.shape == (n_draws,)
    assert found.converged.all()
    assert found.plan.mechanism == mechanism


EVERYWHERE = [*product(MECHANISMS, DEFAULTS, [1, 5, 60])]


# Each mechanism with each loss, at one d in turn.
@pytest.mark.parametrize(
    ("mechanism", "loss", "d"),
    some(EVERYWHERE, [each for k, each in enumerate(EVERYWHERE) if k % 3 == k // 3 % 3]),
)
def test_without_privacy_every_mechanism_is_the_minimiser(mechanism, loss, d):
    X, y = labelled(150, d)
    found = run(mechanism, X, y, loss=loss, epsilon=np.inf, n_draws=3)
    reference = solve(X, y, loss, 0.05, tol=1e-13).coefs
    np.testing.assert_allclose(found.coefs, np.tile(reference, (3, 1)), rtol=0, atol=1e-8)


@pytest.mark.parametrize("d", [1, 5, 60])
@over_all
def test_without_privacy_every_mechanism_is_scikit_learns(mechanism, d):
    X, y = labelled(150, d)
    model = LogisticRegression(
        C=1 / (150 * 0.05), fit_intercept=False, solver="newton-cholesky", tol=1e-13
    ).fit(X, y)
    found = run(mechanism, X, y, epsilon=np.inf, n_draws=2)
    np.testing.assert_allclose(found.coefs, np.tile(model.coef_, (2, 1)), rtol=0, atol=1e-8)


@over_losses
@over_noisy
def test_error_goes_to_one_half_as_epsilon_goes_to_zero(mechanism, loss):
    # A direction drawn without regard to the data errs half of the time. 4000 errors, each in
    # [0, 1], have a mean within 0.04 of it but for five standard errors.
    X, y = labelled(60, 3)
    lost = run(mechanism, X, y, loss=loss, epsilon=1e-6, n_draws=4000)
    assert error(lost.coefs, X, y).mean() == pytest.approx(0.5, abs=0.04)
    kept = run(mechanism, X, y, loss=loss, epsilon=1e6, n_draws=10)
    assert error(kept.coefs, X, y).mean() < 0.25


@over_settings
@over_losses
@over_noisy
def test_noise_can_be_read_back_from_the_classifiers(mechanism, loss, lam, n, epsilon):
    # The inverse map returns the very vectors that the promised rate gives from the same seed.
    X, y = labelled(n, 3)
    found = run(mechanism, X, y, loss=loss, lam=lam, epsilon=epsilon)
    promised = promise(mechanism, epsilon, lam, n, loss, 3)
    drawn = noise.sample(promised.law, promised.rate, 40, 3, np.random.default_rng(0))
    read = recovered_noise(mechanism, found, X, y, loss, lam, epsilon)
    allowed = 1e-9 * n / (1 if promised.family == "objective" else n * lam)
    np.testing.assert_allclose(read, drawn, rtol=1e-9, atol=allowed)


@pytest.mark.parametrize("d", [1, 2, 6])
@over_settings
@over_noisy
def test_noise_in_the_classifiers_has_the_promised_scale(mechanism, lam, n, epsilon, d):
    # 2000 draws: scales of 2/3 and 3/2 are 0.15 apart in distribution for d = 1, five times the
    # 0.05 that Kolmogorov and Smirnov reject at this level, and further apart for larger d.
    X, y = labelled(n, d)
    found = run(mechanism, X, y, lam=lam, epsilon=epsilon, n_draws=2000, seed=1)
    promised = promise(mechanism, epsilon, lam, n, Logistic(), d)
    read = recovered_noise(mechanism, found, X, y, Logistic(), lam, epsilon)
    lengths = np.linalg.norm(read, axis=1)
    assert follows_length_law(lengths, promised.law, d, promised.rate)
    for factor in (2 / 3, 3 / 2):
        assert not follows_length_law(factor * lengths, promised.law, d, promised.rate)


@over_settings
@over_losses
@over_all
def test_residual_is_that_of_the_problem_solved(mechanism, loss, lam, n, epsilon):
    X, y = labelled(n, 3)
    found = run(mechanism, X, y, loss=loss, lam=lam, epsilon=epsilon, n_draws=5)
    allowed = 1e-10 * np.ones(5)
    if "objective" in mechanism:
        promised = promise(mechanism, epsilon, lam, n, loss, 3)
        # σ is rounded up, by less than a root finder is exact to, but more than is asked here.
        assert found.plan.noise_rate == pytest.approx(promised.rate, rel=1e-8)
        drawn = noise.sample(promised.law, found.plan.noise_rate, 5, 3, np.random.default_rng(0))
        read = implied_noise(found.coefs, X, y, loss, lam + promised.extra_lam)
        left = np.linalg.norm(read - drawn, axis=1) / n
        np.testing.assert_allclose(found.grad_norm, left, rtol=1e-3, atol=1e-13)
        allowed *= np.maximum(1, np.linalg.norm(drawn, axis=1) / n)
    assert np.all(found.grad_norm <= allowed)
    np.testing.assert_array_equal(found.converged, found.grad_norm <= allowed)


@over_all
def test_seed_decides(mechanism):
    X, y = labelled(30, 3)
    first, second, other = (run(mechanism, X, y, seed=seed).coefs for seed in (4, 4, 5))
    np.testing.assert_array_equal(first, second)
    assert np.any(first != other) == (mechanism in NOISY)


@pytest.mark.parametrize("mechanism", ["output", "output_laplace_norm"])
def test_same_seed_scales_the_output_noise_with_epsilon(mechanism):
    X, y = labelled(30, 3)
    w = solve(X, y, DEFAULTS[0], 0.05).coefs
    weak, strong = (run(mechanism, X, y, epsilon=epsilon).coefs - w for epsilon in (1.0, 0.1))
    np.testing.assert_allclose(strong, 10 * weak, rtol=1e-9)


def excess_risk(coefs, X, y, loss, lam):
    """Return J(w) - J(w*) of each draw."""
    best = oracles.value(oracles.minimiser(X, y, loss, lam), X, y, loss, lam)
    return np.array([oracles.value(w, X, y, loss, lam) for w in coefs]) - best


def excess_bound(mechanism, found, X, y, loss, lam, epsilon):
    """Return the largest excess risk that the noise of each draw allows.

    Output perturbation: ((λ+c)/2)‖η‖². Objective perturbation: the papers have ‖b‖²/(n²λ), and
    strong convexity gives half of it: J(w) - J(w*) ≤ ‖∇J(w)‖²/(2λ), where ∇J(w) = -b/n.
    """
    squared = np.sum(recovered_noise(mechanism, found, X, y, loss, lam, epsilon) ** 2, axis=1)
    if not MECHANISMS[mechanism].family.has_jacobian:
        return (lam + loss.curvature) / 2 * squared
    return squared / (2 * len(y) ** 2 * lam)


@pytest.mark.parametrize("epsilon", [0.3, 3.0, 100.0])
@over_losses
@over_noisy
def test_excess_risk_of_each_draw_is_bounded_by_its_noise(mechanism, loss, epsilon):
    X, y = labelled(300, 3)
    found = run(mechanism, X, y, loss=loss, epsilon=epsilon)
    assert found.plan.extra_lam == 0  # the bound is for the problem that the user set
    bound = excess_bound(mechanism, found, X, y, loss, 0.05, epsilon)
    excess = excess_risk(found.coefs, X, y, loss, 0.05)
    assert np.all(excess >= -1e-12)
    assert np.all(excess <= bound * (1 + 1e-9) + 1e-12)


@over_noisy
def test_excess_risk_bound_is_reached(mechanism):
    # Output: all margins in the Huber band, where the Hessian is λ + c. Objective: no margins.
    loss, epsilon = HuberHinge(), 1000.0
    at = 1.0 if mechanism.startswith("output") else 0.0
    X, y = np.full((100, 1), at), np.ones(100)
    found = run(mechanism, X, y, loss=loss, epsilon=epsilon)
    bound = excess_bound(mechanism, found, X, y, loss, 0.05, epsilon)
    np.testing.assert_allclose(excess_risk(found.coefs, X, y, loss, 0.05), bound, rtol=1e-5)


BAD_VALUES = [
    ({"n_draws": 0}, "n_draws must be at least 1; got 0."),
    ({"n_draws": 1.5}, "n_draws must be a whole number; got 1.5."),
    ({"epsilon": 0}, "epsilon must be positive; got 0."),
    ({"lam": -1}, "lam must be positive; got -1."),
]


@pytest.mark.parametrize(("change", "sentence"), BAD_VALUES)
@over_all
def test_bad_values_get_a_sentence(mechanism, change, sentence):
    with pytest.raises(InvalidInput) as caught:
        run(mechanism, *labelled(5, 2), **change)
    assert str(caught.value) == sentence


@over_all
def test_records_outside_the_unit_ball_are_refused(mechanism):
    with pytest.raises(InvalidInput, match=r"norm at most 1; the longest is 1\.41421"):
        run(mechanism, np.ones((2, 2)), np.ones(2))


def test_unknown_mechanism_is_refused():
    with pytest.raises(InvalidInput, match="mechanism must be one of"):
        run("laplace", *labelled(5, 2))


def test_a_batch_of_requests_is_each_of_them_alone():
    X, y = labelled(60, 5)
    requests = [
        Request(name, epsilon, lam)
        for name in MECHANISMS
        for epsilon in (0.1, 5.0, np.inf)
        for lam in (1e-3, 0.1)
    ]
    given = {"loss": Logistic(), "n_draws": 4}
    together = draw_all(
        X,
        y,
        requests=requests,
        stream=lambda request: np.random.default_rng(len(request.mechanism)),
        **given,
    )
    for request, draws in zip(requests, together, strict=True):
        rng = np.random.default_rng(len(request.mechanism))
        alone = draw(
            request.mechanism, X, y, lam=request.lam, epsilon=request.epsilon, rng=rng, **given
        )
        assert draws.plan == alone.plan
        assert draws.converged.all()
        np.testing.assert_allclose(draws.coefs, alone.coefs, rtol=1e-7, atol=1e-7)


def test_noise_is_that_of_the_request_wherever_it_stands():
    X, y = labelled(60, 5)
    requests = [Request("objective", epsilon, lam) for epsilon in (0.5, 5.0) for lam in (1e-3, 0.1)]

    def found(order):
        batch = draw_all(
            X, y, loss=Logistic(), requests=order, n_draws=4,
            stream=lambda request: np.random.default_rng(round(1e6 * request.lam)),
        )  # fmt: skip
        return dict(zip(order, batch, strict=True))

    forth, back = found(requests), found(requests[::-1])
    for request in requests:
        np.testing.assert_allclose(forth[request].coefs, back[request].coefs, rtol=1e-7, atol=1e-7)


def test_one_noise_vector_at_two_epsilons_reveals_the_minimiser():
    # w* + η/ε twice: ε₁w₁ - ε₂w₂ = (ε₁ - ε₂)w*. With fresh noise nothing of the kind comes out.
    X, y = labelled(50, 3)
    exact = solve(X, y, DEFAULTS[0], 0.05, tol=1e-13).coefs[0]
    first = run("output", X, y, epsilon=1.0).coefs
    for seed, reveals in ((0, True), (1, False)):
        second = run("output", X, y, epsilon=0.25, seed=seed).coefs
        guesses = (1.0 * first - 0.25 * second) / 0.75
        away = np.linalg.norm(guesses - exact, axis=1)
        assert np.all(away < 1e-7) if reveals else np.median(away) > 0.1


def test_outputs_of_one_data_set_lose_the_sum_of_their_epsilons():
    # Records at 1 and at -1, the others at 0: w* = ±1/(nλ). Beyond both every output loses all ε.
    n, lam, epsilon = 20, 0.15, 0.5
    rate = promise("output", epsilon, lam, n, HuberHinge(0.5)).rate
    outputs = 1 / (n * lam) + np.arange(1.0, 51.0)
    losses = rate * (np.abs(outputs + 1 / (n * lam)) - np.abs(outputs - 1 / (n * lam)))
    assert losses.sum() == pytest.approx(50 * epsilon)
