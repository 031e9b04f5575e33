"""The Data page with a visitor's own table, in Streamlit's test bench."""

import io

import numpy as np
import pandas as pd
from streamlit.testing.v1 import AppTest

from dpcore.data.declared.labelled import labelled
from dpcore.data.encoding import encode
from dplab.tables.proposal import propose
from pages.comparison.records import Records
from pages.comparison.screen.own_table import OwnTable
from pages.data.draft import Draft
from pages.kit.visitor import kept
from tests.pages.screen import complaints, opened

N = 60


def open_page(**settings: str) -> AppTest:
    return ok(opened("data", **settings))


def ok(page: AppTest) -> AppTest:
    assert complaints(page) == []
    assert page.title[0].value == "Which data?"
    return page


def csv(n: int = N, *, header: str = "age,job,sick", seed: int = 0) -> bytes:
    """Return a table with one number, one category with a missing cell, and a label."""
    rng = np.random.default_rng(seed)
    lines = [
        f"{rng.integers(18, 80)},{rng.choice(['smith', 'baker', '?'])},{'yes' if i % 3 else 'no'}"
        for i in range(n)
    ]
    return "\n".join([header, *lines, ""]).encode()


def upload(page: AppTest, data: bytes, name: str = "mine.csv") -> AppTest:
    page.file_uploader[0].upload(name, data)
    return ok(page.run())


def with_table(data: bytes | None = None, **settings: str) -> AppTest:
    return upload(open_page(data="upload", **settings), data or csv())


def own(page: AppTest) -> OwnTable | None:
    return kept.get(page.session_state["visitor"], "own_table")


def own_records(data: bytes, group: str = "") -> Records:
    """Return a table of somebody's own as Data proposes to read it: what a view is asked of.

    `group` is the column that divides it.
    """
    table = pd.read_csv(io.BytesIO(data), dtype=str, keep_default_na=False)
    schema = propose(table)
    known = OwnTable(1, schema, encode(table, schema), labelled(table, schema))
    assert not group or known.divide_by(group)
    return Records(known)


def draft(page: AppTest) -> Draft | None:
    return kept.get(page.session_state["visitor"], "draft")


def edit(page: AppTest, column: str, **cells: object) -> AppTest:
    """Type into the grid's row of a column, keeping what was typed before."""
    now = draft(page)
    shown = [name for name in now.start.index if name != now.label.name]
    key = f"grid_{now.number}"
    typed = dict(page.session_state[key]["edited_rows"])
    row = shown.index(column)
    typed[row] = typed.get(row, {}) | cells
    page.session_state[key] = {"edited_rows": typed, "added_rows": [], "deleted_rows": []}
    return ok(page.run())


def says(page: AppTest) -> str:
    alerts = [alert.value for alert in (*page.error, *page.info)]
    return "\n".join(alerts).replace("\\", "")


def metrics(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}


def load_schema(page: AppTest, text: str | bytes) -> AppTest:
    page.file_uploader(key=f"schema_{draft(page).number}").upload(
        "schema.json", text if isinstance(text, bytes) else text.encode()
    )
    return ok(page.run())


def declare(page: AppTest) -> AppTest:
    (button,) = (each for each in page.button if each.label == "I declare all of this")
    return ok(button.click().run())
