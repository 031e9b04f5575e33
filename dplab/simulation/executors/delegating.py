"""An executor whose work is done elsewhere: one thread waits for each task under way.

`DelegatingExecutor` turns *workers*, each of which does one task at a time in another process or
on another machine, into a `concurrent.futures.Executor`: the first free worker takes the next
task. Its threads are daemons, so that a program ends at once, whatever is still under way.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol

Task = tuple[Callable[..., Any], tuple[Any, ...]]
QueuedTask = tuple[Future[Any], Task]


class Worker(Protocol):
    """Does one task at a time, outside of this process."""

    def start(self) -> None:
        """Get ready, or raise; then `compute` will try again."""

    def compute(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Return or raise what ``function(*args)`` does.

        Raises
        ------
        Unavailable
            If the task could not be done because what computes is missing or was lost.
        """

    def stop(self) -> None:
        """Release whatever does the tasks."""


class DelegatingExecutor(Executor):
    """An executor over workers."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.most = len(workers)
        self._queue: SimpleQueue[QueuedTask | None] = SimpleQueue()
        self._closed, self._lock = False, threading.Lock()
        self._threads = [
            threading.Thread(target=self._serve, args=(worker,), daemon=True) for worker in workers
        ]
        for thread in self._threads:
            thread.start()

    @property
    def slots(self) -> int:
        """How many tasks are worth having under way at a time, from 1 to `most`."""
        return self.most

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Queue ``function(*args)``; the future may raise `Unavailable`."""
        # A task is sent as a pair of function and arguments; nobody here has needed names.
        if kwargs:
            raise TypeError("This executor takes positional arguments only.")
        future: Future[Any] = Future()
        # Under the lock, or a task could come behind the marks by which threads end: never done.
        with self._lock:
            if self._closed:
                raise RuntimeError("This executor was shut down.")
            self._queue.put((future, (function, args)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no further task, and stop the workers when the queued ones are done."""
        with self._lock:
            self._closed = True
        if cancel_futures:
            self._cancel()
        # One for each thread, behind all tasks: a thread that takes it ends.
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads if wait else ():
            thread.join()

    def _cancel(self) -> None:
        with suppress(Empty):
            while True:
                queued = self._queue.get_nowait()
                if queued:
                    queued[0].cancel()

    def _serve(self, worker: Worker) -> None:
        # At the edge of the thread: the first task tries again, and its future gets the error.
        with suppress(Exception):
            worker.start()
        while _settle(self._queue.get(), worker):
            pass
        worker.stop()


def _settle(queued: QueuedTask | None, worker: Worker) -> bool:
    """Give a future its task's result; False if there are no more tasks."""
    if queued is None:
        return False
    future, (function, args) = queued
    # From here it cannot be cancelled any more: what runs elsewhere is not stopped from here.
    if future.set_running_or_notify_cancel():
        try:
            result = worker.compute(function, args)
        except Exception as fault:
            # At the edge of a thread that must go on: the error belongs to the future.
            future.set_exception(fault)
        else:
            future.set_result(result)
    return True
