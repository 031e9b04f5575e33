"""Where records come from: made once, the same object for all, and nobody can change it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import load


def test_whoever_asks_at_the_same_time_gets_the_same_object():
    settings = Settings(data="moons", seed=4711)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: load(settings), range(8)))
    assert len({id(data) for data in found}) == 1


def test_settings_that_name_the_same_records_share_them():
    assert load(Settings(seed=3, epsilon=0.5, n=100)) is load(Settings(seed=3, lam=1.0))


def test_shared_records_cannot_be_changed():
    data = load(Settings(seed=3))
    for array in (data.X, data.y):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
