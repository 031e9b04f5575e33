"""Downloads and links: verdicts, draws, picture, code, link."""

from string import Template

from dplab.studies.is_it_private import verdicts
from dplab.studies.is_it_private.verdicts import Question
from pages.is_it_private import results
from pages.is_it_private.meter import choices
from pages.is_it_private.results import OwnPair
from pages.kit import address, export, page
from pages.kit.text import script_template


def row(question: Question, own: OwnPair | None) -> None:
    """Draw the quiet row."""
    query = address.query(page.values_of("is_it_private"))
    with export.row():
        export.file("is-it-private.csv", lambda: table(question))
        export.file("privacy-loss.csv", lambda: draws(question, own), "Draws")
        export.format_of_picture()
        export.code(
            "This script prints the verdicts, and audits the mechanism on the worst neighbours. "
            f"{export.NEEDED}",
            code(question, choices.runs()),
            "is_it_private/meter",
            query,
        )
        export.link(query, own=own is not None and own.settings.is_own)


def table(question: Question) -> str:
    """Return the verdicts on all mechanisms as CSV, one row each."""
    *_, found = verdicts.run(question, results.verdict)
    return export.csv(verdicts.table(found))


def draws(question: Question, own: OwnPair | None) -> str:
    """Return the privacy loss of each draw as CSV."""
    losses = results.privacy_losses(lambda _: None, question, own)
    return export.csv(verdicts.table_of_draws(question, losses))


def code(question: Question, runs: int) -> str:
    """Return a script on `dpcore` that prints the verdicts."""
    content = {name: export.as_python(value) for name, value in vars(question).items()}
    return Template(script_template("is_it_private/meter")).substitute(content, runs=runs)
