"""Turns: so many runs at a time, and whoever waits gets a place in turn over visitors, not tabs.

A run that takes long gives its place back and goes on, so that quick answers never wait for long
ones; how many may go on so is limited too. All of this lives in the loop of events alone.
"""

import asyncio
from collections import Counter
from typing import Protocol

from server.admission.limits import LONG, LONG_EACH, LONG_IN_ALL


class Waiter(Protocol):
    """Who waits: a tab."""

    visitor: str

    def go(self, slot: "Slot") -> None:
        """Begin the run that waits; the slot is to be ended with it."""


class Slot:
    """A place that one run has, until it ends or has taken long.

    Parameters
    ----------
    line : Line
    visitor : str
    """

    def __init__(self, line: "Line", visitor: str) -> None:
        self.line, self.visitor = line, visitor
        self.is_long = False
        self._is_over = False
        self._timer = asyncio.get_running_loop().call_later(LONG, self._lend)

    def end(self) -> None:
        """Give the place back; a second time changes nothing."""
        if not self._is_over:
            self._is_over = True
            self._timer.cancel()
            self.line.ended(self)

    def _lend(self) -> None:
        if not self.line.lends(self):
            self._timer = asyncio.get_running_loop().call_later(LONG, self._lend)


class Line:
    """Places for runs, and who waits for one.

    Parameters
    ----------
    places : int
        Runs at a time.
    each : int
        Of these, one visitor's.
    """

    def __init__(self, places: int, each: int) -> None:
        self.places, self.each = places, each
        self._waiting: dict[str, dict[Waiter, None]] = {}
        self._holding: Counter[str] = Counter()
        self._long: Counter[str] = Counter()

    @property
    def is_free(self) -> bool:
        """Whether a place is free."""
        return self._holding.total() < self.places

    def ask(self, tab: Waiter) -> None:
        """Let a tab wait for a place, at the end of its visitor's tabs; who waits already stays."""
        self._waiting.setdefault(tab.visitor, {})[tab] = None
        self._admit()

    def leave(self, tab: Waiter) -> None:
        """Let a tab wait no longer."""
        tabs = self._waiting.get(tab.visitor, {})
        tabs.pop(tab, None)
        if not tabs:
            self._waiting.pop(tab.visitor, None)

    def waits(self, tab: Waiter) -> bool:
        """Tell whether a tab waits."""
        return tab in self._waiting.get(tab.visitor, {})

    def is_alone(self, tab: Waiter) -> bool:
        """Tell whether nobody waits but this tab."""
        return set(self._waiting) <= {tab.visitor} and len(self._waiting[tab.visitor]) == 1

    def lends(self, slot: Slot) -> bool:
        """Free the place of a run that takes long, if not too many go on like that already."""
        if self._long.total() >= LONG_IN_ALL or self._long[slot.visitor] >= LONG_EACH:
            return False
        slot.is_long = True
        self._long[slot.visitor] += 1
        self._free(self._holding, slot.visitor)
        return True

    def ended(self, slot: Slot) -> None:
        """Free what a run had."""
        self._free(self._long if slot.is_long else self._holding, slot.visitor)

    def _free(self, held: Counter[str], visitor: str) -> None:
        held[visitor] -= 1
        if not held[visitor]:
            del held[visitor]  # There may be visitors without an end.
        self._admit()

    def _admit(self) -> None:
        while self.is_free and (tab := self._next()):
            self.leave(tab)
            if tab.visitor in self._waiting:
                self._waiting[tab.visitor] = self._waiting.pop(tab.visitor)
            self._holding[tab.visitor] += 1
            tab.go(Slot(self, tab.visitor))

    def _next(self) -> Waiter | None:
        """Return the first tab of the visitor whose turn it is."""
        for visitor, tabs in self._waiting.items():
            if self._holding[visitor] < self.each:
                return next(iter(tabs))
        return None
