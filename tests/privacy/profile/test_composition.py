"""A plan's number: never below the truth, close above it, and beside another accountant's."""

import csv
import itertools
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import ndtr

from dpcore.checks import Array
from dpcore.privacy import gaussian
from dpcore.privacy.profile import composition
from dpcore.privacy.profile.laws import (
    GammaInObjective,
    GammaNoise,
    GaussianInObjective,
    GaussianNoise,
    Law,
    Promise,
)
from dpcore.privacy.profile.losses import Losses
from dpcore.privacy.profile.places import Profile, dominates
from dpcore.privacy.profile.spend import Spend

DELTA = 1e-6
PLANS = Path(__file__).parents[3] / "benchmarks/accountant/plans.csv"
"""What dp_accounting says of 200 random plans: `benchmarks/accountant/reference.py`."""


def releases(law: Law, n: int) -> list[Spend]:
    return [Spend.of(law)] * n


@pytest.mark.parametrize(
    ("law", "n", "expected"),
    [
        (GammaNoise(1.0, 10), 10, 4.62),
        (GammaNoise(1.0, 30), 10, 2.60),
        (GammaNoise(1.0, 100), 10, 1.36),
        (GammaNoise(0.1, 10), 100, 1.362),
        (GammaNoise(0.1, 30), 100, 0.755),
        (GammaNoise(0.1, 100), 100, 0.397),
        (GammaInObjective(0.99, 30, 0.01), 10, 2.82),
        (GammaInObjective(0.95, 30, 0.05), 10, 3.10),
        (GammaInObjective(0.99, 10, 0.01), 10, 4.88),
        (GammaInObjective(0.99, 100, 0.01), 10, 1.53),
    ],
)
def test_releases_of_one_law_cost_what_their_convolution_does(law: Law, n: int, expected: float):
    assert composition.epsilon(releases(law, n), DELTA) == pytest.approx(expected, rel=3e-3)


def test_gaussian_noises_compose_to_the_gaussian_of_their_root_sum_of_squares():
    mus = np.linspace(0.05, 0.4, 12)
    mu = float(np.sqrt((mus**2).sum()))
    exact = brentq(lambda e: gaussian.delta(e, 1.0, mu) - DELTA, 0.1, 20.0)
    found = composition.epsilon([Spend.of(GaussianNoise(each)) for each in mus], DELTA)
    assert exact <= found <= exact * 1.001


def test_randomised_responses_compose_to_the_binomial_law():
    n, e = 12, 0.4
    k = np.arange(n + 1)
    losses = (2 * k - n) * e
    p = math.exp(e) / (1 + math.exp(e))
    chances = np.array([math.comb(n, each) for each in k]) * p**k * (1 - p) ** (n - k)
    for at in (0.5, 1.7, 3.0):
        exact = float((chances * np.maximum(-np.expm1(at - losses), 0.0)).sum())
        found = composition.delta(releases(Promise(e), n), at)
        assert exact <= found <= exact * 1.001


@pytest.mark.parametrize(
    "law",
    [
        GammaNoise(0.7, 1),
        GammaNoise(2.0, 5),
        GaussianNoise(0.9),
        GammaInObjective(1.0, 8, 0.1),
        GaussianInObjective(0.8, 0.05),
        Promise(0.5, 1e-4),
    ],
    ids=repr,
)
def test_one_release_costs_its_own_profile_from_above(law: Law):
    # A profile that is a hull is the lower, the more places it is looked at.
    places = np.linspace(-3.0, 3.0, 6_001)
    profile = law.profile(places)
    for at in (0.05, 0.2, 0.45):
        exact = float(np.interp(at, places, profile))
        found = composition.delta([Spend.of(law)], at)
        assert exact * (1 - 1e-5) <= found <= exact * 1.002


def test_nothing_is_rounded_down_on_any_grid():
    """The discretised profile is nowhere below the law's, however rough its grid is."""
    for law, step in itertools.product(
        (GammaNoise(1.0, 10), GaussianNoise(0.5), Promise(0.3)), (0.5, 0.13, 0.01)
    ):
        losses = Profile.of(law).cut(1e-14).on_grid(step)
        places = np.arange(losses.first - 3, losses.first + len(losses.mass) + 3)
        exact = law.profile(places * step)
        assert (losses.deltas(step, places) >= exact * (1 - 1e-13)).all()
        assert (losses.mass >= 0).all()
        assert losses.total == pytest.approx(1, abs=1e-9)


def test_losses_that_are_rounded_down_would_be_below_the_truth():
    """The near miss: with each loss at the place below, the exact value is missed."""
    step = 0.05
    losses = Profile.of(GammaNoise(1.0, 10)).cut(1e-14).on_grid(step)
    lowered = Losses(losses.first - 1, losses.mass, losses.infinite)
    places = np.array([4])
    exact = GammaNoise(1.0, 10).profile(places * step)
    assert lowered.deltas(step, places) < exact <= losses.deltas(step, places)


def test_what_is_left_out_or_smaller_never_costs_more():
    whole = [Spend.of(GammaNoise(1.0, 10))] * 5 + [Spend.of(GaussianNoise(0.3))] * 2
    of_whole = composition.epsilon(whole, DELTA)
    assert composition.epsilon(whole[:-1], DELTA) < of_whole
    smaller = [Spend.of(GammaNoise(0.8, 10)), *whole[1:]]
    assert composition.epsilon(smaller, DELTA) < of_whole


@pytest.mark.parametrize("d", [1, 3, 30, 300])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
def test_less_slack_and_more_noise_at_one_epsilon_is_covered_and_the_reverse_is_not(d, epsilon):
    laws = [GammaInObjective(epsilon * (1 - s), d, epsilon * s) for s in (0.5, 0.3, 0.1, 0.01)]
    for before, after in itertools.pairwise(laws):
        # Both add up to ε but for a rounding, which the ledger allows for.
        assert Spend.of(before).covers(Spend.of(after).lowered(2e-12))
        assert not Spend.of(after).covers(Spend.of(before))
        costs = [composition.epsilon(releases(law, 5), DELTA) for law in (before, after)]
        assert costs[1] <= costs[0] * (1 + 1e-4)


def test_a_law_that_is_larger_anywhere_is_not_dominated():
    declared = GammaInObjective(0.9, 10, 0.1)
    assert dominates(declared, declared)
    assert not dominates(declared, GammaInObjective(0.9001, 10, 0.1))
    # Less slack, and so much more noise that small losses grow.
    assert not Spend.of(declared).covers(Spend.of(GammaInObjective(0.96, 10, 0.05)))
    gaussian_one = Spend.of(GaussianInObjective(0.3, 0.1))
    assert gaussian_one.covers(Spend.of(GaussianInObjective(0.3 * (1 + 1e-4), 0.09)))
    assert not gaussian_one.covers(Spend.of(GaussianInObjective(0.4, 0.09)))


def test_each_law_needs_one_of_its_own_and_a_promise_covers_what_keeps_it():
    a, b = GammaNoise(0.5, 3), GammaNoise(0.3, 3)
    assert Spend.of(b, a).covers(Spend.of(a, b))
    assert Spend.of(a, a).covers(Spend.of(b, a))
    assert not Spend.of(a, b).covers(Spend.of(a, a))
    assert not Spend.of(a).covers(Spend.of(b, b))
    many = Spend.of(*[a] * 40)  # of as many classes
    assert many.covers(Spend.of(*[b] * 40))
    assert Spend.of(Promise(0.8)).covers(Spend.of(a, b))
    assert not Spend.of(Promise(0.79)).covers(Spend.of(a, b))
    assert not Spend.of(Promise(9.0)).covers(Spend.of(GaussianNoise(0.1)))
    assert not Spend.of(a).covers(Spend.of(Promise(0.1)))


def test_the_order_of_a_plan_does_not_matter():
    plan = [Spend.of(law) for law in (GammaNoise(1.0, 3), Promise(0.3), GaussianNoise(0.4))]
    found = {composition.epsilon(each, DELTA) for each in itertools.permutations(plan)}
    assert max(found) - min(found) < 1e-9


def test_two_trainings_on_the_same_records_are_convolved_and_parts_are_not():
    training, test = (GammaNoise(0.9, 10), GammaNoise(0.1, 10)), (Promise(0.5),)
    both = composition.epsilon([Spend((training, test))], DELTA)
    trained = composition.epsilon([Spend((training,))], DELTA)
    # The largest of both profiles, and neither the sum nor the first alone.
    assert both == pytest.approx(max(trained, 0.5), rel=1e-3)
    twice = Spend.of(GammaNoise(0.5, 10), GammaNoise(0.5, 10))
    once = Spend.of(GammaNoise(0.5, 10))
    assert composition.delta([twice], 0.2) > 2 * composition.delta([once], 0.2)


def test_a_delta_on_a_part_is_not_lost():
    parts = Spend(((Promise(0.5),), (Promise(0.1, 1e-5),)))
    assert composition.epsilon([parts], 1e-5) == pytest.approx(0.5)
    assert composition.epsilon([parts], 0.99e-5) == math.inf
    assert composition.delta([parts], 0.4) >= 1e-5


def test_without_a_delta_a_plan_costs_the_sum_and_never_more_with_one():
    plan = [Spend.of(GammaNoise(0.1, 2)), Spend.of(Promise(0.2)), Spend.of(Promise(0.3))]
    assert composition.epsilon(plan, 0.0) == 0.6
    assert composition.epsilon(plan, 1e-300) == composition.epsilon(plan, 0.0)
    assert composition.epsilon([Spend.of(GaussianNoise(0.5))], 0.0) == math.inf
    assert composition.epsilon([], DELTA) == 0


@pytest.mark.parametrize("size", [1e-4, 50.0, 400.0])
@pytest.mark.parametrize("d", [1, 10, 10_000])
def test_extremes_are_carried(size: float, d: int):
    found = composition.epsilon(releases(GammaNoise(size, d), 3), DELTA)
    assert 0 <= found <= 3 * size * (1 + 1e-12)


def test_long_lists_of_large_losses_are_carried():
    # Each of a release's parts may have losses whose e^loss no double has.
    part = (GammaNoise(50.0, 3),) * 20
    both = Spend((part, (Promise(1.0),)))
    assert 700 < composition.epsilon([both], DELTA) <= 1_000
    # ρ = 2.5: about that of a Gaussian.
    assert 10 < composition.epsilon(releases(Promise(0.01), 50_000), 1e-9) < 20
    # A δ below what the transform may be wrong by leaves the sum.
    assert composition.epsilon(releases(Promise(0.01), 50_000), 1e-15) == 500


def test_an_attacker_who_sees_all_releases_finds_no_more_than_the_number_says():
    """Half a million draws of the losses themselves: 10 of Gamma noise, d = 3, at ε = 0.3."""
    rng = np.random.default_rng(61)
    n, times, size, d = 500_000, 10, 0.3, 3
    total = np.zeros(n)
    for _ in range(times):
        length = rng.gamma(d, 1 / size, n)
        # In three dimensions each coordinate of a direction is uniform (Archimedes).
        along = length * rng.uniform(-1, 1, n)
        total += size * (np.sqrt(length**2 + 2 * along + 1) - length)
    at = 1.0
    terms = np.maximum(-np.expm1(at - total), 0.0)
    error = float(terms.std()) / math.sqrt(n)
    found = composition.delta(releases(GammaNoise(size, d), times), at)
    # 4.5 standard errors: once in 150,000 seeds, and this seed is fixed.
    assert abs(found - float(terms.mean())) < 4.5 * error
    assert error < 0.01 * found


LAWS = {
    "gaussian": lambda mu: GaussianNoise(mu),
    "laplace": lambda epsilon: GammaNoise(epsilon, 1),
    "gamma": lambda epsilon, d: GammaNoise(epsilon, int(d)),
    "promise": lambda epsilon, delta: Promise(epsilon, delta),
}


def read_plans() -> Iterator[tuple[list[Spend], float, float, float]]:
    with PLANS.open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            plan: list[Spend] = []
            for each in row["releases"].split("; "):
                times, kind, *numbers = each.split()
                plan += releases(LAWS[kind](*map(float, numbers)), int(times))
            yield plan, float(row["delta"]), float(row["epsilon"]), float(row["rounding"])


def test_200_random_plans_cost_what_a_reference_accountant_says():
    plans = list(read_plans())
    assert len(plans) == 200
    for plan, delta, reference, rounding in plans:
        found = composition.epsilon(plan, delta)
        # Its own losses are rounded up, too, by half of `rounding` on average.
        assert reference - rounding <= found <= reference * 1.0015


def different(rng: np.random.Generator, n: int) -> list[Spend]:
    return [Spend.of(GammaNoise(each, 30)) for each in rng.uniform(0.05, 0.2, n)]


@pytest.mark.parametrize("n", [100, pytest.param(1_000, marks=pytest.mark.whole)])
def test_each_of_many_different_laws_is_looked_at_once_however_often_a_grid_is_made_finer(
    n: int, monkeypatch: pytest.MonkeyPatch
):
    plan, looked = different(np.random.default_rng(0), n), Counter[Law]()
    profile = GammaNoise.profile

    def counted(law: GammaNoise, epsilon: np.ndarray) -> np.ndarray:
        looked[law] += 1
        return profile(law, epsilon)

    monkeypatch.setattr(GammaNoise, "profile", counted)
    found = composition.epsilon(plan, DELTA)
    assert {*looked.values()} == {1}
    assert len(looked) == n
    # Nearly Gaussian: ρ of all, and the Gaussian of this ρ.
    rho = math.fsum(spend.rho for spend in plan if spend.rho is not None)
    mu = math.sqrt(2 * rho)
    gaussian_one = brentq(lambda e: gaussian.delta(e, 1.0, mu) - DELTA, 0.1, 20.0)
    assert found == pytest.approx(gaussian_one, rel=0.03)


def test_tiny_noise_beside_what_one_record_moves_costs_no_more_than_its_grid():
    mu = 1e-4 * math.sqrt(1_000)
    exact = brentq(lambda e: gaussian.delta(e, 1.0, mu) - DELTA, 0.0, 1.0)
    found = composition.epsilon(releases(GaussianNoise(1e-4), 1_000), DELTA)
    assert exact <= found <= exact * 1.001


def test_the_longest_plan_of_large_losses_has_few_grids_of_so_many_places(
    monkeypatch: pytest.MonkeyPatch,
):
    sizes, convolved = [], composition._convolved

    def counted(*given: Any) -> Losses:
        found = convolved(*given)
        sizes.append(len(found.mass))
        return found

    monkeypatch.setattr(composition, "_convolved", counted)
    found = composition.epsilon(releases(Promise(10.0), 100_000), DELTA)
    assert len(sizes) <= 4
    assert max(sizes) <= 4 * composition.MOST_PLACES
    assert 0.99e6 < found <= 1e6


def test_a_loss_far_above_zero_is_found_without_the_places_on_the_way():
    one = Losses(1_000, np.array([0.5, 0.5]), infinite=0.0)
    step = 0.01
    for at in (3.0, 9.999, 10.005):
        delta = float((0.5 * -np.expm1(at - np.array([10.0, 10.01]).clip(at))).sum())
        assert composition._epsilon_at(one, step, delta) == pytest.approx(at, rel=1e-6)


def test_parts_that_lose_more_than_doubles_carry_count_as_the_same_laws_alone():
    laws = (GammaNoise(50.0, 2),) * 30
    alone = composition.epsilon([Spend((laws,))], DELTA)
    with np.errstate(over="raise", invalid="raise"):
        found = composition.epsilon([Spend((laws, (Promise(1.0),)))], DELTA)
    assert found == pytest.approx(alone, rel=1e-6)
    assert found < 1_495


@pytest.mark.parametrize("delta", [1e-15, DELTA, 0.5, 1.0])
@pytest.mark.parametrize(
    "law", [GaussianNoise(1e-9), GaussianNoise(1e-300), GammaInObjective(1e-9, 3, 1e-9)]
)
def test_a_law_that_is_smaller_than_what_is_cut_costs_hardly_anything(law: Law, delta: float):
    assert 0 <= composition.epsilon(releases(law, 3), delta) <= min(3 * law.pure, 1e-7)


def test_an_adaptive_owner_exceeds_the_number_of_either_plan():
    """8j's counterexample: one law after the other, chosen by what the first gave.

    Randomised response at 1, or a Gaussian of μ = 0.332: after Gamma noise of d = 10 at ε = 1 the
    ledger of either list reads the same; the truth is nearly twice the δ.
    """
    first, mu = GammaNoise(1.0, 10), 0.332
    lists = [[Spend.of(first), Spend.of(each)] for each in (Promise(1.0), GaussianNoise(mu))]
    numbers = [composition.epsilon(each, DELTA) for each in lists]
    assert numbers == pytest.approx([1.910, 1.910], abs=2e-3)
    assert adaptive_delta(first, mu, 1.910) == pytest.approx(1.98e-6, rel=0.02)


def adaptive_delta(first: GammaNoise, mu: float, at: float) -> float:
    """Return δ where the second law is the worse one for what is left after the first loss."""
    edges = np.linspace(-first.epsilon, first.epsilon, 4_001)
    # P of a cell by slopes of the profile: Q[L > e] = -dδ/dγ, P[L > e] = δ + γ Q[L > e].
    deltas = first.profile(edges)
    gammas = np.exp(edges)
    middle = (edges[:-1] + edges[1:]) / 2
    q_above = -np.diff(deltas) / np.diff(gammas)
    p_above = first.profile(middle) + np.exp(middle) * q_above
    mass = -np.diff(p_above, prepend=1.0, append=0.0)
    second = np.maximum(Promise(1.0).profile(at - edges), of_gaussian(at - edges, mu))
    return float(mass @ second)


def of_gaussian(epsilon: Array, mu: float) -> Array:
    """Return Balle and Wang's δ as it is printed, for every real ε."""
    found = ndtr(mu / 2 - epsilon / mu) - np.exp(epsilon) * ndtr(-mu / 2 - epsilon / mu)
    return np.asarray(found)
