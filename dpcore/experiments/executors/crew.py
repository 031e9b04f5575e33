"""An executor whose work is done elsewhere: a thread waits for each thing under way.

`Crew` turns *members*, who each do one task at a time somewhere else, into a
`concurrent.futures.Executor`: the first who is free takes the next task. Its threads are daemons,
so that a program ends at once, whatever is still under way.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol

Task = tuple[Callable[..., Any], tuple[Any, ...]]
Entry = tuple[Future[Any], Task]


class Unavailable(RuntimeError):
    """What was to compute is not there or was lost; the message is a sentence for the screen."""


class Member(Protocol):
    """Does one task at a time, elsewhere."""

    def start(self) -> None:
        """Get ready, or raise; then `ask` will try again."""

    def ask(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Return or raise what ``function(*args)`` does; `Unavailable` if nobody could tell."""

    def end(self) -> None:
        """Let go of whatever does the tasks."""


class Crew(Executor):
    """An executor over members.

    Parameters
    ----------
    members : sequence of Member
    """

    def __init__(self, members: Sequence[Member]) -> None:
        self.most = len(members)
        self._entries: SimpleQueue[Entry | None] = SimpleQueue()
        self._closed, self._lock = False, threading.Lock()
        self._threads = [
            threading.Thread(target=self._serve, args=(member,), daemon=True) for member in members
        ]
        for thread in self._threads:
            thread.start()

    @property
    def slots(self) -> int:
        """How many tasks are worth having under way at a time, from 1 to `most`."""
        return self.most

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have ``function(*args)`` done; the future may raise `Unavailable`."""
        if kwargs:
            raise TypeError("A crew takes positional arguments only.")
        future: Future[Any] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("This executor was shut down.")
            self._entries.put((future, (function, args)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no further task, and let go of the members when those that were taken are done."""
        with self._lock:
            self._closed = True
        if cancel_futures:
            self._cancel()
        for _ in self._threads:
            self._entries.put(None)
        for thread in self._threads if wait else ():
            thread.join()

    def _cancel(self) -> None:
        with suppress(Empty):
            while True:
                entry = self._entries.get_nowait()
                if entry:
                    entry[0].cancel()

    def _serve(self, member: Member) -> None:
        # At the edge of the thread: the first task will try again, and be told.
        with suppress(Exception):
            member.start()
        while _settle(self._entries.get(), member):
            pass
        member.end()


def _settle(entry: Entry | None, member: Member) -> bool:
    """Give a future its task's result; False if there is none any more."""
    if entry is None:
        return False
    future, (function, args) = entry
    if future.set_running_or_notify_cancel():
        try:
            result = member.ask(function, args)
        except Exception as fault:
            # The edge of a thread that must go on: whoever waits for the future is told.
            future.set_exception(fault)
        else:
            future.set_result(result)
    return True
