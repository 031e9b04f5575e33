r"""Scripts as notebooks: cells of text and of code, without outputs, for Jupyter and its kin.

Examples
--------
>>> code_cells("import math\n\na = 1\n\n# The root\nprint(math.sqrt(a))\n")
['import math', 'a = 1', '# The root\nprint(math.sqrt(a))']
>>> as_python((0.5, float("inf")))
'(0.5, float("inf"))'
"""

import ast
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import Template
from types import MappingProxyType

import nbformat

from pages.kit import text
from pages.kit.figures import style
from pages.kit.text import script_template

METADATA = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}

_LEFT_OUT = "import sys"
_ARGUMENT, _NAMED = "path = sys.argv[1]", 'path = "your_table.csv"  # the file of your table'
"""A notebook has no arguments: its reader names the file in a cell."""

WHEEL = "dpcore-0.1.0-py3-none-any.whl"
INSTALL = (
    f"What it needs: `%pip install {WHEEL} matplotlib`. The wheel of `dpcore` is on no index yet: "
    "`make package` builds it."
)


@dataclass(frozen=True)
class NotebookCell:
    """A cell of a notebook: Markdown, or Python."""

    source: str
    is_code: bool = False
    tags: tuple[str, ...] = ()


def notebook(cells: Iterable[NotebookCell]) -> str:
    """Return a notebook as JSON: the same cells give the same bytes.

    Cells are numbered, where nbformat would name them at random.
    """
    made = [_as_json(cell) | {"id": f"cell-{i}"} for i, cell in enumerate(cells, start=1)]
    found = nbformat.from_dict(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": METADATA, "cells": made}
    )
    nbformat.validate(found)
    return f"{nbformat.writes(found)}\n"


def _as_json(cell: NotebookCell) -> dict[str, object]:
    metadata = {"tags": list(cell.tags)} if cell.tags else {}
    said: dict[str, object] = {"metadata": metadata, "source": cell.source}
    if cell.is_code:
        return said | {"cell_type": "code", "execution_count": None, "outputs": []}
    return said | {"cell_type": "markdown"}


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
        said, alone = "\n".join(lines[at:end]), "\n".join(lines[node.lineno - 1 : end])
        at = end
        imports = isinstance(node, ast.Import | ast.ImportFrom)
        if alone == _LEFT_OUT:
            continue
        if alone == _ARGUMENT:
            said = f"\n{_NAMED}"
        if cells and ((imports and imported) or not said.startswith("\n")):
            cells[-1] += f"\n{said}"
        else:
            cells.append(said.strip("\n"))
        imported = imports
    if cells and any(lines[at:]):  # comments at the end
        cells[-1] += "\n" + "\n".join(lines[at:])
    return cells


@dataclass(frozen=True)
class NotebookSubject:
    """What a page's notebook says besides its code.

    Parameters
    ----------
    folder : str
        Of the page, or of its part: "foundations/game".
    said : str
        The page's sentence at its settings, as Markdown; empty where there is none.
    link : str
        The address of the same settings.
    own : bool
        Whether the script reads a table from a file.
    scene : str
        Of a page whose scenes have scripts of their own; empty for the usual one.
    """

    folder: str
    said: str
    link: str
    own: bool = False
    scene: str = ""


def of_page(about: NotebookSubject, script: str) -> str:
    """Return a page's script as a notebook: what is asked and found, the code, and its figure."""
    code = [*code_cells(script), plot(about.folder, about.scene, own=about.own)]
    texts = map(NotebookCell, _texts(about))
    return notebook([*texts, *(NotebookCell(each, is_code=True) for each in code)])


def plot(folder: str, scene: str = "", *, own: bool = False) -> str:
    """Return the cell that draws the figure of a page, part or scene, from its script's names."""
    name = f"plot_{scene}" if scene else "plot"
    records = ", records" if own else ""
    drawn = Template(text.script_template(folder, name)).substitute(_colours(), records=records)
    return f"{drawn}plt.show()"


def _texts(about: NotebookSubject) -> Iterator[str]:
    page, _, part = about.folder.partition("/")
    asked = [f"# {_title(page)}", *([f"## {_title(about.folder)}"] if part else [])]
    yield "\n\n".join(filter(None, (*asked, about.said, f"*{text.SIMULATION}*")))
    yield f"## {text.MATHEMATICS}\n\n{formula(about.folder)}"
    yield f"[The same settings on the page]({about.link})\n\n{INSTALL}"


def _title(folder: str) -> str:
    return text.sections(folder)["lead"].partition("\n")[0].removeprefix("# ")


def formula(folder: str) -> str:
    """Return what the mathematics of a page or part begin with, up to the first formula.

    Where no formula stands by itself, that is the first paragraph. A part without any mathematics
    has those of its page.
    """
    own = text.sections(folder).get(text.MATHEMATICS)
    whole = own or text.sections(folder.partition("/")[0])[text.MATHEMATICS]
    paragraphs = whole.split("\n\n")
    ends = (place for place, each in enumerate(paragraphs, start=1) if each.startswith("$$"))
    return "\n\n".join(paragraphs[: next(ends, 1)])


def _colours() -> dict[str, str]:
    """Return the colours of the light theme, by their names in the template of a plot."""
    look = style.LIGHT
    single = {
        **look.methods,
        **look.strategies,
        "ink": look.ink,
        "quiet": look.quiet,
        "positive": look.labels[1],
        "negative": look.labels[-1],
    }
    groups = ", ".join(f'"{each.light}"' for each in style.GROUP_LOOKS)
    named = {"methods": look.methods, "strategies": look.strategies}
    return single | {"groups": f"({groups})"} | {key: _lines(each) for key, each in named.items()}


def _lines(colours: Mapping[str, str]) -> str:
    """Return colours by their names as Python has them, one to a line."""
    inside = "".join(f'    "{name}": "{colour}",\n' for name, colour in colours.items())
    return f"{{\n{inside}}}"


NO_TABLE = MappingProxyType(dict.fromkeys(("note", "own", "records", "named", "with_schema"), ""))
"""What stands for these names in the template of a script that reads no table: what is said of one
at the top, the lines that read it, and arguments that follow others."""


def arguments(values: Mapping[str, object]) -> str:
    """Return values as the arguments of a call, one to a line."""
    return ",\n    ".join(f"{name}={as_python(value)}" for name, value in values.items())


def as_python(value: object) -> str:
    """Return a value as Python writes it: ``inf`` by itself would be a name that nobody knows."""
    if isinstance(value, tuple):
        inside = ", ".join(as_python(each) for each in value)
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    if isinstance(value, float) and math.isinf(value):
        return 'float("inf")' if value > 0 else '-float("inf")'
    return repr(value)


def part_code(
    page: str, part: str, values: Mapping[str, object], reading: Mapping[str, str] = NO_TABLE
) -> str:
    """Return a script on `dpcore` that prints the numbers of one part of a page."""
    texts = {name: as_python(value) for name, value in values.items()} | dict(reading)
    folder, _, variant = part.partition("/")
    template = script_template(f"{page}/{folder}", f"script_{variant}" if variant else "script")
    return Template(template).substitute(texts)
