"""Downloads and links of a paper's table or figure: its numbers, its picture, its link."""

from collections.abc import Callable

import pandas as pd

from dplab.studies.papers.entries import Entry
from pages.kit import address, export, page


def row(entry: Entry, rows: Callable[[], pd.DataFrame]) -> None:
    """Draw the quiet row under the figure."""
    with export.row():
        with export.downloads():
            export.file(f"{entry.name}.csv", lambda: export.csv(rows()))
        export.share(address.query(page.values_of("papers")), own=False)
