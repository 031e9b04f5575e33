r"""How the numbers of a column are written, recognised from all of its cells, or what to ask.

For a page, which says what it recognised; a release declares it. A way of writing fits a column if
every cell that is not missing is a number by it: never half of them. Of those that fit, the
plainest is taken. Where two fit that disagree by a factor of a thousand, nothing is taken but
asked: a cell of one to three digits, a point or comma, and exactly three places ("6.216"), beside
whole numbers of three digits or more ("950"), which a column of decimals seldom has.

Examples
--------
>>> recognised(["1.234,5 €", "950 €"]).writing
Writing(decimal=',', grouping='.', unit='€', form='number')
>>> [(way.decimal, way.grouping) for way in recognised(["6.216", "950"]).choices]
[('.', ''), (',', '.')]
>>> recognised(["66 kg", "145 lb"]).units, recognised(["red", "66 kg"])
(('kg', 'lb'), None)
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from dpcore.data.written.signs import Apart, apart
from dpcore.data.written.writing import GROUPINGS, PLAIN, TIME, Writing

WAYS = tuple(
    Writing(decimal, grouping)
    for decimal, grouping in product(".,", GROUPINGS)
    if decimal != grouping
)
"""Plainest first."""

EITHER = re.compile(r"[1-9][0-9]{0,2}([.,])[0-9]{3}")
"""What a point or comma may cut as well as it may group."""

WHOLE = re.compile(r"[1-9][0-9]{2,}")


@dataclass(frozen=True)
class Recognised:
    """What a column's cells say about how its numbers are written.

    Parameters
    ----------
    writing : Writing or None
        None where somebody has to be asked.
    choices : tuple of Writing
        Those that fit where there are several that disagree.
    units : tuple of str
        Where there are several, which no conversion is known between.
    """

    writing: Writing | None
    choices: tuple[Writing, ...] = ()
    units: tuple[str, ...] = ()


def recognised(cells: Sequence[str]) -> Recognised | None:
    """Return how the numbers of a column are written; None where not every cell is one.

    Parameters
    ----------
    cells : sequence of str
        The distinct texts that do not stand for a missing value; at least one.
    """
    clock = replace(PLAIN, form=TIME)
    if cells and all(clock.plain(cell) is not None for cell in cells):
        return Recognised(clock)
    found = [apart(cell) for cell in cells]
    numbers = [each for each in found if each is not None]
    if not numbers or len(numbers) < len(cells):
        return None
    units = sorted({each.unit.casefold(): each.unit for each in numbers if each.unit}.values())
    fitting = [way for way in WAYS if all(_fits(way, each) for each in numbers)]
    if not fitting:
        return None
    if len(units) > 1:
        return Recognised(None, units=tuple(units))
    unit = units[0] if units else ""
    choices = tuple(replace(way, unit=unit) for way in _differing(fitting, numbers))
    return Recognised(choices[0]) if len(choices) == 1 else Recognised(None, choices)


def _fits(way: Writing, number: Apart) -> bool:
    return way.plain(number.body) is not None


def _differing(fitting: Sequence[Writing], numbers: Sequence[Apart]) -> Iterator[Writing]:
    """Yield the plainest way, and where a sign may cut or group, the first that reads it so."""
    yield fitting[0]
    signs = {found[1] for each in numbers if (found := EITHER.fullmatch(each.body))}
    if len(signs) == 1 and any(WHOLE.fullmatch(each.body) for each in numbers):
        (sign,) = signs
        is_cut = fitting[0].decimal == sign
        others = (way for way in fitting if (way.decimal == sign) != is_cut)
        yield from [way for way in others if is_cut <= (way.grouping == sign)][:1]
