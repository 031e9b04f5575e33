"""What Overview says of more records: that it is an extrapolation, or nothing."""

import re

from dplab.studies.overview import dial
from pages.overview import sentences


def test_what_more_records_would_cost_is_called_extrapolated_or_not_said():
    found = dial.stored()
    for stop in found.stops[:-1]:
        told = sentences.of_people(stop, found)
        more = re.search(r"; with 20,000 like them (about \d+|hardly any) \(extrapolated\)\.", told)
        assert bool(more) == (stop.with_more is not None) == ("like them" in told)
