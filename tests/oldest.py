"""The oldest versions that requirements.txt allows, as constraints for pip: see `make oldest`.

`python -m tests.oldest` prints them. What the tests need on top stays as in constraints.txt, and so
does what our requirements do not name.
"""

import re

from tests.serving import ROOT

BOUND = re.compile(r"^([\w.-]+)>=([\d.]+)", re.MULTILINE)
PIN = re.compile(r"^([\w.-]+)==.+$", re.MULTILINE)


def lowest(requirements: str) -> dict[str, str]:
    """Return the lower bound of each requirement."""
    return {name.lower(): version for name, version in BOUND.findall(requirements)}


def constraints(requirements: str, passed: str) -> list[str]:
    """Return lines for pip: the lower bounds, and of `passed` what they do not speak of."""
    bounds = lowest(requirements)
    others = [pin.group() for pin in PIN.finditer(passed) if pin[1].lower() not in bounds]
    return [f"{name}=={version}" for name, version in bounds.items()] + others


if __name__ == "__main__":
    files = (ROOT / "requirements.txt", ROOT / "constraints.txt")
    print(*constraints(*(file.read_text("utf-8") for file in files)), sep="\n")
