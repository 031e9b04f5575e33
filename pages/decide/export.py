"""Downloads and links of the sheet: numbers, picture, code, link."""

from contextlib import suppress
from string import Template

import pandas as pd

from dpcore.checks import InvalidInput
from dplab.simulation.settings import Settings
from dplab.studies.decide.sheet import DecisionSheet, table
from pages.comparison.screen import cached, own_table
from pages.decide import choices, results
from pages.kit import address, export, page
from pages.kit.text import script_template


def row(chosen: Settings, found: DecisionSheet) -> None:
    """Draw the quiet row under the sheet."""
    own = chosen.is_own
    query = address.query(page.values_of("decide"))
    with export.row():
        export.file("decide.csv", lambda: export.csv(_rows(chosen, found)))
        export.format_of_picture()
        about = export.same_numbers(own=own)
        export.code(about, code(chosen), "decide", query, own=own)
        export.link(query, own=own)


def _rows(chosen: Settings, found: DecisionSheet) -> pd.DataFrame:
    """Return the numbers of the picture, with those lines that are drawn on demand."""
    rows = cached.with_names(table(found), chosen)
    with suppress(InvalidInput):  # The page says why there is no such line.
        if address.get(choices.RISK_LINE) == choices.ATTACK:
            rows = rows.assign(guessed_right_by_attack=results.attacked(found, _quietly).named)
    with suppress(InvalidInput):
        if address.get(choices.COST_LINE) == choices.DEAREST:
            groups = results.dearest_groups(found, _quietly).groups
            rows = rows.assign(
                dearest_group=[group.name for group in groups],
                dearest_more_wrong_per_1000=[1000 * group.cost for group in groups],
            )
    return rows


def _quietly(_share: float) -> None:
    """Tell nobody: who asks for a file sees no progress."""


def code(chosen: Settings) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    lines = [script_template("decide")]
    if address.get(choices.RISK_LINE) == choices.ATTACK:
        lines.append(script_template("decide", "script_attack"))
    if address.get(choices.COST_LINE) == choices.DEAREST:
        lines.append(script_template("decide", "script_dearest"))
    return Template("".join(lines)).substitute(
        settings=export.arguments(vars(chosen)),
        **own_table.in_script(chosen.data),
        risk=address.get(choices.RISK),
        cost=address.get(choices.COST),
    )
