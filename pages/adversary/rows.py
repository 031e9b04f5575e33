"""The numbers of the scenes as rows: what is saved as CSV, and the tables behind the figures."""

from dataclasses import asdict

import pandas as pd

from dplab.simulation.summaries import labelled
from dplab.studies.adversary.attacks import NamedRight, Question, table
from dplab.studies.adversary.person import Reconstructed
from pages.adversary import results
from pages.adversary.sentences import record as sentences
from pages.comparison.records import Records


def compared(found: Reconstructed) -> pd.DataFrame:
    """Return what is reconstructed beside the record, a row for each column; none without trace."""
    if not sentences.possible(found):
        return pd.DataFrame()
    return pd.DataFrame(sentences.lines(found), columns=list(sentences.headings(found)))


def two(asked: Question, records: Records) -> pd.DataFrame:
    """Return both records that ε leaves open, with their limit and the attack."""
    settings, found = asked.settings, results.two_records(asked.settings, asked.row, records)
    rows = pd.DataFrame([asdict(each) for each in found.columns]).assign(
        limit=results.limit_of_two(asked, records),
        attack=float(results.attack_on_two(asked, records).named[0]),
        mechanism=asked.mechanism,
        epsilon=settings.epsilon,
        **of_delta(asked),
    )
    return records.with_names(labelled(rows, settings), settings)


def of_delta(asked: Question) -> dict[str, float]:
    """Return the column that names δ, where the mechanism that is attacked uses one."""
    return {"delta": asked.delta} if asked.delta else {}


def named_right(found: NamedRight, records: Records) -> pd.DataFrame:
    """Return how often the right one is named, by mechanism and ε."""
    return records.with_names(table(found), found.question.settings)
