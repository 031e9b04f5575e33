"""Where records come from: made once, the same object for all, and nobody can change it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from dpcore.data.dataset import Dataset, shuffled, split
from dpcore.simulation import sources
from dpcore.simulation.settings import Settings
from dpcore.simulation.sources import load


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


@pytest.mark.parametrize("data", ["unseparable", "counterexample", "breast_cancer"])
@pytest.mark.parametrize(("n", "fold"), [(300, 0), (17, 3)])
def test_a_part_is_the_split_bit_for_bit(data: str, n: int, fold: int):
    settings = Settings(data=data, seed=4, d=3)
    part, expected = sources.part(settings, n, fold), split(sources.load(settings), n, 4, fold)
    for name, value in vars(expected).items():
        found = getattr(part, name)
        assert (found is None) == (value is None)
        assert value is None or found.tobytes() == value.tobytes()


def test_records_are_put_into_the_order_of_a_split_once(monkeypatch):
    ordered: list[int] = []

    def counted(data: Dataset, seed: int, fold: int) -> Dataset:
        ordered.append(seed)
        return shuffled(data, seed, fold)

    monkeypatch.setattr(sources, "shuffled", counted)
    settings = Settings(d=2, seed=7_351)
    for n in (100, 20_000, 100):
        assert len(sources.part(settings, n).y) == n
    assert ordered == [7_351]


def test_large_data_are_not_kept_twice(monkeypatch):
    monkeypatch.setattr(sources, "MOST_VALUES", 10)
    monkeypatch.setattr(sources, "shuffled", None)
    assert len(sources.part(Settings(d=2), 50).y) == 50


def test_a_part_cannot_be_changed():
    part = sources.part(Settings(d=2), 50)
    with pytest.raises(ValueError, match="read-only"):
        part.X[0, 0] = 1.0
