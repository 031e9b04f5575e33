"""Grade a folder of notebooks that were handed in, and print a table for a spreadsheet.

``python -m notebooks.grading build/notebooks/lesson-1-autograder.zip handed-in >points.csv``

Otter runs each of them once, as its student wrote it, on this machine.
"""

import argparse
import csv
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

from dpcore.numerals import as_cell

OTTER = Path(".venv/otter/bin/otter")
NOT_GRADED = "not graded"


def graded(autograder: Path, submission: Path, otter: Path) -> dict[str, Any]:
    """Return what Otter says of each step, by its name; nothing of what it cannot run.

    Parameters
    ----------
    autograder, submission : Path
        The zip of a lesson, and a notebook.
    otter : Path
        The program.
    """
    with TemporaryDirectory() as folder:
        command = [str(otter), "run", "-a", str(autograder), "-o", folder, "--no-logo"]
        subprocess.run([*command, str(submission)], capture_output=True, check=False)
        results = Path(folder) / "results.json"
        found = json.loads(results.read_text("utf-8"))["tests"] if results.exists() else []
    return {each["name"]: each for each in found if "score" in each}


def table(autograder: Path, submissions: Sequence[Path], otter: Path) -> Iterator[list[str]]:
    """Yield a row for each notebook: its name, its points, and the points of each step."""
    with ZipFile(autograder) as file:
        tests = [Path(name).stem for name in file.namelist() if name.startswith("tests/")]
    yield ["notebook", "points", *tests]
    for path in submissions:
        found = graded(autograder, path, otter)
        points = [float(found[name]["score"]) for name in tests if name in found]
        total = f"{sum(points):g}" if points else NOT_GRADED
        yield [as_cell(path.stem), total, *(f"{each:g}" for each in points)]


def main() -> None:
    """Grade what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("autograder", type=Path)
    parser.add_argument("folder", type=Path, help="with the notebooks that were handed in")
    parser.add_argument("--otter", type=Path, default=OTTER, help="the program")
    asked = parser.parse_args()
    write = csv.writer(sys.stdout).writerow
    for row in table(asked.autograder, sorted(asked.folder.glob("*.ipynb")), asked.otter):
        write(row)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
