"""The log: no word of a visitor, and still what happened and where; each kind once a minute."""

import logging
import re
import sys
import threading
import time
from copy import copy

import pytest
from uvicorn.logging import AccessFormatter

from server.log import (
    REFUSED,
    discreet,
    each_kind_once_a_minute,
    kind_and_place,
    without_words,
)
from server.repeats import LONGEST, MINUTE, MOST_KINDS, Repeats
from tests.serving import PATIENCE

WORD = "Ada's salary"


def failing() -> None:
    raise ValueError(WORD)


def caught() -> tuple:
    try:
        failing()
    except ValueError:
        return sys.exc_info()


def formatted(name: str, message: object, *args: object, exc_info: object = None) -> str:
    record = logging.LogRecord(name, logging.ERROR, "here", 1, message, args, exc_info)
    return logging.Formatter("%(message)s").format(without_words(record))


@pytest.mark.parametrize(
    ("message", "args", "expected"),
    [
        ("No fragment %s", (WORD,), "No fragment …"),
        ("%r of %d and %.1f", (WORD, 3, 0.5), "'…' of 3 and 0.5"),
        ("%s", (ValueError(WORD),), "…"),
        ("%(id)s in %(n)d", ({"id": WORD, "n": 2},), "… in 2"),
        (ValueError(WORD), (), "ValueError"),
        ("Ready, 100 %", (), "Ready, 100 %"),
    ],
)
def test_streamlit_writes_no_words(message: object, args: tuple, expected: str):
    assert formatted("streamlit.runtime.app_session", message, *args) == expected


@pytest.mark.parametrize("name", ["streamlit", "streamlit.web", "uvicorn.error", "asyncio"])
def test_a_fault_is_its_kind_and_place(name: str):
    said = formatted(name, "Error in %s", "task", exc_info=caught())
    assert "[ValueError at failing:" in said
    assert WORD not in said
    assert "Traceback" not in said
    assert "\n" not in said


def test_uvicorn_writes_paths_without_queries():
    said = formatted("uvicorn.access", '%s - "%s %s"', "127.0.0.1:5", "GET", f"/data?x={WORD}")
    assert said == '127.0.0.1:5 - "GET /data"'


def test_tasks_are_not_quoted():
    assert WORD not in formatted("asyncio", f"Task failed\nfuture: <Task name='{WORD}'>")


def test_our_own_records_are_left_alone():
    assert formatted("pages.main", "%s at %s", "KeyError", "solve") == "KeyError at solve"


def test_an_exception_without_a_place_is_named_too():
    assert kind_and_place(KeyError(WORD)) == "KeyError at nowhere"


def test_new_loggers_are_discreet_until_the_end(caplog: pytest.LogCaptureFixture):
    quiet, loud = logging.getLogger("streamlit.tests.quiet"), logging.getLogger("streamlit.loud")
    with discreet():
        quiet.error("Lost %s", WORD)
    loud.error("Lost %s", WORD)
    assert caplog.messages == ["Lost …", f"Lost {WORD}"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_ends_is_named(caplog: pytest.LogCaptureFixture):
    hook = threading.excepthook
    with discreet():
        thread = threading.Thread(target=failing)
        thread.start()
        thread.join()
    assert threading.excepthook is hook
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith("A thread ended [ValueError at failing:")


def test_refused_websockets_do_not_fill_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    # By a handler and a level of its own: a server that ran in this process, as that of
    # `test_connections`, has set up uvicorn's loggers.
    caplog.set_level(logging.ERROR, "uvicorn.error")
    written: list[str] = []
    handler, uvicorn = logging.StreamHandler(), logging.getLogger("uvicorn.error")
    handler.emit = lambda record: written.append(record.getMessage())
    monkeypatch.setattr(uvicorn, "handlers", [handler])
    monkeypatch.setattr(uvicorn, "propagate", False)
    with discreet():
        uvicorn.error(REFUSED)
        uvicorn.error("Another")
    assert written == ["Another"]


def test_a_fault_in_another_place_is_another_kind_of_line(caplog: pytest.LogCaptureFixture):
    with discreet():
        for _ in range(3):
            for fault in (caught(), (KeyError, KeyError(WORD), None)):
                logging.getLogger("asyncio").error("Task of %s failed", WORD, exc_info=fault)
    assert [said.partition(" (")[0].partition(":")[0] for said in caplog.messages] == [
        "An error outside of any request [ValueError at failing",
        "An error outside of any request [KeyError at nowhere]",
    ] * 2
    assert all("the last of 2 more such lines" in said for said in caplog.messages[2:])


def test_loggers_with_handlers_of_their_own_repeat_nothing(caplog: pytest.LogCaptureFixture):
    written: list[str] = []
    own = logging.getLogger("streamlit.tests.own")
    handler = logging.StreamHandler()
    handler.emit = lambda record: written.append(record.getMessage())
    own.addHandler(handler)
    try:
        with discreet():
            for number in range(1_000):
                own.error("No fragment %s of %d", WORD, number)
    finally:
        own.removeHandler(handler)
    expected = "No fragment … of 999 (the last of 999 more such lines within a minute)"
    assert written == caplog.messages == ["No fragment … of 0", expected]


def test_what_a_filter_refuses_is_neither_written_nor_counted(caplog: pytest.LogCaptureFixture):
    with discreet():
        for _ in range(10):
            logging.getLogger("uvicorn.error").error(REFUSED)
    assert caplog.messages == []


def test_the_count_of_a_burst_comes_though_nothing_follows_it(caplog: pytest.LogCaptureFixture):
    with each_kind_once_a_minute(period=0.05):
        for _ in range(5):
            logging.getLogger("server.tests").error("Too much")
        deadline = time.monotonic() + PATIENCE
        while len(caplog.messages) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.01)
    assert sum(map(counted, caplog.messages)) == 5


def test_no_line_is_lost_where_many_threads_write(caplog: pytest.LogCaptureFixture):
    def write() -> None:
        for number in range(200):
            logging.getLogger("server.tests").error(f"Kind {number % 2} %d", number)

    with each_kind_once_a_minute():
        threads = [threading.Thread(target=write) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(caplog.messages) == 4
    assert sum(map(counted, caplog.messages)) == 8 * 200


def counted(said: str) -> int:
    """Return for how many lines a line stands."""
    found = re.search(r"the last of ([\d,]+) more such", said)
    return int(found[1].replace(",", "")) if found else 1


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
