"""Who pays?: its view at an address; and its page in Streamlit's test bench, opened and moved."""

import json
import re
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest

from edition.views import RememberingRecords, view
from pages.comparison.records import Records
from pages.kit.view import View
from tests.pages.screen import as_json, complaints, figures, opened
from tests.pages.tables import with_table

PAGE = "who_pays"
QUICK = {"n": "500", "draws": "10", "epsilon": "1"}
DECIDED = {"who_pays_part": "decided"}

RECORDS = RememberingRecords()

NOT_A_NUMBER = re.compile(r"\b(nan|NaN|None|inf)\b")


def shown(records: Records | None = None, **query: str) -> View[Any]:
    """Return the view of a part, by which nothing is said or drawn that is no number."""
    found = view(PAGE, QUICK | query, records or RECORDS)
    drawn = [found.draw(dark=phone, phone=phone) for phone in (False, True)]
    assert NOT_A_NUMBER.findall(words_of(found)) == []
    assert NOT_A_NUMBER.findall(json.dumps([as_json(each) for each in drawn])) == []
    return found


def drawing(found: View[Any]) -> dict[str, Any]:
    """Return the figure of a view."""
    return as_json(found.draw(dark=False, phone=False))


def words_of(found: View[Any]) -> str:
    """Return all that a view says."""
    return "\n".join((found.sentence, found.alt, found.made, *found.below))


def said(found: View[Any]) -> str:
    """Return the sentence of a view."""
    return found.sentence.strip("*")


def open_page(**query: str) -> AppTest:
    return sound(opened(PAGE, **QUICK | query))


def sound(app: AppTest) -> AppTest:
    """Fail where there is a fault of ours, or a number that is none: in words or in figures."""
    assert complaints(app) == []
    assert app.title[0].value == "Who pays for privacy?"
    said = [each.value for kind in (app.markdown, app.caption, app.info) for each in kind]
    assert NOT_A_NUMBER.findall("\n".join(said)) == []  # A refusal repeats what was typed.
    assert [NOT_A_NUMBER.findall(chart.proto.spec) for chart in app.get("plotly_chart")] == [
        [] for _ in figures(app)
    ]
    return app


def refusals(app: AppTest) -> list[str]:
    return [each.value.replace("\\", "") for each in app.error]


def box(app: AppTest, label: str) -> Any:
    """Return the selection or the box with this label."""
    kinds = (*app.selectbox, *app.text_input, *app.number_input)
    return next(each for each in kinds if each.label == label)


def has(app: AppTest, label: str) -> bool:
    return any(each.label == label for each in (*app.selectbox, *app.text_input))


def verdict(app: AppTest) -> str:
    """Return the sentence that stands over the figure."""
    return next(each.value for each in app.markdown if each.value.startswith("**")).strip("*")


def press(app: AppTest, label: str) -> AppTest:
    next(each for each in app.button if each.label == label).click()
    return sound(app.run())


def own_table(header: str, *columns: list[str], seed: int = 0) -> bytes:
    """Return a table of one's own: these columns, and a label of two values."""
    rng = np.random.default_rng(seed)
    rows = [",".join([*cells, rng.choice(["yes", "no"])]) for cells in zip(*columns, strict=True)]
    return "\n".join([f"{header},ill", *rows, ""]).encode()


def own_page(header: str, *columns: list[str], seed: int = 0, **query: str) -> AppTest:
    """Open the page with such a table."""
    app = with_table(own_table(header, *columns, seed=seed))
    for name, value in query.items():
        app.session_state[name] = value
    return sound(app.switch_page(f"{PAGE}/page.py").run())
