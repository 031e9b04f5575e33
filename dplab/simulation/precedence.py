"""Who computes first: somebody's first number comes before anybody's curve.

Visitors share the cores, and Python's lock. A curve is computed in batches; before each, it waits
while numbers are computed that somebody has no answer without, but never for long.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 1.0
"""Seconds that a batch of a curve waits at most: it has its turn among ever so many visitors."""


class PriorityGate:
    """Lets work on curves wait for first numbers.

    Parameters
    ----------
    patience : float
        Seconds that a batch waits at most.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._asking = 0
        self._changed = threading.Condition()

    @contextmanager
    def first(self) -> Iterator[None]:
        """Compute a first number inside."""
        # Counted only: first numbers never wait, neither for a curve nor for one another.
        with self._changed:
            self._asking += 1
        try:
            yield
        finally:
            # In a finally: one that failed, uncounted, would slow every curve down for good.
            with self._changed:
                self._asking -= 1
                self._changed.notify_all()

    def give_way(self) -> bool:
        """Wait while first numbers are computed; tell whether none is under way any more."""
        with self._changed:
            # With a limit: on a busy server somebody is always waiting for a first number.
            return self._changed.wait_for(lambda: not self._asking, self._patience)
