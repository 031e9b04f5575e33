"""The whole guarantee: curves, the other noise as long, and draws that tell it from near misses."""

import math
from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.noise import NORM_LAWS
from dpcore.privacy.profile.curves import type_two_error
from dpcore.privacy.profile.laws import GammaNoise, GaussianNoise
from dplab.studies.is_it_private import in_other_words
from dplab.studies.is_it_private.verdicts import Question
from dplab.studies.is_it_private.whole_guarantee import (
    FEWEST,
    MeasuredPoints,
    WholeGuarantee,
    compared,
    found_by,
    measured_delta,
    run,
    same_length,
)

ASKED = Question("output", 1.0, lam=0.01, loss="logistic", h=0.5, n=1000, d=10)
PROVEN = [name for name, each in MECHANISMS.items() if each.guarantee in ("pure", "approximate")]


@pytest.fixture(scope="module")
def output() -> WholeGuarantee:
    return run(ASKED)


def held(found: MeasuredPoints, curve: np.ndarray) -> float:
    """Return the share of intervals that a curve at their places goes through."""
    low, high = found.limits
    return float(np.mean((low <= curve) & (curve <= high)))


@pytest.mark.parametrize(
    ("d", "found", "area", "advantage", "guess"),
    [(10, 0.0901, 0.589, 0.129, 0.564), (30, 0.0715, 0.552, 0.073, 0.537),
     (100, 0.0611, 0.528, 0.040, 0.520)],
)  # fmt: skip
def test_more_coefficients_tell_less_as_in_the_design(d, found, area, advantage, guess):
    question = replace(ASKED, d=d)
    of = compared(question)
    assert found_by(of["guarantee"]) == pytest.approx(found, abs=5e-5)
    assert found_by(of["alone"]) == pytest.approx(0.05 * math.e)
    said = {each.name: each.guarantee for each in in_other_words.run(question)}
    assert said["area"] == pytest.approx(area, abs=5e-4)
    assert said["advantage"] == pytest.approx(advantage, abs=5e-4)
    assert said["guess"] == pytest.approx(guess, abs=5e-4)


def test_epsilon_alone_is_what_every_mechanism_of_that_epsilon_keeps():
    alone = {each.name: each.alone for each in in_other_words.run(ASKED)}
    odds = math.e / (1 + math.e)
    assert alone["area"] == pytest.approx(odds, abs=1e-6)
    assert alone["guess"] == pytest.approx(odds)
    assert alone["rho"] == pytest.approx(math.tanh(0.5))


def test_draws_agree_with_the_curve_and_with_no_near_miss(output):
    law = output.laws["guarantee"]
    errors = output.errors
    # Both errors are measured, so that a curve is held to the intervals of both.
    ends = [type_two_error(law, each) for each in (*errors.beside, errors.at)]
    assert np.all(errors.limits[0] <= ends[0])
    assert np.all(ends[1] <= errors.limits[1])
    assert held(output.delta, law.profile(output.delta.at)) >= 0.8
    for wrong in (
        GammaNoise(1.0, 1),
        GammaNoise(1.0, 9),
        GammaNoise(1.05, 10),
        GammaNoise(2.0, 10),
    ):
        assert held(output.delta, wrong.profile(output.delta.at)) < 0.5
    assert held(output.delta, output.laws["same_length"].profile(output.delta.at)) < 0.8
    assert held(output.delta, output.laws["alone"].profile(output.delta.at)) == 0


@pytest.mark.parametrize("mechanism", ["objective", "objective_gaussian"])
def test_noise_in_the_objective_stays_within_its_bound(mechanism):
    found = run(replace(ASKED, mechanism=mechanism))
    assert np.all(found.delta.limits[0] <= found.laws["guarantee"].profile(found.delta.at))
    least = type_two_error(found.laws["guarantee"], found.errors.beside[1])
    assert np.all(found.errors.limits[1] >= least)


@pytest.mark.parametrize("mechanism", PROVEN)
def test_no_curve_passes_what_its_epsilon_and_delta_allow(mechanism):
    found = run(replace(ASKED, mechanism=mechanism, d=3))
    assert np.all(found.deltas["guarantee"] <= found.deltas["alone"] + 1e-12)
    assert np.all(found.missed["guarantee"] >= found.missed["alone"] - 1e-12)


@pytest.mark.parametrize("law", [GammaNoise(0.7, 12), GaussianNoise(0.3)])
def test_the_other_noise_is_as_long(law):
    other = same_length(law, 12)
    assert type(other) is not type(law)
    back = same_length(other, 12)
    assert vars(back) == pytest.approx(vars(law))
    gamma, gaussian = sorted((law, other), key=lambda each: isinstance(each, GaussianNoise))
    squares = [
        NORM_LAWS[name].mean_square(12) / rate**2
        for name, rate in (("gamma", gamma.epsilon), ("gaussian", gaussian.mu))
    ]
    assert squares[0] == pytest.approx(squares[1])


def test_a_delta_is_measured_only_where_enough_draws_count():
    losses = np.repeat([0.0, 2.0], [1000 - FEWEST, FEWEST])
    found = measured_delta(losses, np.array([-1.0, 1.0, 2.0, 3.0]))
    assert found.at.tolist() == [-1.0, 1.0]
    assert found.values[1] == pytest.approx(FEWEST / 1000 * (1 - math.exp(-1)))


@pytest.mark.parametrize("change", [
    {"mechanism": "objective_2008"}, {"mechanism": "non_private"}, {"epsilon": math.inf},
    {"epsilon": 101.0},
], ids=str)  # fmt: skip
def test_what_promises_nothing_is_refused(change):
    with pytest.raises(InvalidInput):
        run(replace(ASKED, **change))
