"""Write each lesson as notebooks: ``python -m edition.notebooks --folder build/notebooks``.

``EXPLORER_LIVE`` names a server whose pages the steps link to; it may be missing.
"""

import argparse
import os
from pathlib import Path

from dplab.studies.lessons import entries
from edition.notebooks import autograder
from edition.notebooks.cells import LessonNotebook


def seed(text: str) -> int:
    """Return a seed from the command line, which `argparse` refuses where it is none."""
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"a seed must be a whole number from 0; got {text}")
    return int(text)


def main() -> None:
    """Write them where the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/notebooks"))
    parser.add_argument("--seed", type=seed, default=0, help="of a class's own numbers")
    parser.add_argument("--wheel", type=Path, help="dpcore's, for the autograders")
    parser.add_argument("--otter", type=Path, help="the program; autograders are left out without")
    parser.add_argument("--only", nargs="*", choices=[*entries.lessons()], default=[])
    asked = parser.parse_args()
    if asked.otter and not asked.wheel:
        parser.error("an autograder installs dpcore from its wheel: name it by --wheel")
    asked.folder.mkdir(parents=True, exist_ok=True)
    live = os.environ.get("EXPLORER_LIVE", "").rstrip("/")
    for lesson in entries.lessons().values():
        if asked.only and lesson.name not in asked.only:
            continue
        made = LessonNotebook(lesson, asked.seed, live)
        stem = asked.folder / f"lesson-{lesson.number}"
        stem.with_suffix(".ipynb").write_text(made.student(), "utf-8")
        Path(f"{stem}-solution.ipynb").write_text(made.solution(), "utf-8")
        if asked.otter:
            zipped = Path(f"{stem}-autograder.zip")
            autograder.write(lesson, asked.seed, asked.wheel, asked.otter, zipped)


if __name__ == "__main__":
    main()
