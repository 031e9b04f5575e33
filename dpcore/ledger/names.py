"""Names of data sets and charges: texts that can be kept and shown, and no two that look alike.

Examples
--------
>>> alike("Clinic  2024") == alike("clinic 2024")
True
"""

import re
import unicodedata
from collections.abc import Iterable

from dpcore.checks import InvalidInput
from dpcore.data import facts
from dpcore.data.cells import shown

UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Signs that count as printable, and show nothing: of old scripts, and which picture is meant."""


def name(what: str, value: object) -> str:
    """Return a trimmed text that can be kept and shown: not empty, printable, not too long."""
    text = facts.text(what, value)
    # A line break in a name could look like another entry where entries are listed.
    if not text or not text.isprintable():
        raise InvalidInput(
            f"{what} must not be empty, or hold what cannot be printed; got {shown(text)}."
        )
    return text


def alike(text: str) -> str:
    """Return a name without what a reader may overlook: capitals, blanks, how accents are typed."""
    # NFKC first: what it makes of a sign such as ™ has capitals that are still to be folded.
    seen = UNSEEN.sub("", unicodedata.normalize("NFKC", text)).replace("\u2800", " ")
    return " ".join(seen.casefold().split())


def check_distinct(data_set: str, opened: Iterable[str]) -> None:
    """Refuse a name that a reader would take for another: a second budget by a slip of the hand."""
    for other in opened:
        if alike(other) == alike(data_set):
            raise InvalidInput(
                f"{shown(data_set)} looks like {shown(other)}, which has a budget. Name that "
                "one as it was opened; for other people's records take a name that differs by more "
                "than capitals, blanks or the way an accent is typed."
            )
