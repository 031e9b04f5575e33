"""What Trade-off shows of classifiers on the records that they were trained on."""

import math
from dataclasses import replace

import numpy as np
import pytest

from dplab.simulation.settings import Settings
from pages.kit import words
from pages.trade_off import view
from pages.trade_off.values import TradeOffQuestion

SMALL = TradeOffQuestion(Settings(data="gaussian", n=200, d=3, draws=10, epsilon=1.0, lam=0.05))


@pytest.mark.parametrize("epsilon", [1.0, 0.3, math.inf])
def test_the_sentence_has_the_numbers_of_the_file(epsilon: float) -> None:
    settings = SMALL.settings.with_epsilon(epsilon)
    for on, column in (("training", "training_error"), ("objective", "excess")):
        shown = view.view(replace(SMALL, settings=settings, on=on))
        rows = shown.rows()
        here = rows[(rows["mechanism"] == "output") & (rows["epsilon"] == epsilon)]
        middle = float(np.median(here[column]))
        number = words.percent(middle) if on == "training" else words.rounded(middle)
        assert f"output perturbation {number} " in shown.sentence
        assert shown.sentence.strip("*") in shown.alt


@pytest.mark.parametrize(
    ("measure", "called"),
    [("error", "errors"), ("balanced", "balanced errors"), ("auc", "shares of pairs")],
)
def test_a_measure_on_the_training_records_is_not_called_one_of_a_test(measure, called) -> None:
    shown = view.view(
        replace(SMALL, settings=replace(SMALL.settings, measure=measure), on="training")
    )
    assert f"median {called}" in shown.sentence
    title = shown.draw(dark=False, phone=False)["layout"]["title"]["text"]
    assert "Training" in title
    assert "test" not in title


def test_excess_stands_beside_its_bound_and_a_constant_answer() -> None:
    shown = view.view(replace(SMALL, on="objective"))
    rows = shown.rows()
    here = rows[(rows["mechanism"] == "objective") & (rows["epsilon"] == 1.0)].iloc[0]
    bound, zero = (words.rounded(here[each]) for each in ("excess_bound", "excess_of_zero"))
    assert f"(bound {bound}; {zero} at w = 0)" in shown.sentence
    names = {each.get("name") for each in shown.draw(dark=False, phone=True)["data"]}
    assert {"bound, at least 95 %", "w = 0"} <= names


def test_the_code_prints_what_the_figure_shows(capsys) -> None:
    asked = replace(SMALL, on="objective")
    exec(view.script(asked), {})
    printed = capsys.readouterr().out.splitlines()
    rows = view.view(asked).rows()
    here = rows[(rows["mechanism"] == "output") & (rows["epsilon"] == 1.0)]
    line = next(each for each in printed if each.split()[0] == "output")
    error, excess, bound = (
        here[each].median() for each in ("training_error", "excess", "excess_bound")
    )
    assert f"training error {error:.1%}, excess risk {excess:.2g} (bound {bound:.2g}" in line
    assert "on_training" not in view.script(SMALL)


def test_the_figure_has_both_records_errors_at_epsilon() -> None:
    shown = view.view(replace(SMALL, on="training"))
    (hollow, *_) = (
        each
        for each in shown.draw(dark=True, phone=False)["data"]
        if each.get("name") == "on the test records"
    )
    assert hollow["y"][0] == pytest.approx(shown.answer.comparison.summaries["objective"].median)
