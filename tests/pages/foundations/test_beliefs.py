"""Before and after: each number on the screen by Bayes' theorem, and what cannot be believed."""

import csv
import io
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from dplab.studies.foundations.beliefs import Question, run, shared, table
from pages.foundations import export
from pages.foundations.beliefs import sentences
from pages.kit.words import percent, points
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of


def opened_beliefs(**query: str):
    app = opened("foundations", foundations_part="beliefs", **({"epsilon": "1"} | query))
    assert not complaints(app)
    return app


def press(app, label: str):
    next(button for button in app.button if button.label == label).click().run()
    assert not complaints(app)
    return app


def shown(change: float) -> str:
    small = f"{100 * change:.2g} points" if change > 1e-12 else "0 points"
    return points(change) if change >= 0.01 else small


@pytest.mark.parametrize("output", ["-1", "0.4", "1.85", "500"])
def test_bars_and_words_are_bayes_with_scipys_density(output: str):
    app = opened_beliefs(foundations_output=output)
    before = np.array([0.5, 0.3, 0.2])
    after, replaced = (
        joint / joint.sum()
        for yours in (0, 1)
        for joint in [before * stats.laplace.pdf(float(output), np.array([0, 0.5, 1]) + yours, 1)]
    )
    for trace, expected in zip(figures(app)[0]["data"], (before, after, replaced), strict=True):
        assert trace["y"] == pytest.approx(expected.tolist())
    text = text_of(app)
    for change in (
        np.abs(after - before).max(), np.tanh(0.25), np.abs(after - replaced).max(), np.tanh(0.5)
    ):  # fmt: skip
        assert shown(change) in text


def test_xor_has_two_values_and_the_response_of_epsilon():
    app = opened_beliefs(foundations_question="xor", foundations_zero="0.5", foundations_one="0.5")
    true = np.e / (1 + np.e)
    ys = [trace["y"] for trace in figures(app)[0]["data"]]
    assert ys == [pytest.approx(each) for each in ([0.5, 0.5], [1 - true, true], [true, 1 - true])]
    assert f"tanh(ε/2), {points(np.tanh(0.5))}, which is reached" in text_of(app)


@pytest.mark.parametrize("question", ["sum", "xor"])
@pytest.mark.parametrize("epsilon", ["0.01", "1", "6"])
def test_the_prior_that_moves_most_reaches_its_bound(question: str, epsilon: str):
    app = opened_beliefs(foundations_question=question, epsilon=epsilon)
    assert "which is reached" not in text_of(app)
    press(app, "The prior that moves most")
    bound = np.tanh(float(epsilon) / 4)
    assert f"tanh(ε/4), {shown(bound)}, which is reached" in text_of(app)


def test_an_answer_is_drawn_into_the_address():
    app = opened_beliefs()
    drawn = {press(app, "Draw an answer").session_state["foundations_output"] for _ in range(3)}
    assert len(drawn) > 1
    assert all(np.isfinite(float(each)) for each in drawn)
    bit = press(opened_beliefs(foundations_question="xor"), "Draw an answer")
    assert not bit.error


def test_a_prior_that_does_not_sum_to_one_is_rescaled_and_said_so():
    assert "The weights sum to 1: they are" in text_of(opened_beliefs())
    app = opened_beliefs(foundations_zero="1", foundations_half="0.5", foundations_one="0.5")
    assert "The weights sum to 2, not to 1: each is divided by that sum." in text_of(app)
    assert figures(app)[0]["data"][0]["y"] == [0.5, 0.25, 0.25]
    thirds = {f"foundations_{name}": "0.3333333" for name in ("zero", "half", "one")}
    assert "sum to 1: they are" in text_of(opened_beliefs(**thirds))


@pytest.mark.parametrize(("query", "sentence"), [
    ({"foundations_zero": "-0.1"}, "The weight of Ana's value 0 must be between 0 and 1; got -0.1"),
    ({"foundations_half": "x"}, "The weight of Ana's value ½ must be a number from 0 to 1"),
    ({f"foundations_{name}": "0" for name in ("zero", "half", "one")}, "one of them above 0"),
    ({"foundations_output": "1e13"}, "The noisy answer must be between"),
    ({"foundations_bit": "2", "foundations_question": "xor"}, "The answered bit must be"),
    ({"epsilon": "inf"}, "Choose a finite ε, such as 1."),
], ids=str)  # fmt: skip
def test_what_cannot_be_gets_a_sentence(query, sentence):
    assert sentence in text_of(opened_beliefs(**query)).replace("\\", "")


@pytest.mark.parametrize("query", [
    {"epsilon": "1e-9"}, {"epsilon": "1e9"}, {"foundations_output": "1e12"},
    {"foundations_output": "-1e12", "epsilon": "1e9"},
    {"foundations_zero": "0", "foundations_half": "0", "epsilon": "1e9"},
    {"foundations_question": "xor", "epsilon": "1e9", "foundations_one": "0"},
], ids=str)  # fmt: skip
def test_extremes_are_answered(query):
    app = opened_beliefs(**query)
    assert not app.error
    assert len(figures(app)) == 2


def test_sliders_move_what_the_address_says():
    app = opened_beliefs()
    app.slider(key="foundations_zero_box").set_value(0.9).run()
    assert app.session_state["foundations_zero"] == "0.9"
    assert "The weights sum to 1.4" in text_of(app)
    app.slider(key="foundations_output_box").set_value(-0.5).run()
    assert "The answer is -0.5" in text_of(app)


def test_csv_holds_the_bars():
    found = run(Question("sum", (0.5, 0.3, 0.2), 1.0, 1.0))
    rows = list(csv.DictReader(io.StringIO(table(found).to_csv(index=False))))
    bars = figures(opened_beliefs())[0]["data"]
    for name, trace in zip(("before", "after", "after_replaced"), bars, strict=True):
        assert [float(row[name]) for row in rows] == pytest.approx(trace["y"])


def test_the_offered_script_prints_the_numbers_of_the_page(capsys):
    asked = Question("sum", (0.5, 0.3, 0.2), 0.4, 1.0)
    exec(export.code("beliefs", vars(asked)), {})
    printed, found = capsys.readouterr().out, run(asked)
    assert f"before 50.00%, after {found.after[0]:.2%}" in printed
    assert f"prior to posterior {found.from_prior:.4g}, at most {np.tanh(0.25):.4g}" in printed
    assert percent(found.after[0]) in figures_alt()


def figures_alt() -> str:
    app = opened_beliefs(foundations_output="0.4")
    return "".join(chart.proto.alt for chart in app.get("plotly_chart"))


def test_a_fold_shows_whom_the_epsilon_of_one_record_does_not_speak_of():
    app = opened_beliefs()
    assert "share one value" not in text_of(app)
    found = shared(1.0)
    said = sentences.shared(found, 1.0)
    for share in (found.one, found.most, found.together):
        assert percent(share) in said
    assert (percent(found.one), percent(found.most)) == ("69.7 %", "73.1 %")
    assert percent(found.together) == "99.7 %"
    assert "more than ε allows the first" in said
    assert "no more than ε allows" in sentences.shared(replace(found, together=found.most), 1.0)
