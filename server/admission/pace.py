"""How fast messages are read: who sends faster waits in the network, and nothing is lost.

Examples
--------
>>> now = 0.0
>>> pace = Pace(10, 2, clock=lambda: now)
>>> [pace.due() for _ in range(4)]
[0.0, 0.0, 0.1, 0.2]
"""

import asyncio
import time
from collections.abc import Callable


class Pace:
    """So many messages a second, and some at once after a silence.

    Parameters
    ----------
    rate : float
        Messages a second.
    burst : int
    clock : callable
        Seconds; a test may bring its own.
    """

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._full = -float("inf")  # when the next message would wait, if none came since

    def due(self) -> float:
        """Count a message; return the seconds that are to be waited before the next is read."""
        now = self.clock()
        self._full = max(self._full, now - self.burst / self.rate) + 1 / self.rate
        return max(0.0, self._full - now)


async def pause(*paces: Pace) -> None:
    """Count a message for all of these, and wait as long as any asks for."""
    await asyncio.sleep(max(pace.due() for pace in paces))
