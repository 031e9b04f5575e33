"""Lines of one kind: one a minute, and no count that is lost; a memory that cannot be filled."""

import logging
import sys
from copy import copy

import pytest
from uvicorn.logging import AccessFormatter

from server.repeats import LONGEST, MINUTE, MOST_KINDS, Repeats


class Clock:
    """A clock that a test moves."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def record(
    message: object = "No fragment %s", *args: object, name: str = "streamlit.x", level: int = 40
) -> logging.LogRecord:
    return logging.LogRecord(name, level, "here", 1, message, args, None)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def repeats(clock: Clock) -> Repeats:
    return Repeats(lambda _: None, clock=clock)


def said(records: list[logging.LogRecord]) -> list[str]:
    return [each.getMessage() for each in records]


def test_a_minute_has_one_line_of_a_kind_however_many_come(repeats: Repeats, clock: Clock):
    written = 0
    for _ in range(10_000):
        clock.now += MINUTE / 1_000
        written += repeats.passes(record("No fragment %s", "…")) + len(repeats.counted())
    assert written == pytest.approx(10, abs=1)


def test_what_comes_once_a_minute_is_written_as_it_is(repeats: Repeats, clock: Clock):
    for _ in range(5):
        assert repeats.passes(record())
        clock.now += MINUTE
        assert repeats.counted() == []


def test_the_count_is_written_when_the_minute_is_over_and_not_before(
    repeats: Repeats, clock: Clock
):
    passed = [repeats.passes(record("No fragment %s", name)) for name in "abc"]
    assert passed == [True, False, False]
    clock.now += MINUTE - 1
    assert repeats.counted() == []
    clock.now += 1
    assert said(repeats.counted()) == [
        "No fragment c (the last of 2 more such lines within a minute)"
    ]
    assert repeats.counted() == []


def test_the_minute_begins_anew_with_the_count(repeats: Repeats, clock: Clock):
    assert [repeats.passes(record()) for _ in range(2)] == [True, False]
    clock.now += MINUTE
    assert len(repeats.counted()) == 1
    assert not repeats.passes(record())
    clock.now += MINUTE
    assert len(repeats.counted()) == 1
    clock.now += MINUTE
    assert repeats.counted() == []
    assert repeats.passes(record())


@pytest.mark.parametrize(
    "other",
    [record("Another %s"), record(name="streamlit.y"), record(level=30), record(KeyError("x"))],
    ids=["message", "logger", "level", "exception"],
)
def test_another_kind_has_a_minute_of_its_own(repeats: Repeats, other: logging.LogRecord):
    assert repeats.passes(record())
    assert repeats.passes(copy(other))
    assert not repeats.passes(copy(other))


def test_arguments_make_no_kind(repeats: Repeats):
    assert repeats.passes(record("No fragment %s", "a"))
    assert not repeats.passes(record("No fragment %s", "b"))


def test_messages_that_quote_what_was_sent_fill_neither_memory_nor_log(
    repeats: Repeats, clock: Clock
):
    passed = sum(repeats.passes(record(f"No fragment {number}")) for number in range(10_000))
    assert passed == MOST_KINDS + 1
    assert not repeats.passes(record("x" * 10 * LONGEST + "1"))
    # A kind that was known goes on to be told apart, and another logger has its line.
    assert not repeats.passes(record("No fragment 0"))
    assert repeats.passes(record("New", name="uvicorn.error"))
    clock.now += MINUTE
    first, others = said(repeats.counted())
    assert first == "No fragment 0 (the last of 1 more such line within a minute)"
    assert others.endswith(f"(the last of {10_000 - MOST_KINDS:,} more such lines within a minute)")


def test_long_messages_are_told_apart_by_their_beginning(repeats: Repeats):
    assert repeats.passes(record("x" * LONGEST + "1"))
    assert not repeats.passes(record("x" * LONGEST + "2"))
    assert repeats.passes(record("y" + "x" * LONGEST))


def test_what_waits_is_written_at_the_end():
    written: list[logging.LogRecord] = []
    repeats = Repeats(written.append)
    repeats.start()
    for _ in range(3):
        repeats.passes(record("Lost"))
    assert written == []
    repeats.end()
    assert said(written) == ["Lost (the last of 2 more such lines within a minute)"]


def test_what_is_counted_holds_no_traceback(repeats: Repeats):
    repeats.passes(record("Lost"))
    try:
        raise ValueError
    except ValueError:
        second = record("Lost")
        second.exc_info = sys.exc_info()
    assert not repeats.passes(second)
    assert second.exc_info is None


def test_arguments_that_do_not_fit_lose_no_count(repeats: Repeats, clock: Clock):
    for _ in range(2):
        repeats.passes(record("%d of %d", "one"))
    clock.now += MINUTE
    (count,) = said(repeats.counted())
    assert count.startswith("%d of %d (the last of 1 more")


def test_requests_are_counted_where_their_columns_leave_no_place(repeats: Repeats, clock: Clock):
    message, who = '%s - "%s %s HTTP/%s" %d', ("10.0.0.1:5", "GET", "/data", "1.1", 200)
    requests = [record(message, *who, name="uvicorn.access", level=20) for _ in range(3)]
    assert [repeats.passes(each) for each in requests] == [True, False, False]
    assert AccessFormatter("%(request_line)s").format(requests[0]) == "GET /data HTTP/1.1"
    clock.now += MINUTE
    (count,) = repeats.counted()
    assert count.name == "uvicorn.error"
    assert count.getMessage().startswith('10.0.0.1:5 - "GET /data HTTP/1.1" 200 (the last of 2')


def test_in_a_terminal_uvicorn_writes_the_count_too(repeats: Repeats, clock: Clock):
    for _ in range(2):
        coloured = record("Lost", name="uvicorn.error")
        coloured.color_message = "\x1b[1mLost\x1b[0m"
        repeats.passes(coloured)
    clock.now += MINUTE
    (count,) = repeats.counted()
    assert not hasattr(count, "color_message")
