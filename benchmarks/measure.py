"""Time and exactness of one contender on one workload.

Time is the processor time of this process: everybody computes on one thread, so that on a quiet
core it is the time on the clock, and on a busy machine it leaves out the waiting for others.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Timing:
    """What one loss of a workload cost a contender.

    Parameters
    ----------
    cpu, wall : float
        Seconds for the whole workload: what was measured, scaled up where it was a sample.
    measured, total : float
        Fits that were measured, and fits of the whole workload.
    residual : float
        Largest gradient norm that was left.
    missed : int
        Fits that did not reach the tolerance.
    """

    cpu: float = 0.0
    wall: float = 0.0
    measured: int = 0
    total: float = 0.0
    residual: float = 0.0
    missed: int = 0

    @contextmanager
    def running(self, weight: float = 1.0) -> Iterator[None]:
        """Add the time spent inside, `weight` times."""
        cpu, wall = time.process_time(), time.perf_counter()
        yield
        self.cpu += weight * (time.process_time() - cpu)
        self.wall += weight * (time.perf_counter() - wall)

    def count(self, fits: int, weight: float, residual: float, missed: int) -> None:
        """Add fits that each stand for `weight` fits."""
        self.measured += fits
        self.total += weight * fits
        self.residual = max(self.residual, residual)
        self.missed += missed


@dataclass
class Run:
    """One contender's turn: a timing per loss, and the work that it counted, if it did.

    Parameters
    ----------
    timings : dict of str to Timing
        By the name of the loss.
    flops, tanhs : float
        A lower bound on the operations in matrix products, and on the slopes evaluated.
    """

    timings: dict[str, Timing] = field(default_factory=dict)
    flops: float = 0.0
    tanhs: float = 0.0

    def of(self, loss: str) -> Timing:
        """Return the timing of `loss`, a new one at the first call."""
        return self.timings.setdefault(loss, Timing())

    def sum(self, name: str, losses: tuple[str, ...]) -> float:
        """Return the sum of a number of the timings over some losses."""
        return sum(getattr(self.timings[loss], name) for loss in losses)

    def worst(self) -> float:
        """Return the largest residual."""
        return max(timing.residual for timing in self.timings.values())
