"""Which two data sets the meter looks at, and of how many records."""

from dataclasses import replace

from dplab.studies.is_it_private.verdicts import MOST_OWN_RECORDS, Question
from pages.comparison import privacy_loss
from pages.comparison.records import Records
from pages.is_it_private.answers import OwnPair
from pages.is_it_private.meter.values import MeterAsked


def question(asked: MeterAsked, records: Records) -> Question:
    """Return the question about the mechanism, of as many records as the neighbours have."""
    settings, mechanism = asked.settings, asked.mechanism
    if not asked.has_own_pair:
        return privacy_loss.of(settings, records, mechanism)
    d = records.dataset(settings).X.shape[1]
    return privacy_loss.with_size(settings, own_size(asked, records), d, mechanism)


def own(asked: MeterAsked, records: Records) -> OwnPair | None:
    """Return which records of the visitor's data are neighbours, if they are looked for there."""
    if not asked.has_own_pair:
        return None
    # Which row of an own table is looked at stands in no link.
    row = 0 if asked.is_own else min(asked.turned, records.available(asked.settings.data))
    settings = replace(asked.settings, n=own_size(asked, records))
    return OwnPair(settings, row - 1 if row else None)


def own_size(asked: MeterAsked, records: Records) -> int:
    """Return how many records of the visitor's data are used."""
    available = records.available(asked.settings.data)
    return min(asked.settings.n or available, available, MOST_OWN_RECORDS)
