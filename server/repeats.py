"""Lines of one kind: the first is written at once, what follows within a minute is counted.

Whoever makes the server complain can make it complain again and again: 1,100 sockets that nobody
used wrote 10 MB into the log in eight seconds. So each kind of line is written at most once a
minute, and says how many more there were.

A *kind* is a logger, a level and a message before its arguments are filled in: those may be a
visitor's choice, and each would be a kind of its own. Few kinds are told apart (`MOST_KINDS`), or
messages that quote something would fill the memory; all further ones of a logger and level are one.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

MINUTE = 60.0
"""Seconds between two lines of one kind."""

MOST_KINDS = 200
"""Kinds that are told apart; the server, Streamlit and uvicorn have some dozens."""

LONGEST = 300
"""Characters of a message by which kinds are told apart."""

ACCESS, ITS_ERRORS = "uvicorn.access", "uvicorn.error"
"""The first is written in columns, which leave no place for a count: that goes to the second."""

Kind = tuple[str, int, str]


@dataclass
class _Heard:
    """What came of a kind since its last line: how many more, and the last of them."""

    until: float
    more: int = 0
    last: logging.LogRecord | None = None


class Repeats:
    """Tells which records are written, and writes later how many were not.

    Parameters
    ----------
    write : callable
        Writes a record that says how many there were.
    period : float, optional
        Seconds between two lines of one kind.
    clock : callable, optional
        Returns the seconds by which that is measured.
    """

    def __init__(
        self,
        write: Callable[[logging.LogRecord], None],
        period: float = MINUTE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._write, self._period, self._clock = write, period, clock
        # In the order in which they are due: each is put at the end, for the same time.
        self._heard: dict[Kind, _Heard] = {}
        self._ended = False
        # Reentrant, as `Condition` is by itself: the garbage collector may run anywhere, also
        # below, and asyncio logs when it finds a task that nobody waited for.
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._watch, name="repeats of the log", daemon=True)

    def start(self) -> None:
        """Write counts when they are due, until the end: nobody else may log by then."""
        self._thread.start()

    def end(self) -> None:
        """Write all counts that are left, and no more after them."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        self._thread.join()
        for record in self.counted(everything=True):
            self._write(record)

    def passes(self, record: logging.LogRecord) -> bool:
        """Tell whether a record is the first of its kind in a minute; count it otherwise."""
        kind = _kind(record)
        with self._changed:
            heard = self._heard.get(kind)
            if heard is None and len(self._heard) >= MOST_KINDS:
                kind = (record.name, record.levelno, "")
                heard = self._heard.get(kind)
            if heard is None:
                self._heard[kind] = _Heard(self._clock() + self._period)
                self._changed.notify()
                return True
            heard.more, heard.last = heard.more + 1, record
            # It will be read once more, and until then a traceback would hold what it was about.
            record.exc_info = record.exc_text = record.stack_info = None
            return False

    def counted(self, *, everything: bool = False) -> list[logging.LogRecord]:
        """Return a record for each kind whose minute is over and of which more came.

        The minute of such a kind begins anew, since a line was written; others are forgotten.
        """
        found = []
        with self._changed:
            now = self._clock()
            for kind, heard in list(self._heard.items()):
                if heard.until > now and not everything:
                    break
                del self._heard[kind]
                if heard.last:
                    found.append(_with_count(heard.last, heard.more))
                    self._heard[kind] = _Heard(now + self._period)
        return found

    def _watch(self) -> None:
        while self._waited():
            # Not while others wait for the lock: a handler may write slowly.
            for record in self.counted():
                self._write(record)

    def _waited(self) -> bool:
        """Wait until a count may be due; return whether to go on."""
        with self._changed:
            while not self._ended:
                first = next(iter(self._heard.values()), None)
                left = first.until - self._clock() if first else None
                if left is not None and left <= 0:
                    break
                self._changed.wait(left)
            return not self._ended


def _kind(record: logging.LogRecord) -> Kind:
    text = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
    return record.name, record.levelno, text[:LONGEST]


def _with_count(record: logging.LogRecord, more: int) -> logging.LogRecord:
    """Return the last record of a kind with a message that says how many there were.

    Examples
    --------
    >>> record = logging.LogRecord("streamlit.x", 30, "", 1, "No fragment %s", ("…",), None)
    >>> _with_count(record, 12).getMessage()
    'No fragment … (the last of 12 more such lines within a minute)'
    """
    try:
        said = record.getMessage()
    except (TypeError, ValueError, KeyError):  # arguments that do not fit the message
        said = str(record.msg)
    lines = "line" if more == 1 else "lines"
    record.msg = f"{said} (the last of {more:,} more such {lines} within a minute)"
    record.args = None
    record.name = ITS_ERRORS if record.name == ACCESS else record.name
    # uvicorn writes this one in a terminal, in the place of the message.
    record.__dict__.pop("color_message", None)
    return record
