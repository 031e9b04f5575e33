"""The Trade-off page: what it shows, whatever is asked of it."""

import csv
import io
import math
import re
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import LOSSES
from dpcore.erm.prediction import error
from dpcore.privacy.mechanisms import draw
from dplab.simulation.comparison import COMPARED, EPSILONS, part_of
from dplab.simulation.constant import ConstantRule
from dplab.simulation.needed.crossing import LevelCrossing
from dplab.simulation.needed.epsilon import errors_at, which_epsilon
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load, stream
from dplab.simulation.summaries import Summary
from dplab.studies.trade_off.looks_at import Question, run
from edition import views
from pages.comparison import private
from pages.comparison import sentences as of_errors
from pages.comparison.values import CALLED
from pages.kit import chart, words
from pages.kit.figures.table import as_csv
from pages.kit.view import View
from pages.trade_off.along_epsilon import answer, sentences
from pages.trade_off.along_epsilon.view import TradeOff, script, table
from pages.trade_off.values import TradeOffQuestion
from tests.house.some import every
from tests.pages.kit.dials import place_of, text_on, turned
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import declare, with_table

PAGE = "trade_off"
BAD = {
    "a word": {"epsilon": "abc"},
    "nothing": {"epsilon": ""},
    "zero": {"epsilon": "0"},
    "negative": {"epsilon": "-1"},
    "not a number": {"epsilon": "nan"},
    "two commas": {"lam": "0,5,1"},
    "no regularization": {"lam": "0"},
    "endless lam": {"lam": "inf"},
    "a lam that no solver bears": {"lam": "1e-9"},
    "half a record": {"n": "10.5"},
    "no record": {"n": "0"},
    "one draw": {"draws": "1"},
    "too many draws": {"draws": "501"},
    "a word for draws": {"draws": "x"},
    "a wide corner": {"h": "9"},
    "a negative seed": {"seed": "-1"},
    "more flipped than not": {"flip": "0.9"},
    "unknown data": {"data": "none"},
    "the plain hinge": {"loss": "hinge"},
}


SHOWN = [*product(LOSSES, ["uniform", "unseparable", "breast_cancer"])]


RECORDS = views.RememberingRecords()


def seen(**texts: str) -> View[TradeOff]:
    """Return what an address shows; the same is asked again and again."""
    return views.view(PAGE, texts, RECORDS)


def said(**texts: str) -> str:
    """Return what stands below the figure of an address."""
    return " ".join(seen(**texts).below)


def drawing(found: View[TradeOff]) -> dict[str, Any]:
    return found.draw(dark=False, phone=False)


@pytest.mark.parametrize(("loss", "data"), every(2, SHOWN))
def test_every_data_and_loss_has_an_error_for_each_method(data: str, loss: str):
    found = seen(data=data, n="300", loss=loss, epsilon="2", draws="5")
    assert set(found.answer.comparison.lams) == set(COMPARED)
    assert found.sentence.startswith("**At ε = 2, ")


def drawn(mechanism: str, settings: Settings) -> Summary:
    """Return the errors of single draws: the engine without sweeps, cells or caches."""
    part = part_of(load(settings), settings)
    draws = draw(
        mechanism,
        part.X,
        part.y,
        loss=settings.make_loss(),
        lam=settings.lam,
        epsilon=settings.epsilon,
        n_draws=settings.draws,
        rng=stream(settings.seed, mechanism, 0, len(part.y)),
    )
    return Summary.of(error(draws.coefs, part.X_test, part.y_test))


def test_numbers_are_those_of_the_engine():
    app = opened(PAGE, data="breast_cancer", epsilon="2", lam="0.05", draws="20")
    settings = Settings(data="breast_cancer", epsilon=2.0, lam=0.05, draws=20)
    expected = {name: words.percent(drawn(name, settings).median) for name in COMPARED}
    shown = [metric.value for metric in app.metric]
    assert shown == [expected[name] for name in ("non_private", "objective", "output")]


@pytest.mark.parametrize("query", BAD.values(), ids=BAD)
def test_bad_values_get_a_sentence(query: dict[str, str]):
    name = next(iter(query))
    with pytest.raises(InvalidInput) as reason:
        seen(**query)
    assert str(reason.value).startswith(f"{CALLED[name]} must be")


def test_beside_that_sentence_stands_the_default():
    app = opened(PAGE, n="60", draws="2", epsilon="abc")
    assert complaints(app) == []
    (sentence,) = (e.value for e in app.error)
    assert sentence.endswith(". 1 is shown instead.")
    assert len(figures(app)) == 1


def test_infinite_epsilon_is_the_non_private_answer():
    now = seen(epsilon="inf", data="breast_cancer", draws="5").answer.comparison
    assert {each.median for each in now.summaries.values()} == {now.baseline}


def test_more_records_than_there_are_means_all():
    app = opened(PAGE, data="breast_cancer", n="100000", draws="5")
    assert "455 training records: all are used" in text_of(app)


def test_a_link_to_an_upload_says_whose_table_it_needs():
    app = opened(PAGE, data="upload")
    (sentence,) = (e.value for e in app.error)
    assert "Links do not carry uploads" in sentence
    assert "How this works" in [fold.label for fold in app.expander]


def test_the_range_writes_into_the_box_and_the_box_moves_the_range():
    app = opened(PAGE, n="300")
    turned(app, "epsilon", 1.0)
    assert text_on(app, "epsilon") == "1"
    turned(app, "epsilon", "6.9")
    assert float(place_of(app, "epsilon")) == 7.0
    assert "At ε = 6.9," in text_of(app)


def test_added_regularization_is_told():
    # nλ = 3 ≤ c/(e^{ε/2} - 1) = 5: the second case of CMS11's Algorithm 2.
    told = seen(n="300", lam="0.01", epsilon="0.1", draws="5").below
    assert any("uses λ + Δ = 0.0329" in each for each in told)


def test_sentence_and_figure_agree_with_the_numbers():
    app, found = opened(PAGE, n="300", epsilon="0.5"), seen(n="300", epsilon="0.5")
    figure = drawing(found)
    assert figure["layout"]["xaxis"]["title"]["text"].startswith("Privacy parameter ε")
    assert figure["layout"]["yaxis"]["title"]["text"] == "Test error"
    names = [trace["name"] for trace in figure["data"] if trace.get("name")]
    assert names == ["Non-private", "Objective perturbation", "Output perturbation"]
    assert re.search(r"At ε = 0.5, objective perturbation costs \d+\.\d points?", found.sentence)
    assert "spread over 50 draws" in found.made
    assert "use the true data and are not private" in text_of(app)


def test_the_smallest_epsilon_for_an_accuracy_is_told_and_marked():
    query = {"data": "gaussian", "d": "5", "n": "300"}
    plain, asked = seen(**query), seen(within="2", **query)
    assert plain.below == ()
    (said,) = (each for each in asked.below if "At most 2.0 points above" in each)
    settings = Settings(data="gaussian", d=5, n=300, lam="auto")
    found = which_epsilon(settings, 0.02, lambda each: errors_at(settings, each), 300)
    for name, label in (("objective", "objective perturbation"), ("output", "output perturbation")):
        at = found[name]
        needs = f"{label} needs ε = {at.place:.2g} ({at.low:.2g} to {at.high:.2g})"
        assert needs in said
    before, after = drawing(plain), drawing(asked)
    marks = after["data"][len(before["data"]) :]
    assert [mark["x"] for mark in marks] == [[found["objective"].place], [found["output"].place]]
    level = plain.answer.comparison.baseline + 0.02
    assert all(mark["y"] == [pytest.approx(level)] for mark in marks)


def test_no_epsilon_is_asked_for_where_the_allowed_error_is_that_of_a_constant_answer():
    assert "which needs no classifier" in said(n="300", draws="5", within="50")
    app = opened(PAGE, n="300", draws="5", within="50")
    assert "read from the data" in text_of(app)
    assert re.search(r"no better than always .* which needs no classifier", text_of(app))
    (figure,) = figures(app)
    assert not any("here" in str(trace.get("name")) for trace in figure["data"])


def test_no_error_above_that_of_a_constant_answer_is_called_allowed():
    rule = ConstantRule("no", 0.4, 0.0)
    said = of_errors.which_epsilon(0.02, 0.99, {}, 100.0, rule)
    assert said.startswith(
        "The error without noise, 99.0 %, is no better than always predicting no"
    )
    assert "101" not in said


@pytest.mark.parametrize("text", ["x", "0", "-1", "51", "nan", "∞"])
def test_points_that_cannot_be_asked_for_get_a_sentence(text: str):
    with pytest.raises(InvalidInput, match="Points above the error without noise must be"):
        seen(within=text)


def test_axes_stay_where_they_are_when_the_data_change():
    small, large = (drawing(seen(n=n, draws="5"))["layout"] for n in ("50", "5000"))
    for axis in ("xaxis", "yaxis"):
        assert small[axis]["range"] == large[axis]["range"]


def test_csv_holds_every_draw_behind_the_figure():
    settings = Settings(data="breast_cancer", epsilon=3.0, draws=7)
    rows = list(csv.DictReader(io.StringIO(as_csv(table(settings, RECORDS)))))
    assert list(rows[0])[:6] == ["data", "seed", "mechanism", "loss", "h", "epsilon"]
    assert len(rows) == 1 + 2 * 7 * (len(EPSILONS) + 1)
    assert all(0 <= float(row["error"]) <= 1 and row["n"] == "455" for row in rows)
    assert {row["mechanism"] for row in rows} == set(COMPARED)
    assert {f"{float(row['majority_error']):.3f}" for row in rows} == {"0.412"}


def test_csv_names_the_knobs_of_generated_data():
    settings = Settings(n=100, draws=2, seed=3, knobs=(("band", 0.1), ("flip", 0.2)))
    first, *_ = csv.DictReader(io.StringIO(as_csv(table(settings, RECORDS))))
    assert (first["d"], first["band"], first["flip"], first["seed"]) == ("10", "0.1", "0.2", "3")


@pytest.mark.parametrize("query", [{"epsilon": "0.05"}, {"lam": "0.05", "seed": "5"}])
def test_costs_are_the_differences_of_the_percentages_shown(query: dict[str, str]):
    plain, *private = opened(PAGE, n="300", draws="9", **query).metric
    for metric in private:
        difference = float(metric.value.split()[0]) - float(plain.value.split()[0])
        shown = float(metric.delta.split()[0].replace("−", "-"))
        assert shown == pytest.approx(difference, abs=1e-9)


@pytest.mark.parametrize("name", ["h", "draws", "seed", "flip"])
def test_a_refused_setting_opens_its_fold(name: str):
    texts = {"n": "60", "draws": "2"} | {name: "x"}
    (fold,) = (e for e in opened(PAGE, **texts).expander if e.label == "More settings")
    assert fold.proto.expanded


def test_the_fold_is_closed_at_first():
    (fold,) = (e for e in opened(PAGE, n="60").expander if e.label == "More settings")
    assert not fold.proto.expanded


@pytest.mark.parametrize("epsilon", [0.7, math.inf])
def test_the_code_prints_the_same_numbers(epsilon: float, capsys):
    settings = Settings(data="breast_cancer", epsilon=epsilon, loss="huber", h=0.3, draws=20)
    exec(script(TradeOffQuestion(settings)), {})
    constant, *lines = capsys.readouterr().out.splitlines()
    assert constant.split()[:3] == ["constant", "error", "41.2%"]
    for line, name in zip(lines[: len(COMPARED)], COMPARED, strict=True):
        errors = drawn(name, settings)
        assert line.split()[:3] == [name, "error", f"{errors.median:.1%}"]
        assert line.endswith(
            f"(half of the draws: {errors.low:.1%} to {errors.high:.1%}, λ = 0.01)"
        )
    looked = run(Question(settings))
    effects = [line.split()[-5] for line in lines if line.split()[0] == "non_private"][1:]
    assert [float(each) for each in effects] == pytest.approx(looked.plain, abs=1e-5)


def test_more_work_than_a_page_may_ask_for_gets_a_sentence():
    with pytest.raises(InvalidInput, match="Draws times n times d must be at most 400,000,000"):
        seen(n="20000", d="100", draws="500")


def test_little_left_for_the_noise_is_told():
    # Just above the threshold nλ = c/(e^{ε/2} - 1) of CMS11's Algorithm 2: ε' is near 0.
    told = seen(data="breast_cancer", n="50", lam="0.01", epsilon="0.82", draws="5").below
    assert any("is left for the noise" in each for each in told)


def test_no_epsilon_is_promised_while_bounds_are_guesses_from_the_records():
    guessed = with_table().switch_page("trade_off/page.py").run()
    assert "No ε holds here yet" in text_of(guessed)
    assert "times in 100" not in text_of(guessed)
    declared = declare(with_table()).switch_page("trade_off/page.py").run()
    assert "No ε holds" not in text_of(declared)
    assert "times in 100" in text_of(declared)


@pytest.mark.parametrize("asked", [{}, {"within": "2"}], ids=["no question", "which epsilon"])
def test_a_figure_that_is_drawn_at_every_step_is_never_drawn_twice_alike(monkeypatch, asked):
    at_once = partial(chart.as_it_grows, patience=-1.0)
    monkeypatch.setattr(chart, "as_it_grows", at_once)
    page = opened(PAGE, draws="2", n="200", seed="91", **asked)
    assert complaints(page) == []
    assert len(figures(page)) == 1


def test_where_a_curve_takes_long_the_figure_and_the_sentence_do_not_wait_for_it(monkeypatch):
    seen = []

    def curve(*args):
        seen.append("curve")
        return whole_curve(*args)

    def explained(*args):
        seen.append("sentence")
        return explain(*args)

    def drawn(drawing, *args, **kwargs):
        seen.append([len(trace["x"]) for trace in drawing["data"] if trace.get("name")])
        show(drawing, *args, **kwargs)

    whole_curve, explain, show = private._summaries_along, answer._explained, chart.show
    monkeypatch.setattr(private, "_summaries_along", curve)
    monkeypatch.setattr(answer, "_explained", explained)
    monkeypatch.setattr(chart, "show", drawn)
    monkeypatch.setattr(private, "SLOW", 0)
    page = opened(PAGE, draws="2", n="200", seed="92")
    assert complaints(page) == []
    first, *rest, last = seen
    assert (first[:3], rest, last[:3]) == ([2, 0, 0], ["sentence", "curve"], [2, 16, 16])
    seen.clear()
    page.run()
    assert [each for each in seen if isinstance(each, str)] == ["curve", "sentence"]  # known by now


def test_more_records_are_promised_only_where_the_noise_of_the_table_tells_it():
    told = said(data="gaussian", n="2000", within="2")
    assert re.search(r"With 4 times the records \(extrapolated\): .*output perturbation ε = ", told)
    assert "more records cannot be predicted" not in told
    small = said(data="gaussian", n="2000", lam="1e-5", within="2")
    assert "For objective perturbation, more records cannot be predicted" in small
    assert "extrapolated" not in said(data="gaussian", n="2000")


def test_the_price_of_the_chosen_epsilon_is_told_in_records():
    query = {"data": "gaussian", "n": "2000", "within": "2"}
    told = said(epsilon="0.02", **query)
    price = r"At ε = 0.02 and for at most 2.0 points more than without noise \(extrapolated\): "
    assert re.search(
        price + r".*output perturbation would need about [\d.]+ times the records", told
    )
    # What is enough at ε* is enough at ε with ε*/ε times the records.
    (enough,) = re.findall(r"output perturbation needs ε = ([\d.]+) \(", told)
    (times,) = re.findall(r"output perturbation would need about ([\d.]+) times", told)
    assert float(times) == pytest.approx(float(enough) / 0.02, rel=0.06)  # two digits each
    assert "needs no more records than the table has" in said(epsilon="5", **query)
    small = said(epsilon="0.02", lam="1e-5", **query)
    assert "objective perturbation would need" not in small


def test_a_price_in_records_is_told_as_well_as_it_is_known():
    def said(*place):
        return sentences.price(
            0.1, 0.02, {"it": LevelCrossing(*place, is_first=False, until=np.inf)}
        )

    assert said(13.2, 9.1, 17.4).endswith(
        "it would need about 13 times the records (9.1 to 17 times)."
    )
    assert said(13.2, 0.4, np.inf).endswith("about 13 times the records (1 or more).")
    assert said(0.8, 0.4, 1.5).endswith(
        "it needs no more records than the table has (to 1.5 times)."
    )
    assert said(0.8, 0.4, 0.9).endswith("it needs no more records than the table has.")
    assert sentences.price(0.1, 0.02, {"it": None}) == ""
