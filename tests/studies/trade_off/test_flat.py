"""Why hardly anything changes about an ε: what is said is true wherever it is said."""

import math

import numpy as np
import pytest

from dpcore.erm.prediction import error
from dpcore.erm.solver import solve
from dpcore.privacy import noise
from dpcore.privacy.families import OUTPUT
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dplab.simulation.comparison import EPSILONS, lams, part_of
from dplab.simulation.needed.epsilon import errors_at
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.simulation.summaries import Summary
from dplab.studies.trade_off import curve
from dplab.studies.trade_off.curve import DECISIVE_NOISE, LEAST_COST, WIDTH, FlatPart, flat_parts

LITTLE = Settings(data="uniform", n=100, draws=40, epsilon=0.005)
RARE = Settings(data="unseparable", n=1000, draws=40, epsilon=0.02, lam=1e-5)
OTHERS = [
    Settings(data="breast_cancer", draws=20, epsilon=0.003),
    Settings(data="breast_cancer", draws=20, epsilon=30.0, lam=1.0),
    Settings(data="gaussian", n=2000, draws=20, epsilon=0.01, lam=1e-5, measure="balanced"),
    Settings(data="uniform", n=100, draws=40, epsilon=0.005, also=("objective_gaussian",)),
]


def found_at(settings: Settings) -> tuple[dict[str, FlatPart], dict[tuple[str, float], float]]:
    """Return what is said, and the medians that it rests on."""
    outcomes = errors_at(settings, sorted({*EPSILONS, settings.epsilon}))
    summaries = {place: Summary.of(each.errors) for place, each in outcomes.items()}
    names = ("objective", "output", *settings.also)
    along = {name: (EPSILONS, [summaries[name, each] for each in EPSILONS]) for name in names}
    here = {name: summaries[name, settings.epsilon] for name in names}
    baseline = summaries["non_private", math.inf].median
    shape = part_of(load(settings), settings).X.shape
    asked = flat_parts(
        settings, here, along, baseline, shape,
        lambda each: curve.run(curve.Question(settings, each)),
    )  # fmt: skip
    return asked, {place: each.median for place, each in summaries.items()}


def noise_beside_records(settings: Settings, name: str, epsilon: float) -> float:
    """Return the middle length of drawn noise, beside the longest pull of all records."""
    part = part_of(load(settings), settings)
    n, d = part.X.shape
    loss, at = settings.make_loss(), settings.with_epsilon(epsilon)
    lam = lams(at, (name,), n=n, n_features=d)[name]
    delta = settings.delta
    plan = calibrate(name, epsilon, lam=lam, n=n, loss=loss, delta=delta, n_features=d)
    drawn = noise.sample(plan.norm_law, plan.noise_rate, 4000, d, np.random.default_rng(1))
    middle = float(np.median(np.linalg.norm(drawn, axis=1)))
    # No slope is above 1 and no record longer than 1.
    longest = 1 / lam if MECHANISMS[name].family is OUTPUT else n
    return middle / longest


@pytest.mark.parametrize("settings", [LITTLE, RARE, *OTHERS], ids=str)
def test_what_is_said_of_a_flat_part_is_true(settings: Settings):
    said, medians = found_at(settings)
    baseline = medians["non_private", math.inf]
    part = part_of(load(settings), settings)
    for name, flat in said.items():
        inside = {
            place: each for (of, place), each in medians.items()
            if of == name and flat.low <= place <= flat.high
        }  # fmt: skip
        assert flat.low <= settings.epsilon <= flat.high
        assert flat.high >= 5 * flat.low
        assert max(inside.values()) - min(inside.values()) < WIDTH
        assert inside[settings.epsilon] - baseline >= LEAST_COST
        if not flat.lams:
            # The noise is shortest at the largest ε; 4,000 lengths tell their middle to 5 %.
            measured = noise_beside_records(settings, name, flat.high)
            assert measured == pytest.approx(flat.noise, rel=0.05)
            assert flat.noise >= DECISIVE_NOISE
        elif settings.measure == "error":
            for lam, noisy in zip(flat.lams, inside.values(), strict=True):
                plain = solve(part.X, part.y, settings.make_loss(), lam).coefs
                assert abs(error(plain, part.X_test, part.y_test).item() - noisy) < WIDTH


def test_of_few_records_noise_is_the_reason():
    said, _ = found_at(LITTLE)
    assert set(said) == {"objective", "output"}
    assert not any(each.lams for each in said.values())


def flat_at(level: float, settings: Settings, plain: float) -> dict[str, FlatPart]:
    """Return what is said of curves that are level, where the error without noise is `plain`."""
    errors = [Summary(level, level, level)] * len(EPSILONS)
    return flat_parts(
        settings, {"objective": errors[0]}, {"objective": (EPSILONS, errors)}, 0.1, (10**6, 5),
        lambda lams: dict.fromkeys(lams, plain),
    )  # fmt: skip


def test_where_noise_is_short_lam_and_extra_lam_are_the_reason_if_the_error_is_theirs():
    # ε₀ = 2 log(1 + c/(nλ)) is 0.45 here: below it there is a Δ.
    settings = Settings(epsilon=0.1, lam=1e-6)
    (found,) = flat_at(0.3, settings, plain=0.3).values()
    assert math.isnan(found.noise)
    assert found.has_extra
    at = EPSILONS.index(found.low)
    plan = calibrate("objective", EPSILONS[at], lam=1e-6, n=10**6, loss=settings.make_loss())
    assert found.lams[0] == 1e-6 + plan.extra_lam
    assert not flat_at(0.3, settings, plain=0.3 + 1.1 * WIDTH)
    assert not flat_at(0.1 + 0.9 * LEAST_COST, settings, plain=0.1 + 0.9 * LEAST_COST)


def test_without_noise_nothing_is_said_to_be_flat():
    assert not flat_at(0.3, Settings(epsilon=math.inf), plain=0.3)


def test_errors_without_noise_are_those_of_the_solver():
    settings = Settings(data="breast_cancer")
    part = part_of(load(settings), settings)
    found = curve.run(curve.Question(settings, (0.01, 40.0)))
    for lam, each in found.items():
        plain = solve(part.X, part.y, settings.make_loss(), lam).coefs
        assert each == error(plain, part.X_test, part.y_test).item()


def test_where_errors_without_noise_take_too_long_nothing_is_said():
    errors = [Summary(0.3, 0.3, 0.3)] * len(EPSILONS)
    at = dict(zip(EPSILONS, errors, strict=True))
    settings = Settings(epsilon=0.1, lam=1e-6)
    assert curve.flat_part(settings, "objective", at, (10**6, 5), lambda _: {}) is None
