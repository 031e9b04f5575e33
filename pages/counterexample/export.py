"""Downloads and links of the counterexample: draws, picture, code, link."""

from dplab.studies.counterexample import LearningCurves, table
from pages.counterexample.answer import medians
from pages.counterexample.view import script
from pages.kit import address, export, page


def row(curves: LearningCurves) -> None:
    """Draw the quiet row under the figure."""
    query = address.query(page.values_of("counterexample"))
    with export.row():
        with export.downloads():
            export.file("counterexample.csv", lambda: export.csv(table(curves)))
            export.file(
                "counterexample-medians.csv", lambda: export.csv(medians(curves)), export.OF_MEDIANS
            )
        export.code(export.SAME_NUMBERS, script(curves.question), "counterexample", query)
        export.share(query, own=False)
