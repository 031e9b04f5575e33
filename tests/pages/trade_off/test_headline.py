"""Trade-off's headline: where a method is of no use at this ε, from which ε on it is."""

import re
from dataclasses import replace
from typing import Any

import pytest

from dplab.studies.trade_off.curve import FlatPart
from edition import views
from pages.comparison import private
from pages.kit.values import reading
from pages.kit.view import View
from pages.trade_off.along_epsilon import sentences
from pages.trade_off.along_epsilon import view as along_epsilon
from pages.trade_off.values import TradeOffQuestion, question
from tests.pages.screen import complaints, opened

PAGE = "trade_off"
QUERY = {"data": "breast_cancer", "epsilon": "0.01", "draws": "20"}
FURTHER = "clearly better from"
RECORDS = views.RememberingRecords()


def seen(**texts: str) -> View[Any]:
    return views.view(PAGE, texts, RECORDS)


@pytest.mark.parametrize("slow", [0, private.SLOW])
def test_it_says_from_which_epsilon_on_a_method_is_of_use(
    slow: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(private, "SLOW", slow)
    query = QUERY | {"seed": f"{slow % 89}"}
    page = opened(PAGE, **query)
    assert complaints(page) == []
    (headline,) = (each.value for each in page.markdown if "than always predicting" in each.value)
    expected = seen(**query).sentence
    assert re.sub(r":[a-z-]+\[|\]|<[^>]+>", "", headline).count(FURTHER) == expected.count(FURTHER)
    assert re.search(
        r"bjective perturbation is clearly better from ε . [\d.]+ on, output perturbation from ε",
        expected,
    )


@pytest.mark.parametrize("measure", ["balanced", "auc"])
def test_it_does_so_by_any_measure(measure: str):
    found = seen(**QUERY, measure=measure)
    assert FURTHER in found.sentence
    comparison = found.answer.comparison
    useless = {
        n for n, each in comparison.summaries.items() if not comparison.rule.is_beaten_by(each)
    }
    assert set(found.answer.better_from) == useless


def test_it_says_nothing_of_other_epsilons_where_all_methods_are_of_use():
    assert FURTHER not in seen(**(QUERY | {"epsilon": "2"})).sentence


def test_it_does_not_go_further_than_the_curve_is_known():
    asked = question(reading(QUERY))
    assert isinstance(asked, TradeOffQuestion)
    *parts, whole = along_epsilon.views(asked)
    assert FURTHER in whole.sentence
    assert parts
    assert not any(FURTHER in each.sentence for each in parts)
    assert FURTHER not in seen(**QUERY, trade_off_draws="dots").sentence


def test_where_nothing_is_learned_without_noise_it_goes_no_further():
    comparison = seen(**QUERY).answer.comparison
    *_, whole = private.curves(comparison, RECORDS)
    assert along_epsilon._found(comparison, whole, RECORDS).better_from
    useless = replace(comparison, rule=replace(comparison.rule, error=comparison.baseline))
    found = along_epsilon._found(useless, whole, RECORDS)
    assert not found.better_from
    assert not found.flat


def test_a_method_that_is_better_at_no_epsilon_is_said_to_be_so():
    found = seen(data="breast_cancer", n="20", lam="1e-5", epsilon="0.5", draws="20")
    assert found.answer.comparison.has_baseline
    assert "utput perturbation at no ε up to 100" in found.sentence or (
        "utput perturbation is clearly better at no ε up to 100" in found.sentence
    )


def test_why_hardly_anything_changes_is_said_below_the_sentence():
    query = {"n": "100", "epsilon": "0.005"}
    (both,) = seen(**query).below
    assert "with objective perturbation and output perturbation: noise decides." in both
    page = opened(PAGE, **query)
    assert complaints(page) == []
    assert [each.value for each in page.caption].count(both) == 1
    assert seen(n="100", epsilon="2").below == ()


def test_methods_whose_noise_decides_in_one_place_share_a_sentence_and_the_shorter_noise():
    output, objective = (FlatPart(0.001, 0.01, noise) for noise in (19.0, 23.0))
    (both,) = sentences.why_flat({"objective": objective, "output": output}, 100)
    assert "is at least 19 times as long as all 100 training records" in both
    by_lam = FlatPart(0.001, 0.01, lams=(2.0, 0.5), error=0.3)
    elsewhere = replace(output, high=0.02)
    for other in (by_lam, elsewhere):
        said = sentences.why_flat({"objective": objective, "output": other}, 100)
        assert len(said) == 2
        assert "its λ decides, 0.5 to 2 there." in said[1] or "0.02" in said[1]
