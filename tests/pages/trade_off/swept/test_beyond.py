"""How many records are enough along n: within the table, beyond it, or not known."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from dplab.studies.trade_off import grid
from dplab.studies.trade_off.swept import prices
from pages.comparison.records import Records
from pages.comparison.screen import cached
from pages.kit.values import reading
from pages.trade_off import values
from pages.trade_off.swept import view
from tests.pages.screen import complaints, figures, opened, words

SOON = 120

BEYOND = {"axis": "n", "data": "gaussian", "n": "1000", "draws": "40", "within": "2"}


@pytest.fixture(autouse=True)
def own_store(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("EXPLORER_STORE", "sqlite://")
    cached.registry.clear()
    cached.store.clear()
    yield
    cached.registry.clear()
    cached.store.clear()


def swept(**query: str) -> AppTest:
    """Open the page with a sweep that starts by itself, and look at it when it has ended."""
    app = opened("trade_off", **BEYOND | query)
    *_, run = app.session_state["sweep_runs"]
    cached.registry().wait(run, SOON, app.session_state["visitor"])
    return app.run()


def test_a_sweep_along_n_goes_on_beyond_its_table_only_where_that_is_asked():
    app = swept(epsilon="0.05", mechanisms="non_private,output")
    assert complaints(app) == []
    (drawing,) = figures(app)
    (beyond,) = (t for t in drawing["data"] if "extrapolated" in str(t.get("name")))
    (curve,) = (t for t in drawing["data"] if t.get("name") == "Output perturbation")
    assert beyond["line"]["dash"] == "dash"
    assert (beyond["x"][0], beyond["y"][0]) == (curve["x"][-1], curve["y"][-1])
    assert beyond["x"][1] == 2 * curve["x"][-1]
    (said,) = re.findall(
        r"output perturbation needs about ([\d,]+) records \(([\d,]+) to ([\d,]+)\), [\d.]+ times "
        r"the table's \(extrapolated\)",
        words(app),
    )
    place, low, high = (int(each.replace(",", "")) for each in said)
    assert 1000 < place <= high <= beyond["x"][-1]
    assert low <= place
    assert 10 ** drawing["layout"]["xaxis"]["range"][1] > beyond["x"][-1]
    assert "Extrapolated, not computed" in words(app)


def test_a_curve_that_comes_so_low_within_the_table_is_not_extrapolated():
    app = swept(epsilon="2", mechanisms="non_private,output")
    assert "output perturbation needs" in words(app)
    assert "extrapolated" not in words(app)
    assert 10 ** figures(app)[0]["layout"]["xaxis"]["range"][1] < 1500


def test_where_the_noise_is_another_one_nothing_is_said_of_more_records():
    app = swept(lam="1e-5", epsilon="0.05", mechanisms="non_private,objective")
    assert "more cannot be predicted: here Δ > 0" in words(app)
    assert not [t for t in figures(app)[0]["data"] if "extrapolated" in str(t.get("name"))]


def test_what_would_take_too_long_is_not_computed(monkeypatch):
    monkeypatch.setattr(view, "MOST_SECONDS", 0.0)
    app = swept(epsilon="0.05", mechanisms="non_private,output")
    assert "predicting for more takes too long" in words(app)


def test_several_losses_are_answered_one_by_one_and_not_marked():
    app = swept(epsilon="0.05", losses="logistic,huber")
    assert complaints(app) == []
    assert len(re.findall(r"loss: At ε = 0.05, for at most 2.0 points", words(app))) == 2
    assert not [t for t in figures(app)[0]["data"] if "extrapolated" in str(t.get("name"))]


def test_without_a_baseline_no_number_of_records_is_told():
    app = swept(mechanisms="output")
    assert "Add Non-private to what is compared" in words(app)


def test_prices_are_read_off_once_for_the_curve_and_for_what_lies_beyond_it(monkeypatch):
    asked = values.question(reading(BEYOND | {"epsilon": "2", "mechanisms": "non_private,output"}))
    sweep, read_off, calls = grid.spec(asked.sweep), prices.read_off, []

    def counted(*arguments):
        calls.append(arguments)
        return read_off(*arguments)

    monkeypatch.setattr(prices, "read_off", counted)
    known = view.Swept(sweep, grid.rows_of(sweep))
    first, second = view.views(asked, known, Records())
    assert first.answer.enough is None
    assert second.answer.enough
    assert first.answer.prices == second.answer.prices
    assert len(calls) == 1
