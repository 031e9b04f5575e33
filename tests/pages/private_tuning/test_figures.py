"""The bars of one run: titles that say what they count, and an axis as long as they are."""

import numpy as np
import pytest

from pages.private_tuning import figures

NAMES = ["λ = 0.01", "λ = 0.1"]


@pytest.mark.parametrize("most", [0, 3, 942, 20_000])
def test_the_axis_of_mistakes_follows_the_longest_bar_and_leaves_room_for_its_number(most: int):
    mistakes, chances = np.array([most // 2, most]), np.array([0.9, 0.1])
    layout = figures.run(NAMES, mistakes, chances, 0, dark=False)["layout"]
    start, end = layout["xaxis"]["range"]
    assert start == 0
    assert 1.2 * most < end <= max(1.5 * most, 2)


def test_every_figure_of_bars_has_a_title():
    parts = figures.parts([5, 5, 4], NAMES, 0, dark=False)
    assert parts["layout"]["title"]["text"] == "Records of each part"
    run = figures.run(NAMES, np.array([3, 1]), np.array([0.1, 0.9]), 1, dark=False)
    titles = [each["text"].replace("<br>", " ") for each in run["layout"]["annotations"]]
    assert titles == ["Mistakes on the last part", "Chance to be picked"]
