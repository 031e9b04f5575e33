"""The script that prints the numbers of Geometry."""

from string import Template

from dplab.studies.geometry.clouds import DRAWS
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.geometry.values import PlaneQuestion
from pages.geometry.view import features
from pages.kit.notebook import arguments
from pages.kit.text import script_template


def script(question: PlaneQuestion, records: Records | None = None) -> str:
    """Return a script on `dpcore` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    records = records or Records()
    return Template(script_template("geometry")).substitute(
        settings=arguments(vars(question.settings)),
        features=features(question, records),
        draws=DRAWS,
        **in_script(question.settings.data, records),
    )
