"""A Dask scheduler and its workers, a process each, on this machine.

What they import takes seconds: it is imported once, and each machine is a copy of that process.
Nor does a copy need `__main__`: it would run the page again that Streamlit's test bench left there.
"""

import asyncio
import multiprocessing
import os
import socket
import sys
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

COPIED = multiprocessing.get_context("forkserver")
COPIED.set_forkserver_preload(["distributed", "dplab.simulation.sweeps.cells"])


class Machines:
    """Those of one cluster; what they have to say goes into a file of `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler: Any = None
        self.workers: list[Any] = []

    def start_scheduler(self) -> None:
        self.scheduler = self._start(_schedule, self.port)

    def start_worker(self, threads: int = 1) -> Any:
        self.workers.append(self._start(_work, self.address, threads, str(self.folder)))
        return self.workers[-1]

    def repair(self, workers: int = 2) -> None:
        """Bring the scheduler back, and so many workers."""
        if not self.scheduler or not self.scheduler.is_alive():
            self.stop()  # Workers of a scheduler that is gone would never end.
            self.start_scheduler()
        self.workers = [worker for worker in self.workers if worker.is_alive()]
        for _ in range(workers - len(self.workers)):
            self.start_worker()

    def stop(self) -> None:
        """Kill them all."""
        for process in filter(None, [self.scheduler, *self.workers]):
            process.kill()
            process.join()
        self.scheduler, self.workers = None, []

    def _start(self, target: Any, *arguments: object) -> Any:
        process = COPIED.Process(target=_logged, args=(self.folder / "log", target, *arguments))
        with patch.dict(sys.modules, {"__main__": ModuleType("__main__")}):
            process.start()
        return process


@contextmanager
def started(folder: Path, workers: int = 2) -> Iterator[Machines]:
    """Give machines until the block ends."""
    machines = Machines(folder)
    try:
        machines.repair(workers)
        yield machines
    finally:
        machines.stop()


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _logged(log: Path, target: Any, *arguments: object) -> None:
    with log.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    asyncio.run(target(*arguments))


async def _schedule(port: int) -> None:
    from distributed import Scheduler

    await _until_the_end(Scheduler(host="127.0.0.1", port=port, dashboard=False))


async def _work(address: str, threads: int, folder: str) -> None:
    from distributed import Worker

    await _until_the_end(Worker(address, nthreads=threads, local_directory=folder, dashboard=False))


async def _until_the_end(machine: Awaitable[Any]) -> None:
    await (await machine).finished()
