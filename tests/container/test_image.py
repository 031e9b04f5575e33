"""The image: what goes into it is what the dashboard runs from, and secrets come from files."""

import subprocess
import sys
from pathlib import Path

import pytest

from container import start
from tests.serving import ROOT

TAKEN = [
    line.removeprefix("!")
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    if line.startswith("!")
]


def test_the_dashboard_is_made_of_what_the_image_takes(tmp_path: Path):
    for name in TAKEN:
        (tmp_path / name).symlink_to(ROOT / name)
    run = [sys.executable, "-c", "import app, container.start, container.healthy"]
    subprocess.run(run, cwd=tmp_path, check=True, capture_output=True)


def test_no_test_no_notes_and_no_secret_goes_into_the_image():
    assert not {"tests", "secrets", ".git", ".env", "build", "benchmarks"} & set(TAKEN)
    assert not {each.split("/")[0] for each in TAKEN} - {each.name for each in ROOT.iterdir()}


def test_every_requirement_of_the_image_is_pinned():
    """What the image installs besides the dashboard's own has a version that was tried, too."""
    pinned = (ROOT / "constraints.txt").read_text("utf-8")
    assert "psycopg==" in pinned
    assert "psycopg-binary==" in pinned


def test_files_stand_for_the_secrets_that_compose_names():
    text = (ROOT / "compose.yaml").read_text("utf-8")
    assert "EXPLORER_STORE_FILE: /run/secrets/database_url" in text
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert "/secrets/" in ignored


def test_a_secret_that_cannot_be_read_stops_the_start_with_a_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv("EXPLORER_LEDGER_FILE", str(tmp_path / "none"))
    with pytest.raises(SystemExit, match="none cannot be read: No such file"):
        start.main()


def test_a_secret_leaves_its_file_and_the_name_of_the_file_is_gone(monkeypatch, tmp_path):
    (tmp_path / "url").write_text("postgresql://a:b@c/d\n", "utf-8")
    monkeypatch.setenv("EXPLORER_LEDGER_FILE", str(tmp_path / "url"))
    monkeypatch.setenv("EXPLORER_LEDGER", "")  # so that what takes its place ends with the test
    became = list[tuple[str, list[str]]]()

    def become(path: str, words: list[str]) -> None:
        became.append((path, words))
        assert start.os.environ["EXPLORER_LEDGER"] == "postgresql://a:b@c/d"
        assert "EXPLORER_LEDGER_FILE" not in start.os.environ

    monkeypatch.setattr(start.os, "execv", become)
    monkeypatch.setattr(sys, "argv", ["start", "--server.baseUrlPath=explorer"])
    start.main()
    assert became == [
        (sys.executable, [sys.executable, *start.COMMAND, "--server.baseUrlPath=explorer"])
    ]
