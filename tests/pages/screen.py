"""Pages in Streamlit's own test bench, without a browser."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.house import ROOT

PATIENCE = 30
"""Seconds for one run: the first one imports, and cores are shared."""


def opened(page: str | None = None, **settings: str | float) -> AppTest:
    """Open a page as a new visitor who has made these settings, by the names of the address."""
    app = AppTest.from_file(str(ROOT / "pages" / "main.py"), default_timeout=PATIENCE).run()
    if page:
        # The test bench learns the navigation from a first run; only then can it change pages.
        app.switch_page(page).run()
    for name, value in settings.items():
        boxes = app.text_input if isinstance(value, str) else app.number_input
        boxes(key=name).set_value(value)
        app.run()
    return app


def words(app: AppTest) -> str:
    """Return all running text of a page."""
    kinds = (app.title, app.markdown, app.caption, app.info, app.error, app.warning)
    return "\n".join(element.value for kind in kinds for element in kind)


def figures(app: AppTest) -> list[dict[str, Any]]:
    """Return the figures as Plotly's JSON."""
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def complaints(app: AppTest) -> list[str]:
    """Return what went wrong in the program: an exception, or the sentence that stands for one."""
    return [e.message for e in app.exception] + [
        e.value for e in app.error if "our fault" in e.value
    ]
