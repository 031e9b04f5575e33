"""The environments that the tests run in: oldest versions, other processors' arithmetic."""

import ast
import os
import platform
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import pytest

from tests import machine
from tests.house import syntax
from tests.house.syntax import ROOT, Module
from tests.oldest import constraints, listed, lowest
from tests.processors import NEEDED, environment, kernels

REQUIREMENTS = listed("requirements.txt")
CLUSTER = listed("requirements/cluster.txt")
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PASSED = (ROOT / "requirements" / "constraints.txt").read_text("utf-8")
CPUINFO = Path("/proc/cpuinfo")

UNTOLD = {k: v for k, v in os.environ.items() if "MAKE" not in k and k not in ("PYTHON", "ARGS")}
"""For a make of a test's own: what the make that runs the tests was told is not for this one."""


def named(text: str) -> list[str]:
    """Return the packages that a list of requirements names."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [line.split("=")[0].rstrip("<>!~").lower() for line in lines]


def test_every_requirement_has_a_lower_bound():
    assert list(lowest(REQUIREMENTS)) == [*dict.fromkeys(named(REQUIREMENTS))]


def test_the_dashboard_is_tried_with_no_older_pandas_although_the_core_takes_one():
    assert lowest(listed("requirements/core.txt"))["pandas"] == "2.2.2"
    assert lowest(REQUIREMENTS)["pandas"] == "3.1"


def test_the_package_and_its_extras_read_the_lists_that_the_dashboard_is_installed_from():
    read = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    core, extras = read["dynamic"]["dependencies"], read["dynamic"]["optional-dependencies"]
    lists = {name: extra["file"] for name, extra in extras.items()}
    assert set(lists) == {"ledger", "tables", "cluster", "app"}
    assert all(f"requirements/{name}.txt" == files[-1] for name, files in lists.items())
    assert "\n".join(listed(name) for name in core["file"] + lists["app"]) in REQUIREMENTS


def test_every_package_is_held_at_one_version():
    found = constraints(REQUIREMENTS, PASSED)
    assert sorted(named("\n".join(found))) == sorted(set(named(REQUIREMENTS)) | set(named(PASSED)))


def test_what_we_require_is_at_its_lower_bound_and_the_rest_as_it_passed():
    requirements = "# why\nnumpy>=2.2,<3\nSQLAlchemy>=2.0.36\n"
    found = constraints(requirements, "numpy==2.4.6\nsqlalchemy==2.1.9\npytest==9.2.0\n")
    assert found == ["numpy==2.2", "sqlalchemy==2.0.36", "pytest==9.2.0"]


def test_the_package_and_its_citation_have_one_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    cited = re.findall(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.M)
    assert cited == [project["version"]]


@pytest.mark.parametrize("package", ["dpcore", "dplab"])
def test_the_distribution_holds_every_file_that_its_packages_read(package: str):
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    folder = ROOT / package
    held = {path for pattern in settings["package-data"][package] for path in folder.glob(pattern)}
    others = {
        path
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc") and path.name != "README.md"
    }
    assert held == others
    assert folder / "py.typed" in held


DISTRIBUTIONS = {
    "PIL": "pillow",
    "google": "protobuf",
    "markdown_it": "markdown-it-py",
    "mdit_py_plugins": "mdit-py-plugins",
    "sklearn": "scikit-learn",
}
"""Packages whose modules have another name; more precisely `google.protobuf`."""

OURS = ("app.py", "dpcore", "dplab", "pages", "server")


def imported(modules: Iterable[Module]) -> set[str]:
    """Return the distributions whose modules are imported, wherever in a file."""
    tops = {
        name.partition(".")[0]
        for module in modules
        for name in module.imports(ast.walk(module.tree))
    }
    foreign = tops - sys.stdlib_module_names - {name.removesuffix(".py") for name in OURS}
    return {DISTRIBUTIONS.get(name, name) for name in foreign}


def test_whatever_the_dashboard_imports_is_required_and_held_at_a_version():
    found = imported(module for module in syntax.modules() if module.path.parts[0] in OURS)
    assert {"websockets", "anyio", "protobuf", "pillow", "numpy"} <= found
    # Sweeps on several machines are asked for, and say what is missing.
    assert found - set(named(REQUIREMENTS)) == set(named(CLUSTER))
    assert found <= set(named(PASSED))


def test_an_import_that_is_not_required_is_seen():
    late = "def f():\n    from requests.adapters import HTTPAdapter\n    import json, PIL.Image"
    module = Module(PurePosixPath("server/new.py"), late)
    assert imported([module]) == {"requests", "pillow"}


def test_the_guide_says_why_each_requirement_is_there():
    rows = re.findall(r"^- ([\w, -]+): ", GUIDE, re.M)
    told = {name for row in rows for name in row.split(", ")}
    assert set(named(REQUIREMENTS)) <= told


@pytest.mark.parametrize(
    ("flags", "expected"),
    [("fpu sse4_2 fma avx2", [*NEEDED]), ("sse4_2 avx", ["Nehalem"]), ("asimd", []), ("", [])],
)
def test_only_kernels_that_the_processor_has_are_used(flags: str, expected: list[str]):
    assert kernels(f"processor\t: 0\nflags\t\t: {flags}\nbugs\t\t: avx2\n") == expected


@pytest.mark.parametrize(
    ("features", "haswells"),
    [
        (["X86_V3", "X86_V4", "AVX512_ICL"], "X86_V4,AVX512_ICL"),
        (["FMA3", "AVX2", "AVX512F", "AVX512_SKX"], "AVX512F,AVX512_SKX"),
        (["X86_V3"], ""),
    ],
    ids=["NumPy 2.4", "NumPy 2.2", "without AVX-512"],
)
def test_numpy_leaves_out_what_the_kernels_processor_has_not(features: list[str], haswells: str):
    assert environment("Haswell", features)["NPY_DISABLE_CPU_FEATURES"] == haswells
    assert environment("Nehalem", features)["NPY_DISABLE_CPU_FEATURES"] == ",".join(features)


def test_the_names_are_those_that_numpy_knows_and_nothing_of_them_is_left():
    """NumPy warns of others; with all of them switched off it has no code for this processor."""
    ask = [sys.executable, "-W", "error", "-c", "from tests.processors import used; print(used())"]
    # Where these tests run without some, as on another processor, all are asked for here.
    whole = {name: value for name, value in os.environ.items() if name not in environment("", [])}
    said = subprocess.run(ask, cwd=ROOT, env=whole, capture_output=True, text=True, check=True)
    lacking = whole | environment("Nehalem", ast.literal_eval(said.stdout))
    said = subprocess.run(ask, cwd=ROOT, env=lacking, capture_output=True, text=True, check=True)
    assert (said.stdout.strip(), said.stderr) == ("[]", "")


def test_make_test_says_first_on_which_browser_and_processor_it_runs():
    said = subprocess.run(
        ["make", "-n", "suite"], cwd=ROOT, env=UNTOLD, capture_output=True, text=True, check=True
    )
    names, tests = said.stdout.splitlines()[-2:]
    assert names.endswith("-m tests.machine")
    assert "-m pytest" in tests
    assert machine.browser().startswith(("Chromium ", "Google Chrome "))
    assert machine.processor().startswith(machine.model(CPUINFO.read_text()))


def test_a_processor_is_called_by_its_name_or_else_its_kind():
    assert machine.model("processor\t: 0\nmodel name\t: An EPYC: 3\n") == "An EPYC: 3"
    assert machine.model("processor\t: 0\n") == platform.machine()


@pytest.mark.parametrize(("status", "named", "expected"), [(0, "", "python3"), (1, "mine", "mine")])
def test_the_environment_is_made_of_the_paths_python_where_it_is_well_compiled_or_of_the_one_named(
    tmp_path: Path, status: int, named: str, expected: str
):
    python = tmp_path / "python3"
    python.write_text(f"#!/bin/sh\nexit {status}\n")
    python.chmod(0o755)
    command = ["make", "-n", f"VENV={tmp_path}/env", f"{tmp_path}/env/bin/python"]
    said = subprocess.run(
        command + [f"PYTHON={named}"] * bool(named),
        cwd=ROOT,
        env=UNTOLD | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"{expected} -m venv {tmp_path}/env" in said.stdout.splitlines()


def test_the_pythons_that_the_package_names_are_those_that_its_checks_run_on():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named_ones = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    checks = (ROOT / ".github" / "workflows" / "checks.yml").read_text("utf-8")
    (matrix,) = re.findall(r"python: \[(.*)\]", checks)
    assert named_ones == re.findall(r"[\d.]+", matrix)
    assert project["requires-python"] == f">={named_ones[0]}"
