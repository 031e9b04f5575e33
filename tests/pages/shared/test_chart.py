"""Figures that are drawn while they are computed."""

import math

import pytest

from pages.shared import chart


@pytest.mark.parametrize(("patience", "drawn"), [(math.inf, [3]), (-1.0, [1, 2, 3])])
def test_the_last_state_is_drawn_once_and_earlier_ones_when_they_take_long(patience, drawn):
    seen: list[int] = []
    assert chart.as_it_grows(iter([1, 2, 3]), seen.append, patience) == 3
    assert seen == drawn


def test_what_grows_is_drawn_whole():
    seen: list[list[int]] = []

    def growing():
        state: list[int] = []
        for k in range(3):
            state.append(k)
            yield state

    chart.as_it_grows(growing(), lambda state: seen.append(list(state)), math.inf)
    assert seen == [[0, 1, 2]]
