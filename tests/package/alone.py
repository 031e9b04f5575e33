"""A program for an environment that holds dpcore: does all of it work without the rest?

It is run by itself, knows the standard library and dpcore alone, and prints what it has tried. The
first argument names a folder with `questions.pickle` (see `material`), the second the extras that
are installed, such as "ledger,tables,app".
"""

import doctest
import importlib
import os
import pickle
import pkgutil
import sys
import warnings
from pathlib import Path

import dpcore
import dplab

EXTRAS = {
    "dpcore.ledger.address": "ledger",
    "dpcore.ledger.database": "ledger",
    "dplab.simulation.sweeps.anew": "ledger",
    "dplab.simulation.sweeps.store": "app",
}
"""Modules that are nothing without an extra."""

SHOWN_WITH = {
    "dpcore.data.files.containers.parquet": "tables",
    "dpcore.ledger": "ledger",
    "dpcore.release": "ledger",
    "dpcore.release.model": "ledger",
    **{f"dplab.studies.lessons.quizzes.{each}": "app" for each in ("markup", "moodle", "qti")},
}
"""Modules whose examples need an extra."""

SENTENCE = (
    "A ledger needs the package sqlalchemy, which is not installed. "
    'Install it by: pip install "dpcore[ledger]"'
)


def names() -> list[str]:
    """Return all modules of dpcore and dplab."""
    return [
        each.name
        for package in (dpcore, dplab)
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not each.name.endswith("__main__")
    ]


def modules(extras: frozenset[str]) -> None:
    """Import each module; one that is nothing without an extra is refused."""
    for name in names():
        needed = EXTRAS.get(name)
        try:
            importlib.import_module(name)
        except ImportError:
            if needed is None or needed in extras:
                raise
        else:
            assert needed is None or needed in extras, f"{name} needs no extra"


def lazily() -> None:
    """Importing dpcore imports nothing that is slow; a name is there when it is asked for."""
    slow = {"numpy", "scipy", "pandas", "sklearn"} & sys.modules.keys()
    assert not slow, slow
    for name in dpcore.__all__:
        assert getattr(dpcore, name) is getattr(dpcore, name)
    assert "sklearn" not in sys.modules


def examples(extras: frozenset[str]) -> int:
    """Run the examples of all modules; those with a ledger are refused where it is missing."""
    tried = 0
    for name in names():
        if (EXTRAS | SHOWN_WITH).get(name) not in {None, *extras}:
            continue
        found = doctest.testmod(importlib.import_module(name))
        assert not found.failed, name
        tried += found.attempted
    return tried


def refused() -> None:
    """A ledger is refused in a sentence that names the extra."""
    from dpcore.checks import InvalidInput, MissingExtra
    from dpcore.ledger import Ledger

    assert issubclass(MissingExtra, InvalidInput)
    said = "nothing"
    try:
        Ledger("ledger.db")
    except MissingExtra as refusal:
        said = str(refusal)
    assert said == SENTENCE, said


def kept() -> None:
    """No public table lies in a cache that cannot be read; to fetch one names the extra."""
    from dpcore.checks import InvalidInput, MissingExtra
    from dpcore.data.real import places
    from dpcore.data.real.tables import TABLES, load

    assert not places.is_here(TABLES["pima"])
    for ask, kind in (
        (lambda: load("pima"), InvalidInput),
        (lambda: places.fetch(TABLES["pima"]), MissingExtra),
    ):
        said = ""
        try:
            ask()
        except kind as refusal:
            said = str(refusal)
        assert ("dpcore[tables]" if kind is MissingExtra else "not on this machine") in said, said


def lessons(folder: Path) -> int:
    """Compute what is right in every lesson, and compare."""
    from dplab.studies.lessons import entries

    asked = pickle.loads((folder / "questions.pickle").read_bytes())
    for name, check, at, right in asked:
        found = entries.truth(name, check, at).answer
        # Other versions may sum in another order; the questions allow a thousand times as much.
        is_number = isinstance(right, float) and not isinstance(right, bool)
        same = abs(found - right) <= 1e-6 * abs(right) if is_number else found == right
        assert same, (name, check, found, right)
    return len(asked)


def main() -> None:
    """Try all of it."""
    warnings.simplefilter("error")
    folder, extras = Path(sys.argv[1]), frozenset(filter(None, sys.argv[2].split(",")))
    lazily()
    modules(extras)
    if "ledger" not in extras:
        refused()
        os.environ.pop("EXPLORER_DATA", None)
        kept()
    if (folder / "questions.pickle").exists():
        print(f"{examples(extras)} examples, {lessons(folder)} questions of lessons")


if __name__ == "__main__":
    main()
