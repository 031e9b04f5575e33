"""The core, `dpcore`: what a guarantee rests on can be read, and needs little from outside."""

import ast
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath

from tests.house import outside_functions, syntax, whole
from tests.house.syntax import Module
from tests.oldest import listed
from tests.test_environments import imported, named

MODULES = syntax.modules()
CORE = [module for module in MODULES if module.is_in("dpcore")]

BEHIND_A_RELEASE = 15_990
"""Lines. It rises only with a mechanism or a loss that is released, with a reader, or with what a
certificate says, named in the commit."""


def required(*lists: str) -> set[str]:
    return {name for each in lists for name in named(listed(f"requirements/{each}.txt"))}


def tops(modules: Iterable[Module], part: Callable[[ast.AST], Iterable[ast.AST]]) -> set[str]:
    """Return the packages that some nodes of each module import."""
    return {
        name.partition(".")[0] for module in modules for name in module.imports(part(module.tree))
    }


def test_what_a_release_rests_on_can_be_read():
    assert whole.lines_behind(MODULES, "dpcore/release") <= BEHIND_A_RELEASE
    further = Module(PurePosixPath("dpcore/release/new.py"), "from dplab import lessons\n" * 9)
    assert whole.lines_behind([*MODULES, further], "dpcore/release") > BEHIND_A_RELEASE + 9


def test_it_imports_what_its_lists_name():
    assert imported(CORE) <= required("core", "ledger", "tables")
    further = Module(PurePosixPath("dpcore/data/new.py"), "def f():\n    import xlrd")
    assert not imported([*CORE, further]) <= required("core", "ledger", "tables")


def test_what_reads_tables_is_imported_when_one_is_read():
    late = required("tables") - required("core", "ledger")
    assert late
    assert not tops(CORE, outside_functions) & late
    assert late <= tops(CORE, ast.walk)
    # Also where it is only tried: that runs with the module.
    at_once = "with needing():\n    import pyarrow.csv"
    further = Module(PurePosixPath("dpcore/data/new.py"), at_once)
    assert tops([further], outside_functions) & late
