"""How far a record moves the minimiser: at most 2/(nλ), reached by hinges, and less as a rule."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import LOSSES, HuberHinge, Logistic, SmoothedHinge
from dpcore.privacy.mechanisms import calibrate
from dplab.instruments.meter import Meter
from dplab.instruments.minimisers import minimiser, minimisers, sensitivity_bound
from dplab.instruments.neighbours import Neighbours, in_ball
from dplab.simulation.settings import Settings
from dplab.studies.is_it_private import sensitivity
from dplab.studies.is_it_private.sensitivity import (
    PAIRS,
    Moves,
    Question,
    pool,
    random_moves,
    run,
    table,
    worst_on,
)

SMALL = Settings(data="gaussian", n=60, d=3, lam=0.1)


def records(n, d, seed=0):
    return in_ball(np.random.default_rng(seed).standard_normal((n, d)) / np.sqrt(d))


def whole(**changes) -> Moves:
    *_, found = run(Question(replace(SMALL, **changes)))
    return found


@pytest.mark.parametrize(("loss", "lam"), [("huber", 1e-3), *((name, 0.1) for name in LOSSES)])
def test_nothing_that_is_measured_or_found_is_beyond_the_bound(loss, lam):
    found = whole(loss=loss, lam=lam)
    assert len(found.random) == PAIRS == 2_000
    assert found.bound == 2 / (60 * lam)
    assert found.random.max() <= found.worst_here <= found.worst <= found.bound * (1 + 1e-9)
    # What is measured calls for far less noise than what is possible, and that is then lost.
    assert np.median(found.random) < 0.6 * found.bound
    assert 1 < found.calibrated_here <= found.calibrated
    assert len(table(found)) == PAIRS + 3


def test_pairs_come_in_batches_that_do_not_depend_on_epsilon():
    first, second = (next(run(Question(replace(SMALL, epsilon=e)))) for e in (0.1, 5.0))
    np.testing.assert_array_equal(first.random, second.random)
    assert first.worst == second.worst
    assert len(first.random) == sensitivity.AT_A_TIME


@pytest.mark.parametrize("loss", [HuberHinge(0.5), SmoothedHinge(0.5)], ids=repr)
def test_in_one_dimension_both_hinges_reach_the_bound(loss):
    for n, lam in ((20, 0.1), (1_000, 0.01)):  # nλ(1 - h) is 1 or more
        pair = Neighbours(np.empty((0, 1)), np.empty(0), np.ones(1), -np.ones(1), n=n)
        first, second = minimisers(pair, loss, lam)
        assert abs(first - second) == pytest.approx(sensitivity_bound(n, lam, loss), rel=1e-9)


def test_the_logistic_loss_stays_below():
    n, worst, Z = 200, 0.0, records(400, 1, seed=3)
    for lam in np.geomspace(1e-3, 1, 7):
        each = np.ones(400, dtype=np.int64)
        moved = worst_on(Z, each, n, Logistic(), lam, np.random.default_rng(2)) * n * lam
        pair = Neighbours(np.empty((0, 1)), np.empty(0), np.ones(1), -np.ones(1), n=n)
        first, second = minimisers(pair, Logistic(), lam)
        worst = max(worst, moved, float(abs(first[0] - second[0])) * n * lam)
    assert 0.9 < worst < 1.0516


def test_a_random_exchange_is_that_of_two_records_of_the_table():
    n, lam, Z = 5, 0.1, records(6, 2)
    moved = random_moves(
        Z, np.ones(6, np.int64), n, Logistic(), lam, n_pairs=40, rng=np.random.default_rng(0)
    )
    # The same by solving each of the data sets that are possible, one by one.
    possible = {
        round(float(np.linalg.norm(one - other)), 7)
        for out in ((a, b) for a in range(6) for b in range(a))
        for others in [np.delete(Z, out, axis=0)]
        for ends in [[minimiser(_with(others, z), Logistic(), lam) for z in Z]]
        for one in ends
        for other in ends
    }
    assert {round(float(each), 7) for each in moved} <= possible
    assert len({*moved.round(7)}) > 5


def _with(others, z):
    X = np.vstack([others, z])
    return X, np.ones(len(X)), np.ones(len(X))


def test_a_record_is_exchanged_for_another_one():
    Z, asked = np.array([[1.0], [-1.0]]), {"n_pairs": 50, "rng": np.random.default_rng(0)}
    # Of two records, one is exchanged for the other each time; of a row that stands for all, none.
    for each, moves in (([1, 1], True), ([9, 0], False)):
        moved = random_moves(Z, np.array(each), 1 + sum(each) // 2, Logistic(), 0.1, **asked)
        assert (moved > 0).all() == moves == moved.any()


def test_class_weights_count_for_nothing():
    found = [next(run(Question(replace(SMALL, positive_share=share)))) for share in (0.2, 0.5)]
    np.testing.assert_array_equal(*(each.random for each in found))
    assert found[0].worst == found[1].worst


def test_counts_stand_for_as_many_records():
    Z, counts = records(3, 2), np.array([5, 2, 3])
    one_by_one = np.repeat(Z, counts, axis=0)
    asked = {"loss": Logistic(), "lam": 0.1}
    worst = [
        worst_on(rows, each, 10, **asked, rng=np.random.default_rng(1))
        for rows, each in ((Z, counts), (one_by_one, np.ones(10, np.int64)))
    ]
    # One record of ten is left out: which, depends on the draw.
    assert worst[0] == pytest.approx(worst[1], rel=0.2)
    assert whole(data="counterexample", n=1_000).n == 1_000


def test_equal_records_move_nothing_and_noise_for_that_is_none():
    same, each = np.tile(records(1, 2), (9, 1)), np.ones(9, np.int64)
    asked = {"n_pairs": 5, "rng": np.random.default_rng(0)}
    assert not random_moves(same, each, 6, Logistic(), 0.1, **asked).any()
    found = replace(whole(), random=np.zeros(100))
    assert found.calibrated == found.calibrated_here == np.inf


def test_too_few_records_are_refused_and_many_are_cut():
    with pytest.raises(InvalidInput, match="n must be at least 2"):
        next(run(Question(replace(SMALL, n=1))))
    most = pool(Question(Settings(data="gaussian", d=100)))
    assert most.X.size <= sensitivity.MOST_CELLS < 20_000 * 100
    assert sensitivity.n_used(Question(Settings(data="gaussian", d=100, n=10_000)), most) == most.n


def test_the_meter_finds_what_noise_loses_that_is_calibrated_to_what_was_measured():
    found, epsilon = whole(loss="huber", d=2), 1.0
    n, lam, loss = found.n, 0.1, HuberHinge(0.5)
    assert found.worst == pytest.approx(found.bound)
    pair = Neighbours(np.empty((0, 2)), np.empty(0), np.array([1.0, 0]), np.array([-1.0, 0]), n=n)
    plan = calibrate("output", epsilon, lam=lam, n=n, loss=loss)
    too_little = replace(plan, noise_rate=epsilon / found.measured)
    first, second = minimisers(pair, loss, lam)
    beyond = (first + 9 * (first - second))[None]
    loses = float(Meter(pair, too_little, loss, lam).at(beyond)[0])
    assert loses == pytest.approx(epsilon * found.calibrated)
    assert loses > 1.02 * epsilon
    assert float(Meter(pair, plan, loss, lam).at(beyond)[0]) <= epsilon * (1 + 1e-9)
