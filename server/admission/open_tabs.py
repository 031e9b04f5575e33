"""How many tabs a visitor has open, and all together, and who has said nothing yet."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from server import limits
from server.admission.pace import Pace

FULL = (
    "More people use this server at this moment than it can serve. This page asks again every "
    f"{limits.RETRY} seconds, and opens as soon as there is room."
)
TOO_MANY_TABS = (
    f"This browser has {limits.VISITOR_TABS} tabs of the dashboard open, and may not have more. "
    f"Close one of them: this page asks again every {limits.RETRY} seconds."
)


class NoRoom(Exception):
    """A connection would be one too many; the message is for whoever asked."""


class _Visitor:
    def __init__(self) -> None:
        self.tabs = 0
        self.pace = Pace(limits.VISITOR_MESSAGES, limits.BURST)


class OpenTabs:
    """The open tabs of a server.

    Parameters
    ----------
    most : int
        Of all visitors together.
    """

    def __init__(self, most: int = limits.TABS) -> None:
        self.most = most
        self._visitors: dict[str, _Visitor] = {}
        self._tabs = 0
        self._silent: dict[asyncio.Timeout, None] = {}

    def check(self, visitor: str, *, is_page: bool = False) -> None:
        """Raise NoRoom if a visitor cannot have another tab.

        A page that somebody loads who has a tab here may be that tab's: it is not refused for what
        others have open.
        """
        tabs = self._visitors[visitor].tabs if visitor in self._visitors else 0
        if tabs >= limits.VISITOR_TABS:
            raise NoRoom(TOO_MANY_TABS)
        if self._tabs >= self.most and not (is_page and tabs):
            raise NoRoom(FULL)

    @contextmanager
    def counted(self, visitor: str) -> Iterator[Pace]:
        """Count a tab of a visitor until the block ends; give the pace of all of theirs."""
        found = self._visitors.setdefault(visitor, _Visitor())
        found.tabs += 1
        self._tabs += 1
        try:
            yield found.pace
        finally:
            self._tabs -= 1
            found.tabs -= 1
            if not found.tabs:
                del self._visitors[visitor]

    @contextmanager
    def silent(self, patience: asyncio.Timeout) -> Iterator[None]:
        """Count a connection that says nothing yet; one too many ends the patience with another."""
        self._silent[patience] = None
        if len(self._silent) > limits.SILENT:
            oldest = next(iter(self._silent))
            del self._silent[oldest]
            with suppress(RuntimeError):  # It has run out at this moment.
                oldest.reschedule(0)
        try:
            yield
        finally:
            self._silent.pop(patience, None)
