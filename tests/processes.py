"""Which processes there are, read from /proc: for tests that start, kill and count them."""

import os
import time
from contextlib import suppress
from pathlib import Path

PATIENCE = 120
"""Seconds until a process that should be gone counts as left behind."""


def children(parent: int) -> list[int]:
    """Return the processes that `parent` started and that live."""
    return [pid for pid, (state, above) in _table().items() if above == parent and state != "Z"]


def descendants(parent: int) -> list[int]:
    """Return the processes that `parent` started, and what they started, as far as they live."""
    return [pid for child in children(parent) for pid in (child, *descendants(child))]


def alive(pid: int) -> bool:
    """Tell whether a process lives; one that nobody has buried yet does not."""
    return _table().get(pid, ("Z", 0))[0] != "Z"


def gone(pid: int) -> bool:
    """Wait until a process is gone; False if it stays."""
    deadline = time.monotonic() + PATIENCE
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not alive(pid)


def spent(pid: int) -> float:
    """Return the seconds that a process has had of the processor."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _table() -> dict[int, tuple[str, int]]:
    found = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            head, _, rest = entry.read_text().rpartition(")")
            state, parent, *_ = rest.split()
            found[int(head.split()[0])] = (state, int(parent))
    return found
