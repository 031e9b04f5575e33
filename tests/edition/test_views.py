"""Records of the edition: the places of a dial ask for the same, which is computed once."""

from collections.abc import Generator

from edition.views import RememberingRecords
from pages.comparison.records import Records

DONE: list[object] = []


def study(question: int, records: object = None) -> int:
    DONE.append((question, records))
    return question


def of_records(_: Records, number: int, *, twice: bool = False) -> int:
    DONE.append((number, twice))
    return number


def in_steps(_: Records, number: int) -> Generator[float, None, int]:
    DONE.append(number)
    yield 1.0
    return number


def test_nothing_is_computed_twice():
    DONE.clear()
    records = RememberingRecords()
    for _ in range(2):
        assert [records.ask(study, each) for each in (1, 2)] == [1, 2]
        assert [records.get(of_records, 1, twice=each) for each in (False, True)] == [1, 1]
        assert [records.get_in_steps(in_steps, each) for each in (1, 2)] == [1, 2]
    assert DONE == [(1, None), (2, None), (1, False), (1, True), 1, 2]
