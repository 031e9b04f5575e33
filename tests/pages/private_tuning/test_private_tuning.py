"""The Private tuning page: its numbers, whatever is asked of it, and what it must not claim."""

import ast
import csv
import io

import numpy as np
import pytest

from dplab.simulation.comparison import split_of
from dplab.simulation.constant import constant_rule
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from dplab.studies.private_tuning import strategies
from dplab.studies.private_tuning.costs import N_SIZES, Question, TuningCurve, at_one_place, table
from dplab.studies.private_tuning.strategies import STRATEGIES
from edition.views import RememberingRecords
from pages.kit import words
from pages.kit.figures.style import FigureDict
from pages.kit.values import reading
from pages.kit.view import View
from pages.kit.words import percent
from pages.private_tuning import answer
from pages.private_tuning.values import question
from pages.private_tuning.view import Tuning, script, view
from tests.pages.kit.dials import text_on, turned
from tests.pages.screen import as_json, complaints, figures, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import with_table

PAGE = "private_tuning"
SMALL = {"n": "1000", "draws": "8"}
RECORDS = RememberingRecords()

few_epsilons = pytest.mark.usefixtures("few_epsilons")


def opened_small(**query):
    return opened(PAGE, **(SMALL | query))


@few_epsilons
def test_a_curve_that_grows_sums_each_comparison_up_once(monkeypatch):
    summed = []

    def of(errors):
        summed.append(id(errors))
        return Summary(*np.quantile(errors, (0.5, 0.25, 0.75)))

    monkeypatch.setattr(strategies.Summary, "of", of)
    curve = view(question(reading(SMALL)), RememberingRecords()).answer.curve
    # What is said at the settings' own ε sums that comparison up besides.
    others = [one for one in curve.points.values() if one.plan.epsilon != 1.0]
    assert len(others) == len(curve.points) - 1
    for one in others:
        assert [summed.count(id(errors)) for errors in one.errors.values()] == [1] * len(one.errors)


def shown(**query: str) -> View[Tuning]:
    return view(question(reading(SMALL | query)), RECORDS)


def drawn(found: View[Tuning]) -> FigureDict:
    return as_json(found.draw(dark=False, phone=False))


@few_epsilons
def test_tile_sentence_and_baseline_are_those_of_the_curves():
    app = opened_small(epsilon="1")
    assert not complaints(app)
    assert [metric.label for metric in app.metric] == [
        "Split and select", "The split costs", "The selection costs",
    ]  # fmt: skip
    *_, curves = figures(app)
    lines = {t["name"]: t["y"][t["x"].index(1.0)] for t in curves["data"] if "name" in t}
    assert app.metric[0].value == percent(lines["Split and select"])
    assert f"At ε = 1, split and select has a median error of {app.metric[0].value}" in text_of(app)
    fixed, hindsight = lines["Fixed in advance"], lines["Best in hindsight"]
    app.session_state[f"fold {answer.OTHERS}"] = True
    app.run()
    assert f"without looking at the data, has a median error of {percent(fixed)}" in text_of(app)
    assert hindsight <= fixed  # λ = 0.01 is among the candidates


@few_epsilons
def test_page_says_what_split_and_selection_cost_and_what_the_theorem_allows():
    found = shown()
    assert "The split costs" in found.sentence
    assert "the selection costs" in found.sentence
    assert "within the bound in" in found.below[0]


def test_at_first_choosing_costs_something_and_still_beats_a_constant_answer():
    asked = question(reading({}))
    found = at_one_place(asked)
    split, fixed, best = (Summary.of(found.errors[way]) for way in ("split", "fixed", "hindsight"))
    assert split.median - best.median > 0.03
    assert split.low > fixed.high  # Half of the draws lie apart.
    rule = constant_rule([split_of(asked.settings, None)])
    assert split.high < 0.5 * rule.error
    # With all records, hardly anything: the test could fail.
    rich = at_one_place(question(reading({"n": "20000"})))
    assert rich.cost_of_split + rich.cost_of_selection < 0.01


@pytest.mark.parametrize(("texts", "n"), [
    ({}, 2_000), ({"epsilon": "0.5"}, 2_000), ({"n": "5000"}, 5_000),
    ({"data": "breast_cancer"}, None), ({"data": "upload"}, None), ({"n": "20000"}, 20_000),
], ids=str)  # fmt: skip
def test_the_first_records_are_few_and_an_address_that_names_data_or_n_is_followed(texts, n):
    assert question(reading(texts)).settings.n == n


def test_all_records_can_be_chosen_where_the_page_opens_with_few():
    app = opened(PAGE, draws="2")
    assert text_on(app, "n") == "2000"
    assert "This page opens with 2,000" in text_of(app)
    turned(app, "n", "20000")
    assert not complaints(app)
    assert app.query_params["n"] == "20000"
    assert "This page opens with" not in text_of(app)


def test_costs_on_the_screen_add_up():
    found = at_one_place(Question(Settings(n=1000, draws=8, lam=1e-3), lams=(1e-3, 1e-2, 1.0)))
    total, split, selection = found.costs
    assert split + selection == pytest.approx(total)
    gap = np.median(found.errors["split"]) - np.median(found.errors["hindsight"])
    assert total == pytest.approx(gap, abs=5e-4)


@few_epsilons
def test_every_way_is_in_the_figure_and_only_private_ones_are_solid():
    traces = drawn(shown())["data"]
    lines = {trace["name"]: trace["line"]["dash"] for trace in traces if "name" in trace}
    assert set(lines) == {way.label for way in STRATEGIES.values()}
    for way in STRATEGIES.values():
        assert (lines[way.label] == "solid") == way.private


@few_epsilons
def test_parts_in_the_picture_are_those_of_the_plan_and_another_draw_is_another_run():
    app = opened_small(epsilon="0.01", candidates="0.1, 1")
    parts, run, _ = figures(app)
    sizes = [trace["x"][0] for trace in parts["data"]]
    assert sum(sizes) == 1000
    assert len(sizes) == 3
    assert "judges" in parts["data"][-1]["text"]
    assert list(run["data"][0]["y"]) == ["λ = 0.1", "λ = 1"]
    assert "Run 1 of 8" in text_of(app)
    next(button for button in app.button if button.label == "Draw again").click().run()
    assert "Run 2 of 8" in text_of(app)
    assert not complaints(app)


def test_a_candidate_named_twice_counts_once():
    assert question(reading({"candidates": "0.1, 1e-1, 1"})).lams == (0.1, 1.0)


def test_errors_may_run_along_n():
    found = shown(across="n")
    assert drawn(found)["layout"]["xaxis"]["title"]["text"].startswith("Records n")
    assert len(found.answer.curve.points) == N_SIZES


@few_epsilons
@pytest.mark.parametrize("query", [{"epsilon": "inf"}, {"n": "6", "candidates": "1"}], ids=str)
def test_extremes_have_their_tiles(query):
    app = opened_small(**query)
    assert not complaints(app)
    assert not app.error
    assert "Split and select" in [metric.label for metric in app.metric]


@few_epsilons
@pytest.mark.parametrize(("query", "sentence"), [
    ({"candidates": "x"}, "Candidates for λ must be a number"),
    ({"tuned": "objective_2008"}, "The mechanism that is tuned must be"),
    ({"n": "5"}, "5 candidates need 6 parts"),
    ({"data": "upload"}, "Upload the table on the Data page"),
], ids=str)  # fmt: skip
def test_a_refusal_is_on_the_page(query, sentence):
    app = opened_small(**query)
    assert not complaints(app)
    assert sentence in text_of(app)


@few_epsilons
def test_presets_fill_in_the_settings():
    app = opened_small()
    next(button for button in app.button if button.label.startswith("Flipped")).click().run()
    assert app.session_state["n"] == "14000"
    assert app.session_state["data"] == "unseparable"


def test_csv_holds_every_run_of_every_way():
    asked = Question(Settings(n=600, draws=4, lam=1e-3), "output", (1e-3, 0.1))
    points = {epsilon: at_one_place(asked.at(epsilon)) for epsilon in (0.1, 1.0)}
    curve = TuningCurve(asked, (0.1, 1.0), points, n_features=10, majority_error=0.5)
    rows = list(csv.DictReader(io.StringIO(table(curve).to_csv(index=False))))
    assert len(rows) == 2 * len(STRATEGIES) * 4
    assert {row["way"] for row in rows} == set(STRATEGIES)
    errors = [float(row["error"]) for row in rows if row["way"] == "split"]
    np.testing.assert_allclose(
        errors, np.concatenate([found.errors["split"] for found in points.values()])
    )


def test_script_prints_the_numbers_of_the_page(capsys):
    settings = Settings(data="breast_cancer", n=300, draws=5, epsilon=2.0, lam=0.1)
    asked = Question(settings, lams=(1e-2, 1.0))
    exec(script(asked), {})
    printed = capsys.readouterr().out
    found = at_one_place(asked)
    for name, way in STRATEGIES.items():
        middle = Summary.of(found.errors[name])
        half = f"(half of the runs: {middle.low:.1%} to {middle.high:.1%};"
        assert f"{way.label:24} error {middle.median:.1%} {half}" in printed
    assert "Always the larger class  error 41.2%" in printed
    _, split, selection = found.costs
    said = f"The split costs {100 * split:.1f} points, the selection {100 * selection:.1f}."
    assert said in printed


def test_a_cost_whose_tenths_would_not_add_up_is_printed_as_on_the_screen(capsys):
    asked = question(reading({"data": "breast_cancer", "n": "10", "draws": "2"}))
    _, split, _ = at_one_place(asked).costs
    exec(script(asked), {})
    assert f"The split costs {words.points(split)}, " in capsys.readouterr().out


def test_script_without_privacy_is_python():
    ast.parse(script(Question(Settings(epsilon=np.inf), "output", (0.1,))))


@few_epsilons
def test_an_own_table_is_tuned_on_in_its_session_alone():
    app = with_table().switch_page(f"{PAGE}/page.py").run()
    assert not complaints(app)
    assert not app.error
    assert "among 8 records" in text_of(app)  # of 48, in six parts
    stranger = opened(PAGE, data="upload")
    assert any("Links do not carry uploads" in each.value for each in stranger.error)
    assert figures(stranger) == []
