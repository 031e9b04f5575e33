"""Turns: so many runs at a time, and whoever waits gets a place in turn over visitors, not tabs.

A run that takes long gives its place back and goes on, so that quick answers do not wait for long
ones; how many may go on so is limited too. All of this lives in the loop of events alone.
"""

import asyncio
from typing import Protocol

from server.limits import LONG, LONG_EACH, LONG_IN_ALL, QUICK


class Waiter(Protocol):
    """Who waits: a tab."""

    visitor: str

    def go(self, permit: "Permit") -> None:
        """Begin the run that waits; the permit is to be ended with it."""


class Permit:
    """A place that one run has, until it ends or has taken long.

    Parameters
    ----------
    queue : RunQueue
    visitor : str
    """

    def __init__(self, queue: "RunQueue", visitor: str) -> None:
        self.queue, self.visitor = queue, visitor
        self.holds = True
        self._is_over = False
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()
        self._timer = self._loop.call_later(QUICK, self._look)

    @property
    def age(self) -> float:
        """Seconds since it began."""
        return self._loop.time() - self._began

    def give_back(self) -> None:
        """Let others have the place, and go on."""
        self.queue.free += self.holds
        self.holds = False
        self.queue.admit()

    def end(self) -> None:
        """End; a second time changes nothing."""
        if not self._is_over:
            self._is_over = True
            self._timer.cancel()
            self.queue.going_on.discard(self)
            if self.queue.rest and self.holds:
                self._loop.call_later(self.queue.rest * self.age, self.give_back)
            else:
                self.give_back()

    def _look(self) -> None:
        if self.queue.is_long(self.age):
            self.queue.going_on.add(self)
            self.give_back()
        elif self.holds:
            self._timer = self._loop.call_later(QUICK, self._look)


class RunQueue:
    """Places for runs, and who waits for one.

    Parameters
    ----------
    places : int
        Runs at a time. `free` are those that nobody has; `going_on` are long runs without one.
    rest : float
        Times as long as a run took, for which its place then stays empty.
    """

    def __init__(self, places: int, rest: float = 0.0) -> None:
        self.free, self.rest = places, rest
        self.going_on: set[Permit] = set()
        self._waiting: dict[str, dict[Waiter, None]] = {}

    def ask(self, tab: Waiter) -> None:
        """Let a tab wait for a place, at the end of its visitor's tabs; who waits already stays."""
        self._waiting.setdefault(tab.visitor, {})[tab] = None
        self.admit()

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

    def is_long(self, age: float) -> bool:
        """Tell whether a run of that age gives its place back; where places rest, none does."""
        already = len(self.going_on)
        return not self.rest and already < LONG_IN_ALL and age >= min(LONG, QUICK * (1 + already))

    def admit(self) -> None:
        """Let begin what can begin."""
        while self.free > 0 and (tab := self._next()):
            self.leave(tab)
            if tab.visitor in self._waiting:
                self._waiting[tab.visitor] = self._waiting.pop(tab.visitor)
            self.free -= 1
            tab.go(Permit(self, tab.visitor))

    def _next(self) -> Waiter | None:
        """Return the first tab of the visitor whose turn it is."""
        for visitor, tabs in self._waiting.items():
            if sum(permit.visitor == visitor for permit in self.going_on) < LONG_EACH:
                return next(iter(tabs))
        return None
