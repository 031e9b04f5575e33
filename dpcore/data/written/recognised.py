r"""How the numbers of a column are written, recognised from all of its cells, or what to ask.

For a page, which says what it recognised; a release declares it. A way of writing is recognised if
nine in ten of the cells that are not missing are numbers by it, and no other way reads more; the
rest are odd cells, which the page lists. Of ways that read the same cells, the plainest is taken.
Nothing is taken, but asked, where two that read nine in ten disagree by a factor of a thousand, on
cells of one to three digits, a point or comma, and exactly three places ("6.216"). With a point
they are decimals, unless whole numbers of three digits or more stand beside them ("950"), which a
column of decimals seldom has, or they are amounts of money.

Examples
--------
>>> recognised(["1.234,5 €", "950 €"]).writing
Writing(decimal=',', grouping='.', unit='€', form='number')
>>> [way and way.example for way in recognised(["6.216", "950"]).choices]
[None, '1.234,5']
>>> recognised(["66 kg", "145 lb"]).units, recognised(["red", "66 kg"]), recognised(["Q1", "Q2"])
(('kg', 'lb'), None, None)
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from dpcore.data.written.plain import SCALES, Apart, apart, number, singular
from dpcore.data.written.writing import GROUPINGS, TIME, Writing

MOST = 0.9
"""Share of a column's distinct cells that must be numbers, as for plain ones."""

WAYS = tuple(
    Writing(decimal, grouping)
    for decimal, grouping in product(".,", GROUPINGS)
    if decimal != grouping
)
"""Plainest first."""

EITHER = re.compile(r"[1-9][0-9]{0,2}([.,])[0-9]{3}")
"""What a point or comma may cut as well as it may group."""

WHOLE = re.compile(r"[1-9][0-9]{2,}")

TOUCHING = frozenset({
    "%", "‰", "k", "kg", "mg", "lb", "lbs", "km", "cm", "mm", "ml", "min", "kwh", "kcal", "bpm",
    "mmhg", "°c", "°f", "°",
})  # fmt: skip
"""Units that may touch a number; of others, "12a" is a code, and "12 days" has a unit."""

SINGLE = frozenset("mglhsdvaw°%‰")
"""Letters that are units behind a blank; others number houses and rooms, as in 12 a."""

MAGNITUDES = frozenset({"M", "Mio", "Mill", "mio", "million", "Mn", "mn", "Mrd", "bn", "B", "Tsd"})
"""Words for powers of ten: a number without one beside them would be read by half."""

MONEY = frozenset({
    "AED", "ARS", "AUD", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR",
    "GBP", "HKD", "HUF", "IDR", "ILS", "INR", "JPY", "KES", "KRW", "MXN", "MYR", "NGN", "NOK",
    "NZD", "PEN", "PHP", "PKR", "PLN", "RON", "RUB", "SAR", "SEK", "SGD", "THB", "TRY", "TWD",
    "UAH", "USD", "VND", "ZAR", "Rs", "Rs.", "kr", "kr.", "R$", "US$", "zł", "Kč", "Ft", "lei",
})  # fmt: skip
"""Currencies that are letters, as they stand before or behind a number."""

MOST_UNITS = 3
"""Units that are asked about; more are words, as in an address."""


@dataclass(frozen=True)
class Recognised:
    """What a column's cells say about how its numbers are written.

    Parameters
    ----------
    writing : Writing or None
        None where they are written as computers do, or somebody has to be asked.
    choices : tuple of Writing or None
        Those that fit where there are several that disagree, the plainest first.
    units : tuple of str
        Where there are several, which no conversion is known between.
    """

    writing: Writing | None
    choices: tuple[Writing | None, ...] = ()
    units: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether somebody has to say how the numbers are written."""
        return bool(self.choices or self.units)


def recognised(cells: Sequence[str]) -> Recognised | None:
    """Return how the numbers of a column are written; None where too few cells are numbers.

    Parameters
    ----------
    cells : sequence of str
        The distinct texts that do not stand for a missing value.
    """
    enough = max(MOST * len(cells), 1)
    clock = Writing(form=TIME)
    times = [cell.count(":") for cell in cells if clock.plain(cell) is not None]
    if len(times) >= enough:  # 59:30 beside 1:02:10 may be minutes, too
        return Recognised(clock) if len(set(times)) == 1 else None
    numbers = [found for cell in cells if (found := apart(cell)) and _may_be_unit(cell, found)]
    bodies = [each.body for each in numbers]
    read = {way: sum(way.plain(body) is not None for body in bodies) for way in WAYS}
    fitting = [way for way in WAYS if read[way] >= enough]
    units = {singular(each.unit): each.unit for each in numbers if each.unit}
    n_bare = sum(not each.unit for each in numbers)
    if not fitting or len(units) > MOST_UNITS or ("%" in units and n_bare > len(cells) - enough):
        return None
    if len(units) > 1:
        return Recognised(None, units=tuple(sorted(units.values())))
    unit = next(iter(units.values()), "")
    fitting.sort(key=read.__getitem__, reverse=True)
    ways = _differing(fitting, bodies, is_money=bool(unit) and _is_money(unit))
    choices = tuple(_simplest(replace(way, unit=unit), cells) for way in ways)
    return Recognised(choices[0]) if len(choices) == 1 else Recognised(None, choices)


def is_number(cell: str) -> bool:
    """Return whether a cell is a number in one of the ways that people write one."""
    if number(cell) is not None or Writing(form=TIME).plain(cell) is not None:
        return True
    found = apart(cell)
    return bool(found and _may_be_unit(cell, found)) and any(
        way.plain(found.body) is not None for way in WAYS if found
    )


def _simplest(way: Writing, cells: Sequence[str]) -> Writing | None:
    """Return None where a way reads what computers write, and no cell more."""
    if way == Writing() and all(
        number(cell) is not None for cell in cells if way.plain(cell) is not None
    ):
        return None
    return way


def _may_be_unit(cell: str, number: Apart) -> bool:
    """Return whether what stands around a number may be its unit, and not make it a code."""
    unit, body = number.unit, number.body
    if not unit:
        return True
    if _is_money(unit):
        return not (body[0] == "0" and body[1:2].isdecimal())
    # "1. No" is a place in a list and a word.
    if not cell.rstrip(" )-\u2212").endswith(unit) or body[-1] in ".,":
        return False
    unit = unit.rstrip(".")
    folded = unit.casefold()
    if f" {unit}" in cell.replace("\u00a0", " "):
        is_known = len(folded) > 1 or folded in SINGLE
        return is_known and unit not in MAGNITUDES and folded not in SCALES
    return folded in TOUCHING


def _is_grouped(body: str, way: Writing) -> bool:
    """Return whether a number is surely grouped: 1,234,567 or 1,234.5."""
    n_groups = body.count(way.grouping) if way.grouping else 0
    return n_groups > 1 or (n_groups == 1 and way.decimal in body)


def _is_money(unit: str) -> bool:
    return unicodedata.category(unit[0]) == "Sc" or unit in MONEY


def _differing(
    fitting: Sequence[Writing], bodies: Sequence[str], *, is_money: bool
) -> tuple[Writing, ...]:
    """Return the way that reads most, and another that reads what may be grouped otherwise.

    The one that cuts where the other groups comes first.
    """
    first = fitting[0]
    unsure = [body for body in bodies if EITHER.fullmatch(body)]
    others = (
        way
        for way in fitting[1:]
        if any(way.plain(body) not in (None, first.plain(body)) for body in unsure)
    )
    other = next(others, None)
    is_cut = first.decimal == "." and not any("," in body for body in unsure)
    is_sure = is_cut and not is_money and not any(map(WHOLE.fullmatch, bodies))
    if other is None or is_sure or any(_is_grouped(body, first) for body in bodies):
        return (first,)
    (sign, *_) = {EITHER.fullmatch(body)[1] for body in unsure}  # type: ignore[index]
    return (first, other) if first.decimal == sign else (other, first)
