"""Many answers on the page: its numbers, its budget, and what cannot be used."""

import csv
import io

import numpy as np
import plotly.graph_objects as go
import pytest
from scipy import stats

from dplab.laplace.composition import LossOfMany
from dplab.studies.foundations import composition
from dplab.studies.foundations.composition import ManyAnswers
from edition import views
from pages.foundations.composition import figures, sentences
from pages.foundations.composition.values import MOST_QUERIES, SPENT
from pages.foundations.composition.view import script
from pages.foundations.values import PARTS
from pages.kit.values import reading
from pages.kit.view import View
from tests.pages.screen import complaints, opened
from tests.pages.screen import words as text_of

PART = {"foundations_part": "composition"}


def opened_part(**query):
    return opened("foundations", **PART, **query)


def view_at(**texts: str) -> View[ManyAnswers]:
    return views.view("foundations", PART | texts)


def law_at(**texts: str):
    return view_at(**texts).draw(dark=False, phone=False)


def press(app, label):
    next(button for button in app.button if button.label == label).click().run()
    assert not complaints(app)


def test_the_part_says_what_ten_answers_cost():
    text = view_at(epsilon="0.1", foundations_k="10").sentence
    together = LossOfMany(10, 0.1)
    assert "10 answers at ε = 0.1 cost kε = 1 together. The privacy loss is that large in" in text
    assert "large in 1 of 1,024 runs" in text
    assert f"Its mean is {together.mean:.3g}, and it exceeds 0.8 in at most 1 of 100 runs" in text
    assert together.exceeds(0.8) < 0.01 < together.exceeds(0.8 - 1e-6)


def test_one_answer_at_k_epsilon_is_better_than_an_average():
    # Oracles: a million means, three digits of their 95 % width; ln(20)/1 in closed form.
    noise = np.random.default_rng(0).laplace(scale=10, size=(1_000_000, 10)).mean(axis=1)
    text = sentences.better(view_at(epsilon="0.1", foundations_k="10").answer.here)
    said = float(text.partition("The average of 10 answers lies within ±")[2].split()[0])
    assert said == pytest.approx(np.quantile(np.abs(noise), 0.95), rel=5e-3)
    assert f"at once, within ±{np.log(20):.3g}".rstrip("0").rstrip(".") in text


def below(many: ManyAnswers, epsilon: float = 1.0, budget: float = 1.0):
    """Return the figures below that of the law: what averages are worth, and the budget."""
    averages = figures.averages(many.along, many.here, dark=False)
    return averages, figures.bar(many.queries, epsilon, budget, dark=False)


def test_figures_are_valid_and_show_the_exact_law():
    view = view_at(epsilon="1", foundations_k="3")
    law = view.draw(dark=False, phone=False)
    for each in (law, *below(view.answer)):
        go.Figure(each)
    area, stems = law["data"]
    together = LossOfMany(3, 1.0)
    np.testing.assert_allclose(stems["x"], [3, 1, -1, -3])
    j = np.arange(4)
    np.testing.assert_allclose(stems["y"], stats.binom.pmf(j, 3, 0.5) * np.exp(-j), rtol=1e-9)
    np.testing.assert_allclose(area["y"], 2 * together.density(area["x"]), atol=1e-9)
    assert [shape["x0"] for shape in law["layout"]["shapes"]] == pytest.approx([together.mean, 3])


def test_ranges_change_with_their_labels_alone():
    laws = [law_at(epsilon=each) for each in ("0.1", "0.2")]
    one, two = (law["layout"]["xaxis"]["range"] for law in laws)
    np.testing.assert_allclose(np.multiply(one, 2), two)
    assert [law["layout"]["yaxis"]["range"] for law in laws] == [[0, 0.2]] * 2


def test_a_budget_is_spent_query_by_query_and_never_overspent():
    app = opened_part(epsilon="0.5", foundations_budget="1")
    assert "Nothing is spent yet" in text_of(app)
    for spent in ("0.5", "0.5,0.5"):
        press(app, "Ask again")
        assert app.session_state["foundations_spent"] == spent
    assert "2 queries spent ε = 1; 0 of the budget is left" in text_of(app)
    press(app, "Ask again")
    assert "This query costs ε = 0.5, and 0 of the budget 1 is left" in text_of(app)
    assert app.session_state["foundations_spent"] == "0.5,0.5"
    press(app, "Start again")
    assert "This query costs" not in text_of(app)
    assert "Nothing is spent yet" in text_of(app)


def test_a_reload_keeps_what_was_spent_at_the_price_of_its_time():
    app = opened_part(epsilon="0.1", foundations_spent="0.5")
    press(app, "Ask again")
    assert "2 queries spent ε = 0.6; 0.4 of the budget is left" in text_of(app)
    again = view_at(foundations_spent="0.5,0.1").answer
    assert "2 queries spent ε = 0.6; 0.4 of the" in sentences.asked(again.queries, 0.1, 1.0)
    _, bar = below(again)
    assert bar["data"][0]["x"] == pytest.approx([0.5, 0.1])


def test_a_budget_below_what_is_spent_is_told():
    text = text_of(opened_part(foundations_spent="0.5,0.5", foundations_budget="0.2"))
    assert "ε = 1 is spent already, more than this budget of 0.2" in text


def test_a_budget_without_an_end_of_queries_is_refused():
    app = opened_part(epsilon="0.001", foundations_spent=",".join(["0.001"] * 100))
    press(app, "Ask again")
    assert "counts at most 100 queries" in text_of(app)


@pytest.mark.parametrize("texts", [
    {"foundations_k": "1"}, {"foundations_k": "100"}, {"epsilon": "100"},
    {"epsilon": "1e-9"}, {"epsilon": "100", "foundations_k": "100"},
    {"foundations_budget": "1e-9"}, {"foundations_spent": "1e9"},
], ids=str)  # fmt: skip
def test_extremes_are_answered(texts):
    view, epsilon = view_at(**texts), float(texts.get("epsilon", "1"))
    many, budget = view.answer, float(texts.get("foundations_budget", "1"))
    for each in (view.draw(dark=True, phone=True), *below(many, epsilon, budget)):
        go.Figure(each)
    told = sentences.better(many.here), sentences.asked(many.queries, epsilon, budget)
    assert "nan" not in "".join([view.sentence, view.alt, *told])


def test_what_cannot_be_used_gets_a_sentence():
    refused = {
        "foundations_k": ("101", "Answers k must be at most 100"),
        "foundations_budget": ("0", "Budget must be between"),
        "foundations_spent": (
            "0.1,x", "Privacy parameter ε of a query must be a number such as 0.5"
        ),
        "foundations_run": ("0", "Run must be at least 1"),
    }  # fmt: skip
    app = opened_part(**{name: text for name, (text, _) in refused.items()})
    said = text_of(app).replace("\\", "")
    assert complaints(app) == []
    assert [sentence for _, sentence in refused.values() if sentence not in said] == []


def test_the_table_says_what_parts_cost():
    text = sentences.table(4, 0.5)
    assert "| kε = 2 |" in text
    assert "| ε = 0.5 |" in text
    assert "| 2ε = 1 |" in text
    assert "| ε = 0.5 |" in sentences.table(1, 0.5)
    assert "2ε" not in sentences.table(1, 0.5)


def test_csv_holds_what_the_figures_show():
    found = composition.run(composition.Question(k=3, epsilon=1.0))
    law, along = found.law, found.along
    rows = list(csv.DictReader(io.StringIO(composition.table(found).to_csv(index=False))))
    stems = [row for row in rows if row["series"] == "probability of a loss"]
    assert [float(row["y"]) for row in stems] == pytest.approx(law.atoms[:, 1].tolist())
    widths = [float(row["y"]) for row in rows if row["series"].startswith("half width of the av")]
    assert widths == pytest.approx(along.average)
    assert sum(row["series"] == "density of the loss" for row in rows) == len(law.losses)


def test_the_offered_script_prints_the_numbers_of_the_page(capsys):
    texts = PART | {"epsilon": "0.1", "foundations_spent": "0.1,0.3"}
    asked = PARTS.question(reading(texts)).question
    exec(script(asked), {})
    printed = capsys.readouterr().out
    many, done = composition.run(asked), composition.asked((0.1, 0.3), seed=0)
    text = " ".join(
        [
            sentences.verdict(many.law),
            sentences.better(many.here),
            sentences.asked(many.queries, asked.epsilon, asked.budget),
        ]
    )
    for number in ("0.0484", "0.8", "8.86"):
        assert number in printed
        assert number in text
    assert "ε = 0.4 spent" in printed
    assert f"{done.answers[-1]:.1f}" in printed
    assert f"The last answer was {done.answers[-1]:.1f}" in text


def test_a_link_holds_as_many_queries_as_the_page_counts():
    assert len(SPENT.read(",".join(["0.1"] * MOST_QUERIES))) == 100


def test_starting_again_asks_anew_and_a_link_repeats_each_run():
    app, told = opened_part(epsilon="0.1"), []
    for _ in range(3):
        press(app, "Ask again")
        told.append(last_answer(text_of(app)))
        press(app, "Start again")
    assert len(set(told)) == 3
    assert app.session_state["foundations_run"] == "4"
    for run, said in enumerate(told, start=1):
        many = view_at(foundations_run=str(run), foundations_spent="0.1").answer
        assert last_answer(sentences.asked(many.queries, 0.1, 1.0)) == said


def last_answer(text: str) -> str:
    return text.partition("The last answer was ")[2].split(";")[0]
