"""The script that prints the verdicts, and audits the mechanism on the worst neighbours."""

from pages.comparison.records import Records
from pages.is_it_private.meter import pair
from pages.is_it_private.meter.values import MeterAsked
from pages.kit.notebook import part_code


def script(asked: MeterAsked, records: Records | None = None) -> str:
    """Return a script on `dpcore` and `dplab` that prints the same numbers."""
    question = pair.question(asked, records or Records())
    return part_code("is_it_private", "meter", vars(question) | {"runs": asked.runs})
