"""The table behind a figure: the cells of the CSV as they are, and no more of them than one reads.

That each page's table is its CSV, `test_views.py` finds where it opens them all.
"""

import csv
import io

import pandas as pd
import pytest

from pages.kit.figures.table import MOST_ROWS, as_csv, as_html
from tests.pages.kit.figures.numbers import ReadTable, check_open, shown
from tests.pages.screen import complaints, opened

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</td></table><script>alert(1)</script>",
    "a, b",
    'a "b" & c',
    "two\nlines",
    "&lt;",
    "",
    "'=1+1",
)
TAGS = {"div", "table", "caption", "thead", "tbody", "tr", "th", "td"}


def written(rows: list[list[str]]) -> str:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue()


def test_a_cell_is_text_whatever_it_holds():
    rows = [list(HOSTILE), list(reversed(HOSTILE))]
    found = ReadTable(as_html("<b>.csv", written(rows)))
    assert found.rows == rows
    assert set(found.tags) == TAGS
    assert found.caption == "<b>.csv: 1 row."


@pytest.mark.parametrize("text", ["two\rlines", "two\r\nlines", "two\nlines"])
def test_a_text_of_two_lines_is_one_cell_however_they_end(text: str):
    file = as_csv(pd.DataFrame({text: [text]}))
    assert ReadTable(as_html("a.csv", file)).rows == [["two\nlines"], ["two\nlines"]]
    assert pd.read_csv(io.StringIO(file)).shape == (1, 1)


def test_every_column_has_a_header_and_the_box_is_reached_by_the_keyboard():
    html = as_html("a.csv", "x,y\n1,2\n")
    assert html.count('<th scope="col">') == 2
    assert 'role="region" aria-label="Table: a.csv" tabindex="0"' in html


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 rows."),
        (1, "1 row."),
        (MOST_ROWS, f"{MOST_ROWS} rows."),
        (MOST_ROWS + 1, f"the first {MOST_ROWS} of {MOST_ROWS + 1} rows. The CSV has all."),
        (12_000, f"the first {MOST_ROWS} of 12,000 rows. The CSV has all."),
    ],
)
def test_a_long_file_is_cut_and_says_so(count: int, said: str):
    rows = [["x"], *([str(number)] for number in range(count))]
    found = ReadTable(as_html("a.csv", written(rows)))
    assert found.rows == rows[: MOST_ROWS + 1]
    assert found.caption == f"a.csv: {said}"


@pytest.mark.parametrize(
    ("page", "query"),
    [("overview", {}), ("data", {"n": "60"}), ("data", {"data": "breast_cancer"})],
    ids=["overview", "generated records", "a table"],
)
def test_pages_without_an_answer_have_tables_too(page: str, query, monkeypatch):
    app = opened(page, **query)
    check_open(app, monkeypatch)
    assert complaints(app) == []


def test_an_open_table_follows_the_settings_and_stays_on_its_page(monkeypatch):
    app = opened("trade_off", n="60", draws="2")
    check_open(app, monkeypatch)
    before, *_ = shown(app)
    app.query_params["seed"] = "7"
    after, *_ = shown(app.run())
    assert after.rows[0] == before.rows[0]
    assert after.rows != before.rows
    assert shown(app.switch_page("geometry/page.py").run()) == []
    app.switch_page("trade_off/page.py").run()
    app.button(key="table").click().run()
    assert shown(app) == []


def test_a_slide_has_neither_the_button_nor_its_key():
    app = opened("trade_off", n="60", draws="2", present="1")
    assert all(button.key != "table" for button in app.button)
