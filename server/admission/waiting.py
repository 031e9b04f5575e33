"""The messages of one tab that wait, in their order, without those that a newer one makes idle.

Examples
--------
>>> waiting = Waiting()
>>> for kind in (Kind.MOVE, Kind.MOVE, Kind.PRESS, Kind.MOVE, Kind.MOVE):
...     waiting.add(ClientRequest({"bytes": b""}, kind))
>>> [each.kind.name for each in waiting]
['PRESS', 'MOVE']
"""

from collections.abc import Iterator

from server.admission.client_request import ClientRequest, Kind
from server.limits import MOST_WAITING, MOST_WAITING_BYTES


class Waiting:
    """What a tab has asked for and Streamlit does not know yet."""

    def __init__(self) -> None:
        self._messages: list[ClientRequest] = []

    def __iter__(self) -> Iterator[ClientRequest]:
        """Go through all that waits, the next one first."""
        return iter(self._messages)

    @property
    def head(self) -> ClientRequest | None:
        """What is next."""
        return self._messages[0] if self._messages else None

    @property
    def holds_a_press(self) -> bool:
        """Whether a press waits."""
        return any(each.kind is Kind.PRESS for each in self._messages)

    @property
    def is_full(self) -> bool:
        """Whether no more is to be read from the network for now."""
        size = sum(each.size for each in self._messages)
        return len(self._messages) >= MOST_WAITING or size > MOST_WAITING_BYTES

    def add(self, request: ClientRequest) -> None:
        """Let a message wait, in place of those that say nothing beside it."""
        if request.kind is Kind.POLL:
            # It comes again by itself; a run that waits draws what it would draw, or goes before.
            if all(each.kind is Kind.POLL for each in self._messages):
                self._messages = [request]
            return
        self._messages = [
            each for number, each in enumerate(self._messages) if not self._idle(number, request)
        ]
        self._messages.append(request)

    def pop(self) -> ClientRequest:
        """Take out what is next."""
        return self._messages.pop(0)

    def clear(self) -> None:
        """Forget everything: nobody is there any more."""
        self._messages.clear()

    def _idle(self, number: int, newer: ClientRequest) -> bool:
        """Tell whether a message that waits need not be heard once a newer one came."""
        each = self._messages[number]
        if each.kind is Kind.POLL:
            return newer.is_run
        if newer.kind is Kind.STOP:
            return each.kind is Kind.STOP
        # Not across a press: what was moved before it has to be known when it counts.
        since = self._messages[number:]
        return (
            all(one.kind is Kind.MOVE for one in since)
            and each.place == newer.place
            and newer.says_all_of(each)
        )
