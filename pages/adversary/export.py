"""What a visitor takes along: the comparison, the line-up, picture, code, link."""

from string import Template

import pandas as pd

from dpcore.experiments.sources import UPLOAD
from pages.adversary import choices, computed, export_line_up
from pages.adversary.choices import Scenario
from pages.adversary.sentences import record as sentences
from pages.shared import address, export, own_table, settings
from pages.shared.text import script

ABOUT = "This script reads the record off and prints the digits that agree."
OWN = (
    f"{ABOUT} Which of your rows it is, you write into it yourself: this page puts that into no "
    "script."
)


def row(asked: Scenario) -> None:
    """Draw the quiet row."""
    own = asked.settings.data == UPLOAD
    values = settings.values_of("adversary")
    with export.row():
        export.file("adversary-record.csv", lambda: table(asked))
        export_line_up.files(asked)
        export.format_of_picture()
        export.code(OWN if own else ABOUT, code(asked))
        # Another table's row may still stand in the address.
        shared = [value for value in values if not (own and value is choices.ROW)]
        export.link(address.query(shared), own=own)


def table(asked: Scenario) -> str:
    """Return the comparison as CSV: a row for each column of the table."""
    found = computed.recovered(asked.settings, asked.row)
    if not sentences.possible(found):
        return f"{sentences.COLUMN}\n"
    return str(
        pd.DataFrame(sentences.lines(found), columns=list(sentences.headings(found))).to_csv(
            index=False
        )
    )


def code(asked: Scenario) -> str:
    """Return a script on `dpcore` that reads the record off."""
    own = asked.settings.data == UPLOAD
    schema = own_table.required().schema if own else None
    return Template(script("adversary", "script_own_table" if own else "script")).substitute(
        settings=export.arguments(vars(asked.settings)),
        row=asked.row,
        schema=repr(schema.to_json()) if schema else "",
    )
