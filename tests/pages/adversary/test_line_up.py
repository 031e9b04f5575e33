"""With noise: bars, sentence and curve are those of the exact posterior, for every question."""

import csv
import io
import math
import re
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from dpcore.checks import InvalidInput
from dpcore.privacy import risk
from dplab.instruments.adversary import ceiling
from dplab.simulation.settings import Settings
from dplab.studies.adversary.attacks import DRAWS, PURE, Question
from dplab.studies.adversary.curve import EPSILONS, Attack, named, of_person
from dplab.studies.adversary.line_up import held_out
from edition.views import RememberingRecords, view
from pages.adversary import export_line_up, results
from pages.adversary.answer import curve
from pages.adversary.answer import line_up as answer
from pages.adversary.figures import bars
from pages.adversary.figures.bars import MOST_BARS, Believed
from pages.adversary.sentences import line_up as sentences
from pages.adversary.values import QUESTIONS
from pages.comparison.screen import cached
from pages.kit import visitor
from pages.kit.view import View
from tests.pages.screen import as_json, complaints, figures, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import csv as table_of
from tests.pages.tables import declare, with_table

PAGE = "adversary"
N = 200
SMALL = Settings(data="breast_cancer", n=N, epsilon=30.0)
RECORDS = RememberingRecords()
CURVE, BARS = 0, 1
MORE, AGAIN = "fold mechanisms", "fold The same attack, against the noise"


QUICK = {
    "adversary_scene": "line_up",
    "adversary_mechanism": "objective",
    "n": str(N),
    "epsilon": "30",
    "lam": "0.01",
}


def opened_small(**query):
    return opened(PAGE, **(QUICK | query))


def shown(**query: str) -> View[Question]:
    return view(PAGE, QUICK | query, RECORDS)


def curve_of(found: View[Question]) -> dict[str, dict[str, Any]]:
    """Return the lines of the figure, by name."""
    picture = as_json(found.draw(dark=False, phone=False))
    return {trace["name"]: trace for trace in picture["data"] if trace.get("name")}


def beliefs(asked: Question) -> Believed:
    return answer.of(results.attack_result(asked, RECORDS), asked)


def unfolded(app, fold):
    app.session_state[fold] = True
    app = app.run()
    assert not complaints(app)
    return app


def attack(m=10):
    return Attack(held_out(cached.part(SMALL), 0, m=m, seed=0), Settings(epsilon=1.0))


def numbers(app):
    return figures(app)[BARS]["data"][0]["x"]


def curves_of(app, at=CURVE):
    return {
        trace["name"]: trace["y"]
        for trace in figures(app)[at]["data"]
        if trace.get("name") and len(trace["y"]) == len(EPSILONS)
    }


def test_bars_are_the_exact_posterior_and_marks_its_mean():
    app = opened_small()
    assert not complaints(app)
    found = of_person(attack(), "objective", 30.0, DRAWS)
    bar, mean = figures(app)[BARS]["data"]
    np.testing.assert_allclose(bar["x"], found.beliefs[0])
    np.testing.assert_allclose(mean["x"], found.beliefs.mean(axis=0))


def test_the_truth_is_told_by_words_and_outline_and_not_by_colour_alone():
    drawing = bars.show(beliefs(shown().answer), n_draws=DRAWS, dark=False)
    truth = attack().line_up.truth
    texts = [each["text"] for each in drawing["layout"]["annotations"] if "◀" in each["text"]]
    assert len(texts) == 1
    widths = drawing["data"][0]["marker"]["line"]["width"]
    assert np.argmax(widths) == truth
    assert sorted(set(widths)) == [1, 3]
    ticks = drawing["layout"]["yaxis"]["ticktext"]
    assert [tick.startswith("<b>") for tick in ticks] == [k == truth for k in range(10)]


def test_another_draw_brings_other_bars_and_the_same_one_the_same():
    app = opened_small()
    before = numbers(app)
    (button,) = (each for each in app.button if each.label == "Draw another")
    app = button.click().run()
    assert not complaints(app)
    assert app.session_state["adversary_draw"] == "2"
    after = numbers(app)
    assert after != before
    assert numbers(opened_small(adversary_draw="2")) == after
    assert "Release 2 of 50" in text_of(app)


def test_the_last_draw_is_followed_by_the_first():
    app = opened_small(adversary_draw=str(DRAWS))
    (button,) = (each for each in app.button if each.label == "Draw another")
    assert numbers(button.click().run()) == numbers(opened_small())


def test_the_sentence_has_the_numbers_of_the_core():
    right = f"{100 * named(attack(), 'objective', (1.0,)).named[0]:.1f}"
    assert shown(epsilon="1").sentence == (
        "**At ε = 1 someone who knows every other record, and finds 10 suspects equally likely, "
        "names the right one of 10 at most 23.2 times in 100.** On these records, this attack "
        f"names the right one of 10 in {right} of 100 tries; a guess, in 10."
    )


def test_what_the_sentence_says_lies_on_the_curve():
    found = shown()
    said = re.search(r"one of 10 in ([\d.]+) of 100 tries", found.sentence)
    on_curve = curve_of(found)["attack"]["y"][EPSILONS.index(30.0)]
    assert float(said[1]) == pytest.approx(100 * on_curve, abs=0.051)


def test_a_move_of_epsilon_changes_bars_and_leaves_the_curve():
    one, other = shown(epsilon="3"), shown(epsilon="100")
    assert beliefs(one.answer).now.tolist() != beliefs(other.answer).now.tolist()
    assert curve_of(one)["attack"] == curve_of(other)["attack"]


def test_of_other_mechanisms_there_is_a_curve_each_and_of_the_one_shown_the_same():
    app = opened_small(epsilon="3")
    more = curves_of(unfolded(app, MORE), -1)
    assert len(more) >= 4
    assert more["Objective perturbation"] == curves_of(app)["attack"]


@pytest.mark.parametrize("mechanism", [*PURE, "objective_2008"])
def test_the_limit_never_stands_below_the_attack(mechanism):
    found = shown(adversary_mechanism=mechanism, epsilon="1")
    limit, attack = (curve_of(found)[name] for name in ("limit", "attack"))
    assert limit["line"]["width"] > 2 * attack["line"]["width"]
    highest = np.interp(np.log(attack["x"]), np.log(limit["x"]), limit["y"])
    assert np.all(np.array(attack["y"]) <= highest + 1e-3)
    picture = as_json(found.draw(dark=False, phone=False))
    (band,) = (trace for trace in picture["data"] if trace.get("fill") == "toself")
    assert np.all(np.array(band["y"]) <= np.append(highest, highest[::-1]) + 1e-3)


@pytest.mark.parametrize("question", QUESTIONS)
def test_each_question_changes_bars_sentence_and_curve(question):
    app = opened_small(adversary_question=question, epsilon="1")
    assert not complaints(app)
    assert not app.error
    bar = figures(app)[BARS]["data"][0]
    assert sum(bar["x"]) == pytest.approx(1)
    assert len(bar["x"]) == {"line_up": 10, "membership": 2, "label": 2}.get(question, 15)
    text = text_of(app)
    assert ("We assume that they find" in text) == (question in ("attribute", "label"))
    # Of two candidates, the one sentence; of more, their number.
    said = {"line_up": "10 suspects equally", "attribute": "15 values equally"}
    assert [key for key in QUESTIONS if said.get(key, risk.sentence(1.0)) in text] == (
        [question] if question in said else ["membership", "label"]
    )


def test_an_unknown_column_has_a_bar_for_each_value_in_its_own_unit():
    asked = shown(adversary_question="attribute", adversary_row="6").answer
    assert asked.column == "mean radius"
    labels = beliefs(asked).labels
    assert labels[0] == "≤ 0"
    assert labels[-1] == "≥ 25"


def test_many_suspects_leave_the_likeliest_and_the_truth_and_count_the_others():
    beliefs = np.arange(1.0, 101.0)
    beliefs /= beliefs.sum()
    found = Believed(tuple(map(str, range(100))), beliefs, beliefs, 3, 0.5)
    assert len(found.shown) == MOST_BARS
    assert found.shown == [*range(99, 70, -1), 3]
    said = sentences.others(found)
    assert "70 others" in said
    rest = 1 - beliefs[found.shown].sum()
    assert f"{100 * rest:.1f} %" in said
    drawing = bars.show(found, n_draws=50, dark=False)
    assert len(drawing["data"][0]["x"]) == MOST_BARS
    assert sentences.others(Believed(("a", "b"), beliefs[:2], beliefs[:2], 0, None)) == ""


def test_no_belief_exceeds_what_the_page_calls_the_most():
    for mechanism in PURE:
        for epsilon in (0.1, 1.0, 10.0):
            asked = Question(SMALL.with_epsilon(epsilon), 0, mechanism=mechanism)
            found = results.attack_result(asked, RECORDS)
            assert found.ceiling == ceiling(epsilon, 0.1)
            assert found.believed.beliefs.max() <= found.ceiling * (1 + 1e-9)


@pytest.mark.parametrize(("mechanism", "proven"), [
    ("objective_2008", True), ("output_laplace_norm", False), ("objective_laplace_norm", False),
])  # fmt: skip
def test_a_historic_mechanism_has_its_own_limit_or_none(mechanism, proven):
    found = shown(adversary_mechanism=mechanism, epsilon="1")
    assert "is not ε-DP in general" in sentences.of_historic(mechanism)
    assert ("no limit is proven" in found.sentence) != proven
    curves = results.named_right(
        Question(SMALL, 0, historic=mechanism), cached.RECORDS, curve.keeping()
    ).curves
    assert (curves[mechanism].ceilings is not None) == proven


def test_a_historic_mechanism_is_said_to_be_one():
    app = opened_small(adversary_mechanism="objective_2008", epsilon="1")
    assert not complaints(app)
    assert sentences.of_historic("objective_2008") in [each.value for each in app.caption]


def test_a_mechanism_that_breaks_the_limit_is_named_and_no_other_one_is():
    """The near misses: mechanisms that keep their ε, at settings where another one does not."""
    settings = Settings(data="uniform", n=500, epsilon=1.0)

    def said(mechanism):
        of = Question(settings, 0, mechanism=mechanism)
        beliefs = results.attack_result(of, RECORDS).believed.beliefs
        return sentences.beyond(mechanism, beliefs, 1.0)

    text = said("output_laplace_norm")
    assert "than 23.2 in 100, the limit for one of 10. Under ε-DP that never happens" in text
    query = {"data": "uniform", "n": "500", "epsilon": "1"}
    app = opened_small(adversary_mechanism="output_laplace_norm", **query)
    assert text in text_of(app)
    assert [said(mechanism) for mechanism in PURE] == ["", "", ""]
    most = ceiling(1.0, 0.5)
    for excess, is_named in ((-1e-9, False), (1e-9, False), (1e-3, True)):
        beliefs = np.array([[most + excess, 1 - most - excess]])
        assert bool(sentences.beyond("output_laplace_norm", beliefs, 1.0)) == is_named


def test_bars_and_marks_of_many_suspects_stay_on_the_axis():
    now, mean = np.full(40, 1 / 40), np.append(0.4, np.full(39, 0.6 / 39))
    found = Believed(tuple(map(str, range(40))), now, mean, 0, None)
    drawing = bars.show(found, n_draws=50, dark=False)
    _, end = drawing["layout"]["xaxis"]["range"]
    assert all(x <= end for trace in drawing["data"] for x in trace["x"])
    assert all(each["x"] <= end for each in drawing["layout"]["annotations"])


def test_without_noise_there_is_no_line_up():
    app = opened_small(epsilon="inf")
    assert not complaints(app)
    assert "there is no noise, and the record is reconstructed" in text_of(app)


@pytest.mark.parametrize(("query", "sentence"), [
    ({"adversary_suspects": "201"}, "Suspects must be at most 200"),
    ({"adversary_suspects": "150"}, "Take at most"),
    ({"adversary_mechanism": "non_private"}, "Mechanism must be"),
    ({"n": "1"}, "at least 2"),
], ids=str)  # fmt: skip
def test_what_cannot_be_gets_a_sentence_and_the_page_goes_on(query, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        shown(**query)
    app = opened_small(**query)
    assert not complaints(app)
    assert sentence in text_of(app)
    assert app.expander


def test_a_line_up_that_is_too_long_can_be_made_shorter():
    app = opened_small(adversary_suspects="150")
    (box,) = (each for each in app.number_input if each.label == "Suspects")
    app = box.set_value(20).run()
    assert not app.error
    assert len(numbers(app)) == 20


FEW = "\n".join(
    ["same,job,sick"]
    + [f"3,{'smith' if k % 4 else 'baker'},{'yes' if k % 3 else 'no'}" for k in range(40)]
).encode()
"""A table with a constant column: four records that differ."""


@pytest.mark.parametrize("table", [table_of(12), FEW], ids=["short", "constant"])
def test_a_small_table_has_as_many_suspects_as_differ_and_says_so(table):
    page = declare(with_table(table))
    page = opened_on(page, epsilon="10")
    assert not page.error
    there = len(numbers(page))
    assert 2 <= there < 10
    text = text_of(page)
    assert f": {there} suspects are shown, and not 10." in text
    assert "adversary_suspects" not in page.query_params
    assert set(downloads(page)) >= LINE_UP_FILES
    # Who asks for one more is refused, with how many there are.
    page = opened_on(page, adversary_suspects=str(there + 1))
    assert any(f"Take at most {there} suspects" in error.value for error in page.error)
    assert "suspects are shown, and not 10" not in text_of(page)


def test_the_usual_line_up_is_of_ten_where_ten_differ():
    app = opened_small()
    assert len(numbers(app)) == 10
    assert "suspects are shown" not in text_of(app)


LINE_UP_FILES = {"CSV of the bars", "CSV of the curve"}


def downloads(app):
    return [button.label for button in app.get("download_button")]


@pytest.mark.parametrize(("query", "there"), [
    ({}, True), ({"epsilon": "inf"}, False), ({"adversary_suspects": "150"}, False),
], ids=str)  # fmt: skip
def test_files_of_the_line_up_are_offered_where_there_is_one(query, there):
    app = opened_small(**query)
    assert not complaints(app)
    found = downloads(app)
    assert LINE_UP_FILES & set(found) == (LINE_UP_FILES if there else set())


@pytest.mark.parametrize("query", [
    {"data": "counterexample"}, {"epsilon": "1e-3"}, {"epsilon": "1e6"}, {"n": "2"},
], ids=str)  # fmt: skip
def test_at_extremes_beliefs_are_probabilities(query):
    now = beliefs(shown(**query).answer).now
    assert sum(now) == pytest.approx(1)
    assert min(now) >= 0


@pytest.mark.parametrize(("dark", "phone"), [(False, False), (True, True)])
def test_plotly_knows_every_property_of_the_figures(monkeypatch, dark, phone):
    monkeypatch.setattr(visitor, "is_dark", lambda: dark)
    monkeypatch.setattr(visitor, "is_phone", lambda: phone)
    apps = [unfolded(opened_small(adversary_suspects="40"), MORE)]
    apps += [unfolded(opened_small(adversary_scene="epsilon"), AGAIN)]
    for drawing in [
        d for app in (*apps, opened_small(adversary_scene="read")) for d in figures(app)
    ]:
        go.Figure(drawing)


def test_levels_of_an_own_table_are_bars_and_a_row_of_it_stays_out_of_the_address():
    page = declare(with_table())
    own = opened_on(page, adversary_question="attribute", adversary_column="2", epsilon="10")
    ticks = figures(own)[BARS]["layout"]["yaxis"]["ticktext"]
    plain = {tick.removeprefix("<b>").removesuffix("</b>") for tick in ticks}
    assert {"smith", "baker"} <= plain
    assert "adversary_row" not in own.query_params


def opened_on(page, **query):
    page.switch_page(f"{PAGE}/page.py")
    for name, value in ({"adversary_scene": "line_up"} | query).items():
        page.session_state[name] = value
    page = page.run()
    assert not complaints(page)
    return page


def test_files_hold_the_bars_and_the_curves():
    asked = Question(SMALL, 0, draw=3)
    rows = list(csv.DictReader(io.StringIO(export_line_up.bars(asked))))
    found = of_person(attack(), "objective", 30.0, 3)
    assert [float(row["belief"]) for row in rows] == pytest.approx(list(found.beliefs[2]))
    assert [row["is_true"] for row in rows].index("True") == found.truth
    rows = list(csv.DictReader(io.StringIO(export_line_up.curves(asked))))
    assert len(rows) == 4 * len(EPSILONS)
    assert {row["mechanism"] for row in rows} == set(asked.compared)
    assert all(0.05 < float(row["named_right"]) <= 1 for row in rows)
    assert not any(math.isnan(float(row["limit"])) for row in rows)
