"""Many texts that are nearly alike, as one of them and what differs in the others.

Examples
--------
>>> base = "<a/><b/><c/>"
>>> made = patches(base, "<a/><d/><c/>")
>>> made, patched(base, made)
([(5, 1, 'd')], '<a/><d/><c/>')
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

PART = re.compile(r"<[^>]+>|[^<]+")
"""A tag, or what stands between two."""

Patch = tuple[int, int, str]
"""So many signs of the base are kept, so many are dropped, and this text stands instead."""


def patches(base: str, text: str) -> list[Patch]:
    """Return what makes a text of SVG from another one: of a tag that differs, the part of it."""
    old, new = PART.findall(base), PART.findall(text)
    made, at = list[Patch](), 0
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for before, after in _pairs(old[i:j], new[k:m]):
            if kind == "equal" or before == after:
                at += len(before)
                continue
            ahead = _alike(before, after)
            behind = _alike(before[ahead:][::-1], after[ahead:][::-1])
            dropped = len(before) - ahead - behind
            made.append((at + ahead, dropped, after[ahead : len(after) - behind]))
            at = behind
    return made


def _pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield parts beside those that stand in their place; the last has what is left of either."""
    last = max(min(len(old), len(new)) - 1, 0)
    yield from zip(old[:last], new[:last], strict=True)
    yield "".join(old[last:]), "".join(new[last:])


def _alike(one: str, other: str) -> int:
    """Return how many signs two texts begin with alike."""
    signs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in signs if a != b), min(len(one), len(other)))


def patched(base: str, made: list[Patch]) -> str:
    """Return the other text; `edition.js` does the same."""
    text, at = "", 0
    for kept, dropped, instead in made:
        text += base[at : at + kept] + instead
        at += kept + dropped
    return text + base[at:]
