"""Names that other programs may rely on: each is there, and what we give away uses no others."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import dpcore
from tests.house.syntax import ROOT
from tests.package.material import PLOTS, templates

OURS = ("dpcore", "dplab")
STABLE: dict[str, list[str]] = {
    module: names
    for package in OURS
    for module, names in tomllib.loads((ROOT / package / "stable.toml").read_text("utf-8")).items()
}
EXAMPLES = {
    path.relative_to(ROOT): "\n".join(
        re.findall(r"^```python\n(.*?)^```", path.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    )
    for path in (*sorted((ROOT / "docs").rglob("*.md")), ROOT / "dpcore/README.md")
}
LINE, BEHIND, IN_PLACE = (
    re.compile(r"^\s*\$\w+,?\n", re.M),
    re.compile(r"(?<=[\w)])\$\w+|(?<=\"{3})\$\w+"),
    re.compile(r"\$\w+"),
)


def parsable(template: str) -> str:
    """Return the template of a script as Python: whole lines and further arguments left out."""
    return IN_PLACE.sub("given", BEHIND.sub("", LINE.sub("", template)))


SOURCES = EXAMPLES | {
    path.relative_to(ROOT): parsable(path.read_text("utf-8")) for path in (*templates(), *PLOTS)
}


def used(source: str) -> Iterator[tuple[str, str]]:
    """Yield each name of ours that a program imports, behind its module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OURS):
            yield from ((str(node.module), each.name) for each in node.names)
        elif isinstance(node, ast.Import):
            yield from ((each.name, "") for each in node.names if each.name != "dpcore")


def unlisted(source: str) -> list[tuple[str, str]]:
    return [
        (module, name)
        for module, name in used(source)
        if module.startswith(OURS) and name not in STABLE.get(module, ())
    ]


@pytest.mark.parametrize("module", STABLE)
def test_each_stable_name_is_there(module: str):
    for name in STABLE[module]:
        found = getattr(import_module(module), name, None) or import_module(f"{module}.{name}")
        assert not isinstance(found, ModuleType) or f"{module}.{name}" in STABLE


def test_names_of_the_package_itself_are_stable_and_come_from_where_they_are_said_to():
    assert sorted(STABLE["dpcore"]) == sorted(dpcore.__all__)
    homes = {name: home for home, names in dpcore._HOMES.items() for name in names.split()}
    assert sorted(homes) == sorted(dpcore.__all__)
    tree = ast.parse((ROOT / "dpcore/__init__.py").read_text("utf-8"))
    typed = {
        each.name: str(node.module)
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    }
    assert typed == homes


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_scripts_and_examples_import_stable_names_alone(path):
    assert unlisted(SOURCES[path]) == []


def test_a_name_that_is_not_stable_is_seen():
    source = "import dpcore.erm.newton\ndef f():\n    from dpcore.erm.rows import Records"
    assert unlisted(source) == [("dpcore.erm.newton", ""), ("dpcore.erm.rows", "Records")]
    assert list(used(SOURCES[Path("docs/release.md")]))
