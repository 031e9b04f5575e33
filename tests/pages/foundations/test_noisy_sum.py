"""The part "The noisy sum": its numbers, its draws, what is refused, and what is taken along."""

import csv
import io

import numpy as np
import plotly.graph_objects as go
import pytest
from scipy import stats

from dplab.studies.foundations.noisy_sum import NoisySum, Question, run, table
from edition import views
from pages.foundations.noisy_sum import figures as figures_of
from pages.foundations.noisy_sum import sentences
from pages.foundations.noisy_sum.view import script
from pages.kit.figures.style import FigureDict
from pages.kit.view import View
from pages.papers.errata.lecture import claims, line
from tests.pages.kit.dials import looks
from tests.pages.screen import complaints, figures, opened, words

PAGE = "foundations"
USUAL = {"epsilon": "0.1"}


def view_at(**texts: str) -> View[NoisySum]:
    return views.view(PAGE, texts)


def figure_at(**texts: str) -> FigureDict:
    return view_at(**texts).draw(dark=False, phone=False)


def pressed(app, label: str):
    return next(button for button in app.button if button.label == label).click().run()


def test_the_page_opens_at_an_epsilon_of_one():
    exact = stats.laplace(0, 1).ppf(0.975)
    assert f"At ε = 1, 95 in 100 answers lie within ±\u00a0{exact:.4g}" in view_at().sentence


def test_picture_and_words_have_the_exact_half_width_alone_and_the_lecture_the_others():
    shown, law = view_at(**USUAL), stats.laplace(0, 10)
    exact = law.ppf(0.975)
    assert f"±\u00a0{exact:.4g} of the true sum, 301" in shown.sentence
    named = [note["text"] for note in figure_at(**USUAL)["layout"]["annotations"]]
    assert [text for text in named if "±" in text] == [f"95 % within ± {exact:.4g}"]
    seen = " ".join([*named, shown.sentence, shown.alt])
    told = words(opened(PAGE, **USUAL))
    lecture = " ".join(line(claim) for claim in claims())
    for width in (np.sqrt(2 / 0.95) * 10, np.sqrt(2 / 0.05) * 10):
        assert f"{width:.4g}" not in seen + told
        share = law.cdf(width) - law.cdf(-width)
        assert f"{width:.2f}" in lecture
        assert f"covers {100 * share:.1f} %" in lecture
    assert "e^ε ≈ 1.105 times the other" in sentences.promise(shown.answer)


def test_draws_fall_one_by_one_or_a_thousand_at_once_and_are_counted():
    app = opened(PAGE, **USUAL)
    assert "No answers yet" in words(app)
    pressed(app, "One draw")
    assert app.session_state["foundations_sum_draws"] == "1"
    assert "1 fresh answer to the same question. " not in words(app)  # nothing to add up yet
    pressed(app, "1,000 draws")
    text = words(app).replace("\u00a0", " ")
    answers = run(Question(draws=1_001)).answers
    inside = (np.abs(answers - 301) <= 29.9573).mean()
    assert f"{100 * inside:.1f} % of them lie within ± 29.96." in text
    assert "To release all of them would cost 1,001 times ε, 100.1; this is a simulation." in text
    assert "Dots are the latest 1,000." in text
    pressed(app, "Start again")
    assert "No answers yet" in words(app)
    assert not complaints(app)


def test_nothing_in_the_picture_moves_when_draws_fall():
    layouts = [figure_at(foundations_sum_draws=draws)["layout"] for draws in ("0", "1", "1000")]
    assert layouts[0] == layouts[1] == layouts[2]


def test_the_picture_holds_the_curves_the_draws_and_the_lines_at_epsilon():
    figure = figure_at(foundations_sum_draws="12", epsilon="0.5")
    found = run(Question(epsilon=0.5, draws=12))
    zero, one, *_, dots, last, loss = figure["data"]
    np.testing.assert_allclose(zero["y"], found.densities[0])
    np.testing.assert_allclose(one["y"], found.densities[1])
    np.testing.assert_allclose(dots["x"], found.answers)
    assert last["x"] == [pytest.approx(found.answers[-1])]
    assert max(loss["y"]) == pytest.approx(0.5)
    assert [shape["y0"] for shape in figure["layout"]["shapes"]] == [-0.5, 0.5]
    assert zero["line"]["dash"] != one["line"]["dash"]


def test_flipping_the_bit_moves_the_truth_and_not_the_curves():
    with_one, with_zero = (figure_at(foundations_sum_bit=bit) for bit in "10")
    assert with_one["data"][0] == with_zero["data"][0]
    assert "the true sum, 300:" in view_at(foundations_sum_bit="0").sentence


def test_many_draws_are_counted_and_the_latest_thousand_drawn():
    found = run(Question(draws=2_500))
    dots = figures_of.draw(found, dark=False)["data"][-3]
    assert dots["x"] == found.answers[-1_000:].tolist()


@pytest.mark.parametrize("query", [
    {"epsilon": "1e-9"}, {"epsilon": "1e9"}, {"foundations_sum_n": "2"},
    {"foundations_sum_n": "1000000"}, {"foundations_sum_ones": "0"},
    {"foundations_sum_draws": "10000"}, {"seed": "7"},
], ids=str)  # fmt: skip
def test_extremes_are_answered(query):
    shown = view_at(**query)
    go.Figure(shown.draw(dark=True, phone=True))
    texts = [each(shown.answer) for each in (sentences.promise, sentences.draws)]
    assert "nan" not in "".join([shown.sentence, shown.alt, *texts])


def test_what_cannot_be_gets_a_sentence():
    refused = {
        "foundations_sum_n": ("1", "People n must be at least 2"),
        "foundations_sum_ones": ("-1", "Ones among the others must be at least 0"),
        "foundations_sum_bit": ("2", "This person's bit must be"),
        "foundations_sum_draws": ("10001", "Draws must be at most 10,000"),
    }
    app = opened(PAGE, **{name: text for name, (text, _) in refused.items()})
    said = words(app).replace("\\", "")
    assert complaints(app) == []
    assert [sentence for _, sentence in refused.values() if sentence not in said] == []


@pytest.mark.parametrize(("n", "sentence"), [
    ("10", "There are 9 others here: all have a 1."),
    ("2", "There is 1 other here: all have a 1."),
])  # fmt: skip
def test_no_more_ones_than_others_and_said_so(n, sentence):
    assert sentence in words(opened(PAGE, foundations_sum_n=n))


def test_without_noise_the_controls_stay():
    app = opened(PAGE, epsilon="inf")
    assert not figures(app)
    assert "Ones among the others" in looks(app)


def test_a_wide_noise_beside_few_people_is_called_so():
    assert "more than n = 10, so that" in view_at(**USUAL, foundations_sum_n="10").sentence
    wide = sentences.verdict(run(Question(epsilon=1, n=10**6)))
    assert "less than 0.1 % of n = 1,000,000" in wide


def test_counts_stand_in_the_singular_and_in_the_plural():
    assert sentences.draws(run(Question(draws=1))) == "1 fresh answer to the same question."
    assert "2 fresh answers" in sentences.draws(run(Question(draws=2)))
    far = next(n for n in range(1, 9_000) if _beyond(n) == 1)
    assert "1 answer lies beyond" in sentences.draws(run(Question(draws=far)))


def _beyond(draws: int) -> int:
    found = run(Question(draws=draws))
    return int((np.abs(found.answers - 300.5) > 76).sum())


def test_csv_holds_the_curves_the_half_widths_and_every_draw():
    found = run(Question(draws=5))
    rows = list(csv.DictReader(io.StringIO(table(found).to_csv(index=False))))
    by_series = {}
    for row in rows:
        pair = float(row["output"]), float(row["value"])
        by_series.setdefault(row["series"], []).append(pair)
    np.testing.assert_allclose(
        by_series["density with bit 1"], np.column_stack([found.outputs, found.densities[1]])
    )
    np.testing.assert_allclose(
        by_series["privacy loss"], np.column_stack([found.outputs, found.loss])
    )
    assert [output for output, _ in by_series["draw"]] == pytest.approx(found.answers)
    assert by_series["half width, exact"] == [pytest.approx((29.957, 0.95), abs=1e-3)]


def test_the_offered_script_prints_the_numbers_of_the_page(capsys):
    asked = Question(epsilon=0.3, n=50, ones=7, bit=0, draws=100, seed=3)
    exec(script(asked), {})
    printed, found = capsys.readouterr().out, run(asked)
    assert "true sum 7, noise of scale 3.333" in printed
    assert "largest privacy loss 0.3" in printed
    for each in found.widths:
        assert f"± {each.width:.4g} holds {each.share:.1%} of all answers" in printed
        assert f"{each.inside:,} of 100 draws" in printed
