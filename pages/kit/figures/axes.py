"""Logarithmic axes with fixed ends, so that nothing jumps while points arrive.

Examples
--------
>>> Axis("Training records n", 100, 1000).ticks
[100.0, 200.0, 500.0, 1000.0]
"""

from dataclasses import dataclass

import numpy as np

FEW_DECADES, SMALL = 2.5, 0.0009
"""Where ticks stand more densely, and where they are written as powers of ten."""


@dataclass(frozen=True)
class Axis:
    """A logarithmic axis.

    It is fixed, from `low` to `high`, so that nothing jumps while points arrive, and goes on `edge`
    decades beyond these: room for what stands beyond.
    """

    title: str
    low: float
    high: float
    edge: float = 0.2

    @property
    def range(self) -> tuple[float, float]:
        """The range in decades, as Plotly wants it."""
        return float(np.log10(self.low)) - self.edge, float(np.log10(self.high)) + self.edge

    @property
    def ticks(self) -> list[float]:
        """The powers of ten on it, with 2 and 5 times them where these are few."""
        low, high = self.range
        steps = (1, 2, 5) if high - low < FEW_DECADES else (1,)
        decades = range(int(np.floor(low)), int(np.floor(high)) + 1)
        ticks = [float(f"{step}e{decade}") for decade in decades for step in steps]
        return [tick for tick in ticks if low <= np.log10(tick) <= high]

    @property
    def labels(self) -> list[str]:
        """The ticks as words: small ones as powers of ten."""
        return [_label(tick) for tick in self.ticks]

    def inside(self, value: float) -> float:
        """Return where a value stands: beyond the ends, half of the edge beyond them."""
        low, high = np.log10(self.low) - self.edge / 2, np.log10(self.high) + self.edge / 2
        return float(10 ** np.clip(np.log10(value), low, high))


def _label(tick: float) -> str:
    if tick < SMALL:
        return _power(tick)
    return f"{tick:,.0f}" if tick >= 1 else f"{tick:.6g}"


def _power(tick: float) -> str:
    factor, _, decade = f"{tick:.0e}".partition("e")
    return (f"{factor}·" if factor != "1" else "") + f"10<sup>−{abs(int(decade))}</sup>"
