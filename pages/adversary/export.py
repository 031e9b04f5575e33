"""Downloads and links: the comparison, the line-up, picture, code, link."""

from pages.adversary import export_line_up, results, rows
from pages.adversary.people import question_of
from pages.adversary.threshold import answer as threshold
from pages.adversary.values import AdversaryQuestion
from pages.adversary.view import scene, scene_of, script
from pages.comparison.screen import cached
from pages.kit import address, export, page

ABOUT = "This script reconstructs the record and prints the digits that agree."
ABOUT_LINE_UP = "This script prints the same numbers of the line-up, at this ε and along ε."
OWN = (
    f"{ABOUT} Which of your rows it is, you write into it yourself: this page puts that into no "
    "script."
)


def row(question: AdversaryQuestion) -> None:
    """Draw the quiet row, with the numbers of the scene's figures."""
    if question.scene == "threshold":
        threshold.downloads(question)
        return
    query = address.query(page.values_of("adversary"))
    with export.row():
        with export.downloads():
            _files(question)
        _code(question, query)
        export.share(query, own=question.is_own)


def _files(question: AdversaryQuestion) -> None:
    asked, shown = question_of(question, cached.RECORDS), scene_of(question)
    if shown == "line_up":
        export_line_up.files(asked)
    elif shown == "epsilon":
        export.file("adversary-record.csv", lambda: export.csv(rows.two(asked, cached.RECORDS)))
    else:
        found = rows.compared(results.reconstructed(asked.settings, asked.row, cached.RECORDS))
        if not found.empty:
            export.file("adversary-record.csv", lambda: export.csv(found))


def _code(question: AdversaryQuestion, query: str) -> None:
    program, own = script(question, cached.RECORDS), question.is_own
    if judged := scene(question):
        about = f"{ABOUT_LINE_UP} {export.NEEDED}"
        export.code(about, program, "adversary", query, scene=judged)
    else:
        export.code(OWN if own else ABOUT, program, "adversary", query, own=own)
