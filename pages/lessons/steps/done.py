"""Which steps were answered right, and the code that says so.

"1.3f,2.7" are the steps 1 to 6 of lesson 1 and 1 to 3 of lesson 2, one bit each, in hexadecimal.
It stands in the address of every page, and carries the progress into another browser.
"""

import re
from collections.abc import Mapping

from dpcore.checks import InvalidInput, cut
from dplab.studies.lessons import entries

Done = Mapping[int, frozenset[int]]
"""By a lesson's number, the numbers of the steps that were answered right; both from 1."""

MOST_STEPS, LONGEST_CODE = 32, 400
TOKEN = re.compile(r"([1-9]\d?)\.([0-9a-f]{1,8})")


def read_done(text: str) -> Done:
    """Return what a code says was done.

    Raises
    ------
    InvalidInput
        If it is none.
    """
    tokens = [token for token in text.lower().replace(" ", "").split(",") if token]
    found = [TOKEN.fullmatch(token) for token in tokens]
    if len(text) > LONGEST_CODE or not all(found):
        raise InvalidInput(
            "The code of your progress must look like 1.3f,2.7; got "
            f"“{cut(text.strip())}”. Copy it whole from the Lessons page of the other device."
        )
    done: dict[int, frozenset[int]] = {}
    lengths = {each.number: len(each.steps) for each in entries.lessons().values()}
    for number, bits in (match.groups() for match in found if match):
        there = range(1, lengths.get(int(number), 0) + 1)  # an older code may know more steps
        done[int(number)] = done.get(int(number), frozenset()) | (
            _steps(int(bits, 16)) & frozenset(there)
        )
    return {number: steps for number, steps in done.items() if steps}


def spell_done(done: Done) -> str:
    """Return the code that `read_done` reads."""
    return ",".join(
        f"{number}.{sum(1 << (step - 1) for step in steps):x}"
        for number, steps in sorted(done.items())
        if steps
    )


def joined(*all_done: Done) -> Done:
    """Return what any of them says was done."""
    numbers = {number for done in all_done for number in done}
    return {
        number: frozenset().union(*(done.get(number, frozenset()) for done in all_done))
        for number in numbers
    }


def _steps(bits: int) -> frozenset[int]:
    return frozenset(step + 1 for step in range(MOST_STEPS) if bits >> step & 1)
