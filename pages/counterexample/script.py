"""The script that prints the numbers of Counterexample."""

from string import Template

from dplab.studies.counterexample import Question
from pages.comparison.records import Records
from pages.kit.notebook import arguments
from pages.kit.text import script_template


def script(question: Question, records: Records | None = None) -> str:  # noqa: ARG001
    """Return a script on `dpcore` that prints the same numbers; nobody's own records count."""
    return Template(script_template("counterexample")).substitute(
        example=arguments(vars(question.example)), mechanisms=question.mechanisms
    )
