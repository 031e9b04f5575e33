"""Downloads and links of the counterexample: draws, picture, code, link."""

from string import Template

from dplab.studies.counterexample import LearningCurves, Question, table
from pages.kit import address, export, page
from pages.kit.text import script_template


def row(curves: LearningCurves) -> None:
    """Draw the quiet row under the figure."""
    query = address.query(page.values_of("counterexample"))
    with export.row():
        export.file("counterexample.csv", lambda: export.csv(table(curves)))
        export.format_of_picture()
        export.code(export.SAME_NUMBERS, code(curves.question), "counterexample", query)
        export.link(query, own=False)


def code(asked: Question) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    return Template(script_template("counterexample")).substitute(
        example=export.arguments(vars(asked.example)), mechanisms=asked.mechanisms
    )
