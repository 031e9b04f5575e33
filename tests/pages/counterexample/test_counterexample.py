"""The Counterexample page: what it says at once, whatever is asked of it, and its pictures."""

import base64
import csv
import io

import numpy as np
import pytest

from dplab.simulation.summaries import Summary
from dplab.studies.counterexample import (
    COMPARED,
    Example,
    LearningCurves,
    Question,
    runs_of,
    table,
)
from pages.comparison.terms import range_of
from pages.counterexample import figures as thin
from pages.counterexample import sentences
from pages.counterexample.view import script
from pages.kit.words import percent
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of

PAGE = "counterexample"
SMALL = {"draws": "8"}


def opened_small(**query):
    return opened(PAGE, **(SMALL | query))


def test_page_says_which_mechanism_fails_and_why():
    app = opened(PAGE)
    assert not complaints(app)
    assert [metric.label for metric in app.metric] == [
        "Non-private", "Objective perturbation", "Output perturbation",
    ]  # fmt: skip
    assert [metric.value for metric in app.metric][:2] == ["0.0 %", "0.0 %"]
    assert float(app.metric[2].value.split()[0]) > 43
    text = text_of(app)
    assert "Output perturbation rotates it" in text
    assert r"10\cdot\frac{2}{10^{5}\cdot 10^{-4}\cdot 0.2}=10" in text


def test_lines_of_the_picture_cut_the_columns_where_the_classifier_changes_sides():
    rng = np.random.default_rng(0)
    for along, across in [*rng.standard_normal((20, 2)), (0.0, 1.0), (1.0, 0.0)]:
        xs, ts = thin.segment(np.array([along, across]))
        for x, t in zip(xs, ts, strict=True):
            assert along * x + across * t == pytest.approx(0, abs=1e-12)
            assert abs(x) <= thin.REACH_X + 1e-12
            assert abs(t) <= thin.REACH_T + 1e-12
        reached = max(abs(xs[1]) / thin.REACH_X, abs(ts[1]) / thin.REACH_T)
        assert reached == pytest.approx(1)


def test_records_beyond_the_line_are_those_that_the_draw_gets_wrong():
    """At d = 9 all 512 points are drawn, so that the share of them is the exact error."""
    planes, *_ = figures(opened_small(d="9"))
    runs = runs_of(Example(d=9, draws=8), COMPARED["gamma"])
    traces = [trace for trace in planes["data"] if trace.get("mode") == "markers"]
    for name, (right, wrong) in zip(("objective", "output"), (traces[:2], traces[2:]), strict=True):
        counts = [_length(trace["x"]) for trace in (right, wrong)]
        assert sum(counts) == 512
        assert counts[1] / 512 == pytest.approx(runs[name].errors[0])


def test_the_legend_names_the_mistakes_though_the_first_panel_has_none():
    planes, *_ = figures(opened_small(example_n="100000"))
    named = [trace for trace in planes["data"] if trace.get("showlegend") and _length(trace["x"])]
    assert {"Records on the right side", "Records on the wrong side"} <= {
        trace["name"] for trace in named
    }


def _length(values):
    """Return how many numbers a trace holds, listed or packed as doubles."""
    return len(values) if isinstance(values, list) else len(base64.b64decode(values["bdata"])) // 8


def test_curves_stand_beside_the_baseline_and_broken_ones_are_dotted():
    *_, curves = figures(opened_small())
    dashes = {trace["name"]: trace["line"]["dash"] for trace in curves["data"] if "name" in trace}
    assert dashes["Objective perturbation of 2008"] == "dot"
    assert dashes["Output perturbation"] == dashes["Objective perturbation, tight"] == "solid"
    assert dashes["Non-private"] == "dash"


def test_another_draw_is_another_line():
    app = opened_small()
    assert "draw 1 of 8" in text_of(app)
    next(button for button in app.button if button.label == "Draw again").click().run()
    assert "draw 2 of 8" in text_of(app)
    assert not complaints(app)


def test_as_printed_is_the_papers_example_and_says_what_comes_out():
    app = opened_small()
    next(
        button for button in app.button if button.label.startswith("The paper's setting: ")
    ).click().run()
    assert not complaints(app)
    text = text_of(app)
    assert "output perturbation one of about 50.0 %" in text
    assert "with this noise no ε holds" in text
    assert app.session_state["example_n"] == "700"
    assert app.session_state["gamma"] == "0.001"


def test_what_cannot_be_gets_a_sentence_each():
    refused = {
        "example_n": ("9", "Training records n must be at least 10"),
        "example_ratio": ("0", "λ in units of γ² must be between"),
        "example_epsilon": ("-1", "Privacy parameter ε must be between"),
        "example_length": ("normal", "The length of the noise must be"),
    }
    app = opened_small(**{name: text for name, (text, _) in refused.items()})
    assert not complaints(app)
    said = " ".join(each.value for each in app.error)
    assert [sentence for _, sentence in refused.values() if sentence not in said] == []


def test_csv_holds_every_draw():
    example, names = Example(draws=4), COMPARED["gamma"]
    runs = {n: runs_of(Example(n=n, draws=4), names) for n in (100, 500)}
    curves = LearningCurves(Question(example, names), runs)
    rows = list(csv.DictReader(io.StringIO(table(curves).to_csv(index=False))))
    assert len(rows) == 2 * (1 + 4 * 4)
    assert {row["mechanism"] for row in rows} == set(names)


def test_tile_curve_and_sentence_show_one_median_and_its_middle_half():
    app = opened_small(example_n="20000")
    for tile, name in zip(app.metric[1:], ("objective", "output"), strict=True):
        errors = runs_of(Example(n=20_000, draws=8), COMPARED["gamma"])[name].errors
        middle = Summary.of(errors)
        assert tile.value == percent(middle.median)
        assert f"{tile.value} (half of the draws: {range_of(middle)})" in text_of(app)
        curve = next(t for t in figures(app)[-1]["data"] if t.get("name") == tile.label)
        at = curve["x"].index(20_000)
        assert (curve["y"][at], *curve["customdata"][at]) == (
            middle.median,
            middle.low,
            middle.high,
        )


def test_the_papers_figure_is_compared_with_means():
    query = {"example_n": "700", "gamma": "0.001", "example_length": "laplace"}
    runs = runs_of(Example(n=700, gamma=0.001, lam=1e-6, draws=8), COMPARED["laplace"])
    ours = [percent(run.errors.mean()) for run in list(runs.values())[1:]]
    assert f"Means over the draws here: {ours[0]} and {ours[1]}" in text_of(opened_small(**query))


def test_no_line_is_called_upright_while_a_quarter_of_them_lies():
    # Noise of 2008 at the printed n: the median draw is right about everything, others guess.
    example = Example(n=700, gamma=0.001, lam=1e-6)
    runs = runs_of(example, COMPARED["laplace"])
    middle = Summary.of(runs["objective_laplace_norm"].errors)
    assert middle.median < sentences.UPRIGHT < 0.3 < middle.high
    text = sentences.why(example, runs, ("objective_laplace_norm", "output_laplace_norm"))
    assert "the records begin to fix it" in text


def test_words_follow_the_ratio_of_noise_to_signal():
    example, names = Example(draws=8), ("objective", "output")
    runs = runs_of(example, COMPARED["gamma"])
    rows = {"output": (0.5, 5.0, 5.0), "objective": (0.5, 0.05, 0.05)}
    text = sentences.verdict(example, runs, names, rows)
    assert "noise over signal is 0.1 with objective perturbation and 10 with output" in text


def test_the_offered_script_prints_the_numbers_of_the_page(capsys):
    example, names = Example(d=4, n=2000, gamma=0.1, lam=0.01, draws=5), ("non_private", "output")
    exec(script(Question(example, names)), {})
    middle = Summary.of(runs_of(example, names)["output"].errors)
    printed = capsys.readouterr().out
    assert f"error {middle.median:.1%}, exact" in printed
    assert f"(half of the draws: {middle.low:.1%} to {middle.high:.1%})" in printed


@pytest.mark.parametrize(("n", "sentence"), [
    (700, "the records are too few to fix it"),
    (20_000, "the records begin to fix it"),
    (100_000, "objective perturbation does not, because this many"),
])  # fmt: skip
def test_words_say_what_the_lines_do(n, sentence):
    names = ("objective", "output")
    runs = runs_of(Example(n=n), COMPARED["gamma"])
    assert sentence in sentences.why(Example(n=n), runs, names)


def test_records_without_end_hold_the_line_against_any_noise():
    example = Example(gamma=0.3, lam=0.09, n=1_000_000, draws=8)
    runs = runs_of(example, COMPARED["gamma"])
    text = sentences.why(example, runs, ("objective", "output"))
    assert "even output perturbation leaves the line upright" in text
