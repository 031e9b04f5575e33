"""dpcore stands alone: it imports no package that is not its own requirement."""

import subprocess
import sys
from pathlib import Path

import pytest

from dpcore import checks
from dpcore.checks import InvalidInput, MissingExtra
from tests.house.some import every
from tests.house.syntax import ROOT

HERE = Path(__file__).parent


def test_all_of_dpcore_is_imported_and_a_ledger_refused_where_nothing_but_the_core_is(
    tmp_path: Path,
):
    command = [sys.executable, "-m", "tests.package.hidden", str(HERE / "alone.py"), tmp_path, ""]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("package", every(2, ["sqlalchemy", "streamlit", "pyarrow"]))
def test_a_package_of_an_extra_cannot_be_reached_in_that_trial(package: str, tmp_path: Path):
    program = tmp_path / "program.py"
    program.write_text(f"import sklearn, pandas\nimport {package}\n")
    command = [sys.executable, "-m", "tests.package.hidden", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr.endswith(f"No module named '{package}'\n")


def test_a_missing_package_is_refused_by_the_name_of_its_extra():
    with pytest.raises(MissingExtra) as refusal, checks.needing("ledger", "A ledger"):
        import no_such_package.part  # noqa: F401
    assert isinstance(refusal.value, InvalidInput)
    assert isinstance(refusal.value, ImportError)
    assert str(refusal.value) == (
        "A ledger needs the package no_such_package, which is not installed. "
        'Install it by: pip install "dpcore[ledger]"'
    )
