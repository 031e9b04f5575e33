"""Pages in Streamlit's own test bench, without a browser."""

import json
import re
from functools import cache
from typing import Any
from unittest.mock import MagicMock

from plotly.io.json import to_json_plotly
from streamlit.components.v2 import manifest_scanner
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime import Runtime
from streamlit.testing.v1 import AppTest, app_test, local_script_runner
from streamlit.testing.v1.element_tree import Markdown

from pages.kit.figures.style import FigureDict
from tests.house.syntax import ROOT

PATIENCE = 120
"""Seconds for one run: the first one imports, and other tests run on the same cores."""

# The test bench looks through all installed packages for components, anew for each visitor: a
# third of the processor's time of all these tests. A server does so once; no page has components.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

# It compiles the scripts of pages again for each run; a server keeps them for all visitors.
local_script_runner.ScriptCache = cache(local_script_runner.ScriptCache)

# And it makes a class of its own for what stands for the server in each run. One serves for all,
# without what it remembers of the run before.
_server = app_test.MagicMock(spec=Runtime)


def _as_new(spec: type[Runtime]) -> MagicMock:
    assert spec is Runtime
    _server.reset_mock()
    return _server


app_test.MagicMock = _as_new

# It also looks a thousand times a second whether a run has ended, through everything that the run
# has said so far, and takes the interpreter from the run each time. Asleep until the run's thread
# ends, it looks once; a run that does not end gets the same complaint, after as long again.
_look = local_script_runner.require_widgets_deltas


def _asleep(runner: local_script_runner.LocalScriptRunner, timeout: float = PATIENCE) -> None:
    runner._script_thread.join(timeout)
    _look(runner, timeout)


local_script_runner.require_widgets_deltas = _asleep

# What a page says is read without the marks of words that are explained (`frame/glossary`): tests
# name its sentences as they are in the code.
MARK = re.compile(r"\[([^]]*)\]\(#(word-\d+)\)")
Markdown.value = property(lambda said: MARK.sub(r"\1", said.proto.body))


def opened(page: str | None = None, brings: WidgetStates | None = None, **query: str) -> AppTest:
    """Open a page, by its folder, as a new visitor with settings in the address.

    The visitor `brings` what the controls said of a page that a session before had drawn.
    """
    app = _app(**query)
    if page:
        # The test bench learns the navigation from a run, of any visitor; only then can it change
        # pages. To run another page for each visitor first would take as long again.
        app._registered_pages = _navigation()
        app.switch_page(f"{page}/page.py")
    return app._run(brings)


def with_more(page: str, **query: str) -> AppTest:
    """Open a page, and its fold "More settings"."""
    app = opened(page, **query)
    app.session_state["more"] = True
    return app.run()


@cache
def _navigation() -> dict[str, Any]:
    return dict(_app(draws="2").run()._registered_pages)


def _app(**query: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "pages" / "main.py"), default_timeout=PATIENCE)
    for name, value in query.items():
        app.query_params[name] = value
    return app


def words(app: AppTest) -> str:
    """Return all running text of a page."""
    kinds = (app.title, app.markdown, app.caption, app.info, app.success, app.error, app.warning)
    return "\n".join(element.value for kind in kinds for element in kind)


def figures(app: AppTest) -> list[dict[str, Any]]:
    """Return the figures as Plotly's JSON."""
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def as_json(figure: FigureDict) -> dict[str, Any]:
    """Return a view's figure as a page has it: as Plotly's JSON."""
    return json.loads(to_json_plotly(figure))


def complaints(app: AppTest) -> list[str]:
    """Return what went wrong in the program: an exception, or the sentence that stands for one."""
    return [e.message for e in app.exception] + [
        e.value for e in app.error if "our fault" in e.value
    ]
