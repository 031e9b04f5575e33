"""How many files this process may hold open, and so how many tabs and connections there can be."""

import sys
from contextlib import suppress

from server import limits

if sys.platform != "win32":
    import resource

MANY_FILES = 65_536
"""Open files that are asked for, where the system lets us have as many."""


def most_tabs(files: int) -> int:
    """Return how many tabs so many open files are enough for."""
    return max(1, min(limits.TABS, (files - limits.FILES_BESIDE) // limits.FILES_PER_TAB))


def most_connections(files: int) -> int:
    """Return how many connections may be open, those of tabs and of their files included."""
    return max(1, min(limits.CONNECTIONS, files - limits.FILES_BESIDE))


def open_many_files() -> int:
    """Let this process open as many files as it may; return how many that are."""
    if sys.platform == "win32":
        return MANY_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    ours = MANY_FILES if hard == resource.RLIM_INFINITY else min(hard, MANY_FILES)
    if soft != resource.RLIM_INFINITY and soft < ours:
        with suppress(OSError, ValueError):  # A system may allow less than it says.
            resource.setrlimit(resource.RLIMIT_NOFILE, (ours, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MANY_FILES if soft == resource.RLIM_INFINITY else soft
