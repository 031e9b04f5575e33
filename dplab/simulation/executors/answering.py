"""What a process does that computes for another one: it answers, one question after the other."""

import os
import pickle
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, NoReturn

from dpcore.checks import Overrun
from dplab.simulation.executors.shared_memory import SharedRecords, attach


def worker_main(end: int, limit: float | None) -> NoReturn:
    """Answer what comes through the socket `end` until it closes: the life of a process."""
    pipe, questions = Connection(end), SimpleQueue[bytes]()
    # A thread listens also while a cell is computed, so that this process ends with its program and
    # not some minutes later.
    threading.Thread(target=_listen, args=(pipe, questions), daemon=True).start()
    while True:
        answer = _answer(questions.get(), limit)
        with suppress(OSError):  # then the other side is gone, and `_listen` ends this one
            pipe.send(answer)


def _listen(pipe: Connection, questions: "SimpleQueue[bytes]") -> None:
    try:
        while True:
            questions.put(pipe.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)  # Nobody would read the answer, however far it has come.


def _answer(question: bytes, limit: float | None) -> tuple[bool, Any]:
    try:
        function, args = pickle.loads(question)
        arguments = [attach(each) if isinstance(each, SharedRecords) else each for each in args]
        with _limited(limit):  # the work alone, not the way of the arguments
            return True, function(*arguments)
    except Exception as fault:
        # At the edge of a process: the error is sent back.
        return False, fault


@contextmanager
def _limited(seconds: float | None) -> Iterator[None]:
    """Raise `Overrun` in the block once it has taken so many seconds of the processor."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def give_up(_signal: int, _frame: object) -> None:
        raise Overrun(seconds)

    # Of this process's own processor time: what others take of a busy machine does not count.
    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        # Or it would interrupt the next task, in the middle of what is none of its own time.
        signal.setitimer(signal.ITIMER_PROF, 0.0)
