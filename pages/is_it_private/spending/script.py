"""The script that prints what becomes of ε along λ."""

from dplab.simulation.settings import Settings
from pages.comparison.records import Records
from pages.is_it_private import problem
from pages.kit.notebook import part_code


def script(settings: Settings, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers."""
    question = problem.of(settings, records or Records())
    return part_code("is_it_private", "spending", vars(question))
