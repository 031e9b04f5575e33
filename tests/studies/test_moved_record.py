"""A record that is moved in the plane: both classifiers are minimisers, and 2/(nλ) is kept."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import LOSSES
from dplab.instruments.minimisers import minimiser
from dplab.simulation.settings import Settings
from dplab.studies.geometry.moved_record import FIRST, Question, run

SETTINGS = Settings(data="gaussian", n=60, d=2, lam=0.05)


@pytest.mark.parametrize("loss", LOSSES)
def test_the_movement_is_that_between_two_minimisers(loss: str):
    found = run(Question(replace(SETTINGS, loss=loss), row=4, to=(-0.6, 0.8)))
    X, y, each = found.part.X, found.part.y, np.ones(60)
    moved = X.copy()
    moved[4] = (-0.6, 0.8)
    made = replace(SETTINGS, loss=loss).make_loss()
    first, second = (minimiser((rows, y, each), made, 0.05) for rows in (X, moved))
    np.testing.assert_allclose(found.before, first, atol=1e-7)
    np.testing.assert_allclose(found.after, second, atol=1e-7)
    assert found.distance == pytest.approx(np.linalg.norm(first - second), abs=1e-7)
    assert 0 < found.distance <= found.bound == 2 / (60 * 0.05)


def test_no_place_of_the_ball_moves_it_much_further_than_the_one_that_is_named():
    rng = np.random.default_rng(0)
    angles, lengths = rng.uniform(0, 2 * np.pi, 40), np.sqrt(rng.uniform(0, 1, 40))
    places = lengths[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
    each = [run(Question(SETTINGS, to=(float(x), float(y)))) for x, y in places]
    most = each[0].farthest_distance
    assert {found.farthest_distance for found in each} == {most}
    assert max(found.distance for found in each) <= 1.01 * most <= 1.01 * each[0].bound
    there = run(Question(SETTINGS, to=tuple(each[0].farthest.tolist())))
    assert there.distance == pytest.approx(most, rel=1e-6)


def test_a_record_in_its_own_place_moves_nothing_and_is_the_longest_at_first():
    found = run(Question(SETTINGS))
    assert found.distance == pytest.approx(0, abs=1e-8)
    lengths = np.linalg.norm(found.part.X[:FIRST], axis=1)
    assert lengths[found.row] == lengths.max()
    # An address may name one that these records have not.
    assert run(Question(SETTINGS, row=200)).row == found.row


def test_a_law_by_its_points_moves_one_record_of_a_point():
    found = run(Question(replace(SETTINGS, data="counterexample", n=500), to=(1.0, 0.0)))
    assert found.part.weight[found.row] > 0
    assert 0 < found.distance <= found.bound == 2 / (500 * 0.05)


def test_a_place_outside_of_the_ball_is_refused():
    with pytest.raises(InvalidInput, match="must lie in the unit ball"):
        run(Question(SETTINGS, to=(0.8, 0.7)))
