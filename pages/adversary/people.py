"""Whom a question is about, of the records that there are: which row, and among how many."""

from dataclasses import replace

from dpcore.data.real.tables import TABLES
from dplab.simulation import sources
from dplab.simulation.settings import Settings
from dplab.studies.adversary.attacks import USUAL, Question
from dplab.studies.adversary.line_up import usual_size
from dplab.studies.adversary.membership import MOST_MEMBERS, USUAL_MEMBERS
from pages.adversary.values import AdversaryQuestion
from pages.comparison.records import Records, keeping

MOST_RECORDS = 20_000
"""Training records at most: one classifier for each suspect comes within seconds."""

MOST_COUNTED = 1_000


def question_of(asked: AdversaryQuestion, records: Records) -> Question:
    """Return what an address asks of the records: the last row and column where it names others.

    Raises
    ------
    InvalidInput
        If an own table is asked for, and there is none.
    """
    settings, names = used(asked.settings, records), columns(asked.settings, records)
    row = min(asked.row, rows(settings, records)) - 1
    return Question(
        settings,
        row,
        asked.question,
        _suspects(asked, settings, row, records),
        asked.mechanism,
        asked.historic,
        names[min(asked.column, len(names)) - 1],
        asked.draw,
    )


def used(settings: Settings, records: Records) -> Settings:
    """Return the settings with as many training records as are used here."""
    n = min(settings.n or MOST_RECORDS, records.available(settings.data), MOST_RECORDS)
    return replace(settings, n=n)


def members(settings: Settings, records: Records) -> int:
    """Return how many records are members where some are left out to compare with."""
    available = records.available(settings.data)
    usual = min(USUAL_MEMBERS, available // 2)
    return min(settings.n or usual, available, MOST_MEMBERS)


def rows(settings: Settings, records: Records) -> int:
    """Return how many rows the training part has; of a law by its points, one for each of them."""
    data = records.dataset(settings)
    return sources.n_rows(settings, sources.n_used(data, settings))


def columns(settings: Settings, records: Records) -> tuple[str, ...]:
    """Return the names of the columns of the table; of generated data, of their features."""
    if settings.is_own:
        return tuple(each.name for each in records.required().schema.features)
    if settings.data in TABLES:
        return tuple(each.name for each in TABLES[settings.data].schema.features)
    return tuple(f"x{place}" for place in range(1, records.dataset(settings).X.shape[1] + 1))


def _suspects(asked: AdversaryQuestion, settings: Settings, row: int, records: Records) -> int:
    """Return how many were asked for; where nobody asked, as many of the usual as there are."""
    if asked.question != "line_up":
        return USUAL
    if asked.suspects != USUAL:
        return asked.suspects
    return records.get(usual_suspects, settings.with_epsilon(1.0), row)


def usual_suspects(records: Records, settings: Settings, row: int) -> int:
    """Return `USUAL`, or how many suspects there are if the test part has fewer that differ."""
    return usual_size(records.part(settings), row, settings.seed, USUAL)


keeping(usual_suspects, MOST_COUNTED)
