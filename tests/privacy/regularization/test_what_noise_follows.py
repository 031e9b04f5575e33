"""How the noise of each family follows n, λ and the corner of the loss."""

import numpy as np
import pytest

from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.privacy.mechanisms import MECHANISMS, calibrate


def effect(mechanism, n, lam):
    """Return how far noise of mean length moves the classifier, up to a constant."""
    plan = calibrate(mechanism, 1.0, lam=lam, n=n, loss=Logistic())
    return 1 / plan.noise_rate / MECHANISMS[mechanism].family.stiffness(n, 1.0)


def test_twice_the_records_halve_what_the_noise_does():
    # At one λ: exactly on the answer; in the objective where Δ = 0 and c/(nλ) is small, not else.
    assert effect("output", 2000, 0.05) == pytest.approx(effect("output", 1000, 0.05) / 2)
    for mechanism in ("objective", "objective_tight"):
        for lam, exact in ((0.05, 0.01), (0.0005, None)):
            ratio = effect(mechanism, 2000, lam) / effect(mechanism, 1000, lam)
            assert (abs(2 * ratio - 1) < 0.01) == (exact is not None)


def test_more_lam_means_less_noise_but_for_the_jump_of_2011():
    lams = np.logspace(-5, 0, 400)
    for mechanism, jumps in (("output", 0), ("objective_tight", 0), ("objective", 1)):
        plans = [calibrate(mechanism, 0.5, lam=lam, n=100, loss=Logistic()) for lam in lams]
        rates = np.array([plan.noise_rate for plan in plans])
        assert np.sum(np.diff(rates) < -1e-12) == jumps


def test_noise_in_the_objective_knows_the_corner_and_noise_on_the_answer_does_not():
    wide, narrow = (HuberHinge(h) for h in (1.0, 0.1))
    for mechanism, knows in (("output", False), ("objective", True), ("objective_tight", True)):
        first, second = (
            calibrate(mechanism, 1.0, lam=0.1, n=1000, loss=loss) for loss in (wide, narrow)
        )
        assert (second.epsilon_curvature > first.epsilon_curvature) == knows
        assert (second.noise_rate < first.noise_rate) == knows
