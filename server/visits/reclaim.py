"""Memory that visitors leave behind, given back to the system.

What a visit leaves refers to itself in rings: a session to its page, the page to its session.
Python looks for rings when enough has been made since the last time, and on a quiet server that may
be never. The C library of Linux keeps what was freed for what may come, and a heap for each of many
threads, in which a few small things that stay keep all the rest. After 25 tables of 10 MB, all of
them over, the server held five times what it began with.
"""

import ctypes
import gc
import sys

M_ARENA_MAX = -8
"""The number of that setting in the GNU C library's malloc.h."""


def use_one_heap() -> None:
    """Have all threads of this process share one heap; before they have begun."""
    _of_c("mallopt", M_ARENA_MAX, 1)


def keep_for_good() -> None:
    """Search what is there now for rings no more: modules stay until the server ends.

    A search takes a tenth of a second otherwise, in which nobody gets an answer.
    """
    gc.collect()
    gc.freeze()


def release_memory() -> None:
    """Give back what nothing refers to; from any thread, seldom."""
    gc.collect()
    _of_c("malloc_trim", 0)


def _of_c(function: str, *numbers: int) -> None:
    """Call a function of the GNU C library; others have none of these, and heaps of their own."""
    if sys.platform == "linux":
        call = getattr(ctypes.CDLL(None), function, None)
        if call:
            call(*numbers)
