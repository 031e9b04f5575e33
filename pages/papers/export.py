"""Downloads of a paper's table or figure: its numbers and its picture."""

import pandas as pd

from dplab.studies.papers.entries import Entry
from pages.kit import export


def row(entry: Entry, found: pd.DataFrame) -> None:
    """Draw the quiet row under the figure."""
    with export.row():
        export.file(f"{entry.name}.csv", lambda: export.csv(found))
        export.format_of_picture()
