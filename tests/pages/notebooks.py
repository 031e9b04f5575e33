"""Notebooks as visitors get them, and run in this process, without a kernel."""

import contextlib
import io
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from pages.kit import export


@contextlib.contextmanager
def saved() -> Iterator[dict[str, str]]:
    """Note every notebook that pages offer inside, by its file's name."""
    found: dict[str, str] = {}
    draw = export.file

    def noted(name: str, content: Callable[[], str | bytes], *others: Any, **more: Any) -> None:
        if name.endswith(".ipynb"):
            found[name] = str(content())
        draw(name, content, *others, **more)

    with patch.object(export, "file", noted):
        yield found


def cells(notebook: str, kind: str) -> list[str]:
    """Return the sources of the cells of a kind: "code" or "markdown"."""
    found = json.loads(notebook)["cells"]
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == kind]


def printed(*sources: str) -> str:
    """Run programs in one namespace, and return what they print."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with (
        contextlib.redirect_stdout(io.StringIO()) as out,
        patch.object(sys, "argv", ["script.py", "your_table.csv"]),
        patch.object(plt, "show"),
    ):
        for source in sources:
            exec(compile(source, "cell", "exec"), names)
    return out.getvalue()


def drawn(notebook: str) -> tuple[str, Figure]:
    """Run a notebook; return what it prints, and its one figure."""
    mpl.use("Agg")
    plt.close("all")
    out = printed(*cells(notebook, "code"))
    (number,) = plt.get_fignums()
    return out, plt.figure(number)


def named(figure: Figure) -> set[str]:
    """Return what the legends of a figure name."""
    legends = [axis.get_legend() for axis in figure.axes] + list(figure.legends)
    return {text.get_text() for legend in legends if legend for text in legend.get_texts()}
