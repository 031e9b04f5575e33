"""What every answer promises: a question, a view that knows no Streamlit, a script."""

import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

from dpcore.checks import InvalidInput
from dplab.simulation.settings import Settings
from edition import views
from pages.comparison import values
from pages.comparison.screen import cached
from pages.contents import NAMES
from pages.kit import chart, export, paths, visitor
from pages.kit.text import PAGES
from pages.kit.values import reading
from pages.kit.view import View
from tests.house.syntax import ROOT
from tests.pages.answers.row import AnswerRow
from tests.pages.answers.rows import ROWS
from tests.pages.kit.dials import text_on
from tests.pages.kit.figures.numbers import check_open
from tests.pages.screen import PATIENCE, complaints, opened

WITHOUT_VIEW = {"accessibility", "all_pages", "data", "lessons", "release"}
"""These show no answer that anything else could show."""

NOTHING_TO_DRAW = "is_it_private", "inf"
"""Which says so in its sentence."""

LOOKS = [{"dark": False, "phone": False}, {"dark": True, "phone": True}]
FREE = ("values", "view")


def ids(row: AnswerRow) -> str:
    return row.name


def seen(row: AnswerRow, texts: Mapping[str, str]) -> View[Any]:
    """Return what an address shows, with nothing kept from another."""
    return views.view(row.page, texts)


def test_every_page_that_answers_has_a_row():
    assert {row.page for row in ROWS} == set(NAMES) - WITHOUT_VIEW
    assert set(views.names()) == set(NAMES) - WITHOUT_VIEW


def test_views_are_drawn_where_streamlit_is_not():
    modules = sorted(
        ".".join(("pages", *path.relative_to(PAGES).with_suffix("").parts))
        for name in FREE
        for path in PAGES.rglob(f"{name}.py")
    )
    assert len(modules) > 3 * len(ROWS) / 2
    program = "\n".join(
        (
            "import sys",
            "sys.modules['streamlit'] = None",
            *(f"import {name}" for name in modules),
            "from edition.views import view",
            "print(view('trade_off', {'n': '60', 'draws': '2'}).sentence)",
        )
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.stderr == ""
    assert done.stdout.startswith("**At ε = 1,")


@pytest.mark.parametrize("row", ROWS, ids=ids)
def test_a_view_says_its_answer_and_plotly_knows_all_that_it_draws(row: AnswerRow):
    found = seen(row, row.texts())
    assert found.sentence
    assert found.alt
    for text in (found.sentence, found.alt, found.made, *found.below):
        assert "nan" not in text.split()
    if row.page != "overview":  # an instrument of its own
        for looks in LOOKS:
            go.Figure(found.draw(**looks))


@pytest.mark.parametrize("row", ROWS, ids=ids)
def test_absent_means_default(row: AnswerRow):
    bare, spelt = seen(row, row.texts()), seen(row, row.spelt_out())
    assert (bare.sentence, bare.alt, bare.made) == (spelt.sentence, spelt.alt, spelt.made)
    if row.page != "overview":
        assert bare.draw(**LOOKS[0]) == spelt.draw(**LOOKS[0])


def named(row: AnswerRow, *case: Any) -> Any:
    """Return a case of a row under a name that can be read."""
    texts = " ".join(f"{name}={text}" for name, text in case[0].items())
    return pytest.param(row, *case, id=f"{row.name}, {texts}")


CASES = [
    pytest.param(*case.values, id=case.id, marks=pytest.mark.whole if place % 3 else ())
    for place, case in enumerate(named(row, texts) for row in ROWS for texts in row.extremes)
]
"""Every third in every run."""


@pytest.mark.parametrize(("row", "texts"), CASES)
def test_extremes_are_answered(row: AnswerRow, texts: Mapping[str, str]):
    found = seen(row, row.texts(**texts))
    assert found.sentence
    assert "nan" not in found.sentence.split()
    if row.page != "overview" and (row.page, texts.get("epsilon")) != NOTHING_TO_DRAW:
        assert found.draw(**LOOKS[0])["data"]


@pytest.mark.parametrize(
    ("row", "texts", "sentence"), [named(row, *case) for row in ROWS for case in row.refused]
)
def test_what_cannot_be_gets_a_sentence(row: AnswerRow, texts: Mapping[str, str], sentence: str):
    with pytest.raises(InvalidInput) as reason:
        seen(row, row.texts(**texts))
    assert sentence in str(reason.value)


@pytest.mark.whole  # notebooks and pages run the same scripts in every run
@pytest.mark.parametrize("row", [row for row in ROWS if row.page != "overview"], ids=ids)
def test_the_script_runs_as_it_is(row: AnswerRow, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # one writes its rows
    asked = row.module("values").question(reading(row.texts()))
    exec(row.module("view").script(asked), {"__name__": "__main__"})
    assert capsys.readouterr().out or row.page == "papers"  # tables, for a notebook to show


def test_a_default_stands_in_one_place():
    """Changed there, it is another one for the live page, the edition, and in links."""
    epsilon, usual = values.VALUES["epsilon"], values.VALUES["epsilon"].default
    object.__setattr__(epsilon, "default", "0.7")
    try:
        dial, small = paths.module("trade_off.values").EDITION, {"n": "60", "draws": "2"}
        assert dial.places[dial.first] == 0.7
        assert views.view("trade_off", small).sentence.startswith("**At ε = 0.7")
        app = opened("trade_off", **small)
        assert any(each.value.startswith("**At ε = 0.7") for each in app.markdown)
        assert text_on(app, "epsilon") == "0.7"
        assert "epsilon" not in values.link(Settings(epsilon=0.7))
        assert "epsilon=0.1" in values.link(Settings(epsilon=0.1))
    finally:
        object.__setattr__(epsilon, "default", usual)


@pytest.fixture
def sweeps_at_hand(monkeypatch):
    """Have sweeps computed in this process, and kept nowhere else."""
    monkeypatch.setenv("EXPLORER_STORE", "sqlite://")
    monkeypatch.setenv("EXPLORER_SCHEDULER", "threads")
    made = cached.registry, cached.store, cached.executor, cached.express
    for each in made:
        each.clear()
    yield
    for each in made:
        each.clear()


def settled(app: AppTest) -> AppTest:
    """Return a page as it is once its sweep has ended, where it has one."""
    runs = app.session_state["sweep_runs"] if "sweep_runs" in app.session_state else ()  # noqa: SIM401
    for run in runs:
        cached.registry().wait(run, PATIENCE, app.session_state["visitor"])
        app.run()
    return app


@pytest.mark.usefixtures("sweeps_at_hand")
@pytest.mark.parametrize("row", [row for row in ROWS if row.page != "overview"], ids=ids)
def test_the_live_page_draws_the_view(row: AnswerRow, monkeypatch):
    """The one test that looks at both: everything else asks the view alone."""
    drawn = []
    monkeypatch.setattr(chart, "show", lambda figure, _, *, alt, **__: drawn.append((figure, alt)))
    monkeypatch.setattr(visitor, "is_phone", lambda: False)
    app, found = settled(opened(row.page, **row.texts())), seen(row, row.texts())
    assert complaints(app) == []
    said = {"", *(each.value for each in (*app.markdown, *app.caption, *app.info))}
    tables = {each for each in found.below if each.startswith("| ")}  # shown as rows
    made = "" if row.page == "adversary" else found.made  # which its controls say
    assert {found.sentence, made, *found.below} - tables <= said
    if row.page != "papers":  # which has no code
        asked = row.module("values").question(reading(row.texts()))
        code = row.module("view").script(asked).strip()  # as Streamlit shows it
        assert code in [each.value for each in app.code]
    assert (found.draw(**LOOKS[0]), found.told(phone=False)) in drawn
    files, rows = check_open(app, monkeypatch), export.csv(found.rows()).splitlines()
    assert any(set(rows) <= set(file.splitlines()) for file in files.values())
