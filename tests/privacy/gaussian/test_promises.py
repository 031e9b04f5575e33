"""The two Gaussian mechanisms keep (ε, δ), and with a little less noise they would not."""

from dataclasses import replace
from math import exp

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from dpcore import checks
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.privacy import profile
from dpcore.privacy.mechanisms import Request, calibrate, draw, draw_all
from dpcore.privacy.tuning import Candidate, plan_tuning
from dplab.instruments.adversary import ceiling, posterior, success_ceiling
from dplab.instruments.audit import audit
from dplab.instruments.meter import Meter, delta_of
from dplab.instruments.minimisers import minimisers
from dplab.instruments.neighbours import Neighbours
from tests.erm.oracles import DEFAULTS, labelled
from tests.privacy.gaussian.test_gaussian import by_definition
from tests.privacy.oracles import APPROXIMATE, GAMMAS

over_both = pytest.mark.parametrize("mechanism", [*filter(lambda n: n not in GAMMAS, APPROXIMATE)])

# A record at 1 or at -1 in one feature, all others at the origin. nλ is large beside σ, so that
# every likely output has both margins below 1 - h: both slopes of the Huber hinge are full, nothing
# bends, and a record moves the sum of gradients by 2, the minimiser by 2/(nλ).
TIGHT = {"lam": 1.0, "n": 10_000, "loss": HuberHinge(0.5)}
FLIPPED = Neighbours(np.zeros((1, 1)), np.array([9_999.0]), np.ones(1), -np.ones(1), 10_000)


def needed(plan, epsilon):
    """The δ that `FLIPPED` needs: the integral of 1 - e^{ε - L}, L by the meter."""
    meter = Meter(FLIPPED, plan, TIGHT["loss"], 1.0)
    centre = minimisers(FLIPPED, TIGHT["loss"], 1.0)[0][0]
    # Noise in the objective moves the minimiser by -b/(nλ).
    spread = 1 / plan.noise_rate / (1e4 if plan.mechanism == "objective_gaussian" else 1)

    def gain(z):
        """At z standard deviations of noise on the first data set."""
        loss = meter.at(np.array([[centre + spread * z]]))[0]
        return norm.pdf(z) * max(0.0, -np.expm1(epsilon - loss))

    return quad(gain, -12, 12, epsabs=0, epsrel=1e-6, limit=400, points=[-6, -4, 4, 6])[0]


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
@over_both
def test_in_the_tight_case_delta_is_used_up_and_97_percent_of_sigma_fail(mechanism, epsilon):
    plan = calibrate(mechanism, epsilon, delta=1e-6, **TIGHT)
    assert 0.95e-6 < needed(plan, epsilon) <= 1e-6 * (1 + 1e-6)
    less = replace(plan, noise_rate=plan.noise_rate / 0.97)
    assert needed(less, epsilon) > 1.3e-6


@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-6), (1.0, 1e-6), (10.0, 1e-4), (1.0, 0.1)])
def test_sigma_in_the_objective_is_that_of_the_bound_to_ten_digits(epsilon, delta):
    plan = calibrate("objective_gaussian", epsilon, lam=0.2, n=9, loss=Logistic(), delta=delta)

    def bound(sigma):
        return by_definition(plan.epsilon_noise, sigma, 2.0) + 2 * by_definition(
            plan.epsilon_noise, sigma, 1.0
        )

    sigma = 1 / plan.noise_rate
    assert bound(sigma) <= delta
    assert bound(sigma * (1 - 1e-10)) > delta


def test_without_slack_it_is_the_analytic_sigma_of_two_gradients():
    for epsilon, sigma in ((0.1, 72.609), (1.0, 8.4494), (10.0, 1.08217)):
        plan = calibrate("objective_gaussian", epsilon, lam=1e6, n=1000, loss=Logistic())
        assert 1 / plan.noise_rate == pytest.approx(sigma, rel=1e-5)


def random_case(rng, loss):
    """Neighbours in the ball, λ, ε, and δ below 1/n."""
    d, k = int(rng.integers(1, 4)), int(rng.integers(1, 6))
    Z = rng.normal(size=(k + 2, d))
    # Half of them at full length: shorter records lose less.
    Z /= np.maximum(np.linalg.norm(Z, axis=1, keepdims=True), 1 if rng.random() < 0.5 else 1e-9)
    if rng.random() < 0.5:
        Z[-1] = -Z[-2]
    pair = Neighbours(Z[:-2], np.ones(k), Z[-2], Z[-1], k + 1)
    setting = {"lam": float(10 ** rng.uniform(-3, 0.5)), "n": k + 1, "loss": loss}
    return (
        pair,
        setting,
        float(10 ** rng.uniform(-0.7, 0.7)),
        float(rng.uniform(0.2, 0.9) / (k + 1)),
    )


@pytest.mark.parametrize("loss", DEFAULTS, ids=repr)
@over_both
def test_no_random_neighbours_need_more_than_the_profile(mechanism, loss):
    # 8 pairs, both ways, 4,000 draws, three ε: each draw counts between 0 and 1, so that the
    # standard error is at most √(δ/4,000); one of 288 means passes 4.5 of them once in 1,000 runs.
    rng = np.random.default_rng(5)
    for _ in range(8):
        pair, setting, epsilon, delta = random_case(rng, loss)
        plan = calibrate(mechanism, epsilon, delta=delta, **setting)
        other = replace(pair, before=pair.after, after=pair.before)
        for one in (pair, other):
            read = Meter(one, plan, loss, setting["lam"]).read(4_000, rng)
            at = epsilon * np.array([1.0, 1.3, 2.0])
            most = profile.delta(plan, at, one.n_features)
            assert most[0] <= delta
            assert (delta_of(read.privacy_loss, at) <= most + 4.5 * np.sqrt(most / 4_000)).all()


@over_both
def test_the_privacy_loss_of_draws_has_the_delta_of_the_integral(mechanism):
    # At δ = 1e-5 too few draws would count: at ε = 0.05 one in a hundred does.
    plan = calibrate(mechanism, 0.5, delta=9e-5, **TIGHT)
    read = Meter(FLIPPED, plan, TIGHT["loss"], 1.0).read(40_000, np.random.default_rng(0))
    (found,) = delta_of(read.privacy_loss, [0.05])
    assert found == pytest.approx(needed(plan, 0.05), abs=4 * np.sqrt(found / 40_000))
    # At so large a δ the two corners of one gradient count as well: the bound is loose there.
    assert (
        0.5 * float(profile.delta(plan, 0.05, 1))
        < found
        <= float(profile.delta(plan, 0.05, 1)) * 1.05
    )


@over_both
def test_an_audit_that_grants_delta_stays_below_epsilon_and_catches_half_of_sigma(mechanism):
    small = {"lam": 100.0, "n": 4, "loss": HuberHinge(0.5)}
    pair = Neighbours(np.zeros((1, 1)), np.array([3.0]), np.ones(1), -np.ones(1), 4)
    centres = minimisers(pair, small["loss"], 100.0)

    def found(share, granted):
        """Audit with this share of σ: in this pair the way from noise to classifier is linear."""

        def run(data, n_runs, rng):
            centre, (X, y, counts) = data
            drawn = draw(mechanism, X, y, loss=small["loss"], lam=100.0, epsilon=1.0, delta=0.05,
                         n_draws=n_runs, rng=rng, sample_weight=counts).coefs  # fmt: skip
            return centre + share * (drawn - centre)

        both = zip(centres, (pair.first, pair.second), strict=True)
        rng = np.random.default_rng(1)
        return audit(run, *both, n_runs=20_000, rng=rng, delta=granted).epsilon

    assert 0.3 < found(1.0, 0.05) <= 1.0
    assert found(0.5, 0.05) > 1.0
    # Without the δ that it claims, the same mechanism seems to lose more.
    assert found(1.0, 0.0) > found(1.0, 0.05)


def test_a_batch_holds_each_delta_apart():
    X, y = labelled(60, 3)
    asked = [Request(name, 1.0, 0.1, delta=delta) for name in APPROXIMATE for delta in (1e-2, 1e-8)]
    found = draw_all(
        X, y, loss=Logistic(), requests=asked, n_draws=5, stream=lambda _: np.random.default_rng(3)
    )
    for request, draws in zip(asked, found, strict=True):
        alone = draw(request.mechanism, X, y, loss=Logistic(), lam=0.1, epsilon=1.0, n_draws=5,
                     rng=np.random.default_rng(3), delta=request.delta)  # fmt: skip
        assert draws.plan == alone.plan
        assert draws.plan.delta == request.delta
        np.testing.assert_allclose(draws.coefs, alone.coefs, rtol=1e-7, atol=1e-7)
    assert found[0].plan.noise_rate > 1.5 * found[1].plan.noise_rate


@pytest.mark.parametrize("m", [2, 5, 50])
@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 0.01), (2.0, 0.1), (800.0, 0.2)])
def test_the_ceiling_of_success_is_reached_by_a_mechanism_that_reveals_all_with_probability_delta(
    m, epsilon, delta
):
    # Otherwise randomised response, whose true answer is e^ε times as likely as any other one.
    honest = 1 / (1 + (m - 1) * exp(-epsilon))
    assert success_ceiling(epsilon, delta, m) == pytest.approx(delta + (1 - delta) * honest)
    assert success_ceiling(epsilon, 0.0, m) == pytest.approx(ceiling(epsilon, 1 / m))


@over_both
def test_single_posteriors_pass_the_pure_ceiling_and_their_mean_keeps_to_that_of_success(mechanism):
    # Two opposite records alone, δ = 0.1 < 1/2: a tenth of the draws may tell everything.
    suspects, X = np.array([[1.0, 0.0], [-1.0, 0.0]]), np.zeros((1, 2))
    loss, epsilon, delta = HuberHinge(0.5), 1.0, 0.1
    plan = calibrate(mechanism, epsilon, lam=20.0, n=2, loss=loss, delta=delta)
    coefs = draw(mechanism, np.vstack([X, suspects[:1]]), np.ones(2), loss=loss, lam=20.0,
                 epsilon=epsilon, delta=delta, n_draws=20_000,
                 rng=np.random.default_rng(2)).coefs  # fmt: skip
    found = posterior(coefs, X, np.ones(1), suspects, plan=plan, loss=loss, lam=20.0)
    most = success_ceiling(epsilon, delta, 2)
    assert found.max() > ceiling(epsilon, 0.5) + 0.05
    # By symmetry the truth may stay the first one.
    assert 0.6 < np.mean(found[:, 0] > 0.5) <= most
    assert np.mean(found.max(axis=1)) <= most


@over_both
def test_private_tuning_takes_no_mechanism_with_a_delta(mechanism):
    with pytest.raises(checks.InvalidInput, match=r"has no δ; .*, Gaussian is private only"):
        plan_tuning([Candidate(mechanism, 0.1, Logistic())], epsilon=1.0, n=100)
