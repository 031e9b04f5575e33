"""The lessons' notebooks, run cell by cell, and graded by Otter: `make notebooks-test`.

OTTER names the program. What lies in build/notebooks was made by `make notebooks`.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from dpcore.checks import InvalidInput
from edition.notebooks import grading
from edition.notebooks.cells import UNGRADED
from edition.notebooks.grading import ENDED
from tests.edition.notebooks.material import NAMES, answered, made, rounds, sentence
from tests.house.syntax import ROOT

pytestmark = pytest.mark.whole

OTTER = Path(os.environ.get("OTTER", grading.OTTER)).absolute()
BUILT = Path(os.environ.get("NOTEBOOKS", ROOT / "build" / "notebooks"))


def autograder(name: str) -> Path:
    return BUILT / f"lesson-{made(name).lesson.number}-autograder.zip"


def graded(name: str, notebook: str, folder: Path) -> dict[int, tuple[float, str]]:
    """Return points and what is said of each step; a second run has to give the same."""
    path = folder / "handed-in.ipynb"
    path.write_text(notebook, "utf-8")
    first, second = (grading.graded(autograder(name), path, OTTER) for _ in range(2))
    assert first == second
    return {
        number: (float(first[f"step_{number}"]["score"]), first[f"step_{number}"]["output"])
        for number in range(1, len(made(name).lesson.steps) + 1)
    }


@pytest.mark.parametrize("name", NAMES)
def test_otter_gives_the_solution_full_marks_and_the_empty_notebook_none(name: str, tmp_path: Path):
    assert {points for points, _ in graded(name, made(name).solution(), tmp_path).values()} == {1.0}
    empty = graded(name, made(name).student(), tmp_path)
    assert {points for points, _ in empty.values()} == {0.0}
    assert all("Nothing is answered yet." in said for _, said in empty.values())


@pytest.mark.parametrize("name", NAMES)
def test_each_near_miss_loses_its_point_and_gets_its_sentence(name: str, tmp_path: Path):
    for answers in rounds(made(name)):
        found = graded(name, answered(made(name), answers), tmp_path)
        for number, (points, said) in found.items():
            assert points == 0.0
            if number in answers:
                assert sentence(made(name), number, answers[number]) in said
            else:
                assert "Nothing is answered yet." in said


@pytest.mark.parametrize("solved", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_every_cell_runs(name: str, solved: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("MPLBACKEND", raising=False)  # else it would be that of this process
    text = made(name).solution() if solved else made(name).student()
    book = nbformat.reads(text, as_version=4)
    NotebookClient(
        book,
        timeout=120,
        kernel_name="python3",
        resources={"metadata": {"path": tmp_path}},
        skip_cells_with_tag="",
    ).execute()
    for cell in book.cells:
        if UNGRADED in cell.metadata.get("tags", []):
            assert ["image/png" in output.data for output in cell.outputs] == [True]
        if cell.source.startswith("check("):
            (output,) = cell.outputs
            said = output.data["text/markdown"]
            assert said.startswith("**Right.**" if solved else "Nothing is answered yet.")


def test_two_builds_are_equal(tmp_path: Path):
    (wheel,) = BUILT.glob("*.whl")
    command: list[Any] = [sys.executable, "-m", "edition.notebooks", "--folder", tmp_path]
    command += ["--wheel", wheel, "--otter", OTTER]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(built) == 3 * len(NAMES)
    for name, content in built.items():
        assert (BUILT / name).read_bytes() == content, name


def test_a_pile_becomes_a_table(tmp_path: Path):
    elsewhere = json.loads(made("promises").solution())
    elsewhere["metadata"] = {"kernelspec": {"name": "conda-env-ana-py"}}
    pile = {
        "ana": json.dumps(elsewhere),
        "bo": made("promises").student(),
        "cem": answered(made("promises"), rounds(made("promises"))[0] | {1: "2.72"}),
        "dee": made("promises").solution().replace("answer_1 = ", "answer_1 = exit() or "),
        "eve": made("promises").solution().replace("answer_1 = ", "import os; os._exit(1)  # "),
    }
    for student, notebook in pile.items():
        (tmp_path / f"{student}.ipynb").write_text(notebook, "utf-8")
    rows = [*grading.table(autograder("promises"), tmp_path, OTTER)]
    assert rows[0][:3] == ["notebook", "points", "step_1"]
    assert [row[:3] for row in rows[1:5]] == [
        ["ana", "7", "1"],
        ["bo", "0", "0"],
        ["cem", "1", "1"],
        ["dee", "6", "0"],
    ]
    assert rows[5] == ["eve", ENDED]


def test_a_notebook_without_an_end_is_stopped_with_its_kernel(tmp_path: Path):
    mark = tmp_path / "alive"
    endless = f"while True: open({str(mark)!r}, 'w').close()\nanswer_1 = "
    looping = made("promises").solution().replace("answer_1 = ", json.dumps(endless)[1:-1])
    (tmp_path / "eve.ipynb").write_text(looping, "utf-8")
    with pytest.raises(InvalidInput, match="did not end within 20 seconds"):
        grading.graded(autograder("promises"), tmp_path / "eve.ipynb", OTTER, patience=20)
    assert mark.exists()
    time.sleep(5)  # A kernel looks once in a second whether its parent is there.
    mark.unlink()
    time.sleep(1)
    assert not mark.exists()
