"""Downloads and links of the sheet: numbers, picture, code, link."""

from contextlib import suppress

from dpcore.checks import InvalidInput
from dpcore.privacy.risk import limit
from dplab.studies.decide.sheet import DecisionSheet, table
from pages.comparison.records import Records
from pages.comparison.screen import cached
from pages.decide.values import ATTACK, DEAREST, DecisionQuestion
from pages.decide.view import attacked, chosen, dearest_groups, script
from pages.kit import address, export, page


def row(asked: DecisionQuestion, found: DecisionSheet) -> None:
    """Draw the quiet row under the sheet."""
    own = asked.is_own
    query = address.query(page.values_of("decide"))
    with export.row():
        with export.downloads():
            export.file("decide.csv", lambda: csv_of(asked, found, cached.RECORDS))
        about = export.same_numbers(own=own)
        export.code(about, script(asked, cached.RECORDS), "decide", query, own=own)
        export.share(query, own=own)


def csv_of(asked: DecisionQuestion, found: DecisionSheet, records: Records) -> str:
    """Return the numbers of the picture, with the ε to sign, and lines that are on show."""
    rows = records.with_names(table(found), asked.settings)
    if signs := chosen(asked, found, records):
        rows = rows.assign(
            chosen_epsilon=signs.epsilon,
            chosen_guessed_right_at_most=limit(signs.epsilon),
            chosen_mechanism=signs.mechanism,
            chosen_more_wrong_per_1000=1000 * signs.cost,
        )
    with suppress(InvalidInput):  # The page says why there is no such line.
        if asked.risk_line == ATTACK:
            rows = rows.assign(guessed_right_by_attack=attacked(found, records).named)
    with suppress(InvalidInput):
        if asked.cost_line == DEAREST:
            groups = dearest_groups(found, records).groups
            rows = rows.assign(
                dearest_group=[group.name for group in groups],
                dearest_more_wrong_per_1000=[1000 * group.cost for group in groups],
            )
    return export.csv(rows)
