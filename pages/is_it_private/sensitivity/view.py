"""How far one record moves the classifier: measured, looked for, and what noise for that loses."""

from collections.abc import Iterator
from functools import partial

import pandas as pd

from dplab.simulation.settings import Settings
from dplab.studies.is_it_private import sensitivity as study
from dplab.studies.is_it_private.sensitivity import Moves, Question
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.is_it_private import answers
from pages.is_it_private.sensitivity import figures, sentences
from pages.kit.notebook import part_code
from pages.kit.view import View, last


def view(settings: Settings, records: Records | None = None) -> View[Moves]:
    """Return the moves of all random pairs, beside the worst and the bound.

    Raises
    ------
    InvalidInput
        If there are fewer than two records.
    """
    return last(views(settings, records))


def views(settings: Settings, records: Records | None = None) -> Iterator[View[Moves]]:
    """Yield the same, with more random pairs each time."""
    records = records or Records()
    records.dataset(settings)  # which may say what takes long
    asked = Question(settings)
    for found in answers.growing_moves(records, asked):
        yield View(
            f"**{sentences.moved(found)}**",
            sentences.alt(found),
            partial(figures.both, found),
            found,
            sentences.made(found, records.called(settings)),
            tuple(filter(None, (sentences.calibrated(found),))),
            rows=partial(_rows, found, records),
        )


def _rows(found: Moves, records: Records) -> pd.DataFrame:
    return records.with_names(study.table(found), found.question.settings)


def script(settings: Settings, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    named = in_script(settings.data, records or Records())
    return part_code("is_it_private", "sensitivity", vars(settings), named)
