"""Downloads of the scenes with noise: columns, bars and curves, as files."""

import math

import pandas as pd

from dpcore.checks import InvalidInput
from dplab.simulation.summaries import labelled
from dplab.studies.adversary.attacks import Question
from dplab.studies.adversary.left import table_of_columns
from pages.adversary import results
from pages.adversary import rows as rows_of
from pages.adversary.answer import curve, line_up
from pages.adversary.view import place
from pages.comparison.screen import cached
from pages.kit import export


def is_possible(asked: Question) -> bool:
    """Tell whether there is an attack to save: with noise, and suspects enough."""
    if math.isinf(asked.settings.epsilon):
        return False
    try:
        results.attack_result(asked, cached.RECORDS)
    except InvalidInput:
        return False
    return True


def files(asked: Question) -> None:
    """Draw the buttons that save bars and curves, inside of the page's quiet row."""
    if is_possible(asked):
        export.file("line-up.csv", lambda: bars(asked), "CSV of the bars")
        export.file("named-right.csv", lambda: curves(asked), "CSV of the curve")
        if asked.question == "attribute":
            export.file("adversary-columns.csv", lambda: columns(asked), "CSV of each column")


def columns(asked: Question) -> str:
    """Return what is believed of each value of each column as CSV."""
    found = table_of_columns(results.left_over(asked, cached.RECORDS), place(asked))
    rows = found.assign(
        mechanism=asked.mechanism,
        epsilon=asked.settings.epsilon,
        draw=place(asked) + 1,
        **rows_of.of_delta(asked),
    )
    return _file(labelled(rows, asked.settings), asked)


def bars(asked: Question) -> str:
    """Return what is believed of every suspect as CSV: after the release shown, and on average."""
    found = line_up.of(results.attack_result(asked, cached.RECORDS), asked)
    rows = pd.DataFrame(
        {
            "suspect": found.labels,
            "is_true": [place == found.truth for place in range(found.m)],
            "belief": found.now,
            "mean_belief": found.mean,
            "guessing": 1 / found.m,
            "limit": found.ceiling,
            "mechanism": asked.mechanism,
            "epsilon": asked.settings.epsilon,
            "draw": place(asked) + 1,
            **rows_of.of_delta(asked),
        }
    )
    return _file(labelled(rows, asked.settings), asked)


def curves(asked: Question) -> str:
    """Return how often the right one is named as CSV, by mechanism and ε."""
    found = results.named_right(asked, cached.RECORDS, curve.keeping())
    return export.csv(rows_of.named_right(found, cached.RECORDS))


def _file(rows: pd.DataFrame, asked: Question) -> str:
    return export.csv(cached.with_names(rows, asked.settings))
