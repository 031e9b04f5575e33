"""Regression on the page: the false bound, private ridge, and what cannot be used."""

import csv
import io

import numpy as np
import plotly.graph_objects as go
import pytest

from dplab.studies.foundations.regression import (
    LAMS,
    Question,
    Regression,
    RidgeExample,
    private_ridge,
    run,
    table,
)
from edition import views
from pages.foundations.regression import figures, sentences
from pages.foundations.regression.view import script
from pages.foundations.rounded import short
from pages.kit.view import View
from tests.pages.screen import complaints, opened
from tests.pages.screen import words as text_of

RIDGE = {"n": 400, "lam": 0.2, "epsilon": 3.0, "draws": 20, "seed": 4}
LINE = Question(**RIDGE)


def opened_part(**query):
    return opened("foundations", foundations_part="regression", **query)


def view_at(**texts: str) -> View[Regression]:
    return views.view("foundations", {"foundations_part": "regression"} | texts)


def ridge_told(view: View[Regression]) -> str:
    """Return what the page says of private ridge."""
    regression = view.answer
    example, run = regression.question.ridge, regression.ridge
    each = sentences.ridge(example, run), sentences.best(run), sentences.protocol(example, run)
    return " ".join(each)


SMALL = {
    "foundations_n": "400", "foundations_lam": "0.2", "draws": "20", "seed": "4", "epsilon": "3",
}  # fmt: skip


def test_one_record_turns_the_line_far_beyond_the_claim():
    view = view_at()
    assert "from slope 67.1 to −67.1: a move of 134" in view.sentence
    assert "claims 2.72 at most: the move is 49.3 times that" in view.sentence
    moved = view.answer.moved
    assert "the privacy loss reaches 49.3 times ε here" in sentences.why(moved, 50)
    table = sentences.table(moved, 50, 0.1)
    assert "2M√k(N+PM)/n | 2.72 | 134: broken |" in table
    # 2(1 + 1/√0.1)/(50 · 0.1), and 2 · 0.01/50 over 0.1 + (49e-6 + 1e-4)/50.
    assert f"| {2 * (1 + 0.1**-0.5) / 5:.3g} | 0.004: kept |" in table


def test_where_the_claim_holds_the_page_says_so():
    text = text_of(opened_part(foundations_small_x="1", foundations_large_x="1"))
    assert "That is within the" in text
    assert "Make both values of x smaller" in text
    assert "broken" not in text


def test_figures_show_the_two_lines_and_the_move():
    view = view_at()
    lines = view.draw(dark=False, phone=False)
    moves = figures.moves(view.answer.along, 0.001, view.answer.moved, dark=False)
    ends = {trace["name"]: trace["y"][-1] for trace in lines["data"] if trace["mode"] == "lines"}
    height = 0.01 / (49e-6 + 1e-4) * 0.0115
    assert ends == pytest.approx({"Line with y = 1": height, "Line with y = −1": -height})
    moved, claimed = moves["data"][:2]
    x = np.array(moved["x"])
    theta = 0.01 / (49 * x**2 + 1e-4)
    np.testing.assert_allclose(moved["y"], 2 * theta, rtol=1e-9)
    np.testing.assert_allclose(claimed["y"], (1 + theta) / 25, rtol=1e-9)


def test_sentence_and_figure_show_the_cost_of_private_ridge():
    view = view_at(**SMALL)
    found = private_ridge(RidgeExample(**RIDGE))
    low, median, high = np.quantile(found.costs, (0.25, 0.5, 0.75))
    assert (
        f"private ridge is {short(median)} above that of the best line (median of 20 draws; "
        f"half of the draws: {short(low)} to {short(high)}). Without noise it would be "
        f"{short(found.baseline_cost)}"
    ) in ridge_told(view)
    cost = figures.cost(view.answer.ridge, 0.2, dark=False)["data"]
    assert cost[-1]["y"] == [pytest.approx(median)]
    curve = next(trace for trace in cost if trace.get("name") == "Private ridge")
    assert curve["y"] == pytest.approx([each.median for each in found.curve])
    # The least median of the figure is the one in the sentence.
    assert f"where it is {short(min(curve['y']))}" in ridge_told(view)


def test_thirty_private_lines_are_drawn_and_fewer_where_fewer_are_asked_for():
    for draws, count in (("50", 30), ("2", 2)):
        traces = figures.private_lines(view_at(draws=draws).answer.ridge, dark=False)["data"]
        name = f"{count} private lines"
        assert name in [trace["name"] for trace in traces]
        line = next(trace for trace in traces if trace["name"] == name)
        assert line["x"].count(None) == count


def test_who_does_no_better_than_a_flat_line_is_told_so_first():
    told = ridge_told(view_at(epsilon="0.001"))
    assert told.startswith("Private ridge does no better than a flat line at the mean outcome")
    assert "flat line" not in sentences.ridge(
        RidgeExample(**RIDGE | {"n": 100_000}),
        private_ridge(RidgeExample(**RIDGE | {"n": 100_000})),
    )


@pytest.mark.parametrize("texts", [
    {"epsilon": "1e-9"}, {"epsilon": "1e9"}, {"foundations_lam": "1e-6"},
    {"foundations_lam": "1e6"}, {"foundations_n": "10"}, {"foundations_n": "1000000"},
    {"foundations_made_n": "2"}, {"foundations_made_n": "10000"}, {"draws": "2"},
    {"foundations_small_x": "1e-5", "foundations_large_x": "1e-4"},
    {"foundations_small_x": "1", "foundations_large_x": "1e-4"},
], ids=str)  # fmt: skip
def test_extremes_are_answered(texts):
    view = view_at(**texts)
    regression = view.answer
    asked, moved, ridge = regression.question, regression.moved, regression.ridge
    for each in (
        view.draw(dark=True, phone=True),
        figures.moves(regression.along, asked.small, moved, dark=True),
        figures.private_lines(ridge, dark=True),
        figures.cost(ridge, asked.lam, dark=True),
    ):
        go.Figure(each)
    table = sentences.table(moved, asked.made_n, asked.lam)
    assert "nan" not in "".join([view.sentence, view.alt, ridge_told(view), table])


def test_what_cannot_be_used_gets_a_sentence():
    refused = {
        "foundations_small_x": ("0", "The others' x must be between 1e-5 and 1"),
        "foundations_large_x": ("2", "The record's x must be between"),
        "foundations_made_n": ("1", "Example records must be at least 2"),
        "foundations_n": ("9", "Records n must be at least 10"),
        "foundations_lam": ("0", "Regularization λ must be between"),
    }
    app = opened_part(**{name: text for name, (text, _) in refused.items()})
    said = text_of(app).replace("\\", "")
    assert complaints(app) == []
    assert [sentence for _, sentence in refused.values() if sentence not in said] == []


def test_without_a_finite_epsilon_the_counterexample_still_stands():
    assert "a move of 134" in text_of(opened_part(epsilon="inf"))


def test_csv_holds_what_the_figures_show():
    whole = run(LINE)
    found, along = whole.ridge, whole.along
    rows = list(csv.DictReader(io.StringIO(table(whole).to_csv(index=False))))

    def of(series):
        return [float(row["y"]) for row in rows if row["series"] == series]

    assert of("least squares: move by the others' x") == pytest.approx([x.moved for x in along])
    assert of("private ridge: cost of each draw") == pytest.approx(found.costs.tolist())
    assert of("private ridge: second coefficient") == pytest.approx(found.coefs[:, 1].tolist())
    assert of("records drawn: y by u") == pytest.approx(found.y.tolist())
    assert len(of("private ridge: median cost by lambda")) == len(LAMS)


def test_the_offered_script_prints_the_numbers_of_the_page(capsys):
    exec(script(LINE), {})
    view = view_at(**SMALL)
    assert view.answer.question == LINE
    printed, text = capsys.readouterr().out, view.sentence + ridge_told(view)
    found = private_ridge(RidgeExample(**RIDGE))
    for number in (134.2, 2.722, np.median(found.costs), found.baseline_cost):
        assert f"{number:.3g}" in printed
        assert short(number) in text
    least = min(each.median for each in found.curve)
    assert f"smallest median {least:.3g}" in printed


def test_numbers_have_three_digits():
    assert [short(x) for x in (0.00123456, -2.5, 12345.0, 9.87e12)] == [
        "0.00123", "−2.5", "12,300", "9.87e12",
    ]  # fmt: skip


def test_all_records_are_drawn_as_one_path_about_their_places():
    found = private_ridge(RidgeExample(**RIDGE))
    (cloud,) = figures.private_lines(found, dark=False)["layout"]["shapes"]
    dots = [each.replace("L", ",").split(",") for each in cloud["path"].split("M")[1:]]
    left, low, right, high = np.array(dots, dtype=float).T
    np.testing.assert_allclose(left, found.u, atol=1e-4)
    np.testing.assert_array_equal(left, right)
    np.testing.assert_allclose((low + high) / 2, found.y, atol=1e-4)
