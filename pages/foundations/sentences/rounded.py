"""Numbers to three digits, as sentences and labels have them.

Examples
--------
>>> short(134.228), short(0.0483742), short(-67.114), short(3.14e12)
('134', '0.0484', '−67.1', '3.14e12')
"""

from dpcore import checks
from pages.shared import words

LARGE = 1e7
"""From here on powers of ten are easier to read than commas."""


def short(value: float) -> str:
    """Return a number to three digits."""
    text = words.number(float(f"{value:.3g}"))
    if LARGE <= abs(value) < float("inf"):
        text = checks.shortened(f"{value:.3g}")
    return text.replace("-", "−", 1) if value < 0 else text
