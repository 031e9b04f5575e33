"""Pace: a burst passes, what comes faster than allowed waits, and a silence is not saved up."""

import pytest

from server.admission.pace import Pace


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_passes_and_then_each_waits_for_its_time():
    pace = Pace(10, 5, Clock())
    assert [pace.due() for _ in range(5)] == [0.0] * 5
    assert [pace.due() for _ in range(3)] == pytest.approx([0.1, 0.2, 0.3])


def test_who_keeps_to_it_never_waits():
    pace, clock = Pace(10, 5, clock := Clock()), clock
    for _ in range(100):
        assert pace.due() == 0.0
        clock.now += 0.1001


def test_a_long_silence_gives_one_burst_and_no_more():
    pace, clock = Pace(10, 5, clock := Clock()), clock
    clock.now = 1e6
    assert [pace.due() > 0 for _ in range(6)] == [False] * 5 + [True]
