"""Streamlit's sessions, closed in time: some minutes after their tab, whoever comes or does not.

Streamlit keeps the session of a connection that broke, with all that its page has drawn and made
ready, and looks at the time only when it puts another one aside. On a quiet server that may be
never. So each session is noted, and closed when it had no connection for `GRACE` seconds. What its
visitor left here lasts longer (`visitor_store`).
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Protocol

from streamlit import runtime

from server.log import kind_and_place
from server.visits.reclaim import release_memory

LOG = logging.getLogger(__name__)

GRACE = 120.0
"""Seconds without a connection: a lost network may be back then. A refresh begins a new session."""

PACE = 10.0
"""Seconds between two looks. `disconnectedSessionTTL` is longer than `GRACE` and two of these:
Streamlit does not close what is older than that, and does not let go of it either."""


class Streamlit(Protocol):
    """What is asked of the running Streamlit."""

    def is_active_session(self, session_id: str) -> bool:
        """Tell whether a session has a connection."""

    def close_session(self, session_id: str) -> None:
        """Forget a session, with all that it holds."""


class Sessions:
    """The sessions of all visitors.

    Parameters
    ----------
    left : callable
        Is told the visitor of each session that was closed.
    clock : callable
        Seconds; a test may bring its own.
    """

    def __init__(
        self, left: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.left, self.clock = left, clock
        self._known: dict[str, tuple[str, float]] = {}

    def note(self, visitor: str, session: str) -> None:
        """Note that a session is a visitor's; from any thread."""
        self._known[session] = (visitor, self.clock())

    async def watch(self) -> None:
        """Close sessions in time, until the server ends."""
        while True:
            try:
                self.look(runtime.get_instance())
            except Exception as fault:
                # The edge of a task: a session that cannot be closed must not keep the others.
                LOG.error(f"A session was not closed [{kind_and_place(fault)}]")
            await asyncio.sleep(PACE)

    def look(self, streamlit: Streamlit) -> None:
        """Close those that had no connection for a while; in the loop of events only."""
        over = []
        for session, (visitor, seen) in list(self._known.items()):
            if streamlit.is_active_session(session):
                self._known[session] = (visitor, self.clock())
            elif self.clock() - seen >= GRACE:
                over.append(self._known.pop(session)[0])
                streamlit.close_session(session)
                self.left(visitor)
        if over:
            release_memory()
