"""The script that prints the numbers of regression."""

from dplab.studies.foundations.regression import Question
from pages.comparison.records import Records
from pages.kit.notebook import part_code


def script(question: Question, records: Records | None = None) -> str:  # noqa: ARG001
    """Return a script on `dplab` that prints the same numbers; nobody's own records count."""
    return part_code("foundations", "regression", vars(question))
