"""The search finds what breaks a claim, and nothing beyond the ceiling."""

import numpy as np
import pytest

from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.privacy.mechanisms import calibrate
from dplab.instruments.meter import Meter
from dplab.instruments.worst_case.bound import ceiling
from dplab.instruments.worst_case.search import worst_case
from tests.erm.oracles import DEFAULTS, labelled
from tests.house.some import some
from tests.privacy.oracles import BROKEN, NOISY, OFTEN, PURE
from tests.privacy.pairs import alone, metered

over_noisy = pytest.mark.parametrize("mechanism", NOISY)
over_losses = pytest.mark.parametrize("loss", DEFAULTS, ids=repr)


@pytest.mark.parametrize(("n", "lam", "epsilon", "reached"), [
    (600, 1e-6, 0.2, 5.98), (100, 1e-3, 0.1, 1.23),
])  # fmt: skip
def test_search_finds_what_the_missing_jacobian_costs(n, lam, epsilon, reached):
    plan = calibrate("objective_2008", epsilon, lam=lam, n=n, loss=Logistic())
    at_origin = Meter(alone(n), plan, Logistic(), lam).at(np.zeros((1, 1)))[0]
    assert abs(at_origin) == pytest.approx(reached, rel=0.01)
    for d in (1, 2):
        found = worst_case(plan, Logistic(), lam=lam, n=n, n_features=d)
        assert found.privacy_loss >= reached * 0.99
        assert found.privacy_loss <= ceiling(plan, Logistic(), lam=lam, n=n, n_features=d)


@pytest.mark.parametrize("mechanism", ["objective", "objective_tight", "objective_2008"])
def test_huber_hinge_reaches_the_ceiling(mechanism):
    # At the band's lower end slope and curvature are both at their largest: the search is sharp.
    for n, lam, epsilon in ((600, 1e-6, 0.2), (1000, 1e-3, 1.0), (14_000, 0.01, 0.1)):
        plan = calibrate(mechanism, epsilon, lam=lam, n=n, loss=HuberHinge())
        found = worst_case(plan, HuberHinge(), lam=lam, n=n, n_features=1).privacy_loss
        assert found == pytest.approx(
            ceiling(plan, HuberHinge(), lam=lam, n=n, n_features=1), rel=1e-3
        )


@pytest.mark.parametrize("mechanism", PURE)
@over_losses
def test_optimised_search_keeps_pure_mechanisms_within_epsilon(mechanism, loss):
    grid = [(50, 1e-5, 0.1, 1), (50, 0.1, 3.0, 2), (2000, 1e-4, 0.5, 2), (2000, 0.01, 0.05, 20)]
    for n, lam, epsilon, d in grid:
        plan = calibrate(mechanism, epsilon, lam=lam, n=n, loss=loss)
        found = worst_case(plan, loss, lam=lam, n=n, n_features=d)
        assert found.privacy_loss <= epsilon * (1 + 1e-9)
        assert ceiling(plan, loss, lam=lam, n=n, n_features=d) <= epsilon * (1 + 1e-12)


@pytest.mark.parametrize("mechanism", BROKEN)
def test_search_catches_every_broken_mechanism(mechanism):
    n, lam, epsilon = 100, 1e-3, 0.1
    plan = calibrate(mechanism, epsilon, lam=lam, n=n, loss=HuberHinge())
    found = worst_case(plan, HuberHinge(), lam=lam, n=n, n_features=2)
    assert found.privacy_loss > 1.2 * epsilon
    # Anybody may check it.
    again = Meter(found.neighbours, plan, HuberHinge(), lam).at(found.coefs[None])[0]
    assert abs(again) == found.privacy_loss


@pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
def test_random_pairs_never_pass_the_ceiling(mechanism):
    # 300 pairs of every shape, 40 outputs each, beside the optimised search.
    random = np.random.default_rng(5)
    for trial in range(100):
        n, d = int(random.choice([2, 7, 50])), int(random.integers(1, 6))
        lam, epsilon = 10 ** random.uniform(-5, 0), 10 ** random.uniform(-1.5, 1)
        loss = DEFAULTS[trial % len(DEFAULTS)]
        X, y = labelled(n, d, trial)
        x = random.standard_normal(d)
        x /= np.linalg.norm(x) * random.choice([1.0, 3.0])
        meter = metered(mechanism, (X, y), x, 1.0, epsilon=epsilon, lam=lam, loss=loss)
        w = random.standard_normal((40, d)) * 10 ** random.uniform(-3, 4, (40, 1))
        highest = ceiling(meter.plan, loss, lam=lam, n=n, n_features=d)
        assert np.abs(meter.at(w)).max() <= highest * (1 + 1e-9)
