"""Gamma noise for (ε, δ) keeps it, with 1 % less it would not; and it keeps a pure ε besides."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.privacy import calibration, profile
from dpcore.privacy.mechanisms import MECHANISMS, calibrate, draw
from dplab.instruments.audit import audit
from dplab.instruments.meter import Meter, delta_of
from dplab.instruments.neighbours import Neighbours
from dplab.instruments.worst_case.search import worst_case
from tests.erm.oracles import DEFAULTS
from tests.privacy.gaussian.test_promises import random_case
from tests.privacy.oracles import GAMMAS, gamma_delta, promise
from tests.privacy.test_calibration import planned

over_both = pytest.mark.parametrize("mechanism", GAMMAS)

# As for Gaussian noise: a record at e1 or at -e1, the others at the origin, and nλ so large that
# both slopes of the Huber hinge are full at every likely output.
TIGHT = {"lam": 1.0, "n": 10_000, "loss": HuberHinge(0.5)}


def flipped(d):
    e = np.eye(d)[0]
    return Neighbours(np.zeros((1, d)), np.array([9_999.0]), e, -e, 10_000)


def moved(plan):
    """βD of the noise: what it is pure at, where nothing bends."""
    return plan.noise_rate * plan.sensitivity


@pytest.mark.parametrize(("d", "pure"), [(5, 1.0138), (10, 1.0912), (30, 1.4858), (100, 2.4681)])
def test_the_same_noise_is_pure_at_the_specifications_epsilon(d, pure):
    plan = calibrate("output_gamma", 1.0, n_features=d, **TIGHT)
    assert plan.pure_epsilon == pytest.approx(pure, abs=1e-4)
    # Root mean square length per unit of sensitivity; of Gaussian noise, and of pure noise.
    length, gauss = (
        np.sqrt(MECHANISMS[each.mechanism].norm_law.mean_square(d)) / moved(each)
        for each in (plan, calibrate("output_gaussian", 1.0, **TIGHT))
    )
    lengths = {5: (5.4, 9.4), 10: (9.6, 13.4), 30: (20.5, 23.1), 100: (40.7, 42.3)}
    assert (length, gauss) == pytest.approx(lengths[d], abs=0.06)


@pytest.mark.parametrize("d", [3, 10, 40])
@over_both
def test_one_percent_less_noise_breaks_delta_and_one_percent_more_is_needless(mechanism, d):
    plan = calibrate(mechanism, 1.0, n_features=d, **TIGHT)
    left = plan.epsilon_noise

    def needed(rate):
        """By the density's quadrature: our bound over the corners in the objective."""
        pure = rate * plan.sensitivity
        one = gamma_delta(left, pure / 2, d) if mechanism == "objective_gamma" else 0.0
        return gamma_delta(left, pure, d) + 2 * one

    assert needed(plan.noise_rate) == pytest.approx(1e-6, rel=1e-6)
    assert needed(1.01 * plan.noise_rate) > 1.2e-6
    assert needed(0.99 * plan.noise_rate) < 0.85e-6
    if d == 10:
        assert needed(1.01 * plan.noise_rate) == pytest.approx(1.8e-6, rel=0.03)


@over_both
def test_the_d_of_the_noise_counts_and_not_that_of_fewer_columns(mechanism):
    # More coefficients allow shorter noise, so that a constant or levels left out are only waste;
    # one that is counted too often breaks δ.
    right, wrong = (calibrate(mechanism, 1.0, n_features=d, **TIGHT) for d in (10, 11))
    assert profile.delta(right, 1.0, 10) <= 1e-6 < profile.delta(wrong, 1.0, 10)
    assert profile.delta(right, 1.0, 11) < 0.8e-6


@pytest.mark.parametrize("d", [2, 6])
@over_both
def test_the_privacy_loss_of_draws_has_the_delta_of_the_profile(mechanism, d):
    plan = calibrate(mechanism, 1.0, delta=9e-5, n_features=d, **TIGHT)
    read = Meter(flipped(d), plan, TIGHT["loss"], 1.0).read(40_000, np.random.default_rng(0))
    assert np.abs(read.privacy_loss).max() <= plan.pure_epsilon
    at = plan.epsilon * np.array([0.2, 0.4, 0.6])
    found, most = delta_of(read.privacy_loss, at), profile.delta(plan, at, d)
    within = 4.5 * np.sqrt(most / 40_000)
    assert (found <= most + within).all()
    if mechanism == "output_gamma":  # exact there
        assert (found >= most - within).all()
        twice = profile.delta(replace(plan, noise_rate=1.2 * plan.noise_rate), at, d)
        assert (found < twice - within).all()


@pytest.mark.parametrize("loss", DEFAULTS, ids=repr)
@over_both
def test_no_random_neighbours_need_more_than_the_profile_nor_lose_more_than_is_pure(
    mechanism, loss
):
    # 6 pairs, 4,000 draws, three ε: the standard error of a mean is at most √(δ/4,000).
    rng = np.random.default_rng(6)
    for _ in range(6):
        pair, setting, epsilon, delta = random_case(rng, loss)
        d = pair.n_features
        plan = calibrate(mechanism, epsilon, delta=delta, n_features=d, **setting)
        losses = Meter(pair, plan, loss, setting["lam"]).read(4_000, rng).privacy_loss
        at = epsilon * np.array([1.0, 1.1, 1.3])
        most = profile.delta(plan, at, d)
        assert most[0] <= delta * (1 + 1e-9)
        assert (delta_of(losses, at) <= most + 4.5 * np.sqrt(most / 4_000)).all()
        assert np.abs(losses).max() <= plan.pure_epsilon * (1 + 1e-9)


@over_both
def test_the_search_finds_more_than_epsilon_and_no_more_than_is_pure(mechanism):
    # So the δ is not for nothing, and the second promise is reached by the hinge.
    d, loss = 10, HuberHinge(0.5)
    plan = calibrate(mechanism, 1.0, lam=0.01, n=600, loss=loss, n_features=d)
    found = worst_case(plan, loss, lam=0.01, n=600, n_features=d)
    assert 1.0 < found.privacy_loss <= plan.pure_epsilon * (1 + 1e-9)
    assert found.privacy_loss == pytest.approx(plan.pure_epsilon, rel=0.02)


@over_both
def test_an_audit_that_grants_delta_stays_below_epsilon_and_catches_a_third_of_the_noise(mechanism):
    small = {"lam": 100.0, "n": 4, "loss": HuberHinge(0.5), "delta": 0.05, "n_features": 2}
    e = np.eye(2)[0]
    pair = Neighbours(np.zeros((1, 2)), np.array([3.0]), e, -e, 4)

    def found(times):
        """Audit with this share of the noise: in this pair the way to the classifier is linear."""

        def run(data, n_runs, rng):
            X, y, counts = data
            drawn = draw(mechanism, X, y, loss=small["loss"], lam=100.0, epsilon=1.0, delta=0.05,
                         n_draws=n_runs, rng=rng, sample_weight=counts).coefs  # fmt: skip
            centre = X[counts == 1][0] / 400
            return centre + times * (drawn - centre)

        rng = np.random.default_rng(1)
        return audit(run, pair.first, pair.second, n_runs=20_000, rng=rng, delta=0.05).epsilon

    assert 0.2 < found(1.0) <= 1.0
    assert found(1 / 3) > 1.0


def test_in_one_dimension_it_is_laplace_noise_a_hair_shorter():
    plan = calibrate("output_gamma", 1.0, lam=0.1, n=100, loss=Logistic(), n_features=1)
    # 1 - e^{(ε - βD)/2} = δ.
    assert plan.pure_epsilon == pytest.approx(1 - 2 * np.log1p(-1e-6), rel=1e-10)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_number_of_coefficients_is_needed_where_the_noise_depends_on_it(mechanism):
    if mechanism not in GAMMAS:
        assert planned(mechanism, n_features=None) == planned(mechanism, n_features=7)
        return
    with pytest.raises(InvalidInput, match="needs n_features, the number of coefficients"):
        planned(mechanism, n_features=None)
    assert planned(mechanism, n_features=7).noise_rate > planned(mechanism).noise_rate
    with pytest.raises(InvalidInput, match="n_features must be at least 1; got 0"):
        planned(mechanism, n_features=0)


def test_what_is_kept_without_the_delta_is_epsilon_a_little_more_of_it_or_nothing():
    # The noise of `output_gamma` at (ε, δ) is that of `output` at the larger ε.
    at = planned("output_gamma", n_features=10)
    assert at.pure_epsilon == pytest.approx(1.0912, abs=1e-4)
    assert planned("output", at.pure_epsilon).noise_rate == pytest.approx(at.noise_rate)
    inside = planned("objective_gamma", n_features=10)
    assert inside.pure_epsilon == pytest.approx(2 * inside.noise_rate + np.log1p(0.25 / 10))
    assert planned("objective_tight").pure_epsilon == 1.0
    assert planned("output_gaussian").pure_epsilon == np.inf


def changed(factor=1.0, columns=0, slack=0.0):
    """Return a mistake: of the rate, of d, or of what the slack leaves of ε."""

    def plant(patches):
        right = calibration.shortest_gamma

        def wrong(epsilon, delta, d, *, in_objective):
            left = epsilon + slack * in_objective
            return factor * right(left, delta, d + columns, in_objective=in_objective)

        patches.setattr(calibration, "shortest_gamma", wrong)

    return plant


MISTAKES = {
    "none": changed(),
    "a rate 1 % too large": changed(1.01),
    "a rate 1 % too small, needless noise": changed(0.99),
    "d of the columns, without the constant": changed(columns=-1),
    "a coefficient counted twice": changed(columns=1),
    "the slack is not paid for": changed(slack=np.log1p(0.25 / 10)),
}


@pytest.mark.parametrize("mistake", MISTAKES)
@over_both
def test_a_mistake_in_the_plan_is_caught_by_the_formula_written_out(
    mistake, mechanism, monkeypatch
):
    MISTAKES[mistake](monkeypatch)
    plan = planned(mechanism, n_features=10)
    rate = promise(mechanism, 1.0, 0.1, 100, Logistic(), 10).rate
    untouched = {"none"} | ({"the slack is not paid for"} if mechanism == "output_gamma" else set())
    assert (plan.noise_rate == pytest.approx(rate, rel=1e-6)) == (mistake in untouched)


@pytest.mark.parametrize("beyond", [{"epsilon": 1e6}, {"epsilon": 1e-200}, {"n_features": 10**6}])
@over_both
def test_beyond_what_is_computed_the_pure_rate_keeps_every_delta(mechanism, beyond):
    plan = planned(mechanism, **{"epsilon": 1.0, "n_features": 3} | beyond)
    assert moved(plan) == pytest.approx(plan.epsilon_noise, rel=1e-12)
