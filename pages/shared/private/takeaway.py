"""What a visitor takes along from this page: verdicts, draws, picture, code, link."""

import math
from string import Template

import pandas as pd

from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from pages.shared import address, cached, settings, takeaway
from pages.shared.private import choices, verdicts
from pages.shared.private.verdicts import Question
from pages.shared.text import script


def row(question: Question, own: Settings | None) -> None:
    """Draw the quiet row."""
    query = address.query((*settings.VALUES.values(), *choices.VALUES))
    with takeaway.row():
        takeaway.file("is-it-private.csv", lambda: table(question))
        takeaway.file("privacy-loss.csv", lambda: draws(question, own), "Draws")
        takeaway.format_of_picture()
        takeaway.code(
            "This script prints the verdicts, and audits the mechanism on the worst neighbours. It "
            "needs Python and this project.",
            code(question, choices.runs()),
        )
        takeaway.link(query, own=own is not None and own.data == UPLOAD)


def table(question: Question) -> str:
    """Return the verdicts on all mechanisms as CSV, one row each."""
    rows = []
    for name in verdicts.everyone():
        found = cached.verdict(question.about(name))
        rows.append(
            vars(question.about(name))
            | {
                "claim": found.plan.epsilon,
                "found": found.found,
                "ceiling": found.ceiling,
                "verdict": found.standing,
            }
        )
    return pd.DataFrame(rows).to_csv(index=False)


def draws(question: Question, own: Settings | None) -> str:
    """Return the privacy loss of each draw as CSV."""
    losses = cached.reading(question, own).privacy_loss
    rows = pd.DataFrame({"draw": range(len(losses)), "privacy_loss": losses})
    return rows.assign(**vars(question)).to_csv(index=False)


def code(question: Question, runs: int) -> str:
    """Return a script on `dpcore` that prints the verdicts."""
    content = {name: _spelled(value) for name, value in vars(question).items()}
    return Template(script("verdict")).substitute(content, runs=runs)


def _spelled(value: object) -> str:
    return 'float("inf")' if value == math.inf else repr(value)
