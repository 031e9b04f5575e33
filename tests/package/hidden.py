"""A trial run with nothing but dpcore's own requirements, in an environment that holds more.

`python -m tests.package.hidden PROGRAM ARGUMENTS…` runs a program as in an environment with the
core alone: whatever `requirements/core.txt` does not bring, directly or by what it names, cannot be
imported.
"""

import re
import runpy
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"^[\w.-]+", re.MULTILINE)


def normal(name: str) -> str:
    """Return a distribution's name as it is compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def brought(named: Sequence[str]) -> set[str]:
    """Return distributions, and all that they need without extras, as far as installed."""
    found: set[str] = set()
    waiting = [normal(name) for name in named]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            needs = requires(name) or []
        except PackageNotFoundError:
            continue  # of another system, or another Python
        found.add(name)
        waiting += [normal(NAME.findall(each)[0]) for each in needs if "extra ==" not in each]
    return found


class Hiding(MetaPathFinder):
    """Finds none of the packages of some distributions, and leaves all others to the rest."""

    def __init__(self, kept: set[str]) -> None:
        self.kept = kept
        self.owners = packages_distributions()

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Refuse a module whose distribution is hidden."""
        top = fullname.partition(".")[0]
        owners = {normal(name) for name in self.owners.get(top, ())}
        if owners and not owners & self.kept:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


def main(arguments: Sequence[str]) -> None:
    """Run a program, with the hidden packages out of its reach."""
    core = NAME.findall((ROOT / "requirements" / "core.txt").read_text("utf-8"))
    sys.meta_path.insert(0, Hiding(brought(core) | {"dpcore"}))
    sys.argv = [*arguments]
    runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
