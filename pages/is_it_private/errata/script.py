"""The script that prints the curves of an erratum."""

from pages.comparison.records import Records
from pages.is_it_private import problem
from pages.is_it_private.errata.values import ErratumAsked
from pages.kit.notebook import part_code


def script(asked: ErratumAsked, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers."""
    question = problem.of(asked.settings, records or Records())
    return part_code("is_it_private", "errata", vars(question) | {"erratum": asked.erratum})
