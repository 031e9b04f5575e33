"""Downloads and links of private tuning: runs, picture, code, link."""

from pages.comparison.screen import cached
from pages.kit import address, export, page
from pages.kit.view import View
from pages.private_tuning.view import Tuning, script, table


def row(found: View[Tuning]) -> None:
    """Draw the quiet row under the figure."""
    curve = found.answer.curve
    own = curve.question.settings.is_own
    query = address.query(page.values_of("private_tuning"))
    with export.row():
        with export.downloads():
            export.file("private-tuning.csv", lambda: export.csv(table(curve, cached.RECORDS)))
            export.file(
                "private-tuning-medians.csv", lambda: export.csv(found.rows()), export.OF_MEDIANS
            )
        about = export.same_numbers(own=own)
        export.code(about, script(curve.question, cached.RECORDS), "private_tuning", query, own=own)
        export.share(query, own=own)
