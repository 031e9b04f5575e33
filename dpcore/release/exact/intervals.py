"""Arithmetic of intervals with ends in decimals, rounded outwards: a real number stays inside.

`decimal` rounds sums, products and quotients as it is told to. Of roots and logarithms it returns
the nearest decimal, so that one step further out is certainly beyond. Signs are copied: Python's
own - and abs round to the nearest by a context that belongs to the whole thread.

Examples
--------
>>> low, high = Outwards(6).root(Outwards(6).fraction(1, 1, 3))
>>> float(low) < 3**-0.5 < float(high) < float(low) + 1e-5
True
"""

from collections.abc import Iterable
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal

Interval = tuple[Decimal, Decimal]
"""The ends of an interval, the lower one first."""

ZERO, HALF = Decimal(0), Decimal("0.5")


class Outwards:
    """Arithmetic with so many digits."""

    def __init__(self, digits: int) -> None:
        self._down, self._up = (
            Context(prec=digits, rounding=way, Emin=MIN_EMIN, Emax=MAX_EMAX)
            for way in (ROUND_FLOOR, ROUND_CEILING)
        )

    def fraction(self, low: int, high: int, unit: int) -> Interval:
        """Return what is between low/unit and high/unit."""
        whole = Decimal(unit)
        return self._down.divide(Decimal(low), whole), self._up.divide(Decimal(high), whole)

    def times(self, one: Interval, other: Interval) -> Interval:
        """Return the product with an interval that is not negative."""
        low, high = other
        return (
            self._down.multiply(one[0], high if one[0] < 0 else low),
            self._up.multiply(one[1], low if one[1] < 0 else high),
        )

    def over(self, one: Interval, other: Interval) -> Interval:
        """Return the quotient of two positive intervals."""
        return self._down.divide(one[0], other[1]), self._up.divide(one[1], other[0])

    def total(self, many: Iterable[Interval]) -> Interval:
        """Return the sum."""
        low = high = ZERO
        for one in many:
            low, high = self._down.add(low, one[0]), self._up.add(high, one[1])
        return low, high

    def root(self, one: Interval) -> Interval:
        """Return the square root of an interval that is not negative."""
        low = self._down.next_minus(self._down.sqrt(one[0]))
        return max(low, ZERO), self._up.next_plus(self._up.sqrt(one[1]))

    def minus_log(self, one: Interval) -> Interval:
        """Return -log of an interval above 0, of a number below 1."""
        low = self._up.next_plus(self._up.ln(one[1])).copy_negate()
        high = self._down.next_minus(self._down.ln(one[0])).copy_negate()
        return max(low, ZERO), high

    def square(self, one: Interval) -> Interval:
        """Return the square of an interval that does not go across 0."""
        low, high = sorted(end.copy_abs() for end in one)
        return self.times((low, high), (low, high))

    def cells(self, centre: float, one: Interval, grid: float) -> tuple[int, int]:
        """Return the cells that the ends of centre + one are in: grid times the cell is nearest."""
        c, g = Decimal.from_float(centre), Decimal.from_float(grid)
        low, high = (
            way.add(way.divide(way.add(c, end), g), HALF)
            for way, end in zip((self._down, self._up), one, strict=True)
        )
        return int(low.to_integral_value(ROUND_FLOOR)), int(high.to_integral_value(ROUND_FLOOR))
