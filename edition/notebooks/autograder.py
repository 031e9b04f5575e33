"""What grades a pile of notebooks: Otter's tests, and the zip that Gradescope takes.

Otter (`otter-grader`) lives in an environment of its own. Each step is one point; its test asks
`dplab.lessons.check`, and where an answer is wrong, its complaint is the sentence of the lesson.
"""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from dplab.studies.lessons.entries import Lesson

TEST = '''\
"""{title}"""

from dplab.lessons import check
from otter.test_files import test_case

OK_FORMAT = False
name = "{name}"
points = 1


@test_case()
def {name}(env):
    said = check("{lesson}", {number}, env.get("answer_{number}"), seed={seed})
    assert said.is_right, said.text
'''

UNPACKED = "/autograder/source/files"
"""Where Gradescope and Otter's containers put the files of the zip."""


def tests(lesson: Lesson, seed: int) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each step's test."""
    for number, step in enumerate(lesson.steps, start=1):
        name = f"step_{number}"
        title = f"{step.title}: {step.ask}".replace("\\", "\\\\").replace('"', "'")
        yield (
            f"{name}.py",
            TEST.format(title=title, name=name, lesson=lesson.name, number=number, seed=seed),
        )


def write(lesson: Lesson, seed: int, wheel: Path, otter: Path, to: Path) -> None:
    """Write the zip that grades a lesson, by `otter generate`, with the wheel of `dpcore` inside.

    Otter is the program. The same lesson, wheel and Otter give the same bytes.
    """
    with TemporaryDirectory() as folder:
        here, made = Path(folder), Path(folder) / "made.zip"
        (here / "tests").mkdir()
        for name, text in tests(lesson, seed):
            (here / "tests" / name).write_text(text, "utf-8")
        shutil.copy(wheel, here)
        (here / "requirements.txt").write_text(f"{UNPACKED}/{wheel.name}\n", "utf-8")
        command = [
            str(otter.absolute()),
            "generate",
            "-o",
            made.name,
            "--no-environment",
            wheel.name,
        ]
        subprocess.run(command, cwd=here, check=True, capture_output=True)
        _without_the_day(made, to)


def _without_the_day(made: Path, to: Path) -> None:
    with ZipFile(made) as given, ZipFile(to, "w", ZIP_DEFLATED) as file:
        for name in sorted(given.namelist()):
            file.writestr(ZipInfo(name), given.read(name), ZIP_DEFLATED)
