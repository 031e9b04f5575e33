"""How much memory this process takes for its runs and pages: what visitors left here aside.

What visitors leave is limited where it is kept (`server.visits.visitor_store`). Pages that are open
and runs under way cannot be weighed one by one, but what the system says of the process can.
"""

import logging
import time

import psutil

from server.visits.reclaim import release_memory
from server.visits.visitor_store import FOR_RUNS, VisitorStore

LOG = logging.getLogger(__name__)

CALM = 10.0
"""Seconds between two attempts to give memory back, each of which takes a tenth of a second."""


class RunMemory:
    """The memory of this process, and whether it is too much for one more visitor.

    Parameters
    ----------
    kept : VisitorStore
    """

    def __init__(self, kept: VisitorStore) -> None:
        self.kept = kept
        self._process = psutil.Process()
        self._tried = -CALM

    def is_full(self) -> bool:
        """Tell whether runs and pages take more than they may."""
        if self._has_room():
            return False
        if time.monotonic() - self._tried < CALM:
            return True
        self._tried = time.monotonic()
        release_memory()
        if self._has_room():
            return False
        LOG.warning("Pages and runs take more memory than %s allows: newcomers wait.", FOR_RUNS)
        return True

    def _has_room(self) -> bool:
        ours = int(self._process.memory_info().rss) - self.kept.total()
        return ours <= self.kept.room.runs
