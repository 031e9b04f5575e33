"""How often a visitor may do something, whichever tab it comes from, before and after a reload.

Not for messages, which wait in the network (`server.admission.pace`), but for what leaves something
behind for good. What is too soon is refused, and counts for nothing: whoever waits comes in.

Examples
--------
>>> from server.visits.visitor_store import VisitorStore
>>> now = 0.0
>>> kept = VisitorStore(clock=lambda: now)
>>> rate = Rate(2, 60.0)
>>> [rate.wait(kept, "ada") for _ in range(3)], rate.wait(kept, "eve")
([0.0, 0.0, 60.0], 0.0)
>>> now = 60.0
>>> rate.wait(kept, "ada")
0.0
>>> kept.close()
"""

import threading

from server.visits.visitor_store import VisitorStore


class Rate:
    """So many times within so many seconds, for each visitor.

    Parameters
    ----------
    most : int
    seconds : float
        Below those after which anything that is kept for a visitor may have to make room.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        # Two tabs of a visitor may ask at once, and both see one place left.
        self._lock = threading.Lock()

    def wait(self, kept: VisitorStore, visitor: str) -> float:
        """Count one time, and return 0; or the seconds to wait where it is one too many."""
        with self._lock:
            now = kept.clock()
            times = tuple(
                each for each in kept.get(visitor, self) or () if each + self.seconds > now
            )
            if len(times) >= self.most:
                return float(times[0] + self.seconds - now)
            kept.keep(visitor, self, (*times, now), lasts=self.seconds)
            return 0.0
