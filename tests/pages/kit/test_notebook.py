"""Scripts cut into cells, and notebooks made of them."""

import json

import nbformat

from pages.kit.notebook import NotebookCell, code_cells, notebook

SCRIPT = '''"""Sums up a table.

Run it as: python sum.py YOUR_TABLE.csv
"""

import math

# Run it with the file of your table
import sys

from pathlib import Path

path = sys.argv[1]

table = Path(path).read_text()
for line in table.splitlines():

    print(line)  # as it is

# In all
def total():
    return math.nan


print(total())
# The end
'''


def test_cells_end_between_statements_and_imports_stay_together():
    imports, named, read, total, end = code_cells(SCRIPT)
    assert imports == "import math\n\nfrom pathlib import Path"
    assert named.startswith('path = "your_table.csv"')
    assert read.startswith("table = ")
    assert read.endswith("# as it is")
    assert total.startswith("# In all\ndef total")
    assert end == "print(total())\n# The end"


def test_a_notebook_is_valid_has_no_output_and_is_the_same_twice():
    cells = [NotebookCell("# Why"), NotebookCell("print(1)", is_code=True)]
    made = notebook(cells)
    nbformat.validate(json.loads(made))
    assert made == notebook(cells)
    why, code = json.loads(made)["cells"]
    assert (why["cell_type"], why["source"]) == ("markdown", ["# Why"])
    assert (code["cell_type"], code["outputs"], code["execution_count"]) == ("code", [], None)
