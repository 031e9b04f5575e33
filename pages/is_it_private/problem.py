"""The question behind settings: a mechanism, a problem, and how many records of how many features.

An address that names no n means as many records as its data have for training.
"""

from dplab.simulation.settings import Settings
from dplab.studies.is_it_private.verdicts import Question
from pages.comparison.records import Records

ANY = "objective"
"""The mechanism of a question that is about several."""


def of(settings: Settings, records: Records, mechanism: str = ANY) -> Question:
    """Return what is asked of all data sets of the settings' size."""
    n = settings.n or records.available(settings.data)
    return with_size(settings, n, settings.d, mechanism)


def with_size(settings: Settings, n: int, d: int, mechanism: str) -> Question:
    """Return the same of n records with d features."""
    return Question(
        mechanism,
        settings.epsilon,
        settings.given_lam,
        settings.loss,
        settings.h,
        n,
        d,
        settings.delta,
    )
