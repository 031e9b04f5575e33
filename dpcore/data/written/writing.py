r"""How the numbers of a column are written, and each cell read by it, alone.

A `Writing` is a declared fact of a column, as its bounds are: given it, what a cell means depends
on no other cell. A number need not be grouped, nor carry its unit, to fit it; what does not fit is
None, for a release the declared missing value. What comes back is the number's plain form, exact:
ASCII digits, a point.

Examples
--------
>>> german = Writing(decimal=",", grouping=".", unit="€")
>>> german.plain("1.234,50 €"), german.plain("950"), german.plain("2.1"), german.plain("3 kg")
('1234.50', '950', None, None)
>>> Writing(form=TIME).plain("01:06"), Writing(unit="k").plain("6.2k")
('66', '6200')
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.written.signs import MOST_UNIT, apart, plainly

NUMBER, TIME = "number", "time"
DECIMALS = {".": "point", ",": "comma"}
GROUPINGS = {"": "nothing", ",": "comma", ".": "point", " ": "blank", "'": "apostrophe"}
SCALES = {"k": 3}
"""Powers of ten that a unit stands for, whatever its case."""

CLOCK = re.compile(r"([0-9]{1,3}):([0-5][0-9])(?::([0-5][0-9]))?")


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
        What may stand before or behind the number: "€", "%", "kg", "k".
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
        checks.one_of("form", self.form, (NUMBER, TIME))
        checks.one_of("decimal", self.decimal, tuple(DECIMALS))
        checks.one_of("grouping", self.grouping, tuple(GROUPINGS))
        if self.grouping == self.decimal:
            raise InvalidInput(
                f"decimal sign and thousands sign must differ; both are {self.decimal!r}."
            )
        unit = self.unit
        if not isinstance(unit, str) or len(unit) > MOST_UNIT or any(map(str.isnumeric, unit)):
            raise InvalidInput(
                f"a unit must be a text of at most {MOST_UNIT} characters without digits; "
                f"got {checks.cut(repr(unit))}."
            )

    @property
    def is_plain(self) -> bool:
        """Whether it is how computers write numbers."""
        return self == PLAIN

    def plain(self, text: str) -> str | None:
        """Return the number of a cell as computers write it, or None where it does not fit."""
        if self.form == TIME:
            return _minutes(plainly(text))
        found = apart(text)
        if found is None or (found.unit and found.unit.casefold() != self.unit.casefold()):
            return None
        body = self._body.fullmatch(found.body)
        if not body:
            return None
        whole, places, exponent = (part or "" for part in body.groups())
        digits = whole.replace(self.grouping, "") if self.grouping else whole
        number = f"{found.sign}{digits or 0}{'.' + places if places else ''}{exponent}"
        scale = SCALES.get(found.unit.casefold(), 0)
        return f"{Decimal(number).scaleb(scale):f}" if scale else number

    @cached_property
    def _body(self) -> re.Pattern[str]:
        """Match digits in groups or without, places, and an exponent."""
        point, group = re.escape(self.decimal), re.escape(self.grouping)
        grouped = f"[0-9]{{1,3}}(?:{group}[0-9]{{2,3}})*{group}[0-9]{{3}}|" if group else ""
        return re.compile(f"({grouped}[0-9]+)?(?:{point}([0-9]*))?([eE][+-]?[0-9]+)?")


PLAIN = Writing()


def _minutes(text: str) -> str | None:
    found = CLOCK.fullmatch(text)
    if not found:
        return None
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    whole = 60 * hours + minutes
    return str(whole) if not seconds else repr(whole + seconds / 60)
