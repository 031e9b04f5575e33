"""The cell that shows a table or figure of a paper: what it published, beside ours."""

from pages.comparison.records import Records

CELL = """\
from IPython.display import Markdown

from dplab.studies.papers.entries import entries
from dplab.studies.papers.results import markdown

name = "{entry}"
Markdown(markdown({{name: entries()[name]}}))
"""


def script(question: str, records: Records | None = None) -> str:  # noqa: ARG001
    """Return a notebook's cell that shows the tables of an entry; nobody's own records count."""
    return CELL.format(entry=question)
