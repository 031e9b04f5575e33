"""Downloads and links of the sheet: numbers, picture, code, link."""

from contextlib import suppress
from string import Template

import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.simulation.settings import Settings
from dpcore.simulation.sources import UPLOAD
from dpcore.studies.decide.sheet import DecisionSheet, table
from pages.comparison import cached
from pages.decide import choices, results
from pages.kit import address, export, page
from pages.kit.text import script


def row(chosen: Settings, found: DecisionSheet) -> None:
    """Draw the quiet row under the sheet."""
    own = chosen.data == UPLOAD
    with export.row():
        export.file("decide.csv", lambda: str(_rows(chosen, found).to_csv(index=False)))
        export.format_of_picture()
        about = f"{export.SAME_NUMBERS} {export.OWN_RECORDS}" if own else export.SAME_NUMBERS
        export.code(about, code(chosen))
        export.link(address.query(page.values_of("decide")), own=own)


def _rows(chosen: Settings, found: DecisionSheet) -> pd.DataFrame:
    """Return the numbers of the picture, with those lines that are drawn on demand."""
    rows = cached.with_names(table(found), chosen)
    if choices.with_attack():
        with suppress(InvalidInput):  # The page says why there is none.
            attacked = results.attacked(found, lambda _: None)
            rows = rows.assign(guessed_right_by_attack=attacked.named)
    return rows


def code(chosen: Settings) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    lines = script("decide") + (script("decide", "script_attack") if choices.with_attack() else "")
    return Template(lines).substitute(
        settings=export.arguments(vars(chosen)),
        records=", records" if chosen.data == UPLOAD else "",
        risk=address.get(choices.RISK),
        cost=address.get(choices.COST),
    )
