"""Sweeps on Trade-off: started, drawn, cancelled, taken along, and kind to what cannot be."""

import re
from typing import Any

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.comparison import COMPARED
from dplab.simulation.executors.choice import SETTING
from dplab.simulation.sweeps import cells
from dplab.simulation.sweeps.spec import n_fits
from dplab.simulation.sweeps.store import Store
from edition import views
from pages.comparison.records import Records
from pages.comparison.screen import cached
from pages.kit.values import reading
from pages.kit.view import View
from pages.kit.words import number
from pages.trade_off import values
from pages.trade_off.swept import error_map, view
from pages.trade_off.swept.error_map import ErrorMaps
from pages.trade_off.swept.view import SweepAnswer
from tests.pages.screen import complaints, figures, opened, with_more, words

PAGE = "trade_off"
SMALL = {"axis": "lam", "data": "uniform", "n": "200", "draws": "3"}
ALONG_EPSILON = {"axis": "epsilon", "mechanisms": "non_private,objective,output,objective_2008"}
"""Along ε it is a sweep where more is compared than what is there at once."""
LARGE = {"axis": "map", "draws": "500", "n": "5000", "data": "unseparable"}
SAYS = {
    "n": "Error at n = 200: non-private",
    "lam": "Lowest error: non-private",
}
SOON = 120


@pytest.fixture(autouse=True)
def own_store(monkeypatch):
    monkeypatch.setenv("EXPLORER_STORE", "sqlite://")
    restart()
    yield
    restart()


def restart():
    """Forget what a server forgets when it ends. Its processes stay: they start for seconds."""
    cached.registry.clear()
    cached.store.clear()


def _new_executors():
    cached.executor.clear()
    cached.express.clear()


def start(app):
    (button,) = (each for each in app.button if each.label.startswith("Start"))
    return button.click().run()


def ended(app) -> tuple[AppTest, str]:
    """Wait for the session's latest run and look again."""
    *_, run = app.session_state["sweep_runs"]
    cached.registry().wait(run, SOON, app.session_state["visitor"])
    return app.run(), run


def swept(**query: str) -> tuple[AppTest, str]:
    """Open the page with a sweep that is small enough to start by itself."""
    return ended(opened(PAGE, **SMALL | query))


def seen(**query: str) -> View[SweepAnswer]:
    """Return what an address shows once its sweep is whole."""
    return views.view(PAGE, SMALL | query)


def traces(found: View[SweepAnswer]) -> list[dict[str, Any]]:
    return found.draw(dark=False, phone=False)["data"]


@pytest.mark.parametrize("axis", ["n", "lam"])
def test_every_axis_is_swept_and_drawn(axis: str):
    found = seen(axis=axis, epsilon="2")
    names = [trace["name"] for trace in traces(found) if trace.get("name")]
    assert names == ["Non-private", "Objective perturbation", "Output perturbation"]
    assert SAYS[axis] in found.sentence


def test_a_small_sweep_starts_by_itself_and_leaves_the_address_alone():
    app = opened(PAGE, **SMALL)
    assert complaints(app) == []
    assert len(app.session_state["sweep_runs"]) == 1
    assert "run" not in app.query_params
    again, _ = ended(app)
    assert len(again.session_state["sweep_runs"]) == 1


def test_a_large_sweep_waits_for_a_click_and_then_stands_in_the_address():
    app = opened(PAGE, **SMALL | LARGE)
    assert complaints(app) == []
    assert {e for row in figures(app)[0]["data"][0]["z"] for e in row} == {None}
    assert "sweep_runs" not in app.session_state
    (takes,) = (
        each for each in app.caption if re.match(r"about \d+ (second|minute)s?$", each.value)
    )
    assert re.match(r"[\d,]+ classifiers, about .* Results are saved", takes.help)
    start(app)
    (run,) = app.session_state["sweep_runs"]
    assert app.session_state["run"] == run
    assert run in app.query_params["run"]
    cancel = next(each for each in app.button if each.label == "Cancel")
    cancel.click().run()
    assert "Cancelled. What was computed stays" in words(app)


@pytest.mark.usefixtures("few_epsilons")
def test_the_numbers_above_the_figure_are_the_same_along_every_axis():
    at_once = {**SMALL, "axis": "epsilon"}
    shown = [(tile.label, tile.value) for tile in opened(PAGE, **at_once).metric]
    assert len(shown) == 3
    for axis in ("n", "lam", "map"):
        app = opened(PAGE, **SMALL | {"axis": axis})
        assert [(tile.label, tile.value) for tile in app.metric] == shown


@pytest.mark.parametrize("axis", ["n", "map"])
def test_a_slide_has_the_figure_and_the_sentence_of_its_axis(axis: str):
    app, _ = swept(axis=axis, draws="2", n="50", present="1")
    assert complaints(app) == []
    assert len(figures(app)) == 1
    assert app.session_state["sentence_on_show"]


def test_by_another_protocol_the_sentence_stands_there_and_no_number_of_another():
    app, _ = swept(folds="5", draws="2")
    assert not app.metric
    assert "Lowest error: non-private" in words(app)


def test_the_figure_stays_until_the_new_settings_have_a_point():
    app, _ = swept(**LARGE | {"axis": "n", "draws": "3"})
    before = figures(app)[0]["data"]
    app.session_state["draws"] = LARGE["draws"]
    app.segmented_control(key="axis_box").set_value(LARGE["axis"]).run()
    assert "The figure still shows your previous settings. Press Start" in words(app)
    assert figures(app)[0]["data"] == before
    app.session_state["draws"] = "3"
    app.segmented_control(key="axis_box").set_value("lam").run()
    app, _ = ended(app)  # On a busy machine its first point may take a moment.
    assert "previous settings" not in words(app)
    assert figures(app)[0]["data"] != before


def test_the_map_has_a_panel_per_private_method_in_one_figure_and_names_the_best_lam():
    asked = values.question(
        reading(SMALL | {"axis": "map", "epsilon": "7", "draws": "2", "n": "50"})
    )
    whole = view.view(asked).answer
    rows, sweep = whole.swept.rows, whole.swept.sweep
    found = error_map.view(ErrorMaps(asked.sweep, sweep, whole.rule, Records()), rows)
    drawing = found.draw(dark=False, phone=False)
    titles = [each["text"] for each in drawing["layout"]["annotations"]]
    assert titles == ["Objective perturbation", "Output perturbation"]
    heats = [trace for trace in drawing["data"] if trace["type"] == "heatmap"]
    assert [heat["xaxis"] for heat in heats] == ["x", "x2"]
    assert [heat["showscale"] for heat in heats] == [True, False]
    for heat, name in zip(heats, ("objective", "output"), strict=True):
        assert (heat["zmin"], heat["zmax"]) == (0, 0.5)
        mine = rows[rows.mechanism == name].groupby(["lam", "epsilon"]).error.median()
        assert np.ravel(heat["z"]) == pytest.approx(mine.to_numpy())
    column = rows[(rows.mechanism == "objective") & (rows.epsilon == 5)]
    best = column.groupby("lam").error.median()
    text = found.sentence
    assert "output perturbation has its lowest error at λ = " in text
    assert (
        f"At ε = 5: objective perturbation has its lowest error at λ = {number(best.idxmin())} ("
        in text
    )


def test_the_page_draws_every_panel_of_the_map_in_one_figure():
    app, _ = swept(axis="map", draws="2", n="50")
    assert complaints(app) == []
    (figure,) = figures(app)
    assert [trace["type"] for trace in figure["data"]].count("heatmap") == 2


def test_several_losses_are_told_apart_by_their_lines():
    found = seen(losses="logistic,huber", axis="lam", mechanisms="non_private,objective")
    assert found.answer.swept.sweep.losses == (("logistic", 0.5), ("huber", 0.5))
    lines = {t.get("name"): t["line"].get("dash") for t in traces(found)}
    assert lines["Objective perturbation, Logistic"] != lines["Objective perturbation, Huber"]
    shown = [t["name"] for t in traces(found) if t.get("showlegend") is not False]
    assert shown[:2] == ["Non-private", "Objective perturbation"]
    assert len(shown) == 4


def test_too_many_curves_to_read_are_told():
    app, _ = swept(losses="logistic,huber", axis="lam", mechanisms=",".join(MECHANISMS))
    assert f"{2 * len(MECHANISMS)} curves are hard to tell apart" in words(app)


@pytest.mark.parametrize("losses", ["logistic", "logistic,huber"])
def test_a_sweep_along_epsilon_answers_which_is_enough(losses: str):
    found = seen(**ALONG_EPSILON, within="3", losses=losses)
    assert len(found.below) == losses.count(",") + 1
    assert all("At most 3.0 points above the error without noise" in each for each in found.below)
    needs = r"output perturbation (needs ε = \d|does not come so close)"
    assert re.search(needs, " ".join(found.below))
    marks = [trace for trace in traces(found) if "here" in str(trace.get("name"))]
    assert bool(marks) == (losses == "logistic")


def test_points_are_counted_from_the_error_without_noise_or_not_at_all():
    (told,) = seen(axis="epsilon", within="3", mechanisms="output").below
    assert told.startswith("Add Non-private to what is compared")


def test_the_page_answers_which_is_enough_below_its_question():
    app, _ = swept(**ALONG_EPSILON, within="3")
    assert "At most 3.0 points above the error without noise" in words(app)
    assert "Which ε? Largest acceptable loss of accuracy, in points" in [
        box.label for box in app.text_input
    ]


@pytest.mark.parametrize("epsilon", ["0.001", "5"])
def test_a_sweep_along_n_says_what_privacy_costs_in_records(epsilon: str):
    told = " ".join(seen(axis="n", epsilon=epsilon, n="2000").below)
    costs = r"objective perturbation (needs about [\d,]+ records|does not reach the error)"
    (said,) = re.findall(costs, told)
    assert said.startswith("needs" if epsilon == "5" else "does not reach")


def test_where_no_size_beats_a_constant_answer_no_price_is_told():
    told = " ".join(seen(axis="n", lam="1e6", data="gaussian", distance="0", n="500").below)
    assert "the cost of noise cannot be measured" in told
    assert "without noise (error" not in told


def test_the_papers_protocol_is_one_click_away():
    asked = {"axis": "n", "n": "14000", "mechanisms": "output,objective_2008"}
    app = with_more(PAGE, data="unseparable", **asked)
    (button,) = (each for each in app.button if "papers" in each.label)
    button.click().run()
    assert complaints(app) == []
    *_, run = app.session_state["sweep_runs"]
    spec = cached.registry().spec(run)
    assert spec.sizes == tuple(range(1_000, 15_000, 1_000))
    assert (spec.folds, spec.draws) == (5, 200)
    cached.registry().cancel(run)


def test_the_folds_and_the_broken_mechanisms_can_be_chosen():
    found = seen(folds="5", mechanisms="objective_2008,output_laplace_norm", axis="lam")
    spec = found.answer.swept.sweep
    assert (spec.folds, spec.mechanisms) == (5, ("objective_2008", "output_laplace_norm"))
    dashes = {t["name"]: t["line"]["dash"] for t in traces(found) if t.get("name")}
    assert set(dashes.values()) == {"dot"}


def test_a_run_that_the_server_does_not_know_is_taken_up_again(monkeypatch, tmp_path):
    monkeypatch.setenv("EXPLORER_STORE", f"sqlite:///{tmp_path / 'cells.sqlite'}")
    restart()
    swept(axis="n")
    with Store() as store:
        cells = store.count()
    restart()
    again = opened(PAGE, **SMALL | {"axis": "n", "run": "a-run-of-before"})
    assert complaints(again) == []
    again, run = ended(again)
    status = cached.registry().status(run)
    assert (status.state, status.reused, status.total) == ("done", cells, cells)
    assert len(again.session_state["sweep_runs"]) == 1


def test_what_cannot_be_swept_gets_a_sentence_and_the_rest_stays():
    app = opened(PAGE, **SMALL | {"data": "upload"})
    assert complaints(app) == []
    assert any("Links do not carry uploads" in e.value for e in app.error)


def test_more_than_a_server_may_be_asked_for_gets_a_sentence():
    query = {"axis": "map", "folds": "5", "draws": "500", "losses": "logistic,huber,smoothed"}
    app = opened(PAGE, **SMALL | query | {"mechanisms": "objective,output"})
    start(app)
    assert complaints(app) == []
    assert any("may train at most 2,000,000" in e.value.replace("\\", "") for e in app.error)


def test_a_part_that_fails_is_told_with_its_reason_and_the_rest_is_drawn(monkeypatch):
    whole = cells._rows

    def frail(cell, *rest):
        if cell.n == 200:
            raise MemoryError("not enough memory")
        return whole(cell, *rest)

    monkeypatch.setattr(cells, "_rows", frail)
    monkeypatch.setenv(SETTING, "threads")  # what is patched here, processes do not see
    restart()
    _new_executors()
    app, _ = swept(axis="n")
    assert complaints(app) == []
    assert "1 part failed: not enough memory" in words(app)
    assert max(figures(app)[0]["data"][-1]["x"]) < 200
    monkeypatch.setattr(cells, "_rows", whole)
    again, run = ended(start(app))
    status = cached.registry().status(run)
    assert (status.state, status.failures, status.reused) == ("done", (), status.total - 1)
    assert max(figures(again)[0]["data"][-1]["x"]) == 200
    assert not [each for each in again.button if each.label.startswith("Start")]
    restart()
    _new_executors()


def test_streamlits_caches_can_be_cleared_without_touching_a_sweep():
    _, run = swept(axis="n")
    jobs, workers = cached.registry(), cached.executor()
    st.cache_data.clear()
    st.cache_resource.clear()
    assert (cached.registry(), cached.executor()) == (jobs, workers)
    assert cached.registry().status(run).state == "done"


def test_rows_are_those_of_the_sweep():
    app, run = swept(**ALONG_EPSILON)
    spec, rows = cached.registry().spec(run), cached.registry().rows(run)
    assert len(rows) == n_fits(spec) + 1
    curve = next(t for t in figures(app)[0]["data"] if t.get("name") == "Output perturbation")
    medians = rows[rows.mechanism == "output"].groupby("epsilon").error.median()
    assert curve["x"] == list(medians.index)
    assert curve["y"] == pytest.approx(list(medians))


def test_a_sweep_along_epsilon_shows_the_very_numbers_that_are_there_at_once():
    theirs = views.view(PAGE, SMALL | {"axis": "epsilon"})
    ours, others = (
        {trace["name"]: trace for trace in traces(found) if trace.get("name")}
        for found in (seen(**ALONG_EPSILON), theirs)
    )
    for name in COMPARED:
        label = MECHANISMS[name].label
        for numbers in ("x", "y", "customdata"):  # errors and their quartiles, to the last bit
            assert ours[label][numbers] == others[label][numbers]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({}, "Curves are medians over the draws; half of the draws are within the bands"),
        ({"folds": "5"}, "Curves and bands are the medians of these over the folds"),
        ({"axis": "map", "n": "50"}, "Colours are median test errors over the draws"),
        (
            {"axis": "map", "n": "50", "draws": "2", "folds": "5"},
            "Colours are medians over the folds of",
        ),
    ],
    ids=str,
)
def test_what_a_middle_is_stands_under_the_figure(query: dict[str, str], sentence: str):
    assert sentence in seen(**query).made


def test_bands_over_folds_say_so():
    asked = {"folds": "5", "mechanisms": "output", "draws": "2"}
    app, _ = ended(with_more(PAGE, **SMALL | asked))
    app.segmented_control(key="spread").set_value("folds").run()
    assert complaints(app) == []
    assert "half of them are within the bands" in words(app)
