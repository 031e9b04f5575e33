r"""Names for columns that have none, or that a reader cannot tell apart: a number is added.

A program that reads a model's table elsewhere names its columns by the same rule, so that this
needs nothing but Python, and the header alone decides: no record has a say.

Examples
--------
>>> numbered(["dose", "", " Dose", "dose (2)", "dose"])
['dose', 'column 2', 'Dose (3)', 'dose (2)', 'dose (4)']
>>> looks("Body\u00a0Mass")
'bodymass'
"""

import unicodedata
from collections.abc import Sequence

UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Categories of characters that readers do not see: controls, joiners, directions, blanks."""


def numbered(names: Sequence[str]) -> list[str]:
    """Return the names of a header, trimmed, each unlike all others.

    A name without anything to be seen becomes "column 3", after its place. Of those that look alike
    the first keeps its name, and the next is "dose (2)", or the first number that is free.
    """
    trimmed = [name.strip() for name in names]
    found = [looks(name) for name in trimmed]
    taken, kept = set(found), set[str]()
    times: dict[str, int] = {}
    header = []
    for place, (name, look) in enumerate(zip(trimmed, found, strict=True), start=1):
        if not look:
            name = f"column {place}"
            look = looks(name)
            is_free = look not in taken
        else:
            is_free = look not in kept
        while not is_free:
            times[look] = times.get(look, 1) + 1
            other = f"{name} ({times[look]})"
            is_free = looks(other) not in taken
            if is_free:
                name, look = other, looks(other)
        taken.add(look)
        kept.add(look)
        header.append(name)
    return header


def looks(name: str) -> str:
    """Return a name without what readers do not see: case, blanks, encoding, unseen characters."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    seen = (sign for sign in plain if unicodedata.category(sign) not in UNSEEN)
    return unicodedata.normalize("NFC", "".join(seen))
