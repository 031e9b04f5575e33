"""Notebooks of pages, made as a visitor gets them and run in this process, without a kernel."""

import contextlib
import io
import json
from typing import Any

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.figure import Figure


def code_of(notebook: str) -> list[str]:
    cells = json.loads(notebook)["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run(cells: list[str]) -> tuple[str, Figure]:
    """Run cells in one namespace; return what they print, and the figure that they draw."""
    mpl.use("Agg")
    plt.close("all")
    names: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        for cell in cells:
            exec(compile(cell.replace("plt.show()", ""), cell, "exec"), names)
    (number,) = plt.get_fignums()
    return printed.getvalue(), plt.figure(number)
