"""Mistakes planted in the calibration are caught: by the search, or by the papers' formulas.

Each mutant is a mistake that a real library made or that two constants invite. A suite that lets
one through proves nothing about the code that it passes.
"""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.erm.losses import HuberHinge
from dpcore.privacy import calibration
from dpcore.privacy.mechanisms import calibrate
from dplab.instruments.worst_case.search import worst_case
from tests.privacy.oracles import PURE, promise

LOSS = HuberHinge()  # its worst neighbours reach the ceiling, so that a tenth too much shows
SETTINGS = [(600, 1e-2, 1.0, 1), (20_000, 1e-2, 1.0, 1), (2000, 1e-3, 1.5, 2)]
"""n, λ, ε and d, all where Δ = 0."""


def keeps_its_claim(mechanism):
    """Say whether no neighbours and output are found that lose more than ε."""
    for n, lam, epsilon, d in SETTINGS:
        plan = calibrate(mechanism, epsilon, lam=lam, n=n, loss=LOSS)
        found = worst_case(plan, LOSS, lam=lam, n=n, n_features=d).privacy_loss
        if found > epsilon * (1 + 1e-6):
            return False
    return True


def follows_its_paper(mechanism):
    """Say whether rate and Δ are those of the papers' formulas, written a second time."""
    for n, lam, epsilon, _ in SETTINGS:
        plan = calibrate(mechanism, epsilon, lam=lam, n=n, loss=LOSS)
        printed = promise(mechanism, epsilon, lam, n, LOSS)
        if not np.allclose([plan.noise_rate, plan.extra_lam], [printed.rate, printed.extra_lam]):
            return False
    return True


def tenth_less_noise(monkeypatch):
    plan = calibration._plan

    def mutant(*args, **kwargs):
        right = plan(*args, **kwargs)
        return replace(right, noise_rate=1.1 * right.noise_rate)

    monkeypatch.setattr(calibration, "_plan", mutant)


def scaled_ratio(change):
    """Return a mutation of c/(nλ), which all slacks are computed from."""

    def mutate(monkeypatch):
        right = calibration.PlanInputs.curvature_ratio.fget
        monkeypatch.setattr(
            calibration.PlanInputs, "curvature_ratio", property(lambda self: change(right(self)))
        )

    return mutate


MUTANTS = {
    "noise rate times 1.1": tenth_less_noise,
    # Rows of norm up to R = 4 add cR² to the Hessian, not cR.
    "cR for cR²": scaled_ratio(lambda ratio: ratio / 4),
    "half the slack": scaled_ratio(lambda ratio: np.sqrt(1 + ratio) - 1),
}
UNTOUCHED = {("cR for cR²", "output"), ("half the slack", "output")}  # it has no slack
HALVED = ("half the slack", "objective")  # leaves the tight one, which is enough: no leak


@pytest.mark.parametrize("mechanism", PURE)
def test_nothing_is_caught_where_nothing_is_planted(mechanism):
    assert keeps_its_claim(mechanism)
    assert follows_its_paper(mechanism)


@pytest.mark.parametrize("mechanism", PURE)
@pytest.mark.parametrize("mutant", MUTANTS)
def test_planted_mistake_is_caught(mutant, mechanism, monkeypatch):
    if (mutant, mechanism) in UNTOUCHED:
        pytest.skip("output perturbation pays for no curvature")
    MUTANTS[mutant](monkeypatch)
    assert not follows_its_paper(mechanism)
    assert keeps_its_claim(mechanism) == ((mutant, mechanism) == HALVED)
