"""Downloads and links of the sheet: numbers, picture, code, link."""

from dplab.studies.decide.sheet import DecisionSheet
from pages.comparison.screen import cached
from pages.decide.values import DecisionQuestion
from pages.decide.view import script, table
from pages.kit import address, export, page


def row(asked: DecisionQuestion, found: DecisionSheet) -> None:
    """Draw the quiet row under the sheet."""
    own = asked.is_own
    query = address.query(page.values_of("decide"))
    with export.row():
        with export.downloads():
            export.file("decide.csv", lambda: export.csv(table(asked, found, cached.RECORDS)))
        about = export.same_numbers(own=own)
        export.code(about, script(asked, cached.RECORDS), "decide", query, own=own)
        export.share(query, own=own)
