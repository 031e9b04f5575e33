"""Downloads and links of the geometry: classifiers, picture, code, link."""

import pandas as pd

from dplab.studies.geometry.clouds import Clouds, table
from pages.comparison.screen import cached
from pages.geometry.values import PlaneQuestion
from pages.geometry.view import script
from pages.kit import address, export, page


def row(asked: PlaneQuestion, now: Clouds) -> None:
    """Draw the quiet row under the figure."""
    own = asked.is_own
    query = address.query(page.values_of("geometry"))
    with export.row():
        with export.downloads():
            export.file("geometry.csv", lambda: export.csv(named(now)))
        about = export.same_numbers(own=own)
        export.code(about, script(asked, cached.RECORDS), "geometry", query, own=own)
        export.share(query, own=own)


def named(now: Clouds) -> pd.DataFrame:
    """Return every classifier, one row each, with the names of a table."""
    return cached.with_names(table(now), now.settings)
