"""Who pays? in Streamlit's test bench: what is opened, moved and read on it."""

import re
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest

from tests.pages.screen import complaints, figures, opened
from tests.pages.tables import with_table

PAGE = "who_pays"
QUICK = {"n": "500", "draws": "10", "epsilon": "1"}
DECIDED = {"who_pays_part": "decided"}

NOT_A_NUMBER = re.compile(r"\b(nan|NaN|None|inf)\b")


def open_page(**query: str) -> AppTest:
    return sound(opened(PAGE, **QUICK | query))


def sound(app: AppTest) -> AppTest:
    """Fail where there is a fault of ours, or a number that is none: in words or in figures."""
    assert complaints(app) == []
    assert app.title[0].value == "Who pays?"
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
    kinds = (*app.selectbox, *app.text_input, *app.select_slider, *app.number_input)
    return next(each for each in kinds if each.label == label)


def has(app: AppTest, label: str) -> bool:
    return any(each.label == label for each in (*app.selectbox, *app.text_input))


def verdict(app: AppTest) -> str:
    """Return the sentence that stands over the figure."""
    return next(each.value for each in app.markdown if each.value.startswith("**")).strip("*")


def press(app: AppTest, label: str) -> AppTest:
    next(each for each in app.button if each.label == label).click()
    return sound(app.run())


def own_page(header: str, *columns: list[str], seed: int = 0, **query: str) -> AppTest:
    """Open the page with a table of one's own: these columns, and a label of two values."""
    rng = np.random.default_rng(seed)
    rows = [",".join([*cells, rng.choice(["yes", "no"])]) for cells in zip(*columns, strict=True)]
    app = with_table("\n".join([f"{header},ill", *rows, ""]).encode())
    for name, value in query.items():
        app.session_state[name] = value
    return sound(app.switch_page(f"{PAGE}/page.py").run())
