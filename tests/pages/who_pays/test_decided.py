"""The answers that the noise decides, on the screen: people, two releases, and along ε."""

import base64
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from dplab.studies.who_pays import answers
from pages.kit import words
from pages.kit.values import reading
from pages.kit.words import in_100
from pages.who_pays import people
from pages.who_pays.decided import sentences
from pages.who_pays.decided.sentences import of_people
from pages.who_pays.values import question
from pages.who_pays.view import script
from tests.house.some import every
from tests.pages.kit.dials import turned
from tests.pages.screen import figures
from tests.pages.screen import words as text_of
from tests.pages.who_pays.people import (
    DECIDED,
    QUICK,
    drawing,
    open_page,
    press,
    said,
    shown,
    sound,
    verdict,
)
from tests.studies.who_pays.cases import answered, paid

KNOBS = (("group_share", 0.05), ("group_angle", 90.0), ("group_flip", 0.05))
GROUPS = Settings(data="two_groups", n=500, draws=10, epsilon=1.0, knobs=KNOBS)


def rings(picture: dict[str, Any]) -> int:
    """Return how many people are ringed."""
    found = [trace for trace in picture["data"] if trace.get("name") == "changed sides"]
    return sum(length(trace["x"]) for trace in found)


def length(values) -> int:
    """Return how many numbers a trace has: Plotly's packed ones, or a list."""
    if isinstance(values, dict):
        return len(base64.b64decode(values["bdata"])) // np.dtype(values["dtype"]).itemsize
    return len(values)


def dots(picture: dict[str, Any]) -> int:
    """Return how many people there are."""
    traces = [t for t in picture["data"] if str(t.get("name")).endswith("without this noise")]
    return sum(length(trace["x"]) for trace in traces)


@pytest.mark.parametrize("method", people.METHODS)
@pytest.mark.parametrize("data", ["two_groups", "breast_cancer"])
def test_the_sentence_has_the_studys_numbers(data: str, method: str):
    shows = shown(**DECIDED, data=data, who_pays_method=method, lam="0.05")
    settings = replace(GROUPS, data=data, lam=0.05, knobs=KNOBS if data == "two_groups" else ())
    found, plain = answered(settings, method), answered(settings, "non_private")
    assert of_people(found.disagreement.mean()) in said(shows)
    cost = found.wrong.mean() - plain.wrong.mean()
    assert words.points(abs(cost)) in said(shows)
    first = min(300, len(found.y))
    assert f"the figure shows the first {first}" in shows.made
    assert dots(drawing(shows)) == first
    assert ("Disagreement is exact" in shows.made) == MECHANISMS[method].has_exact_chances


def test_release_again_rings_those_whose_answer_changed_and_counts_them():
    app = open_page(**DECIDED)
    assert figures(app) == [drawing(shown(**DECIDED))]
    assert rings(*figures(app)) == 0
    assert "press to see whose answer changes" in text_of(app)
    counted = []
    for _ in range(4):
        press(app, "Release again")
        (count, in_hundred) = re.search(
            r"Two releases.* (\d+) of these 300 people gets? .*; of all test records (\S+) in 100",
            text_of(app),
        ).groups()
        assert rings(*figures(app)) == int(count)
        counted.append((int(count), in_hundred))
    assert len(set(counted)) > 1
    assert app.session_state["who_pays_pair"] == "4"
    assert figures(app) == [drawing(shown(**DECIDED, who_pays_pair="4"))]


def test_a_pair_is_of_two_draws():
    found = answered(replace(GROUPS, lam=0.01), "objective")
    differ = (found.says[1] != found.says[2])[:300]
    ringed = drawing(shown(**DECIDED, who_pays_pair="2", lam="0.01"))
    assert rings(ringed) == differ.sum() > 0


@pytest.mark.parametrize("pair", ["1000000", "999999", "89", "90", "91"])
@pytest.mark.parametrize("draws", ["2", "3", "10"])
def test_any_pair_is_answered(pair: str, draws: str):
    found = shown(**DECIDED, who_pays_pair=pair, draws=draws)
    told = sentences.pair(found.answer.decided, int(pair) - 1)
    assert f" {rings(drawing(found))} of these 300 people" in told


def test_where_a_pair_cannot_be_the_page_shows_none():
    app = open_page(**DECIDED, who_pays_pair="1000001")
    assert rings(*figures(app)) == 0


@pytest.mark.parametrize("method", people.METHODS)
def test_without_noise_a_second_release_answers_alike(method: str):
    found = shown(**DECIDED, epsilon="inf", who_pays_method=method, who_pays_pair="3")
    assert said(found).endswith("a second release would change no answer.")
    assert rings(drawing(found)) == 0


def test_without_noise_nobody_can_release_again():
    app = open_page(**DECIDED, epsilon="inf")
    (button,) = (each for each in app.button if each.label == "Release again")
    assert button.disabled


@pytest.mark.parametrize("method", people.METHODS)
@pytest.mark.parametrize("epsilon", every(3, ["0.01", "0.1", "2", "inf"]))
def test_along_epsilon_two_methods_are_there_and_the_chosen_one(method: str, epsilon: str):
    found = shown(
        **DECIDED, who_pays_people="along", who_pays_method=method, epsilon=epsilon, draws="3"
    )
    traces = drawing(found)["data"]
    lines = [trace for trace in traces if trace.get("mode") == "lines+markers"]
    names = dict.fromkeys(("objective", "output", method))
    assert [trace["name"] for trace in lines] == 2 * [MECHANISMS[name].label for name in names]
    assert all(len(trace["x"]) == 11 for trace in lines)


def test_along_epsilon_the_sentence_has_each_methods_disagreement():
    app = open_page(**DECIDED, who_pays_people="along", lam="0.01")
    assert figures(app) == [drawing(shown(**DECIDED, who_pays_people="along", lam="0.01"))]
    for name in ("objective", "output"):
        share = answered(replace(GROUPS, lam=0.01), name).disagreement.mean()
        assert f"{in_100(share)} with {name} perturbation" in text_of(app)


def test_by_group_it_is_the_disagreement_of_the_groups():
    app = open_page(**DECIDED, lam="0.01")
    assert shown(**DECIDED, lam="0.01").made in text_of(app)
    settings = replace(GROUPS, lam=0.01)
    each = [group.disagreement for group in paid(settings, "objective").groups]
    larger, smaller = map(in_100, each)
    said = f"people in 100: “larger group” {larger} and “smaller group” {smaller}."
    assert f"A second release would change the answer of this many {said}" in text_of(app)


@pytest.mark.parametrize(
    "query",
    [
        {"n": "20", "draws": "2"},
        {"n": "1"},
        {"epsilon": "1e-9"},
        {"epsilon": "1e9"},
        {"d": "1"},
        {"group_share": "0.005"},
        {"lam": "1e6"},
        {"lam": "1e-6"},
    ],
    ids=str,
)
def test_extreme_settings_are_answered_exactly_too(query: dict[str, str]):
    found = shown(**DECIDED, **query, who_pays_method="output")
    assert said(found)
    assert drawing(found)["data"]


def test_how_far_the_formula_is_off_is_measured():
    by_draws, exact = (shown(**DECIDED, who_pays_method=name) for name in ("objective", "output"))
    off, none = (sentences.formula(each.answer.decided) for each in (by_draws, exact))
    assert re.search(r"are \d+\.\d points away from it", off)
    assert none.startswith("The curve is exact")
    names = [[t.get("name") for t in drawing(each)["data"]] for each in (by_draws, exact)]
    assert ("chance to first order" in names[0], "exact chance" in names[1]) == (True, True)


@pytest.mark.parametrize("query", [{}, {"who_pays_method": "output"}], ids=str)
def test_the_script_prints_the_numbers_of_the_page(query: dict[str, str], capsys):
    exec(script(question(reading(QUICK | DECIDED | query | {"lam": "0.01"}))), {})
    printed = capsys.readouterr().out
    found = answered(replace(GROUPS, lam=0.01), query.get("who_pays_method", "objective"))
    assert f"mean error {found.wrong.mean():.1%}" in printed
    assert f"another answer {found.disagreement.mean():.2%}" in printed


def test_moving_epsilon_moves_the_sentence():
    app = open_page(**DECIDED)
    before = verdict(app)
    sound(turned(app, "epsilon", 0.1))
    assert verdict(app) != before


def test_what_was_drawn_for_one_part_is_kept_for_the_other(monkeypatch):
    """A second look at either part draws no classifier."""
    open_page(seed="4242")
    asked = []
    monkeypatch.setattr(answers, "draw_all", lambda *_, **__: asked.append(1))
    app = open_page(seed="4242", **DECIDED)
    assert asked == []
    assert len(figures(app)) == 1
