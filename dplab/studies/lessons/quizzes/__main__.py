"""Write the lessons' questions as Moodle's XML and as a package of QTI 2.1.

    python -m dplab.studies.lessons.quizzes --seed 7 --server https://example.org build/quizzes
    python -m dplab.studies.lessons.quizzes --seed 7 --names class.txt build/quizzes

With a file of names, one a line, each student has numbers of their own: a file for each code, and
`codes.csv`, which says whose code is whose and stays on this machine.
"""

import argparse
import csv
import sys
from collections.abc import Iterable
from pathlib import Path

from dpcore import checks
from dpcore.checks import InvalidInput
from dplab.studies.lessons.quizzes import moodle, qti
from dplab.studies.lessons.quizzes.questions import (
    CATEGORY,
    QuizQuestion,
    is_same_name,
    of_all,
    student_seed,
)

CODES = "codes.csv"

MOST_NAMES = 1000
"""Of one file: among many more, two have the same code at nearly every seed."""

LARGEST_SEED = 2**32 - 1
"""As the pages have it, to which the questions lead."""


def main(arguments: Iterable[str] | None = None) -> int:
    """Write the files; return the exit code."""
    asked = _parser().parse_args(None if arguments is None else list(arguments))
    try:
        _write_all(asked)
    except InvalidInput as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def _write_all(asked: argparse.Namespace) -> None:
    seed = checks.whole("seed", asked.seed, low=0, high=LARGEST_SEED)
    of_students = {} if asked.names is None else _of_students(seed, asked.names)
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.names is None:
        _write(asked.folder, "questions", CATEGORY, of_all(seed=seed, server=asked.server))
        return
    for own in of_students:
        questions = of_all(seed=own, server=asked.server)
        _write(asked.folder, f"questions-{own:06}", f"{CATEGORY} {own:06}", questions)
    with (asked.folder / CODES).open("w", newline="", encoding="utf-8-sig") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("name", "code"))
        out.writerows((name, f"{own:06}") for own, name in of_students.items())


def _of_students(seed: int, names: Path) -> dict[int, str]:
    """Return the students of a file by their seeds, which differ."""
    try:
        lines = names.read_text("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InvalidInput(f"{names} is not a text file in UTF-8. Save it as UTF-8.") from None
    every = [" ".join(line.split()) for line in lines if line.strip()]
    if not 0 < len(every) <= MOST_NAMES:
        raise InvalidInput(
            f"{names} has {len(every):,} names; 1 to {MOST_NAMES:,} are written at once."
        )
    found: dict[int, str] = {}
    for name in every:
        other = found.setdefault(own := student_seed(seed, name), name)
        if other is not name and is_same_name(other, name):
            raise InvalidInput(f"“{name}” is in {names} twice. Tell the two apart, or remove one.")
        if other is not name:
            raise InvalidInput(
                f"“{other}” and “{name}” have the same code, {own:06}. Take another seed."
            )
    return found


def _write(folder: Path, name: str, category: str, questions: Iterable[QuizQuestion]) -> None:
    every = list(questions)
    (folder / f"{name}.moodle.xml").write_text(moodle.written(every, category), "utf-8")
    (folder / f"{name}.qti.zip").write_bytes(qti.package(every))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m dplab.studies.lessons.quizzes", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, help="where the files go; made where it is not there")
    parser.add_argument("--seed", type=int, default=0, help="of the class")
    parser.add_argument("--server", default="", help="address of the pages, for links to them")
    parser.add_argument("--names", type=Path, help="a text file, one student a line")
    return parser


if __name__ == "__main__":
    sys.exit(main())
