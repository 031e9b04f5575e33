"""The oldest versions that a list of requirements allows, as constraints for pip (`make oldest`).

`python -m tests.oldest requirements.txt` prints them. What the tests need on top stays as in
`constraints.txt`, and so does what our requirements do not name.
"""

import re
import sys
from pathlib import Path

from tests.serving import ROOT

BOUND = re.compile(r"^([\w.-]+)[>~]=([\d.]+)", re.MULTILINE)
PIN = re.compile(r"^([\w.-]+)==.+$", re.MULTILINE)


def listed(name: str) -> str:
    """Return a list of requirements, with the lists that it includes in their places."""
    lines = (ROOT / name).read_text("utf-8").splitlines()
    folder = Path(name).parent
    return "\n".join(
        listed(str(folder / line.removeprefix("-r "))) if line.startswith("-r ") else line
        for line in lines
    )


def lowest(requirements: str) -> dict[str, str]:
    """Return the lower bound of each requirement; the last one, if it is named again."""
    return {name.lower(): version for name, version in BOUND.findall(requirements)}


def constraints(requirements: str, passed: str) -> list[str]:
    """Return lines for pip: the lower bounds, and of `passed` what they do not speak of."""
    bounds = lowest(requirements)
    others = [pin.group() for pin in PIN.finditer(passed) if pin[1].lower() not in bounds]
    return [f"{name}=={version}" for name, version in bounds.items()] + others


if __name__ == "__main__":
    passed = (ROOT / "requirements" / "constraints.txt").read_text("utf-8")
    print(*constraints(listed(sys.argv[1]), passed), sep="\n")
