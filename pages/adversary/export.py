"""Downloads and links: the comparison, the line-up, picture, code, link."""

import math
from string import Template

import pandas as pd

from dplab.studies.adversary.attacks import Question
from pages.adversary import export_line_up, results
from pages.adversary.sentences import record as sentences
from pages.comparison.screen import own_table
from pages.kit import address, export, page
from pages.kit.text import script_template

ABOUT = "This script reconstructs the record and prints the digits that agree."
ABOUT_LINE_UP = "This script prints the same numbers of the line-up, at this ε and along ε."
OWN = (
    f"{ABOUT} Which of your rows it is, you write into it yourself: this page puts that into no "
    "script."
)


def row(scene: str, asked: Question) -> None:
    """Draw the quiet row, with the numbers of the scene's figures."""
    own = asked.settings.is_own
    query = address.query(page.values_of("adversary"))
    with export.row():
        if scene == "line_up":
            export_line_up.files(asked)
        elif scene == "epsilon":
            export_line_up.file_of_columns(asked)
        elif sentences.possible(results.reconstructed(asked.settings, asked.row)):
            export.file("adversary-record.csv", lambda: table(asked))
        export.format_of_picture()
        _code(scene, asked, query, own=own)
        export.link(query, own=own)


def _code(scene: str, asked: Question, query: str, *, own: bool) -> None:
    """Draw the script: of the line-up where one sees it, but of no own row; else of the record."""
    if scene == "line_up" and not own and not math.isinf(asked.settings.epsilon):
        about = f"{ABOUT_LINE_UP} {export.NEEDED}"
        export.code(about, code_of_line_up(asked), "adversary", query, scene=scene)
    else:
        export.code(OWN if own else ABOUT, code(asked), "adversary", query, own=own)


def table(asked: Question) -> str:
    """Return the comparison as CSV, of a record that left a trace: a row for each column."""
    found = results.reconstructed(asked.settings, asked.row)
    return export.csv(pd.DataFrame(sentences.lines(found), columns=list(sentences.headings(found))))


def code(asked: Question) -> str:
    """Return a script on `dpcore` that reconstructs the record."""
    name = "script_own_table" if asked.settings.is_own else "script"
    return Template(script_template("adversary", name)).substitute(
        settings=export.arguments(vars(asked.settings)),
        row=asked.row,
        **own_table.in_script(asked.settings.data),
    )


def code_of_line_up(asked: Question) -> str:
    """Return a script on `dpcore` that has the line-up judged."""
    question = {name: value for name, value in vars(asked).items() if name != "settings"}
    return Template(script_template("adversary", "script_line_up")).substitute(
        settings=export.arguments(vars(asked.settings)), question=export.arguments(question)
    )
