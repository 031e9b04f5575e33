"""What visitors leave with this server: in its memory alone, each under a name, and for a while.

A visitor is named by a cookie (`visitors`): all tabs of a browser are one visitor, and a refresh is
the same one. What belongs to a visitor ends `GRACE` seconds after the last tab was closed. A
browser without cookies has a name for each session: what belongs to it ends with that (`sessions`),
or when it was not used for `UNUSED` seconds. A thread of its own sees to it, so that nothing waits
for somebody else to come.

The memory of each visitor is limited, and that of all together. Where all together would be too
much, what was not used for the longest time goes first, if that is longer than `IDLE` seconds, or
if its owner has had no tab open for `AWAY` seconds; the owner is told. Otherwise who comes is
refused, so that nobody pushes out people at work.

Nothing is written to disk, or to a log.

Examples
--------
>>> kept = VisitorStore(MemoryLimits(visitor=1000, server=1500))
>>> kept.keep("ada", "table", b"1,2,3")
>>> kept.get("ada", "table"), kept.get("eve", "table")
(b'1,2,3', None)
>>> kept.close()
"""

import logging
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf, isinf
from typing import Any, Protocol, runtime_checkable

from dpcore.checks import InvalidInput
from server.log import kind_and_place
from server.visits.reclaim import release_memory
from server.visits.visitors import is_token
from server.visits.weight import weight

LOG = logging.getLogger(__name__)

GRACE = 600.0
"""Seconds after the last tab was closed: whoever comes back from something else finds the table."""

AWAY = 120.0
"""Seconds after the last tab was closed from which on a table may have to make room: who only
refreshes, or lost the network for a moment, is back by then."""

UNUSED = 3600.0
"""Seconds without use, for a visitor whose tabs nobody counts: longer than a lesson's break."""

IDLE = 600.0
"""Seconds without use after which a table may have to make room for somebody else's."""

MEGABYTE = 1_000_000
PER_VISITOR, PER_SERVER = "EXPLORER_VISITOR_MB", "EXPLORER_SERVER_MB"
FOR_RUNS = "EXPLORER_RUNS_MB"

GIVEN_UP = (
    "This server's memory was full, and what it kept for you had not been used for a while: it was "
    "removed to make room for another visitor. If there was a table of yours, upload it again, "
    "with the schema that you saved."
)
"""True of all that is kept: of a table here or on Release, of answers and of files to save."""


@dataclass(frozen=True)
class MemoryLimits:
    """How much memory visitors may use.

    Parameters
    ----------
    visitor : int
        Bytes for each. The largest table that an upload may become takes 200 MB once it is encoded
        (`dpcore.data.encoding.MAX_CELLS`), and its cells some more.
    server : int
        Bytes for all: eight of the largest, or hundreds of usual ones.
    runs : int
        Bytes of this process besides: the program, the pages that are open, and what runs.
    """

    visitor: int = 256 * MEGABYTE
    server: int = 2048 * MEGABYTE
    runs: int = 1536 * MEGABYTE


def read_room(environment: Mapping[str, str]) -> MemoryLimits:
    """Return what the environment allows, in megabytes, or the defaults.

    Raises
    ------
    InvalidInput
        If a value is no positive whole number.
    """
    usual = MemoryLimits()
    return MemoryLimits(
        _megabytes(environment, PER_VISITOR, usual.visitor),
        _megabytes(environment, PER_SERVER, usual.server),
        _megabytes(environment, FOR_RUNS, usual.runs),
    )


def _megabytes(environment: Mapping[str, str], name: str, usual: int) -> int:
    given = environment.get(name, "").strip()
    if not given:
        return usual
    if not (given.isascii() and given.isdecimal() and int(given[:9]) > 0 and len(given) < 10):
        raise InvalidInput(
            f"{name} must be a positive whole number of megabytes, such as 256; got {given!r}."
        )
    return int(given) * MEGABYTE


class ServerFull(InvalidInput):
    """There is no room for this now, for no fault of the visitor's."""


@runtime_checkable
class Evictable(Protocol):
    """Something that can do with less memory, if that is what it takes to let more in."""

    def evict(self) -> None:
        """Forget what can be computed again."""


@dataclass(eq=False)
class _Entry:
    value: Any
    until: float


@dataclass(eq=False)
class _Owner:
    seen: float
    used: float = 0.0
    tabs: int = 0
    size: int = 0
    note: str = ""
    things: dict[Hashable, _Entry] = field(default_factory=dict)


class VisitorStore:
    """What belongs to the visitors of a server.

    Parameters
    ----------
    room : MemoryLimits
    clock : callable
        Seconds; a test may bring its own.
    grace, unused : float
        As `GRACE` and `UNUSED`.
    """

    def __init__(
        self,
        room: MemoryLimits = MemoryLimits(),
        clock: Callable[[], float] = time.monotonic,
        *,
        grace: float = GRACE,
        unused: float = UNUSED,
    ) -> None:
        self.room, self.clock = room, clock
        self.ended: list[Callable[[str], None]] = []
        self._grace, self._unused = grace, unused
        self._owners: dict[str, _Owner] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False

    @contextmanager
    def present(self, visitor: str) -> Iterator[None]:
        """Count a tab of a visitor until the block ends."""
        with self._changed:
            self._owner(visitor).tabs += 1
        try:
            yield
        finally:
            with self._changed:
                owner = self._owner(visitor)
                owner.tabs = max(0, owner.tabs - 1)
                self._watch()

    def keep(self, visitor: str, key: Hashable, value: object, *, lasts: float = inf) -> None:
        """Keep something for a visitor in place of what was there under this key.

        Raises
        ------
        InvalidInput
            If it would be too much for one visitor, or for the server; nothing has changed then.
        """
        with self._changed:
            owner = self._owner(visitor)
            things = owner.things | {key: _Entry(value, self.clock() + lasts)}
            size = weight(thing.value for thing in things.values())
            if size > self.room.visitor:
                _evict(things.values())
                size = weight(thing.value for thing in things.values())
            self._check(visitor, size)
            owner.things, owner.size, owner.used = things, size, self.clock()
            owner.note = ""
            self._watch()

    def get(self, visitor: str, key: Hashable) -> Any:
        """Return what is kept for a visitor under a key, or None."""
        with self._changed:
            owner = self._owners.get(visitor)
            thing = owner.things.get(key) if owner else None
            if not owner or not thing or thing.until <= self.clock():
                return None
            owner.seen = owner.used = self.clock()
            return thing.value

    def drop(self, visitor: str, *keys: Hashable) -> None:
        """Forget what is kept for a visitor under these keys."""
        with self._changed:
            owner = self._owners.get(visitor)
            if owner:
                for key in keys:
                    owner.things.pop(key, None)
                owner.size = weight(thing.value for thing in owner.things.values())

    def keys(self, visitor: str, kind: type) -> list[Hashable]:
        """Return the keys of what is kept of one kind, the oldest first."""
        with self._changed:
            owner = self._owners.get(visitor)
            things = owner.things.items() if owner else ()
            return [key for key, thing in things if isinstance(thing.value, kind)]

    def knows(self, visitor: str) -> bool:
        """Tell whether a visitor has been here, and not too long ago."""
        with self._changed:
            return visitor in self._owners

    def leave(self, visitor: str) -> None:
        """Forget a visitor who had one session only, which is over."""
        if not is_token(visitor):
            with self._changed:
                self._owners.pop(visitor, None)

    def note(self, visitor: str) -> str:
        """Return why a visitor's things were given up, until there are others; or nothing."""
        with self._changed:
            owner = self._owners.get(visitor)
            return owner.note if owner else ""

    def size(self, visitor: str) -> int:
        """Return the bytes that are kept for a visitor, as they are at this moment."""
        with self._changed:
            owner = self._owners.get(visitor)
            if not owner:
                return 0
            owner.size = weight(thing.value for thing in owner.things.values())
            return owner.size

    def grown(self, visitor: str, by: object) -> bool:
        """Count what something that is kept holds now besides; tell if that makes it too much.

        What it shares with the rest counts twice, until everything is weighed anew: that is done
        when it seems to be too much, since it takes a while for hundreds of results.
        """
        with self._changed:
            owner = self._owners.get(visitor)
            if not owner:
                return False
            owner.size += weight([by])
            return owner.size > self.room.visitor and self.size(visitor) > self.room.visitor

    def total(self) -> int:
        """Return the bytes that are kept for all visitors."""
        with self._changed:
            return sum(owner.size for owner in self._owners.values())

    def check(self, visitor: str, more: int) -> None:
        """Raise InvalidInput if so many bytes more would be too much for this visitor."""
        with self._changed:
            if self._size(visitor) + more > self.room.visitor:
                _evict(self._owner(visitor).things.values())
            self._check_visitor(self.size(visitor) + more)

    def expire(self) -> None:
        """End what is over; the thread calls this, and a test with a clock of its own."""
        now = self.clock()
        with self._changed:
            gone = [name for name, owner in self._owners.items() if self._ends(name, owner) <= now]
            for name in gone:
                del self._owners[name]
            for name, owner in self._owners.items():
                over = [key for key, thing in owner.things.items() if thing.until <= now]
                if over:
                    self.drop(name, *over)
        for name in gone:
            self._tell(name)
        if gone:
            release_memory()

    def clear(self) -> None:
        """Forget everything that is kept, for tests; who has a tab open still has it."""
        with self._changed:
            for owner in self._owners.values():
                owner.things, owner.size, owner.note = {}, 0, ""

    def close(self) -> None:
        """Forget everything and end the thread."""
        with self._changed:
            self._owners.clear()
            self._closed = True
            self._changed.notify_all()
            thread = self._thread
        if thread:
            thread.join()

    def _tell(self, visitor: str) -> None:
        for tell in self.ended:
            try:
                tell(visitor)
            except Exception as fault:
                # The edge of the thread: it must go on for all the others.
                LOG.error(f"The end of a visit went wrong [{kind_and_place(fault)}]")

    def _owner(self, visitor: str) -> _Owner:
        """Return the visitor's entry, whose time begins anew."""
        owner = self._owners.setdefault(visitor, _Owner(self.clock()))
        owner.seen = self.clock()
        return owner

    def _ends(self, name: str, owner: _Owner) -> float:
        if owner.tabs:
            return inf
        return owner.seen + (self._grace if is_token(name) else self._unused)

    def _check(self, visitor: str, size: int) -> None:
        self._check_visitor(size)
        if size <= self._size(visitor):
            return
        while self.total() - self._size(visitor) + size > self.room.server:
            self._give_up_the_oldest(visitor)

    def _check_visitor(self, size: int) -> None:
        if size > self.room.visitor:
            raise InvalidInput(
                f"this would take {_spelled(size)} of the server's memory, and each visitor has "
                f"{_spelled(self.room.visitor)}. Forget an earlier table, leave columns out, "
                "declare fewer levels, or upload fewer records."
            )

    def _size(self, visitor: str) -> int:
        return self._owners[visitor].size if visitor in self._owners else 0

    def _give_up_the_oldest(self, but: str) -> None:
        idle = [
            owner
            for name, owner in self._owners.items()
            if owner.size and name != but and self._is_idle(name, owner)
        ]
        if not idle:
            raise ServerFull(
                "the server's memory for visitors' tables is full, and all of them are in use. Try "
                "again in some minutes, or with a smaller table."
            )
        oldest = min(idle, key=lambda owner: owner.used)
        oldest.things, oldest.size, oldest.note = {}, 0, GIVEN_UP

    def _is_idle(self, name: str, owner: _Owner) -> bool:
        """Tell whether nobody is at work with what is kept here."""
        # Tabs are counted of those alone who have a cookie.
        away = is_token(name) and not owner.tabs and owner.seen <= self.clock() - AWAY
        return away or owner.used <= self.clock() - IDLE

    def _watch(self) -> None:
        """Let the thread look when the next thing ends; the first time, start it."""
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._end_in_time, daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _end_in_time(self) -> None:
        while not self._closed:
            self.expire()
            with self._changed:
                wait = self._next() - self.clock()
                if not self._closed and wait > 0:
                    self._changed.wait(None if isinf(wait) else wait)

    def _next(self) -> float:
        ends = [self._ends(name, owner) for name, owner in self._owners.items()]
        things = (thing for owner in self._owners.values() for thing in owner.things.values())
        return min([*ends, *(thing.until for thing in things)], default=inf)


def _evict(things: Iterable[_Entry]) -> None:
    for thing in things:
        if isinstance(thing.value, Evictable):
            thing.value.evict()


def _spelled(size: int) -> str:
    return f"{size / MEGABYTE:,.0f} MB"
