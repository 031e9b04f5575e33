"""The script that prints how many answers the noise decides."""

from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.kit.notebook import part_code
from pages.who_pays.decided.values import DecidedQuestion


def script(question: DecidedQuestion, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    people = question.people
    asked = vars(people.settings) | {"mechanism": people.mechanism}
    reading = in_script(people.settings.data, records or Records())
    return part_code("who_pays", "decided", asked, reading)
