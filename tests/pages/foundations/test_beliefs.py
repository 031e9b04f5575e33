"""Before and after: each number on the screen by Bayes' theorem, and what cannot be believed."""

import csv
import io
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest
from scipy import stats

from dplab.studies.foundations.beliefs import Beliefs, Question, run, shared, table
from edition import views
from pages.foundations import rows
from pages.foundations.beliefs import answer, sentences
from pages.foundations.beliefs.view import script
from pages.kit.view import View
from pages.kit.words import percent, points
from tests.pages.screen import complaints, opened
from tests.pages.screen import words as text_of


def opened_beliefs(**query: str):
    app = opened("foundations", foundations_part="beliefs", **({"epsilon": "1"} | query))
    assert not complaints(app)
    return app


def view_at(**texts: str) -> View[Beliefs]:
    return views.view("foundations", {"foundations_part": "beliefs", "epsilon": "1"} | texts)


def bars_of(view: View[Beliefs]) -> list[list[float]]:
    return [trace["y"] for trace in view.draw(dark=False, phone=False)["data"]]


def press(app, label: str):
    next(button for button in app.button if button.label == label).click().run()
    assert not complaints(app)
    return app


def shown(change: float) -> str:
    small = f"{100 * change:.2g} points" if change > 1e-12 else "0 points"
    return points(change) if change >= 0.01 else small


@pytest.mark.parametrize("output", ["-1", "0.4", "1.85", "500"])
def test_bars_and_words_are_bayes_with_scipys_density(output: str):
    view = view_at(foundations_output=output)
    before = np.array([0.5, 0.3, 0.2])
    after, replaced = (
        joint / joint.sum()
        for yours in (0, 1)
        for joint in [before * stats.laplace.pdf(float(output), np.array([0, 0.5, 1]) + yours, 1)]
    )
    for bars, expected in zip(bars_of(view), (before, after, replaced), strict=True):
        assert bars == pytest.approx(expected.tolist())
    for change in (
        np.abs(after - before).max(), np.tanh(0.25), np.abs(after - replaced).max(), np.tanh(0.5)
    ):  # fmt: skip
        assert shown(change) in view.sentence


def test_xor_has_two_values_and_the_response_of_epsilon():
    view = view_at(foundations_question="xor", foundations_zero="0.5", foundations_one="0.5")
    true = np.e / (1 + np.e)
    assert bars_of(view) == [
        pytest.approx(each) for each in ([0.5, 0.5], [1 - true, true], [true, 1 - true])
    ]
    assert f"tanh(ε/2), {points(np.tanh(0.5))}, which is reached" in view.sentence


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
    texts = {"foundations_zero": "1", "foundations_half": "0.5", "foundations_one": "0.5"}
    said = "The weights sum to 2, not to 1: each is divided by that sum."
    assert said in text_of(opened_beliefs(**texts))
    assert bars_of(view_at(**texts))[0] == [0.5, 0.25, 0.25]
    thirds = Question("sum", (0.3333333,) * 3)
    assert "sum to 1: they are" in sentences.rescaled(thirds)


def test_what_cannot_be_gets_a_sentence():
    refused = {
        "foundations_zero": ("-0.1", "The weight of Ana's value 0 must be between 0 and 1; got -"),
        "foundations_half": ("x", "The weight of Ana's value ½ must be a number from 0 to 1"),
        "foundations_output": ("1e13", "The noisy answer must be between"),
    }
    said = text_of(opened_beliefs(**{name: text for name, (text, _) in refused.items()}))
    assert [sentence for _, sentence in refused.values() if sentence not in said] == []
    said = text_of(opened_beliefs(foundations_bit="2", foundations_question="xor"))
    assert "The answered bit must be" in said
    none = {f"foundations_{name}": "0" for name in ("zero", "half", "one")}
    assert "one of them above 0" in text_of(opened_beliefs(**none))


@pytest.mark.parametrize("texts", [
    {"epsilon": "1e-9"}, {"epsilon": "1e9"}, {"foundations_output": "1e12"},
    {"foundations_output": "-1e12", "epsilon": "1e9"},
    {"foundations_zero": "0", "foundations_half": "0", "epsilon": "1e9"},
    {"foundations_question": "xor", "epsilon": "1e9", "foundations_one": "0"},
], ids=str)  # fmt: skip
def test_extremes_are_answered(texts):
    view = view_at(**texts)
    changes = answer.rows(view.answer)
    go.Figure(rows.show(changes, "", "", dark=True))
    go.Figure(view.draw(dark=True, phone=True))
    assert "nan" not in "".join([view.sentence, view.alt, *(row.text for row in changes)])


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
    names = ("before", "after", "after_replaced")
    for name, bars in zip(names, bars_of(view_at()), strict=True):
        assert [float(row[name]) for row in rows] == pytest.approx(bars)


def test_the_offered_script_prints_the_numbers_of_the_page(capsys):
    asked = Question("sum", (0.5, 0.3, 0.2), 0.4, 1.0)
    exec(script(asked), {})
    printed, found = capsys.readouterr().out, run(asked)
    assert f"before 50.00%, after {found.after[0]:.2%}" in printed
    assert f"prior to posterior {found.from_prior:.4g}, at most {np.tanh(0.25):.4g}" in printed
    assert percent(found.after[0]) in view_at(foundations_output="0.4").alt


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
