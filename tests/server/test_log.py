"""The log: no word of a visitor, and still what happened and where."""

import logging
import re
import sys
import threading
import time

import pytest

from server.log import (
    REFUSED,
    discreet,
    each_kind_once_a_minute,
    kind_and_place,
    without_words,
)
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


def test_refused_websockets_do_not_fill_the_log(caplog: pytest.LogCaptureFixture):
    with discreet():
        logging.getLogger("uvicorn.error").error(REFUSED)
        logging.getLogger("uvicorn.error").error("Another")
    assert caplog.messages == ["Another"]


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
