"""What the dashboard takes from dpcore, to be tried where dpcore stands alone.

Scripts as "Code" shows them, of every page and part, and the questions of all lessons at the
settings of their pages, with what is right here.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

from streamlit.testing.v1 import AppTest

from dplab.simulation.sweeps import SweepSpec
from dplab.studies.lessons import entries
from pages.comparison.records import Records
from pages.kit.text import PAGES
from pages.lessons.steps import place
from pages.trade_off.swept.view import of_sweep
from tests.pages.release import forms
from tests.pages.screen import complaints, opened
from tests.pages.tables import csv, declare, edit, with_table

SMALL = {"data": "breast_cancer", "n": "200", "draws": "5"}
PARTS = {
    "foundations_part": ("sum", "average", "regression", "game", "beliefs", "composition"),
    "is_it_private_part": ("meter", "mechanisms", "map", "guarantee", "sensitivity", "spending"),
    "papers_part": ("errata",),
    "kernels_half": ("features", "serving"),
    "who_pays_part": ("groups", "decided"),
}
OPENED = (
    *((page, SMALL) for page in ("trade_off", "geometry", "private_tuning", "adversary")),
    ("trade_off", SMALL | {"trade_off_on": "objective"}),
    *(("adversary", SMALL | {"adversary_scene": scene}) for scene in ("line_up", "threshold")),
    ("decide", SMALL | {"decide_risk_line": "attack", "decide_cost_line": "dearest"}),
    ("counterexample", {"draws": "5"}),
    *(
        (name.rpartition("_")[0], SMALL | {name: part})
        for name, parts in PARTS.items()
        for part in parts
    ),
)
OF_OWN_TABLES: tuple[tuple[str, dict[str, str]], ...] = (
    *((page, {}) for page in ("trade_off", "decide", "geometry", "private_tuning", "adversary")),
    ("foundations", {"foundations_part": "average", "foundations_average_of": "upload"}),
    ("kernels", {"kernels_half": "features", "kernels_data": "chosen"}),
    ("kernels", {"kernels_half": "serving", "kernels_serving_data": "chosen"}),
    ("who_pays", {"who_pays_part": "groups"}),
    ("who_pays", {"who_pays_part": "decided"}),
)
"""Pages whose scripts read an own table, and where they stand then."""

PLOTS = tuple(sorted(PAGES.rglob("plot*.txt")))
"""What draws the figure in the notebook of a page or part."""

Question = tuple[str, str, dict[str, Any], Any]
"""A lesson's name, its check, settings, and what is right at them."""


def scripts() -> Iterator[tuple[str, str]]:
    """Yield the name of a page, and a script that it exports."""
    for page, settings in OPENED:
        yield from _of(opened(page, **settings), page)
    own = declared()
    for page, settings in OF_OWN_TABLES:
        yield from _of(at(own, page, settings), f"{page}_own")
    yield "sweeps", of_sweep(SweepSpec(sizes=(50, 100), draws=2), "error", Records())
    yield from _of(forms.ready(), "release")


def declared() -> AppTest:
    """Return the dashboard of somebody who has declared the table of `csv(300)`."""
    return declare(edit(with_table(csv(300)), "age", lower=0, upper=100, missing="30"))


def at(app: AppTest, page: str, settings: dict[str, str]) -> AppTest:
    """Go on to a page, at some settings."""
    for name, value in settings.items():
        app.session_state[name] = value
    return app.switch_page(f"{page}/page.py").run()


def _of(app: AppTest, name: str) -> Iterator[tuple[str, str]]:
    assert complaints(app) == [], name
    found = [block.value for block in app.code if "from dp" in block.value]
    assert found, f"{name} shows no script"
    yield from ((name, source) for source in found)


def write_scripts(folder: Path) -> list[Path]:
    """Write every script into a folder, with the files that some of them read."""
    found = list(scripts())
    _check_all(tuple(source for _, source in found))
    (folder / "mine.csv").write_bytes(csv(300))
    (folder / "table.csv").write_bytes(forms.csv())
    (folder / "schema.json").write_text(forms.SCHEMA.to_json(), "utf-8")
    paths = [folder / f"{number:02}_{name}.py" for number, (name, _) in enumerate(found)]
    for path, (_, source) in zip(paths, found, strict=True):
        path.write_text(source, "utf-8")
    return paths


def templates() -> list[Path]:
    """Return the templates of all scripts."""
    return sorted(PAGES.rglob("script*.txt"))


def _check_all(sources: tuple[str, ...]) -> None:
    """Refuse where a template has become none of the scripts."""
    for path in templates():
        fixed = [line for line in path.read_text("utf-8").splitlines() if "$" not in line]
        assert any(all(line in source for line in fixed) for source in sources), path


def questions() -> list[Question]:
    """Return what every lesson asks, at two seeds, with what is right."""
    asked: list[Question] = []
    compute = entries.truth

    def noted(name: str, check: str, at: dict[str, Any]) -> Any:
        found = compute(name, check, at)
        asked.append((name, check, at, found.answer))
        return found

    with patch.object(entries, "truth", noted):
        for lesson, seed in product(entries.lessons().values(), (0, 7)):
            for step in lesson.steps:
                place.truth(lesson, step, place.example(step), seed)
            for question in lesson.exam:
                place.exam(lesson, question, seed)
    return asked
