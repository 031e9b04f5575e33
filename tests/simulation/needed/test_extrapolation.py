"""More records in place of a larger ε: said where it is true, and simulation agrees."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.erm.losses import Logistic
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dplab.simulation.needed.crossing import LevelCrossing
from dplab.simulation.needed.epsilon import errors_at
from dplab.simulation.needed.extrapolation import TOLERANCE, same_noise, times_needed, with_more
from dplab.simulation.settings import Settings


@pytest.mark.parametrize("mechanism", ["output", "objective"])
def test_the_relation_is_told_only_where_the_plans_keep_it(mechanism):
    loss, told = Logistic(), set()
    for n, lam, epsilon, times in (
        (500, 0.01, 2.0, 8), (500, 0.01, 0.15, 4), (500, 0.001, 2.0, 4), (500, 1e-5, 2.0, 4),
        (50, 1e-4, 0.1, 2),
    ):  # fmt: skip
        few = calibrate(mechanism, epsilon, lam=lam, n=n, loss=loss)
        many = calibrate(mechanism, epsilon / times, lam=lam, n=n * times, loss=loss)
        grown = times if MECHANISMS[mechanism].family.has_jacobian else 1
        kept = few.extra_lam == many.extra_lam == 0 and (
            abs(many.noise_rate * grown / few.noise_rate - 1) <= TOLERANCE
        )
        said = same_noise(mechanism, epsilon, times, lam=lam, n=n, loss=loss)
        assert said == kept
        told.add(said)
    assert told == ({True} if mechanism == "output" else {True, False})


def costs(mechanism, n, epsilon):
    """Return what noise costs on a cloud of which any number of records can be drawn."""
    found = []
    for seed in range(6):
        settings = Settings(data="gaussian", n=n, d=5, seed=seed, draws=200)
        at = errors_at(settings, (epsilon,))
        plain = at["non_private", np.inf].errors[0]
        found.append(np.median(at[mechanism, epsilon].errors) - plain)
    return float(np.mean(found))


@pytest.mark.parametrize("mechanism", ["output", "objective"])
def test_simulation_agrees_with_the_extrapolation(mechanism):
    """Six clouds, 200 draws: a mean cost is known to half a point; the wrong ε is off by 2."""
    n, epsilon, times = 2000, {"output": 0.1, "objective": 0.1}[mechanism], 4
    assert same_noise(mechanism, epsilon, times, lam=0.01, n=n, loss=Logistic())
    here = costs(mechanism, n, epsilon)
    assert here > 0.02
    right, too_small, too_large = (
        costs(mechanism, times * n, epsilon / times * off) for off in (1, 0.4, 2.5)
    )
    assert right == pytest.approx(here, abs=0.01)
    assert too_small > here + 0.01
    assert too_large < here - 0.01


def always(_mechanism: str, _epsilon: float, _n: int) -> float:
    """One λ for all."""
    return 0.01


def test_an_interval_goes_along_and_nothing_is_said_of_one_that_does_not_hold():
    found = LevelCrossing(2.0, 1.0, 4.0, is_first=False, until=np.inf)
    more = with_more(found, "output", 4, lam_at=always, n=500, loss=Logistic())
    assert (more.place, more.low, more.high) == (0.5, 0.25, 1.0)
    low = replace(found, low=0.11)  # just above ε₀, where Δ = 0 and most of ε pays for curvature
    assert with_more(found, "objective", 4, lam_at=always, n=500, loss=Logistic()) is not None
    assert with_more(low, "objective", 4, lam_at=always, n=500, loss=Logistic()) is None


def test_a_chosen_epsilon_takes_as_many_times_the_records_as_it_is_smaller():
    found = LevelCrossing(2.0, 1.0, 4.0, is_first=False, until=np.inf)
    problem = {"lam_at": always, "n": 500, "loss": Logistic()}
    times = times_needed(found, "output", 0.5, **problem)
    assert (times.place, times.low, times.high) == (4.0, 2.0, 8.0)
    # The way back: with that many records, the chosen ε is the one that is enough.
    assert with_more(found, "output", times.place, **problem).place == 0.5
    assert times_needed(found, "objective", 0.5, **problem) is not None
    small = problem | {"lam_at": lambda *_: 1e-5}
    assert times_needed(found, "objective", 0.5, **small) is None
    assert times_needed(found, "output", np.inf, **problem) is None
    unsure = times_needed(replace(found, high=np.inf), "output", 0.5, **problem)
    assert (unsure.place, unsure.high) == (4.0, np.inf)


@pytest.mark.parametrize("mechanism", ["output", "objective"])
def test_simulation_agrees_with_the_price_of_a_chosen_epsilon(mechanism):
    """Six clouds, 200 draws, as above: with the table's own n, the error is off by 5 points."""
    n, enough, chosen = 2000, 0.1, 0.025
    at = LevelCrossing(enough, enough, enough, is_first=False, until=np.inf)
    times = times_needed(at, mechanism, chosen, lam_at=always, n=n, loss=Logistic()).place
    assert times == pytest.approx(4)
    there = costs(mechanism, round(times * n), chosen)
    assert there == pytest.approx(costs(mechanism, n, enough), abs=0.01)
    assert costs(mechanism, n, chosen) > there + 0.1
