"""A log that quotes no visitor: the kind of a fault and its place, never what somebody sent.

Streamlit writes names of fragments and sessions that a browser sent, and whole tracebacks, whose
last line often holds the value that did not fit. A link carries what a visitor chose, the schema of
an own table included, and uvicorn writes it down. So every record of theirs is changed where it is
made, whatever writes it out later: texts among its arguments become an ellipsis, a query is cut
off, and of an exception the type and the innermost place remain.

Nor can anybody fill it: of each kind of line one is written a minute, with a count of the others
(`server.repeats`). That holds for all loggers, so for `uvicorn.access` too, which
`uvicorn app:app` writes and `streamlit run` does not: it shows that somebody comes, and how often.
Whoever needs a line for each request has it from a proxy.

What this dashboard logs by itself names kind and place already (`pages/main.py`).
"""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from traceback import walk_tb

from server.repeats import MINUTE, Repeats

LOG = logging.getLogger(__name__)
ELIDED = "…"
REFUSED = "ASGI callable returned without completing handshake."
"""What uvicorn says of each websocket that was refused with an answer, although ASGI allows that:
whoever asks again and again would fill the log."""

Arguments = tuple[object, ...] | Mapping[str, object] | None


@contextmanager
def discreet() -> Iterator[None]:
    """Keep visitors' words out of the log, and floods, until the block ends."""
    make, hook = logging.getLogRecordFactory(), threading.excepthook
    uvicorn = logging.getLogger("uvicorn.error")

    def make_discreet(*args: object, **kwargs: object) -> logging.LogRecord:
        return without_words(make(*args, **kwargs))

    logging.setLogRecordFactory(make_discreet)
    threading.excepthook = _log_end_of_thread
    uvicorn.addFilter(_is_news)
    try:
        with each_kind_once_a_minute():
            yield
    finally:
        uvicorn.removeFilter(_is_news)
        logging.setLogRecordFactory(make)
        threading.excepthook = hook


@contextmanager
def each_kind_once_a_minute(period: float = MINUTE) -> Iterator[None]:
    """Write of each kind of line one a `period` in seconds, until the block ends."""
    write = logging.Logger.callHandlers

    def write_count(record: logging.LogRecord) -> None:
        write(logging.getLogger(record.name), record)

    repeats = Repeats(write_count, period)

    def write_once(logger: logging.Logger, record: logging.LogRecord) -> None:
        if repeats.passes(record):
            write(logger, record)

    # The one place that the records of all loggers pass, once the filters of theirs have seen
    # them: a filter sees no records of loggers below its own, and Streamlit's have handlers each.
    logging.Logger.callHandlers = write_once  # type: ignore[assignment, method-assign]
    repeats.start()
    try:
        yield
    finally:
        logging.Logger.callHandlers = write  # type: ignore[method-assign]
        repeats.end()


def without_words(record: logging.LogRecord) -> logging.LogRecord:
    """Return a record of Streamlit, uvicorn or asyncio without what a visitor sent; others as is.

    Examples
    --------
    >>> record = logging.LogRecord("streamlit.x", 30, "", 1, "No fragment %s", ("Ada",), None)
    >>> without_words(record).getMessage()
    'No fragment …'
    """
    writer = record.name.partition(".")[0]
    if writer == "streamlit":
        # Its messages are written in its code, or are exceptions.
        record.msg = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
        record.args = _each(record.args, _number_or_ellipsis)
    elif writer == "uvicorn":
        record.args = _each(record.args, _without_query)
    elif writer == "asyncio":
        # Its messages quote tasks and callbacks with their arguments.
        record.msg, record.args = "An error outside of any request", None
    else:
        return record
    if record.exc_info and record.exc_info[1]:
        record.msg = f"{record.getMessage()} [{kind_and_place(record.exc_info[1])}]"
        record.args = None
    record.exc_info = record.exc_text = record.stack_info = None
    return record


def kind_and_place(fault: BaseException) -> str:
    """Return an exception's type, and the function and line where it was raised.

    Examples
    --------
    >>> kind_and_place(ValueError("Ada's salary"))
    'ValueError at nowhere'
    """
    place = "nowhere"
    for frame, line in walk_tb(fault.__traceback__):
        place = f"{frame.f_code.co_qualname}:{line}"
    return f"{type(fault).__name__} at {place}"


def _each(args: Arguments, change: Callable[[object], object]) -> Arguments:
    if isinstance(args, Mapping):
        return {name: change(value) for name, value in args.items()}
    return None if args is None else tuple(map(change, args))


def _number_or_ellipsis(value: object) -> object:
    return value if isinstance(value, int | float | None) else ELIDED


def _without_query(value: object) -> object:
    return value.partition("?")[0] if isinstance(value, str) else value


def _is_news(record: logging.LogRecord) -> bool:
    return record.msg != REFUSED


def _log_end_of_thread(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value:
        # In the message and not in its arguments: another fault is another kind of line.
        LOG.error(f"A thread ended [{kind_and_place(ended.exc_value)}]")
