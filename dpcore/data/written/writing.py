r"""How the numbers of a column are written: a declared fact of it, as its bounds are.

Given it, what a cell means depends on no other cell. One that does not fit is no number: for a
release the declared missing value. A column of which it is not declared has numbers as computers
write them, and nothing else: -12.5, 3e4.

Examples
--------
>>> german = Writing(decimal=",", grouping=".", unit="€")
>>> german.plain("1.234,50 €"), german.plain("950"), german.plain("2.1"), german.example
('1234.50', '950', None, '1.234,5 €')
>>> of_example(german.example) == german, Writing(form=TIME).plain("01:06")
(True, '66')
"""

import re
from dataclasses import dataclass
from functools import cached_property

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data import cells
from dpcore.data.written import plain
from dpcore.data.written.plain import MOST_UNIT

NUMBER, TIME = "number", "time"
DECIMALS = {".": "point", ",": "comma"}
GROUPINGS = {"": "nothing", ",": "comma", ".": "point", " ": "blank", "'": "apostrophe"}

CLOCK = "h:mm"
EXAMPLE = re.compile(r"1(?P<grouping>[,. ']?)234(?P<decimal>[.,])5(?: (?P<unit>.+))?")


@dataclass(frozen=True)
class Writing:
    """How the numbers of a column are written.

    Parameters
    ----------
    decimal : str
        What stands before the places behind the whole number: "." or ",".
    grouping : str
        What may stand between thousands: nothing, ",", ".", a blank of any kind, or an apostrophe.
    unit : str
        What may stand before or behind the number, of at most `MOST_UNIT` characters: "€", "%",
        "kg"; "k" stands for thousands.
    form : str
        "number", or "time": hours and minutes, 1:06, read as minutes.

    Raises
    ------
    InvalidInput
        If no number can be written so.
    """

    decimal: str = "."
    grouping: str = ""
    unit: str = ""
    form: str = NUMBER

    def __post_init__(self) -> None:
        for name, known in (
            ("form", (NUMBER, TIME)),
            ("decimal", tuple(DECIMALS)),
            ("grouping", tuple(GROUPINGS)),
        ):
            found = getattr(self, name)
            if not isinstance(found, str):
                raise InvalidInput(f"{name} must be a text; got {checks.cut(repr(found))}.")
            checks.one_of(name, found, known)
        if self.grouping == self.decimal:
            raise InvalidInput(
                f"decimal sign and thousands sign must differ; both are {self.decimal!r}."
            )
        # A unit with any of these is found at no number: all would count as missing.
        if (
            not isinstance(self.unit, str)
            or not plain.is_unit(self.unit)
            or any(sign in "()+-" for sign in self.unit)
            or self.unit != self.unit.strip()
        ):
            raise InvalidInput(
                f"a unit must be a text of at most {MOST_UNIT} characters without digits, signs, "
                f"brackets and blanks around it; got {checks.cut(repr(self.unit))}."
            )
        if self.form == TIME and (self.decimal, self.grouping, self.unit) != (".", "", ""):
            raise InvalidInput("hours and minutes have no decimal sign, thousands or unit.")

    @cached_property
    def entries(self) -> dict[str, str]:
        """What a saved schema has of it: the decimal sign, and what else it has."""
        if self.form == TIME:
            return {"form": TIME}
        said = {"decimal": self.decimal, "grouping": self.grouping, "unit": self.unit}
        return {name: sign for name, sign in said.items() if sign}

    @property
    def example(self) -> str:
        """How it writes 1234.5; `of_example` gives it back."""
        if self.form == TIME:
            return CLOCK
        return f"1{self.grouping}234{self.decimal}5 {self.unit}".rstrip()

    @property
    def in_words(self) -> str:
        """How it writes numbers, as a clause."""
        if self.form == TIME:
            return "1:06 is read as 66 minutes"
        return f"1234.5 is written {self.example}"

    def plain(self, text: str) -> str | None:
        """Return the number of a cell as computers write it, or None where it does not fit."""
        return plain.plain(text, **self.entries)


def of_example(text: str) -> Writing:
    """Return the way that writes 1234.5 so.

    Raises
    ------
    InvalidInput
        If none does.
    """
    if text == CLOCK:
        return Writing(form=TIME)
    found = EXAMPLE.fullmatch(text)
    if not found:
        raise InvalidInput(
            f"show how numbers are written by the example 1234.5, such as 1.234,5 €, or {CLOCK}; "
            f"got {cells.shown(text)}."
        )
    return Writing(**{name: said or "" for name, said in found.groupdict().items()})
