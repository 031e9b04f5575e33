"""What a visitor typed as an answer: 20,000, 0,5, 1/2, 10 % and ½ are numbers.

One comma or point before exactly three digits has two readings, 2718 and 2.718: a comma counts as
one between thousands, a point as a decimal point, and what is said of the answer names the reading.
"""

import re

from dpcore.checks import InvalidInput
from pages.shared import words

WANTED = "a number such as 14.5, 20,000, 1/2 or 10 %"
CALLED = "Your answer"
PERCENTS = ("%", "in 100")
"""Units in which 10 and 10 % are the same."""

TWOFOLD = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")
"""2,718 and 2.718, whose sign may be of thousands or of decimals."""


def read_answer(text: str, unit: str = "") -> float:
    """Return the number that was meant, in the unit of the question.

    Parameters
    ----------
    text : str
    unit : str
        "%" asks for per cent: 10 and 10 % are the same then, and 0.1 is not. Any other unit may be
        typed behind the number.

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
    number = given.translate(words.USUAL)
    if not TWOFOLD.fullmatch(number) or (has_percent and unit not in PERCENTS):
        return None
    return number, number.translate({ord(","): ".", ord("."): ","})


def _split(text: str, unit: str) -> tuple[str, bool]:
    """Return an answer without its unit or per cent, and whether it had per cent."""
    given = text.strip()
    if unit and unit not in PERCENTS and given.lower().endswith(unit.lower()):
        given = given[: -len(unit)].strip()
    has_percent = given.endswith(("%", "％"))
    return (given[:-1].strip() if has_percent else given), has_percent


def _read(given: str) -> float:
    if not given:
        raise InvalidInput(f"{CALLED} must be {WANTED}; nothing was typed.")
    above, slash, below = given.partition("/")
    try:
        if not slash:
            return words.read_number(CALLED, given, wanted=WANTED)
        return _read(above.strip()) / words.read_number(CALLED, below, wanted=WANTED)
    except ZeroDivisionError:
        raise InvalidInput(f"{CALLED} must be {WANTED}; got a division by 0.") from None
