"""What was computed before anybody asked, for all visitors.

It lies beside what is kept because somebody asked (`memoized`), packed and within a bound of its
own: neither throws the other out. A process that computes ahead for a server listens to what its
pages compute, and the server puts that here.
"""

import pickle
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias, TypeVar, cast

Result = TypeVar("Result")
Spelled: TypeAlias = tuple[str, str]
"""The name of a function, and its arguments."""


class Ahead:
    """Results, each under its function's name and its arguments.

    Parameters
    ----------
    room : int
        Bytes; what comes when it is full is left out.
    """

    def __init__(self, room: int) -> None:
        self.room, self.size = room, 0
        self._packed: dict[Spelled, bytes] = {}
        self._heard: dict[Spelled, bytes] | None = None

    def __len__(self) -> int:
        """Return how many results there are."""
        return len(self._packed)

    def keep(self, results: Mapping[Spelled, bytes]) -> None:
        """Keep results that another process has heard, as far as there is room."""
        for asked, packed in results.items():
            if asked not in self._packed and self.size + len(packed) <= self.room:
                self._packed[asked] = packed
                self.size += len(packed)

    def recall(self, asked: Spelled, compute: Callable[[], Result]) -> Result:
        """Return what was computed ahead, or compute it."""
        if asked in self._packed:
            return cast(Result, pickle.loads(self._packed[asked]))
        result = compute()
        if self._heard is not None:
            with suppress(pickle.PicklingError, AttributeError, TypeError):
                self._heard[asked] = pickle.dumps(result)
        return result

    def heard(self, show: Callable[[], Any]) -> Mapping[Spelled, bytes]:
        """Return what is computed while something is shown; what cannot be packed is left out."""
        self._heard = {}
        try:
            show()
            return self._heard
        finally:
            self._heard = None

    def clear(self) -> None:
        """Forget all of it."""
        self._packed.clear()
        self.size = 0


ROOM = 64_000_000
AHEAD = Ahead(ROOM)
"""Of this process."""
