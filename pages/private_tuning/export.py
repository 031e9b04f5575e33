"""Downloads and links of private tuning: runs, picture, code, link."""

from string import Template

import pandas as pd

from dplab.studies.private_tuning.costs import Question, TuningCurve, table
from pages.comparison.screen import cached, own_table
from pages.kit import address, export, page
from pages.kit.text import script_template


def row(curve: TuningCurve) -> None:
    """Draw the quiet row under the figure."""
    own = curve.question.settings.is_own
    query = address.query(page.values_of("private_tuning"))
    with export.row():
        export.file("private-tuning.csv", lambda: export.csv(named(curve)))
        export.format_of_picture()
        about = export.same_numbers(own=own)
        export.code(about, code(curve.question), "private_tuning", query, own=own)
        export.link(query, own=own)


def named(curve: TuningCurve) -> pd.DataFrame:
    """Return every run, one row each, with the names of a table."""
    return cached.with_names(table(curve), curve.question.settings)


def code(question: Question) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    return Template(script_template("private_tuning")).substitute(
        settings=export.arguments(vars(question.settings)),
        mechanism=question.mechanism,
        lams=question.lams,
        **own_table.in_script(question.settings.data),
        kernel=question.kernel,
        parameters=question.parameters,
        axis=question.axis,
    )
