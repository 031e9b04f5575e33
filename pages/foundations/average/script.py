"""The script that prints the numbers of the noisy average: of made-up pay, or of an own table."""

from dplab.studies.foundations.average import Question
from pages.comparison.records import Records
from pages.foundations.average import own_column
from pages.kit.notebook import part_code


def script(question: Question, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If a column of an own table is asked for, and there is none.
    """
    if not question.is_own:
        return part_code("foundations", "average", vars(question))
    own = (records or Records()).required()
    column = own_column.feature(question.column, own.schema)
    asked = {
        "epsilon": question.epsilon,
        "way": question.way,
        "name": column.name,
        "lower": column.lower,
        "upper": column.upper,
        "missing": column.missing,
        "markers": own.schema.markers,
    }
    return part_code("foundations", "average/own", asked)
