"""Downloads and links of the sheet: numbers, picture, code, link."""

from contextlib import suppress

import pandas as pd

from dpcore.checks import InvalidInput
from dplab.studies.decide.sheet import DecisionSheet, table
from pages.comparison.screen import cached
from pages.decide.values import ATTACK, DEAREST, DecisionQuestion
from pages.decide.view import attacked, dearest_groups, script
from pages.kit import address, export, page


def row(asked: DecisionQuestion, found: DecisionSheet) -> None:
    """Draw the quiet row under the sheet."""
    own = asked.is_own
    query = address.query(page.values_of("decide"))
    with export.row():
        export.file("decide.csv", lambda: export.csv(_rows(asked, found)))
        export.format_of_picture()
        about = export.same_numbers(own=own)
        export.code(about, script(asked, cached.RECORDS), "decide", query, own=own)
        export.link(query, own=own)


def _rows(asked: DecisionQuestion, found: DecisionSheet) -> pd.DataFrame:
    """Return the numbers of the picture, with those lines that are drawn on demand."""
    rows = cached.with_names(table(found), asked.settings)
    with suppress(InvalidInput):  # The page says why there is no such line.
        if asked.risk_line == ATTACK:
            rows = rows.assign(guessed_right_by_attack=attacked(found, cached.RECORDS).named)
    with suppress(InvalidInput):
        if asked.cost_line == DEAREST:
            groups = dearest_groups(found, cached.RECORDS).groups
            rows = rows.assign(
                dearest_group=[group.name for group in groups],
                dearest_more_wrong_per_1000=[1000 * group.cost for group in groups],
            )
    return rows
