"""A pile of notebooks, whatever it holds, becomes a table; a program stands for Otter here."""

import csv
import io
import json
import subprocess
import sys
import threading
from pathlib import Path
from zipfile import ZipFile

import pytest

from edition.notebooks import grading
from tests.house.syntax import ROOT

STAND_IN = f"""#!{sys.executable}
import json, os, sys, time
from pathlib import Path

folder, notebook = Path(sys.argv[sys.argv.index("-o") + 1]), Path(sys.argv[-1])
read = json.loads(notebook.read_text("utf-8"))
assert read["metadata"]["kernelspec"]["name"] == "python3", "no such kernel"
said = "".join(read["cells"][-1]["source"])
if said == "end":
    sys.exit("nbclient.exceptions.DeadKernelError: Kernel died")
if said == "loop":
    time.sleep(60)
results = folder / "results.json"
if said == "pipe":
    os.mkfifo(results)
elif said == "device":
    results.symlink_to("/dev/zero")
elif said.startswith("results "):
    results.write_text(said.partition(" ")[2])
elif said != "stop":
    steps = [{{"name": f"step_{{k}}", "score": said == "right"}} for k in (1, 2)]
    results.write_text(json.dumps({{"tests": steps}}))
"""


@pytest.fixture
def otter(tmp_path: Path) -> Path:
    path = tmp_path / "otter"
    path.write_text(STAND_IN, "utf-8")
    path.chmod(0o700)
    return path


@pytest.fixture
def autograder(tmp_path: Path) -> Path:
    path = tmp_path / "autograder.zip"
    with ZipFile(path, "w") as file:
        file.writestr("tests/step_1.py", "")
        file.writestr("tests/step_2.py", "")
    return path


@pytest.fixture
def pile(tmp_path: Path) -> Path:
    path = tmp_path / "pile"
    path.mkdir()
    return path


def write(path: Path, said: str, kernel: str = "python3") -> None:
    path.parent.mkdir(exist_ok=True)
    notebook = {"cells": [{"source": said}], "metadata": {"kernelspec": {"name": kernel}}}
    path.write_text(json.dumps(notebook), "utf-8")


def rows(autograder: Path, pile: Path, otter: Path, patience: float = 60) -> dict[str, list[str]]:
    header, *found = grading.table(autograder, pile, otter, patience)
    assert header == ["notebook", "points", "step_1", "step_2"]
    return {name: points for name, *points in found}


def test_a_notebook_from_a_kernel_of_another_name_is_graded(
    autograder: Path, pile: Path, otter: Path
):
    write(pile / "ana.ipynb", "right", kernel="conda-env-ana-py")
    assert rows(autograder, pile, otter) == {"ana": ["2", "1", "1"]}


def test_folders_of_students_and_other_spellings_of_the_ending_count(
    autograder: Path, pile: Path, otter: Path
):
    write(pile / "Ana Ng_7_assignsubmission_file" / "lesson-1.ipynb", "right")
    write(pile / "BO.IPYNB", "wrong")
    write(pile / ".ipynb_checkpoints" / "BO-checkpoint.ipynb", "right")
    assert rows(autograder, pile, otter) == {
        "Ana Ng_7_assignsubmission_file/lesson-1": ["2", "1", "1"],
        "BO": ["0", "0", "0"],
    }


def test_what_cannot_be_graded_says_why_and_the_rest_is(autograder: Path, pile: Path, otter: Path):
    write(pile / "a.ipynb", "loop")
    write(pile / "b.ipynb", "stop")
    (pile / "c.ipynb").write_bytes("{é}".encode("latin-1"))
    (pile / "d.ipynb").mkdir()
    (pile / "e.ipynb").write_text("[]")
    (pile / "f.ipynb").write_text("[" * 100_000)
    (pile / "g.ipynb").write_text("{}")
    (pile / "h.ipynb").write_text('{"cells": 1}')
    write(pile / "i.ipynb", "end")
    write(pile / "j.ipynb", "right")
    assert rows(autograder, pile, otter, patience=2) == {
        "a": [grading.TOO_LONG.format(2)],
        "b": [grading.STOPPED],
        **{name: [grading.NO_NOTEBOOK] for name in "cdefgh"},
        "i": [grading.ENDED],
        "j": ["2", "1", "1"],
    }


def test_what_a_notebook_put_in_the_place_of_results_keeps_no_others_from_being_graded(
    autograder: Path, pile: Path, otter: Path
):
    said = [
        *("pipe", "device", "results {}", "results 1", "results [", "results " + "[" * 100_000),
        *(f'results {{"tests": {tests}}}' for tests in ("[1]", '[{"name": [], "score": 1}]')),
        *(
            f'results {{"tests": [{{"name": "step_1", "score": {score}}}]}}'
            for score in ('"x"', "null", "NaN", "1" + "0" * 400)
        ),
    ]
    for number, each in enumerate(said):
        write(pile / f"a{number:02}.ipynb", each)
    write(pile / "b.ipynb", "right")
    found: dict[str, list[str]] = {}
    grading_all = threading.Thread(
        target=lambda: found.update(rows(autograder, pile, otter)), daemon=True
    )
    grading_all.start()
    grading_all.join(120)
    assert not grading_all.is_alive(), "it waits for somebody to write into a pipe"
    assert found == {f"a{number:02}": [grading.STOPPED] for number in range(len(said))} | {
        "b": ["2", "1", "1"]
    }


def test_a_name_is_no_option_no_formula_and_need_not_be_text(
    autograder: Path, pile: Path, otter: Path
):
    for name in (b"-o", b"=1+1", b'a,"b"\nc', b"M\xfcller"):
        write(Path(str(pile), name.decode(errors="surrogateescape") + ".ipynb"), "right")
    command = [
        sys.executable,
        "-m",
        "edition.notebooks.grading",
        autograder,
        pile,
        "--otter",
        otter,
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    _, *found = csv.reader(io.StringIO(done.stdout.decode(), newline=""))
    assert {name: points for name, points, *_ in found} == {
        "'-o": "2",
        "'=1+1": "2",
        'a,"b"\nc': "2",
        "M?ller": "2",
    }


def test_what_is_missing_is_named(autograder: Path, pile: Path, otter: Path, tmp_path: Path):
    missing = tmp_path / "missing"
    for given, what in (
        ([missing, pile, "--otter", otter], f"{missing} is not an autograder"),
        ([autograder, pile, "--otter", missing], f"there is no {missing}"),
        ([autograder, pile, "--otter", otter], f"there is no notebook in {pile}"),
        ([autograder, missing, "--otter", otter], f"there is no notebook in {missing}"),
    ):
        command = [sys.executable, "-m", "edition.notebooks.grading", *given]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert what in done.stderr
        assert "Traceback" not in done.stderr
