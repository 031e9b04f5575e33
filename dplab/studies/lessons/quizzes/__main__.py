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

from dplab.studies.lessons.quizzes import moodle, qti
from dplab.studies.lessons.quizzes.questions import CATEGORY, QuizQuestion, of_all, student_seed

CODES = "codes.csv"


def main(arguments: Iterable[str] | None = None) -> int:
    """Write the files; return the exit code."""
    asked = _parser().parse_args(None if arguments is None else list(arguments))
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.names is None:
        _write(asked.folder, "questions", CATEGORY, of_all(seed=asked.seed, server=asked.server))
        return 0
    names = [line.strip() for line in asked.names.read_text("utf-8").splitlines() if line.strip()]
    seeds = {name: student_seed(asked.seed, name) for name in names}
    if len({*seeds.values()}) < len(seeds):
        print("Two names have the same code. Take another --seed.", file=sys.stderr)
        return 2
    for seed in seeds.values():
        questions = of_all(seed=seed, server=asked.server)
        _write(asked.folder, f"questions-{seed:06}", f"{CATEGORY} {seed:06}", questions)
    with (asked.folder / CODES).open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("name", "code"))
        out.writerows((name, f"{seed:06}") for name, seed in seeds.items())
    return 0


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
