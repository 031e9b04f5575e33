r"""Spellings of a level that look alike: Zürich in two encodings, yes and Yes, 1 and 1.0.

Read from the data, and not private.

Examples
--------
>>> groups(pd.Series(["yes", "Yes ", "no", "yes"]))
((('yes', 2), ('Yes', 1)),)
>>> difference("yes", "Yes"), difference("Z\u00fcrich", "Zu\u0308rich"), difference("1", "1.0")
('capitals', 'another form of Unicode', '')
"""

import unicodedata
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import pandas as pd

from dpcore.data import cells
from dpcore.data.facts import USUAL_MARKERS
from dpcore.data.written.plain import alike

Group = tuple[tuple[str, int], ...]


def groups(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> tuple[Group, ...]:
    """Return the spellings that look alike and their counts, the commonest of each first."""
    return tuple(group for group in _by_looks(column, markers) if len(group) > 1)


def commonest(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> tuple[str, ...]:
    """Return the commonest spelling of each level, in the order of their texts."""
    return tuple(sorted(group[0][0] for group in _by_looks(column, markers)))


def _by_looks(column: pd.Series, markers: Sequence[str]) -> list[Group]:
    found = cells.texts(column)
    counts = np.bincount(found.codes[found.codes >= 0], minlength=len(found.distinct)).tolist()
    by_text: dict[str, int] = defaultdict(int)
    for text, count in zip(found.distinct, counts, strict=True):
        by_text[text] += count
    looks: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for text in cells.unmarked([text for text, count in by_text.items() if count], markers):
        looks[alike(text)].append((text, by_text[text]))
    return [tuple(sorted(group, key=lambda each: (-each[1], each[0]))) for group in looks.values()]


def difference(first: str, other: str) -> str:
    """Return how a spelling differs from another that prints much like it; nothing where seen."""
    if _composed(first) == _composed(other):
        return "another form of Unicode"
    if _composed(first).casefold() == _composed(other).casefold():
        return "capitals"
    bare, bare_other = (_seen(_composed(text).casefold()) for text in (first, other))
    if bare != bare_other:
        return ""
    return "a blank" if _blanks(first) != _blanks(other) else "a sign that is not seen"


def _blanks(text: str) -> list[str]:
    return [sign for sign in text if sign.isspace()]


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _seen(text: str) -> str:
    kept = (sign for sign in text if unicodedata.category(sign) not in {"Cc", "Cf"})
    return "".join("".join(kept).split())
