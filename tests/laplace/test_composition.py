"""Composition: the law of the loss of k answers, and what queries cost together."""

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dplab.laplace.composition import LossOfMany, parallel, sequential, spend
from dplab.laplace.mechanism import privacy_loss

CASES = [(1, 1.0), (2, 0.5), (3, 2.0), (5, 0.1), (12, 0.7), (40, 0.25), (100, 0.05), (7, 20.0)]


def simpson(together: LossOfMany) -> float:
    """Integrate the density over each smooth piece."""
    ends = together.most - 2 * together.epsilon * np.arange(together.k + 1)[::-1]
    nodes, weights = np.polynomial.legendre.leggauss(80)
    ends = np.sort(ends)
    half = np.diff(ends)[:, None] / 2
    places = (ends[:-1, None] + ends[1:, None]) / 2 + half * nodes
    return float((half * weights * together.density(places)).sum())


@pytest.mark.parametrize(("k", "epsilon"), CASES)
def test_the_law_has_mass_one_and_the_exact_mean(k, epsilon):
    together = LossOfMany(k, epsilon)
    mass = simpson(together) + together.atoms[:, 1].sum()
    assert mass == pytest.approx(1, abs=1e-12)
    assert together.exceeds(-together.most - 1) == pytest.approx(1, abs=1e-12)


def losses_of(rng, k, epsilon, size):
    """Return the loss of k answers, drawn `size` times: few enough to stay in a core's cache."""
    noise = rng.laplace(scale=1 / epsilon, size=(size, k))
    return privacy_loss(noise, (0, 1 / epsilon), (1, 1 / epsilon)).sum(axis=1)


@pytest.mark.parametrize(("k", "epsilon"), CASES)
def test_tails_agree_with_brute_force(k, epsilon):
    # 400,000 draws: five standard errors of a share are 0.004 at most.
    rng = np.random.default_rng([k, 1])
    losses = np.concatenate([losses_of(rng, k, epsilon, 1_000) for _ in range(400)])
    together = LossOfMany(k, epsilon)
    assert losses.mean() == pytest.approx(together.mean, abs=5 * losses.std() / 400_000**0.5)
    for share in (-0.5, 0.0, 0.1, 0.33, 0.61, 0.9):
        # An irrational share, so that no atom lies at it.
        level = (share + 1e-3 * np.sqrt(2)) * together.most
        found = (losses > level).mean()
        assert together.exceeds(level) == pytest.approx(found, abs=0.004)
    assert losses.max() <= together.most * (1 + 1e-9)


@pytest.mark.parametrize(("k", "epsilon"), CASES)
def test_the_density_is_that_of_the_tails(k, epsilon):
    together = LossOfMany(k, epsilon)
    # Between two atoms, and away from the kinks there.
    loss = together.most - 0.7 * epsilon
    step = 1e-5 * epsilon
    slope = (together.exceeds(loss - step) - together.exceeds(loss + step)) / (2 * step)
    assert together.density(loss) == pytest.approx(slope, rel=1e-4)


def test_two_answers_have_their_law_in_closed_form():
    # u + u' in (0, ε): e^{-t} (t + 2)/4 there, by hand.
    together, t = LossOfMany(2, 1.0), np.linspace(0.05, 0.95, 10)
    np.testing.assert_allclose(together.density(2 - 2 * t), np.exp(-t) * (t + 2) / 8, rtol=1e-13)


def test_the_loss_reaches_k_epsilon_and_never_exceeds_it():
    together = LossOfMany(10, 0.3)
    assert together.exceeds(3.0) == 0
    assert together.exceeds(3.0 - 1e-6) == pytest.approx(2.0**-10, rel=1e-3)
    assert together.density(3.1) == 0


def test_a_changed_value_that_moves_its_record_between_parts_costs_two_answers():
    assert parallel([0.5, 0.2, 0.4]) == 0.5
    assert parallel([0.5, 0.2, 0.4], parts_are_fixed=False) == pytest.approx(0.9)
    assert parallel([0.5], parts_are_fixed=False) == 0.5
    assert sequential([0.5, 0.2, 0.4]) == pytest.approx(1.1)


def test_a_query_that_would_overspend_is_refused_and_costs_nothing():
    spent = 0.0
    for _ in range(10):
        spent = spend(spent, 0.1, budget=1.0)
    assert spent == pytest.approx(1.0)
    with pytest.raises(InvalidInput, match="This query costs"):
        spend(spent, 0.1, budget=1.0)
    with pytest.raises(InvalidInput):
        spend(0.95, 0.0501, budget=1.0)


@pytest.mark.parametrize(
    ("k", "epsilon"), [(0, 1.0), (101, 1.0), (3, 0.0), (3, np.inf), (2.5, 1.0)]
)
def test_impossible_settings_are_refused(k, epsilon):
    with pytest.raises(InvalidInput):
        LossOfMany(k, epsilon)
