"""The script that prints the numbers of Private tuning."""

from string import Template

from dplab.studies.private_tuning.costs import Question
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.kit.notebook import arguments
from pages.kit.text import script_template


def script(question: Question, records: Records | None = None) -> str:
    """Return a script on `dpcore` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    return Template(script_template("private_tuning")).substitute(
        settings=arguments(vars(question.settings)),
        mechanism=question.mechanism,
        lams=question.lams,
        kernel=question.kernel,
        parameters=question.parameters,
        axis=question.axis,
        **in_script(question.settings.data, records or Records()),
    )
