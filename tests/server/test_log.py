"""The log: no word of a visitor, and still what happened and where."""

import logging
import sys
import threading

import pytest

from server.log import REFUSED, discreet, kind_and_place, without_words

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
