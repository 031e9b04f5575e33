"""The script that prints what each group pays."""

from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.kit.notebook import part_code
from pages.who_pays import columns
from pages.who_pays.groups.values import GroupQuestion


def script(question: GroupQuestion, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If the records have no groups.
    """
    records, people = records or Records(), question.people
    division = columns.division(people, records)
    asked = vars(people.settings) | {
        "mechanism": people.mechanism,
        "column": division.column,
        "cuts": division.cuts,
        "counted": question.counted,
    }
    return part_code("who_pays", "groups", asked, in_script(people.settings.data, records))
