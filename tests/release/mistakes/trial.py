"""Tests that meet a mistake, each time in a process that has all but our own modules at hand.

To import numpy, pandas and the rest takes longer than most mistakes live. So that is done once, and
a fork imports what is ours, with the mistake in it. No file is changed.
"""

import multiprocessing
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Sequence
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from typing import TextIO

import hypothesis
import jsonschema  # noqa: F401
import pandas as pd  # noqa: F401
import pytest
import scipy.linalg
import scipy.stats  # noqa: F401
import sklearn.linear_model
import sklearn.pipeline  # noqa: F401
import sqlalchemy  # noqa: F401
from hypothesis import Phase

PATIENCE = 15
"""Seconds of the processor for one test, five times the longest: beyond, it has no end."""

MEMORY = 8 << 30
"""Bytes, beyond which a mistake counts as found: it fills the machine. Tests take a twentieth."""

PYTEST = (
    "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=brief",
    # Tens of seconds for what others find, too; and tests that there is a mistake to be found.
    "-k", "not audit and not hostile and not planted",
    "-W", "ignore::pytest.PytestAssertRewriteWarning",  # of what is imported already
)  # fmt: skip


class Planted(MetaPathFinder, SourceLoader):
    """Gives a text for a module, whatever is on the disk.

    Parameters
    ----------
    place : Path
        Of the module, below the folder that Python is run in.
    text : str
    """

    def __init__(self, place: Path, text: str) -> None:
        self._name = ".".join(place.with_suffix("").parts)
        self._place, self._text = place, text

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        return spec_from_loader(fullname, self) if fullname == self._name else None

    def get_filename(self, _: str) -> str:
        return str(self._place.absolute())

    def get_data(self, _: str) -> bytes:
        return self._text.encode()


class Diary:
    """Writes down each test when it begins: the last one is that which failed, or did not end."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        print(nodeid, file=self._file, flush=True)
        _limit()


def _limit() -> None:
    # Nobody waits for the signal, and so it ends the process. A busy machine does not bring it on.
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)


def finder(planted: Planted, tests: Sequence[str]) -> str | None:
    """Return the first test that a planted text does not pass; None where it passes all."""
    with tempfile.TemporaryFile("w+") as file:
        child = multiprocessing.get_context("fork").Process(
            target=_run, args=(planted, tests, file)
        )
        child.start()
        child.join()
        file.seek(0)
        begun = file.read().split("\n")[:-1]
    if child.exitcode == 0:
        return None
    return begun[-1] if begun else "its import"


def _run(planted: Planted, tests: Sequence[str], file: TextIO) -> None:
    sys.meta_path.insert(0, planted)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    _limit()
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    # The first example that fails is enough: none is made simpler, none is kept.
    phases = (Phase.explicit, Phase.generate)
    hypothesis.settings.register_profile("brief", deadline=None, database=None, phases=phases)
    sys.exit(pytest.main([*PYTEST, *tests], [Diary(file)]))
