"""Downloads and links of private tuning: runs, picture, code, link."""

from collections.abc import Callable

import pandas as pd

from dplab.studies.private_tuning.costs import Question
from pages.comparison.screen import cached
from pages.kit import address, export, page
from pages.private_tuning.view import script


def row(asked: Question, rows: Callable[[], pd.DataFrame]) -> None:
    """Draw the quiet row under the figure."""
    own = asked.settings.is_own
    query = address.query(page.values_of("private_tuning"))
    with export.row():
        with export.downloads():
            export.file("private-tuning.csv", lambda: export.csv(rows()))
        about = export.same_numbers(own=own)
        export.code(about, script(asked, cached.RECORDS), "private_tuning", query, own=own)
        export.share(query, own=own)
