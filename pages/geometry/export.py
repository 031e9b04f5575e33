"""Downloads and links of the geometry: classifiers, picture, code, link."""

from dplab.studies.geometry.clouds import Clouds
from pages.comparison.screen import cached
from pages.geometry.values import PlaneQuestion
from pages.geometry.view import script, table
from pages.kit import address, export, page
from pages.kit.view import View


def row(asked: PlaneQuestion, found: View[Clouds]) -> None:
    """Draw the quiet row under the figure; a row of the file is a classifier."""
    own = asked.is_own
    query = address.query(page.values_of("geometry"))
    with export.row():
        with export.downloads():
            export.file("geometry.csv", lambda: export.csv(table(found.answer, cached.RECORDS)))
            export.file("geometry-draws.csv", lambda: export.csv(found.rows()), "CSV at this ε")
        about = export.same_numbers(own=own)
        export.code(about, script(asked, cached.RECORDS), "geometry", query, own=own)
        export.share(query, own=own)
