"""Grade a folder of notebooks that were handed in, and print a table for a spreadsheet.

``python -m edition.notebooks.grading lesson-1-autograder.zip handed-in >points.csv``

Otter runs each of them once, as its student wrote it, on this machine: without its network, where
the system has namespaces, and with all that it has started ended (`contained`). It can read and
write what you can. Folders within the folder count, too: a course's platform may make one for each
student.
"""

import argparse
import csv
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile, is_zipfile

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.files import own
from dplab import numerals
from dplab.numerals import as_cell
from edition.notebooks import contained
from pages.kit.notebook import METADATA

OTTER = Path(".venv/otter/bin/otter")
PATIENCE = 300
"""Seconds for one notebook; those of the lessons take some six."""

LARGEST = 50_000_000
"""Bytes of a notebook; those of the lessons have some ten thousand."""

NO_NOTEBOOK = "not graded: no notebook"
NO_FILE = "not graded: no plain file"
TOO_LARGE = f"not graded: more than {LARGEST // 1_000_000} MB"
TOO_LONG = "not graded: it did not end within {:g} seconds"
ENDED = "not graded: a cell ended the kernel"
STOPPED = "not graded: it stopped Otter"

NO_EXIT: dict[str, object] = {
    "cell_type": "code",
    "metadata": {},
    "execution_count": None,
    "outputs": [],
    "source": "from sys import exit, exit as quit",
}
"""A cell before all others. IPython's own `exit` would end the kernel, and no cell be graded; that
of Python ends its cell alone, as an error does."""


def graded(
    autograder: Path, submission: Path, otter: Path, patience: float = PATIENCE
) -> dict[str, Any]:
    """Return what Otter says of each step, by its name.

    Parameters
    ----------
    autograder, submission : Path
        The zip of a lesson, and a notebook.
    otter : Path
        The program.
    patience : float
        Seconds after which it is stopped.

    Raises
    ------
    InvalidInput
        If the notebook cannot be graded; the sentence says why.
    """
    content = _for_any_kernel(submission)
    with TemporaryDirectory() as folder:
        # Under a name of ours: an option, or a name in no encoding, would be misread.
        notebook = Path(folder) / "handed-in.ipynb"
        notebook.write_text(content, "utf-8")
        command = [str(otter), "run", "-a", str(autograder), "-o", folder, "--no-logo"]
        first = [*(namespaces() or ()), sys.executable, "-I", contained.__file__]
        done = subprocess.run(
            [*first, str(patience), *command, str(notebook)], capture_output=True, check=False
        )
        if done.returncode == contained.TOO_LONG:
            raise InvalidInput(TOO_LONG.format(patience))
        found = _results(Path(folder) / "results.json")
    if not found:
        raise InvalidInput(ENDED if b"DeadKernelError" in done.stderr else STOPPED)
    return found


def _results(file: Path) -> dict[str, Any]:
    """Return what Otter wrote of each step; nothing where it wrote none, or a notebook did."""
    # A notebook may have put anything in its place, such as a pipe, for which reading would wait.
    if not file.is_file():
        return {}
    try:
        tests = json.loads(own.read(file, LARGEST))["tests"]
        found = {each["name"]: each for each in tests if "score" in each}
        return found if all(isfinite(float(each["score"])) for each in found.values()) else {}
    except (OSError, ValueError, TypeError, LookupError, OverflowError, RecursionError):
        return {}


@cache
def namespaces() -> tuple[str, ...] | None:
    """Return what gives a program namespaces of its own here, tried once."""
    return contained.ways()


def cautions() -> Iterator[str]:
    """Yield what this system does not keep a notebook from."""
    if namespaces():
        return
    yield (
        "Notebooks reach the network, and one that kills the process that watches over it can "
        "leave others behind: this system makes no namespaces for them (unshare)."
    )
    if not contained.can_adopt():
        yield "A process that a notebook leaves behind keeps running: look for it, and end it."


def _for_any_kernel(submission: Path) -> str:
    """Return a notebook for the kernel that is here: its student's may have another name."""
    try:
        # Looked at before it is opened: a pipe would wait for somebody to write into it.
        if not (submission.is_file() or submission.is_dir()):
            raise InvalidInput(NO_FILE)
        notebook = json.loads(own.read(submission, LARGEST).decode("utf-8-sig"))
        cells = [NO_EXIT, *notebook["cells"]]
        return json.dumps(notebook | {"metadata": METADATA, "cells": cells})
    except InvalidInput:
        raise
    except own.TooLong:
        raise InvalidInput(TOO_LARGE) from None
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        raise InvalidInput(NO_NOTEBOOK) from None


def table(
    autograder: Path, folder: Path, otter: Path, patience: float = PATIENCE
) -> Iterator[list[str]]:
    """Yield a row for each notebook of a folder: its name, its points, and those of each step."""
    with ZipFile(autograder) as file:
        tests = [Path(name).stem for name in file.namelist() if name.startswith("tests/")]
    yield ["notebook", "points", *tests]
    for path in handed_in(folder):
        # What no encoding has, of a name from elsewhere, stands as ?.
        name = str(path.relative_to(folder).with_suffix("")).encode(errors="replace").decode()
        try:
            found = graded(autograder, path, otter, patience)
        except InvalidInput as reason:
            yield [as_cell(name), str(reason)]
            continue
        points = [float(found[test]["score"]) if test in found else 0.0 for test in tests]
        yield [as_cell(name), f"{sum(points):g}", *(f"{each:g}" for each in points)]


def handed_in(folder: Path) -> list[Path]:
    """Return the notebooks of a folder and of those within, but for copies that Jupyter keeps."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix.lower() == ".ipynb" and ".ipynb_checkpoints" not in path.parts
    )


def _seconds(text: str) -> float:
    try:
        return checks.positive("seconds", numerals.read_number("seconds", text))
    except InvalidInput as refusal:
        raise argparse.ArgumentTypeError(str(refusal)) from None


def main() -> None:
    """Grade what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("autograder", type=Path)
    parser.add_argument("folder", type=Path, help="with the notebooks that were handed in")
    parser.add_argument("--otter", type=Path, default=OTTER, help="the program")
    parser.add_argument("--patience", type=_seconds, default=PATIENCE, help="for a notebook")
    asked = parser.parse_args()
    if not is_zipfile(asked.autograder):
        parser.error(f"{asked.autograder} is not an autograder: `make notebooks` writes them")
    if not asked.otter.exists():
        parser.error(f"there is no {asked.otter}: `make notebooks` installs Otter")
    if not handed_in(asked.folder):
        parser.error(f"there is no notebook in {asked.folder}")
    for caution in cautions():
        print(caution, file=sys.stderr)
    write = csv.writer(sys.stdout).writerow
    for row in table(asked.autograder, asked.folder, asked.otter, asked.patience):
        write(row)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
