"""What a visitor typed as an answer: 20,000, 0,5, 1/2, 10 % and ½ are numbers."""

from dpcore.checks import InvalidInput
from pages.shared import words

WANTED = "a number such as 14.5, 20,000, 1/2 or 10 %"
CALLED = "Your answer"
PERCENTS = ("%", "in 100")
"""Units in which 10 and 10 % are the same."""


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
    given = text.strip()
    if unit and unit not in PERCENTS and given.lower().endswith(unit.lower()):
        given = given[: -len(unit)].strip()
    has_percent = given.endswith(("%", "％"))
    value = _read(given[:-1].strip() if has_percent else given)
    return value / 100 if has_percent and unit not in PERCENTS else value


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
