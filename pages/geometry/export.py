"""Downloads and links of the geometry: classifiers, picture, code, link."""

from collections.abc import Callable

import pandas as pd

from pages.comparison.screen import cached
from pages.geometry.values import PlaneQuestion
from pages.geometry.view import script
from pages.kit import address, export, page


def row(asked: PlaneQuestion, rows: Callable[[], pd.DataFrame]) -> None:
    """Draw the quiet row under the figure; a row of the file is a classifier."""
    own = asked.is_own
    query = address.query(page.values_of("geometry"))
    with export.row():
        with export.downloads():
            export.file("geometry.csv", lambda: export.csv(rows()))
        about = export.same_numbers(own=own)
        export.code(about, script(asked, cached.RECORDS), "geometry", query, own=own)
        export.share(query, own=own)
