"""Downloads and links: verdicts, draws, picture, code, link."""

from dplab.studies.is_it_private import verdicts
from dplab.studies.is_it_private.verdicts import Question
from pages.comparison.screen import cached
from pages.is_it_private import answers
from pages.is_it_private.answers import OwnPair
from pages.is_it_private.meter.values import MeterAsked
from pages.is_it_private.meter.view import MeterAnswer, script
from pages.kit import address, export, page


def row(asked: MeterAsked, answer: MeterAnswer) -> None:
    """Draw the quiet row."""
    query = address.query(page.values_of("is_it_private"))
    with export.row():
        with export.downloads():
            export.file("is-it-private.csv", lambda: table(answer.question))
            export.file("privacy-loss.csv", lambda: draws(answer.question, answer.own), "Draws")
        export.code(
            "This script prints the verdicts, and audits the mechanism on the worst neighbours. "
            f"{export.NEEDED}",
            script(asked, cached.RECORDS),
            "is_it_private/meter",
            query,
        )
        export.share(query, own=asked.is_own)


def table(question: Question) -> str:
    """Return the verdicts on all mechanisms as CSV, one row each."""
    *_, all_of_them = answers.verdicts_on_all(cached.RECORDS, question)
    return export.csv(verdicts.table(all_of_them))


def draws(question: Question, own: OwnPair | None) -> str:
    """Return the privacy loss of each draw as CSV."""
    losses = cached.RECORDS.get_in_steps(answers.privacy_losses, question, own)
    return export.csv(verdicts.table_of_draws(question, losses))
