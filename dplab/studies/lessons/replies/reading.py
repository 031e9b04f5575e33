"""What somebody typed as an answer: 20,000, 0,5, 1/2, 10 % and ½ are numbers.

A sign such as ≈ or ± before it, a factor such as million or × 10^6 and the unit of the question
behind it are understood, too.

One comma or point before exactly three digits has two readings, 2718 and 2.718: a comma counts as
one between thousands, a point as a decimal point, and what is said of the answer names the reading.
"""

import math
import re
from decimal import Decimal

from dpcore.checks import InvalidInput, cut
from dplab import numerals

WANTED = "a number such as 14.5, 20,000, 1/2 or 10 %"
CALLED = "Your answer"
PERCENTS = ("%", "in 100", "points")
"""Units in which 10 and 10 % are the same; points are those of errors in per cent."""

BEFORE = "≈~±= "
"""What people write before a number without meaning another one."""

PERCENT = re.compile(r"(.*?) ?([%％]|per ?cent)", re.IGNORECASE)
FACTORS = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
POWER = re.compile(r"(.+?) ?[×x*·] ?10 ?\^? ?([+-]?\d{1,3})")
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")

TWOFOLD = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")
"""2,718 and 2.718, whose sign may be of thousands or of decimals."""


def read_answer(text: str, unit: str = "") -> float:
    """Return the number that was meant, in the unit of the question.

    The unit "%" asks for per cent: 10 and 10 % are the same then, and 0.1 is not; so do points. Any
    other unit may be typed behind the number, of one or of several.

    Raises
    ------
    InvalidInput
        If it is no number; the sentence says what is.
    """
    value, has_percent = _split(text, unit)
    number = _read(value)
    return number / 100 if has_percent and unit not in PERCENTS else number


def readings(text: str, unit: str = "") -> tuple[str, str] | None:
    """Return an answer with two readings: as it counts, and as it may have been meant.

    Examples
    --------
    >>> readings("2,718"), readings("2.718 records", "records"), readings("0,125")
    (('2,718', '2.718'), ('2.718', '2,718'), None)
    """
    given, has_percent = _split(text, unit)
    number = given.translate(numerals.USUAL)
    if not TWOFOLD.fullmatch(number) or (has_percent and unit not in PERCENTS):
        return None
    return number, number.translate({ord(","): ".", ord("."): ","})


def with_unit(text: str, unit: str) -> str:
    """Return an answer as it was typed, with the unit of the question unless it has one itself.

    Examples
    --------
    >>> with_unit("2,000", "records"), with_unit("1 record", "records"), with_unit("23 %", "in 100")
    ('2,000 records', '1 record', '23 %')
    """
    given, has_percent = _split(text, unit)
    has_unit = has_percent or given != _trimmed(text)
    return text if has_unit else f"{text} {unit}".rstrip()


def _split(text: str, unit: str) -> tuple[str, bool]:
    """Return an answer without its unit or per cent, and whether it had per cent."""
    given = _trimmed(text)
    if unit and unit != "%":
        one = re.escape(unit.removesuffix("s"))
        given = re.sub(rf" ?{one}s?$", "", given, flags=re.IGNORECASE)
    percent = PERCENT.fullmatch(given)
    return (percent[1], True) if percent else (given, False)


def _trimmed(text: str) -> str:
    """Return an answer without signs before it, and one blank for several: patterns stay quick."""
    return " ".join(text.split()).lstrip(BEFORE)


def _read(given: str) -> float:
    if not given:
        raise InvalidInput(f"{CALLED} must be {WANTED}; nothing was typed.")
    above, slash, below = given.partition("/")
    try:
        value = _product(above) / _product(below) if slash else _product(given)
    except ZeroDivisionError:
        raise InvalidInput(f"{CALLED} must be {WANTED}; got a division by 0.") from None
    except InvalidInput:
        if not slash:
            raise
        value = math.nan
    if math.isnan(value):
        raise InvalidInput(f"{CALLED} must be {WANTED}; got “{cut(given)}”.")
    return value


def _product(given: str) -> float:
    """Return a number, which may have a factor behind it: 33 million, 3.3 × 10^7, 3.3·10⁷."""
    number, _, word = given.strip().rpartition(" ")
    if number and word.lower() in FACTORS:
        value = numerals.read_number(CALLED, number, wanted=WANTED) * FACTORS[word.lower()]
    elif power := POWER.fullmatch(given.translate(RAISED).translate(numerals.USUAL).strip()):
        # As it is written, so that 3.3 × 10^7 is 33,000,000 to the last bit.
        base = numerals.read_number(CALLED, power[1], wanted=WANTED)
        value = float(Decimal(repr(base)).scaleb(int(power[2])))
    else:
        return numerals.read_number(CALLED, given, wanted=WANTED)
    if math.isinf(value):
        raise InvalidInput(f"{CALLED} must be {numerals.FINITE}; got “{cut(given.strip())}”.")
    return value
