"""What a notebook leaves behind ends with it, and only plain files are read."""

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from zipfile import ZipFile

import pytest

from edition.notebooks import contained, grading
from tests.house.syntax import ROOT

LEAVES = f"""#!{sys.executable}
import json, os, socket, subprocess, sys
from pathlib import Path

folder = Path(sys.argv[sys.argv.index("-o") + 1])
# Left behind twice over, in a session of its own, deaf to what ends politely.
left = "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
left += " #" + os.environ["MARK"]
for _ in range(2):
    subprocess.Popen(
        [sys.executable, "-c", f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', "
         f"{{left!r}}], start_new_session=True)"], start_new_session=True,
    )
# Jupyter speaks to its kernel so.
with socket.create_server(("127.0.0.1", 0)) as server:
    socket.create_connection(server.getsockname(), timeout=5).close()
(folder / "results.json").write_text(json.dumps({{"tests": [{{"name": "a", "score": 1}}]}}))
if os.environ.get("HANGS"):
    import time
    time.sleep(600)
"""


@pytest.fixture(params=["namespaces", "adopted"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "adopted":
        monkeypatch.setattr(grading, "namespaces", lambda: None)
    elif not grading.namespaces():
        pytest.skip("this system makes no namespaces")
    return request.param


@pytest.fixture
def otter(tmp_path: Path) -> Path:
    path = tmp_path / "otter"
    path.write_text(LEAVES, "utf-8")
    path.chmod(0o700)
    return path


def notebook(folder: Path) -> Path:
    path = folder / "handed-in.ipynb"
    path.write_text('{"cells": [{"source": "1"}], "metadata": {}}')
    return path


def processes(mark: str) -> set[str]:
    """Return what was left behind by a program that has this mark in its environment."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            line = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if b"SIG_IGN" in line and f"#{mark}".encode() in line:
            found.add(process.name)
    return found


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("hangs", ["", "yes"])
def test_nothing_that_a_notebook_started_goes_on(tmp_path, otter, monkeypatch, hangs):
    monkeypatch.setenv("HANGS", hangs)
    monkeypatch.setenv("MARK", str(tmp_path))
    if hangs:
        with pytest.raises(ValueError, match="did not end within 3 seconds"):
            grading.graded(tmp_path / "a.zip", notebook(tmp_path), otter, patience=3)
    else:
        found = grading.graded(tmp_path / "a.zip", notebook(tmp_path), otter)
        assert found["a"]["score"] == 1
    assert processes(str(tmp_path)) == set()


def test_in_namespaces_there_is_no_network_but_its_own():
    if not (first := grading.namespaces()):
        pytest.skip("this system makes no namespaces")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        reach = f"import socket; socket.create_connection(('127.0.0.1', {port}), 5)"
        command = [sys.executable, "-I", contained.__file__, "60", sys.executable, "-c", reach]
        alone = subprocess.run([*first, *command], capture_output=True, check=False)
        beside = subprocess.run(command, capture_output=True, check=False)
    assert alone.returncode == 1
    assert b"ConnectionRefusedError" in alone.stderr
    assert beside.returncode == 0


@pytest.mark.usefixtures("way")
def test_a_program_ends_as_it_does_and_its_kernels_parent_is_not_the_first_process():
    first = grading.namespaces() or ()
    said = "import os, sys; print(os.getppid(), os.getpid()); sys.exit(7)"
    command = [*first, sys.executable, "-I", contained.__file__, "60", sys.executable, "-c", said]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 7
    assert done.stdout.split()[1] != "1"


def test_what_the_system_does_not_keep_from_is_said(monkeypatch):
    monkeypatch.setattr(grading, "namespaces", lambda: ("unshare",))
    assert [*grading.cautions()] == []
    monkeypatch.setattr(grading, "namespaces", lambda: None)
    (only,) = grading.cautions()
    assert only.startswith("Notebooks reach the network, and one that kills the process that")
    monkeypatch.setattr(contained, "can_adopt", lambda: False)
    assert "leaves behind keeps running" in [*grading.cautions()][1]


def test_a_system_without_unshare_is_no_fault(monkeypatch):
    monkeypatch.setattr(contained, "UNSHARE", ("no-such-program",))
    monkeypatch.setattr(contained, "ROOTLESS", ("false",))
    assert contained.ways() is None


def test_only_plain_files_are_read(tmp_path, otter):
    pile = tmp_path / "pile"
    pile.mkdir()
    os.mkfifo(pile / "a.ipynb")
    (pile / "b.ipynb").symlink_to("/dev/zero")
    (pile / "c.ipynb").symlink_to(pile / "a.ipynb")
    (pile / "d.ipynb").symlink_to(tmp_path / "nothing")
    with socket.socket(socket.AF_UNIX) as there:
        there.bind(str(pile / "e.ipynb"))
    with (pile / "f.ipynb").open("wb") as file:
        file.truncate(grading.LARGEST + 1)
    with ZipFile(tmp_path / "a.zip", "w") as autograder:
        autograder.writestr("tests/a.py", "")
    rows: list = []
    reading = threading.Thread(
        target=lambda: rows.extend(grading.table(tmp_path / "a.zip", pile, otter)), daemon=True
    )
    reading.start()
    reading.join(60)
    assert not reading.is_alive(), "it waits for somebody to write into a pipe"
    assert rows[1:] == [
        *([name, grading.NO_FILE] for name in "abcde"),
        ["f", grading.TOO_LARGE],
    ]


def test_a_patience_that_is_no_number_is_refused(tmp_path):
    for text in ("1_0", "nan", "-1", "0"):
        done = subprocess.run(
            [sys.executable, "-m", grading.__name__, "a.zip", str(tmp_path), "--patience", text],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 2
        assert "seconds must be" in done.stderr or "expected one argument" in done.stderr
