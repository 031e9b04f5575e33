"""The wheel, installed into an environment that has nothing else: examples, lessons, scripts.

`make package` builds it and makes the environments; their folders stand in BARE.
"""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from pages.kit import visitor
from tests.house.syntax import ROOT
from tests.package import material
from tests.package.hidden import normal

pytestmark = pytest.mark.whole

BARE = os.environ.get("BARE", "").split()
BUILT = ROOT / "build" / "package"
ALONE = Path(__file__).parent / "alone.py"
MOST = 1_000_000
"""Bytes of a wheel that nobody waits for."""


def only(pattern: str) -> Path:
    """Return the one file of that name that was built."""
    (path,) = BUILT.glob(pattern)
    return path


def ran(python: str, *arguments: str | Path, folder: Path, path: str = "") -> str:
    """Run a program of an environment in a folder, and return what it prints."""
    # Without a path, nothing of this tree is within its reach: it has the wheel.
    env = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    env |= {"PYTHONPATH": path} if path else {}
    done = subprocess.run(
        [python, "-P", *arguments], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with scripts, the files that they read, and questions of lessons."""
    folder = tmp_path_factory.mktemp("alone")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EXPLORER_LEDGER", str(folder / "of the page.db"))
        patch.setattr(visitor, "is_here", lambda: True)
        material.write_scripts(folder)
    questions = material.questions()
    assert len(questions) > 100
    (folder / "questions.pickle").write_bytes(pickle.dumps(questions))
    return folder


@pytest.fixture(scope="module", params=BARE)
def python(request: pytest.FixtureRequest) -> str:
    """Return the Python of a bare environment."""
    return str(Path(request.param).absolute() / "bin" / "python")


def test_the_wheel_is_small_and_holds_nothing_but_core_and_laboratory():
    assert only("*.whl").stat().st_size <= MOST
    names = ran(sys.executable, "-m", "zipfile", "-l", only("*.whl"), folder=BUILT).splitlines()[1:]
    tops = {name.partition("/")[0] for name in names}
    assert {top.partition("-")[0] for top in tops} == {"dpcore", "dplab"}


def test_the_environment_holds_dpcore_and_what_it_needs(python: str, folder: Path):
    listed = ran(python, "-m", "pip", "list", "--format=freeze", folder=folder)
    here = {normal(line.partition("=")[0]) for line in listed.splitlines()}
    core = (ROOT / "requirements" / "core.txt").read_text("utf-8").splitlines()[1:]
    assert {"dpcore"} | {normal(line.partition(">")[0]) for line in core} <= here
    assert not here & {"sqlalchemy", "platformdirs", "pyarrow", "streamlit", "plotly", "dask"}
    print(sorted(here))


def test_examples_and_lessons_come_out_and_a_ledger_is_refused(python: str, folder: Path):
    print(ran(python, "-W", "error", ALONE, folder, "", folder=folder))


@pytest.fixture(scope="module")
def printed_here(folder: Path) -> dict[Path, str]:
    """Return what each script prints in the environment of the dashboard, but for a release."""
    return {
        path: ran(sys.executable, path, "mine.csv", folder=folder, path=str(ROOT))
        for path in sorted(folder.glob("*.py"))
        if "Ledger(" not in path.read_text("utf-8")
    }


def test_each_script_prints_what_it_prints_here(
    python: str, folder: Path, printed_here: dict[Path, str]
):
    for script, here in printed_here.items():
        assert here.strip()
        assert ran(python, "-W", "error", script, "mine.csv", folder=folder) == here, script


def test_with_the_extra_a_classifier_is_released(python: str, folder: Path):
    # As the refusal says: what is installed already is no matter for an index.
    ran(python, "-m", "pip", "install", "--quiet", "dpcore[ledger]", folder=folder)
    (script,) = (each for each in folder.glob("*.py") if "Ledger(" in each.read_text("utf-8"))
    for made in ("ledger.db", "model.zip"):
        (folder / made).unlink(missing_ok=True)
    assert "of ε is left." in ran(python, "-W", "error", script, folder=folder)
    assert (folder / "model.zip").exists()
    for command in (["-m", "dpcore"], [Path(python).with_name("dpcore")]):
        assert "ledger" in ran(python, *command, "--help", folder=folder)
    print(ran(python, "-W", "error", ALONE, folder, "ledger", folder=folder))
