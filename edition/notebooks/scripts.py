"""The code of a step: what its page shows under "Code" at the step's settings.

Pages are run as visitors see them, by Streamlit's own test bench. A sweep shows its code once it
has run, and a paper's page has none: of the first the script is made from the same question, of the
second a program prints the page's tables.
"""

import logging
from collections.abc import Mapping
from pathlib import Path

from streamlit.testing.v1 import AppTest

from dplab.lessons import settings_at
from dplab.studies.lessons import how_much_data
from dplab.studies.lessons.entries import LessonStep
from pages.comparison.records import Records
from pages.foundations import values as foundations
from pages.is_it_private import values as is_it_private
from pages.kit import notebook
from pages.sweeps import script as sweeps
from pages.who_pays import values as who_pays

# In each run it warns that there is no server, which is no news here, and sets its level anew.
NO_SERVER = "streamlit.runtime.scriptrunner_utils.script_run_context"
logging.getLogger(NO_SERVER).addFilter(lambda record: record.levelno > logging.WARNING)

MAIN = Path(__file__).parents[2] / "pages" / "main.py"
PATIENCE = 120
"""Seconds for one run of a page."""

GAME = "foundations_game"
"""A game's draws, in the address: a visitor's are new each time, and a notebook's stay."""

PARTS = {
    "foundations": foundations.PARTS,
    "is_it_private": is_it_private.PARTS,
    "who_pays": who_pays.PARTS,
}
"""Pages of lessons whose parts have a figure each."""

OF_PAPER = """\
from IPython.display import Markdown

from dplab.studies.papers.entries import entries
from dplab.studies.papers.results import markdown

name = "{entry}"
Markdown(markdown({{name: entries()[name]}}))
"""


def script(step: LessonStep, seed: int) -> str:
    """Return a program that prints the numbers of a step's picture."""
    if step.page == "papers":
        return OF_PAPER.format(entry=step.at["entry"])
    if step.page == "sweeps":
        return str(
            sweeps.of_sweep(how_much_data.curve(settings_at(step, seed)), "error", Records())
        )
    return _shown(step.page, {"seed": str(seed), **step.at})


def plot(step: LessonStep) -> str:
    """Return what draws the picture of a step, from the names of its script; a paper has none."""
    if step.page == "papers":
        return ""
    parts = PARTS.get(step.page)
    if parts is None:
        line_up = step.at.get("adversary_scene") == "line_up"
        return notebook.plot(step.page, "line_up" if line_up else "")
    return notebook.plot(parts.folder(step.at.get(parts.choice.name, parts.choice.default)))


def _shown(page: str, texts: Mapping[str, str]) -> str:
    app = AppTest.from_file(str(MAIN), default_timeout=PATIENCE)
    for name, value in ({GAME: texts["seed"]} | dict(texts)).items():
        app.query_params[name] = value
    app.run()  # Overview, from which the test bench learns what pages there are
    app.switch_page(f"{page}/page.py").run()
    (found,) = (block.value for block in app.code if "from dp" in block.value)
    return str(found)
