"""What a script does to read somebody's own table from its file."""

from dataclasses import asdict
from string import Template

from dplab.simulation.settings import UPLOAD
from pages.comparison.records import OwnRecords, Records
from pages.kit.notebook import NO_TABLE
from pages.kit.text import script_template

TRAVELS = """

# The schema in this file has facts that were read from the records of your table, such as bounds
# and levels: each "origin" says which. They travel in the file, and
# anyone who gets it gets them, too."""
"""What stands at the top of a script, and of its notebook, while that is so."""


def in_script(data: str, records: Records) -> dict[str, str]:
    """Return what stands in a script's template for the names of `NO_TABLE`.

    Raises
    ------
    InvalidInput
        If somebody's own table is asked for, and there is none.
    """
    if data != UPLOAD:
        return dict(NO_TABLE)
    own = records.required()
    return {
        "note": TRAVELS if own.schema.undeclared() or own.schema.proposed() else "",
        "own": reading(own),
        "records": ", records",
        "named": ", records=records",
        "with_schema": ", records, schema=schema",
    }


def reading(own: OwnRecords) -> str:
    """Return the lines of a script that read a table from its file, as its owner said.

    The schema goes in as a Python literal, whatever it says.
    """
    said = asdict(own.file.said) if own.file else {}
    said = {name: value for name, value in said.items() if value is not None}
    said.pop("as_declared", None)  # of a release alone
    if own.schema.file:  # which declares all else
        said = {name: value for name, value in said.items() if name == "rows"}
    return Template(script_template("comparison", "script_own_table")).substitute(
        schema=repr(own.schema.to_json()),
        said="".join(f", {name}={value!r}" for name, value in said.items()),
    )
