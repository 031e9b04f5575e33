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


def _length(file: tuple[str, str]) -> int:
    return len(file[1])


def check_open(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> Mapping[str, str]:
    """Fail unless a page shows no table until it is asked to, and then its CSV files: return these.

    The shortest comes first; returned are all by their names.
    """
    assert shown(app) == []
    with saved(monkeypatch) as files:
        app.button(key="table").click().run()
    tables = shown(app)
    assert len(tables) == len(files) > 0
    for table, (name, text) in zip(tables, sorted(files.items(), key=_length), strict=True):
        rows = list(csv.reader(io.StringIO(text)))
        assert table.rows == rows[: MOST_ROWS + 1]
        assert table.caption.startswith(f"{name}: ")
        assert len(rows) > 1
    return files
