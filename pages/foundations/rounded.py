"""Numbers as sentences and labels have them: to three digits, and chances never beyond what holds.

Examples
--------
>>> short(134.228), short(0.0483742), short(-67.114), short(3.14e12)
('134', '0.0484', '−67.1', '3.14e12')
>>> chance(1 - 1e-20), chance(1.0, is_certain=True), chance(1e-9), chance(0.731)
('nearly 100 %', '100 %', 'nearly 0 %', '73.1 %')
"""

from dpcore import checks
from pages.kit import words

NEARLY = 0.9995
"""From here on one decimal would round to 100 %; and to 0 % as far from 0."""

LARGE = 1e7
"""From here on powers of ten are easier to read than commas."""


def short(value: float) -> str:
    """Return a number to three digits."""
    text = words.number(float(f"{value:.3g}"))
    if LARGE <= abs(value) < float("inf"):
        text = checks.shortened(f"{value:.3g}")
    return text.replace("-", "−", 1) if value < 0 else text


def chance(share: float, *, is_certain: bool = False) -> str:
    """Return a probability; what may happen is not written as 0 %, nor as 100 %.

    Parameters
    ----------
    share : float
        From 0 to 1.
    is_certain : bool
        Whether 0 and 1 are meant. Otherwise they are what doubles make of a probability that some
        finite ε leaves below 1: e^ε/(1+e^ε) is 1.0 from ε = 37 on.
    """
    if is_certain and share in (0, 1):
        return words.percent(share)
    if share >= NEARLY:
        return "nearly 100 %"
    return words.percent(share) if share > 1 - NEARLY else "nearly 0 %"
