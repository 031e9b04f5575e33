"""Numbers of the command line, read in one way: ASCII digits with a decimal point.

Python reads more: 1_0 is 10 there, "１０" too, and "infinity" and "nan" are numbers. A budget is
set once, so that a slip must not become one.

Examples
--------
>>> real("1e-3"), whole(" 4000 "), lams("auto,0.1")
(0.001, 4000, ('auto', 0.1))
>>> real("1_0")
Traceback (most recent call last):
...
argparse.ArgumentTypeError: must be a number with a decimal point, such as 0.5; got '1_0'.
"""

import re
from argparse import ArgumentTypeError

from dpcore.data.cells import shown
from dpcore.data.written.plain import number as number_of
from dpcore.privacy.regularization.suggested import AUTO

WHOLE = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)


def real(text: str) -> float:
    """Return a finite number.

    Raises
    ------
    ArgumentTypeError
        If the text is none; the sentence says what it may be.
    """
    number = number_of(text.strip())
    if number is None:
        raise _refusal("a number with a decimal point, such as 0.5", text)
    return number


def whole(text: str) -> int:
    """Return a whole number; as `real` otherwise."""
    if not WHOLE.fullmatch(text.strip()):
        raise _refusal("a whole number, such as 4000", text)
    return int(text)


def lam(text: str) -> float | str:
    """Return a λ: a number, or the word for the public rule; as `real` otherwise."""
    if text.strip().lower() == AUTO:
        return AUTO
    number = number_of(text.strip())
    if number is None:
        raise _refusal(f"a number with a decimal point, such as 0.5, or {AUTO}", text)
    return number


def lams(text: str) -> tuple[float | str, ...]:
    """Return several λ with commas between them; as `real` otherwise."""
    found = tuple(lam(part) for part in text.split(",") if part.strip())
    # Taken for none, a charge would follow for a λ that nobody has named.
    if not found:
        raise ArgumentTypeError(
            f"must hold at least one λ, such as {AUTO},0.01,1; got {shown(text)}."
        )
    return found


def _refusal(wanted: str, text: str) -> ArgumentTypeError:
    return ArgumentTypeError(f"must be {wanted}; got {shown(text)}.")
