"""The picture of two neighbours: what is written there stays inside of the circle."""

import numpy as np
import pytest

from dplab.instruments.neighbours import Neighbours
from pages.is_it_private.meter.figures import neighbours


@pytest.mark.parametrize("angle", np.linspace(0, 2 * np.pi, 24, endpoint=False))
def test_the_count_of_a_shared_record_stands_inside_of_the_circle(angle: float):
    at = 0.99 * np.array([np.cos(angle), np.sin(angle)])
    pair = Neighbours(at[None], np.array([9.0]), np.array([0.9, 0.1]), np.array([-0.9, 0.1]), 10)
    (x,), (y,), (where,) = (
        neighbours.picture(pair, dark=False)["data"][0][key] for key in ("x", "y", "textposition")
    )
    upward, across = where.split()
    assert across == ("right" if x < -0.5 else "left" if x > 0.5 else across)
    assert upward == ("top" if y < -0.9 else "bottom" if y > 0.9 else upward)


def test_the_count_stands_off_the_arrows():
    for height in (0.3, -0.3):
        ends = [np.array([side, height]) for side in (0.9, -0.9)]
        pair = Neighbours(np.array([[-0.95, 0.0]]), np.array([9.0]), *ends, 10)
        shared, before, _ = neighbours.picture(pair, dark=False)["data"]
        is_above = before["y"][1] < shared["y"][0]
        assert shared["textposition"][0].startswith("top" if is_above else "bottom")
