"""What the table behind the figures of a page says, read as a browser does."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from html.parser import HTMLParser

import pytest
from streamlit.testing.v1 import AppTest

from pages.kit import export
from pages.kit.figures.table import MOST_ROWS

BOX = '<div class="numbers".*?</div>'

Rows = list[list[str]]


class ReadTable(HTMLParser):
    """The rows of a table and its caption, whatever is written around them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows, self.caption, self.tags = Rows(), "", list[str]()
        self._within = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self._within = tag
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within == "caption":
            self.caption += data
        elif self._within in ("th", "td"):
            self.rows[-1][-1] += data


def shown(app: AppTest) -> list[ReadTable]:
    """Return the tables that a page shows."""
    bodies = "".join(each.proto.body for each in app.get("html"))
    return [ReadTable(each) for each in re.findall(BOX, bodies, re.S)]


@contextmanager
def saved(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mapping[str, str]]:
    """Collect the CSV files that a page offers while it runs, by their names."""
    found = dict[str, str]()
    draw = export.file

    def noted(name: str, content: Callable[[], str | bytes], *args: str, **named: object) -> None:
        if name.endswith(".csv"):
            found[name] = str(content())
        draw(name, content, *args, **named)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(export, "file", noted)
        yield found


def check_open(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> Mapping[str, str]:
    """Fail unless a page shows no table until it is asked to, and then its CSV files.

    Returned are these by their names, as the page shows them.
    """
    assert shown(app) == []
    with saved(monkeypatch) as files:
        app.button(key="table").click().run()
    tables = {table.caption.partition(":")[0]: table for table in shown(app)}
    assert tables
    assert tables.keys() == files.keys()
    for name, table in tables.items():
        rows = list(csv.reader(io.StringIO(files[name])))
        assert table.rows == rows[: MOST_ROWS + 1]
        assert len(rows) > 1
    return {name: files[name] for name in tables}
