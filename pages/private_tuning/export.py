"""Downloads and links of private tuning: runs, picture, code, link."""

import pandas as pd

from dplab.studies.private_tuning.costs import TuningCurve, table
from pages.comparison.screen import cached
from pages.kit import address, export, page
from pages.private_tuning.view import script


def row(curve: TuningCurve) -> None:
    """Draw the quiet row under the figure."""
    own = curve.question.settings.is_own
    query = address.query(page.values_of("private_tuning"))
    with export.row():
        with export.downloads():
            export.file("private-tuning.csv", lambda: export.csv(named(curve)))
        about = export.same_numbers(own=own)
        export.code(about, script(curve.question, cached.RECORDS), "private_tuning", query, own=own)
        export.share(query, own=own)


def named(curve: TuningCurve) -> pd.DataFrame:
    """Return every run, one row each, with the names of a table."""
    return cached.with_names(table(curve), curve.question.settings)
