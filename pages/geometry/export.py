"""Downloads and links of the geometry: classifiers, picture, code, link."""

from string import Template

import pandas as pd

from dplab.studies.geometry.clouds import DRAWS, Clouds, Question, table
from pages.comparison.screen import cached, own_table
from pages.kit import address, export, page
from pages.kit.text import script_template


def row(now: Clouds) -> None:
    """Draw the quiet row under the figure."""
    own = now.settings.is_own
    query = address.query(page.values_of("geometry"))
    with export.row():
        export.file("geometry.csv", lambda: export.csv(named(now)))
        export.format_of_picture()
        about = export.same_numbers(own=own)
        export.code(about, code(now.question), "geometry", query, own=own)
        export.link(query, own=own)


def named(now: Clouds) -> pd.DataFrame:
    """Return every classifier, one row each, with the names of a table."""
    return cached.with_names(table(now), now.settings)


def code(asked: Question) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    return Template(script_template("geometry")).substitute(
        settings=export.arguments(vars(asked.settings)),
        features=asked.features,
        draws=DRAWS,
        **own_table.in_script(asked.settings.data),
    )
