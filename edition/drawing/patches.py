"""Many texts that are nearly alike, as one of them and what differs in the others.

Examples
--------
>>> base = "<a/><b/><c/>"
>>> made = patches(base, "<a/><d/><c/>")
>>> made, patched(base, made)
([(4, 8, '<d/>')], '<a/><d/><c/>')
"""

import re
from difflib import SequenceMatcher

PART = re.compile(r"<[^>]+>|[^<]+")

Patch = tuple[int, int, str]
"""From here to there in the base stands this text instead."""


def patches(base: str, text: str) -> list[Patch]:
    """Return what makes a text of SVG from another one, tag by tag."""
    old, new = PART.findall(base), PART.findall(text)
    starts = [0]
    for part in old:
        starts.append(starts[-1] + len(part))
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [
        (starts[i], starts[j], "".join(new[k:m])) for kind, i, j, k, m in steps if kind != "equal"
    ]


def patched(base: str, made: list[Patch]) -> str:
    """Return the other text; `edition.js` does the same."""
    ends = [0, *(end for _, end, _ in made)]
    kept = [base[end:start] for end, (start, _, _) in zip(ends, made, strict=False)]
    return "".join(a + b for a, (_, _, b) in zip(kept, made, strict=True)) + base[ends[-1] :]
