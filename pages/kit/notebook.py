r"""Scripts as notebooks: cells of text and of code, without outputs, for Jupyter and its kin.

Examples
--------
>>> code_cells("import math\n\na = 1\n\n# The root\nprint(math.sqrt(a))\n")
['import math', 'a = 1', '# The root\nprint(math.sqrt(a))']
"""

import ast
from collections.abc import Iterable
from dataclasses import dataclass

import nbformat
from nbformat import v4

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}

_LEFT_OUT = "import sys"
_ARGUMENT, _NAMED = (
    "path = sys.argv[1]",
    'path = "your_table.csv"  # where the file of your table is',
)
"""A notebook has no arguments: its reader names the file in a cell."""


@dataclass(frozen=True)
class NotebookCell:
    """A cell of a notebook: markdown, or Python.

    Parameters
    ----------
    source : str
    is_code : bool
    """

    source: str
    is_code: bool = False


def notebook(cells: Iterable[NotebookCell]) -> str:
    """Return a notebook as JSON: the same cells give the same bytes.

    Cells are numbered, where nbformat would name them at random.
    """
    made = [
        (v4.new_code_cell if cell.is_code else v4.new_markdown_cell)(
            cell.source, id=f"cell-{number}"
        )
        for number, cell in enumerate(cells, start=1)
    ]
    found = v4.new_notebook(cells=made, metadata={"kernelspec": KERNEL})
    nbformat.validate(found)
    return f"{nbformat.writes(found)}\n"


def code_cells(script: str) -> list[str]:
    """Cut a script into the code cells of a notebook.

    A cell ends at a blank line between two statements of the outermost level, but for imports,
    which stay together. The docstring is none of them. The path that a script takes as its argument
    stands in a cell of its own.

    Parameters
    ----------
    script : str
        With its comments above what they are about.
    """
    lines, tree = script.splitlines(), ast.parse(script)
    at, body = 0, tree.body
    if ast.get_docstring(tree) is not None:
        at, body = tree.body[0].end_lineno or 0, tree.body[1:]
    cells: list[str] = []
    imported = False
    for node in body:
        end = node.end_lineno or 0
        said = "\n".join(lines[at:end])
        at = end
        imports = isinstance(node, ast.Import | ast.ImportFrom)
        if said.endswith(_LEFT_OUT):
            continue
        if cells and ((imports and imported) or not said.startswith("\n")):
            cells[-1] += f"\n{said}"
        else:
            cells.append(said.replace(_ARGUMENT, _NAMED).strip("\n"))
        imported = imports
    if cells and any(lines[at:]):  # comments at the end
        cells[-1] += "\n" + "\n".join(lines[at:])
    return cells
