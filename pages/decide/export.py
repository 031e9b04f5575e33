"""Downloads and links of the sheet: numbers, picture, code, link."""

from string import Template

from dpcore.simulation.settings import Settings
from dpcore.simulation.sources import UPLOAD
from dpcore.studies.decide import DecisionSheet, table
from pages.comparison import cached
from pages.decide import choices
from pages.kit import address, export, page
from pages.kit.text import script


def row(chosen: Settings, found: DecisionSheet) -> None:
    """Draw the quiet row under the sheet."""
    own = chosen.data == UPLOAD
    with export.row():
        rows = cached.with_names(table(found), chosen)
        export.file("decide.csv", lambda: str(rows.to_csv(index=False)))
        export.format_of_picture()
        about = f"{export.SAME_NUMBERS} {export.OWN_RECORDS}" if own else export.SAME_NUMBERS
        export.code(about, code(chosen))
        export.link(address.query(page.values_of("decide")), own=own)


def code(chosen: Settings) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    return Template(script("decide")).substitute(
        settings=export.arguments(vars(chosen)),
        records=", records" if chosen.data == UPLOAD else "",
        risk=address.get(choices.RISK),
        cost=address.get(choices.COST),
    )
