"""Intervals: what is computed outwards contains the real number, and hardly more."""

import math
from decimal import Context, Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from dpcore.release.exact.intervals import Outwards

SHARP = Context(prec=60)
"""What stands for the real number, rounded to the nearest: 20 digits more at least."""


def between(rng, low, high, outwards, unit):
    """Return an interval of a random number, 1/unit wide, and the number."""
    number = Fraction(float(rng.uniform(low, high)))
    whole = math.floor(number * unit)
    return outwards.fraction(whole, whole + 1, unit), number


def decimal(number):
    return SHARP.divide(Decimal(number.numerator), Decimal(number.denominator))


OPERATIONS = {
    "times": (lambda o, one, other: o.times(one, other), lambda x, y: decimal(x * y)),
    "over": (lambda o, one, other: o.over(one, other), lambda x, y: decimal(x / y)),
    "total": (lambda o, one, other: o.total([one, other]), lambda x, y: decimal(x + y)),
    "root": (lambda o, one, _: o.root(one), lambda x, _: SHARP.sqrt(decimal(x))),
    "minus_log": (
        lambda o, one, _: o.minus_log(one),
        lambda x, _: SHARP.ln(decimal(x)).copy_negate(),
    ),
    "square": (lambda o, one, _: o.square(one), lambda x, _: decimal(x * x)),
}


# 40 digits: more than Python's own 28, which no number may be rounded to on its way.
@pytest.mark.parametrize("digits", [12, 40])
@pytest.mark.parametrize("name", OPERATIONS)
def test_the_real_number_stays_inside_and_the_ends_are_close(name, digits):
    rng, outwards, unit = np.random.default_rng(0), Outwards(digits), 10 ** (digits - 4)
    compute, exact = OPERATIONS[name]
    for _ in range(300):
        (one, x), (other, y) = (between(rng, 1e-3, 1, outwards, unit) for _ in range(2))
        low, high = compute(outwards, one, other)
        assert low <= exact(x, y) <= high
        assert SHARP.multiply(SHARP.subtract(high, low), unit) < 10_000 * max(1, high) ** 2


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_a_thread_has_set_for_its_own_decimals_changes_nothing(name):
    (one, _), (other, _) = (
        between(np.random.default_rng(seed), 1e-3, 1, Outwards(12), 10**6) for seed in range(2)
    )
    compute, _ = OPERATIONS[name]
    usual = compute(Outwards(12), one, other)
    with localcontext(prec=3):
        assert compute(Outwards(12), one, other) == usual


def test_a_negative_factor_turns_the_ends_around():
    outwards = Outwards(12)
    negative = Decimal(-3), Decimal(-2)
    assert outwards.times(negative, (Decimal(4), Decimal(5))) == (-15, -8)
    assert outwards.times((Decimal(-1), Decimal(2)), (Decimal(4), Decimal(5))) == (-5, 10)


def test_no_number_is_rounded_inwards_at_the_last_digit():
    # One digit: a nearest third, root or logarithm would leave the real number outside.
    outwards = Outwards(1)
    assert outwards.fraction(1, 1, 3) == (Decimal("0.3"), Decimal("0.4"))
    for compute, exact in ((outwards.root, 2**0.5), (outwards.minus_log, math.log(2))):
        number = Decimal(2) if compute == outwards.root else Decimal("0.5")
        low, high = compute((number, number))
        assert low < exact < high


def test_a_cell_is_that_of_the_nearest_multiple_of_the_grid():
    outwards = Outwards(30)
    for centre, noise, grid in ((0.0, "0.3", 0.5), (1.0, "-1.26", 0.5), (-7.0, "0", 0.25)):
        number = Decimal(noise)
        low, high = outwards.cells(centre, (number, number), grid)
        assert low == high == round((Decimal(centre) + number) / Decimal(grid))
    edge = Decimal("0.25")
    tiny = Decimal("1e-20")
    assert outwards.cells(0.0, (edge - tiny, edge + tiny), 0.5) == (0, 1)
