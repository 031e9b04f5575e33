"""How far a record moves the minimiser: at most 2/(nλ), reached by hinges, and less as a rule."""

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import HuberHinge, Logistic, SmoothedHinge
from dpcore.privacy.mechanisms import calibrate
from dplab.instruments.meter import Meter
from dplab.instruments.minimisers import minimisers
from dplab.instruments.neighbours import Neighbours, in_ball
from dplab.studies.is_it_private.sensitivity import (
    PAIRS,
    Moves,
    bound,
    measured,
    random_moves,
    table,
    worst_on,
)
from tests.erm.oracles import DEFAULTS

over_losses = pytest.mark.parametrize("loss", DEFAULTS, ids=repr)


def records(n, d, seed=0):
    return in_ball(np.random.default_rng(seed).standard_normal((n, d)) / np.sqrt(d))


@over_losses
@pytest.mark.parametrize("lam", [1e-3, 0.1])
def test_nothing_that_is_measured_or_found_is_beyond_the_bound(loss, lam):
    Z, n = records(160, 4), 80
    *_, found = measured(Z, n, loss, lam, np.random.default_rng(1), n_pairs=200)
    assert len(found.random) == 200
    assert found.bound == 2 / (n * lam)
    assert found.random.max() <= found.worst <= found.bound * (1 + 1e-9)
    assert found.worst_here <= found.worst
    # What is measured calls for far less noise than what is possible, and that is then lost.
    assert np.median(found.random) < 0.6 * found.bound
    assert found.calibrated > 1


def test_as_many_pairs_are_drawn_as_a_page_says():
    *_, found = measured(records(90, 2), 60, Logistic(), 0.1, np.random.default_rng(0))
    assert len(found.random) == PAIRS == 2_000
    assert len(table(found)) == PAIRS + 3


@pytest.mark.parametrize("loss", [HuberHinge(0.5), SmoothedHinge(0.5)], ids=repr)
def test_in_one_dimension_both_hinges_reach_the_bound(loss):
    for n, lam in ((20, 0.1), (1_000, 0.01)):  # nλ(1 - h) is 1 or more
        pair = Neighbours(np.empty((0, 1)), np.empty(0), np.ones(1), -np.ones(1), n=n)
        first, second = minimisers(pair, loss, lam)
        assert abs(first - second) == pytest.approx(bound(n, lam, loss), rel=1e-9)


def test_the_logistic_loss_stays_below():
    n, worst = 200, 0.0
    for lam in np.geomspace(1e-3, 1, 7):
        Z = records(400, 1, seed=3)
        moved = worst_on(Z, n, Logistic(), lam, np.random.default_rng(2)) * n * lam
        pair = Neighbours(np.empty((0, 1)), np.empty(0), np.ones(1), -np.ones(1), n=n)
        first, second = minimisers(pair, Logistic(), lam)
        worst = max(worst, moved, float(abs(first[0] - second[0])) * n * lam)
    assert 0.9 < worst < 1.0516


def test_a_random_exchange_is_that_of_two_records_of_the_table():
    Z = records(30, 3)
    # Where the others leave one row, it is exchanged for a copy of another.
    few = random_moves(Z, 30, Logistic(), 0.1, n_pairs=50, rng=np.random.default_rng(0))
    assert ((few > 0) & (few <= bound(30, 0.1, Logistic()))).all()
    same = random_moves(
        np.tile(Z[:1], (9, 1)), 6, Logistic(), 0.1, n_pairs=5, rng=np.random.default_rng(0)
    )
    np.testing.assert_allclose(same, 0, atol=1e-12)
    with pytest.raises(InvalidInput, match="are needed"):
        random_moves(Z, 31, Logistic(), 0.1, n_pairs=1, rng=np.random.default_rng(0))


def test_the_meter_finds_what_noise_loses_that_is_calibrated_to_what_was_measured():
    loss, lam, n, epsilon = HuberHinge(0.5), 0.1, 60, 1.0
    *_, found = measured(records(120, 2), n, loss, lam, np.random.default_rng(4), n_pairs=100)
    pair = Neighbours(np.empty((0, 2)), np.empty(0), np.array([1.0, 0]), np.array([-1.0, 0]), n=n)
    plan = calibrate("output", epsilon, lam=lam, n=n, loss=loss)
    too_little = plan.__class__(**{**vars(plan), "noise_rate": epsilon / float(found.random.max())})
    first, second = minimisers(pair, loss, lam)
    beyond = (first + 9 * (first - second))[None]
    loses = float(Meter(pair, too_little, loss, lam).at(beyond)[0])
    assert loses == pytest.approx(epsilon * np.linalg.norm(first - second) / found.random.max())
    assert loses > 1.02 * epsilon
    assert isinstance(found, Moves)
    assert float(Meter(pair, plan, loss, lam).at(beyond)[0]) <= epsilon * (1 + 1e-9)
