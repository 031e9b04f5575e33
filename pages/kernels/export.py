"""What a visitor takes along from a half: numbers, picture, code, link."""

from collections.abc import Callable, Mapping
from string import Template

from pages.shared import address, export, settings
from pages.shared.text import script


def row(
    half: str, table: Callable[[], str], values: Mapping[str, object], *, own: bool = False
) -> None:
    """Draw the quiet row under the figures of a half.

    Parameters
    ----------
    half : str
        Names the file, and the template of the script: ``<half>.txt`` in this folder.
    table : callable
        Returns the numbers of the figure as CSV.
    values : mapping
        What stands for each name in the template, as Python values.
    own : bool
        Whether the picture rests on the visitor's own table.
    """
    with export.row():
        export.file(f"kernels-{half.replace('_', '-')}.csv", table)
        export.format_of_picture()
        export.code(export.SAME_NUMBERS, code(half, values))
        export.link(address.query(settings.values_of("kernels")), own=own)


def code(half: str, values: Mapping[str, object]) -> str:
    """Return a script on `dpcore` that prints the numbers of a half."""
    texts = {name: export.as_python(value) for name, value in values.items()}
    return Template(script("kernels", half)).substitute(texts)
