"""The answers that the noise decides, on the screen: people, two releases, and along ε."""

import base64
import re
from dataclasses import replace

import numpy as np
import pytest

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from dplab.studies.who_pays import answers
from pages.kit import words
from pages.kit.words import in_100
from pages.who_pays import people as controls
from pages.who_pays.decided.sentences import of_people
from tests.pages.screen import figures
from tests.pages.screen import words as text_of
from tests.pages.who_pays.people import (
    DECIDED,
    box,
    open_page,
    press,
    refusals,
    sound,
    verdict,
)
from tests.studies.who_pays.cases import answered, paid

KNOBS = (("group_share", 0.05), ("group_angle", 90.0), ("group_flip", 0.05))
GROUPS = Settings(data="two_groups", n=500, draws=10, epsilon=1.0, knobs=KNOBS)


def rings(app) -> int:
    """Return how many people are ringed."""
    (drawing,) = figures(app)
    found = [trace for trace in drawing["data"] if trace.get("name") == "changed sides"]
    return sum(length(trace["x"]) for trace in found)


def length(values) -> int:
    """Return how many numbers a trace has: Plotly's packed ones, or a list."""
    if isinstance(values, dict):
        return len(base64.b64decode(values["bdata"])) // np.dtype(values["dtype"]).itemsize
    return len(values)


def people(app) -> int:
    (drawing,) = figures(app)
    dots = [t for t in drawing["data"] if str(t.get("name")).endswith("without this noise")]
    return sum(length(trace["x"]) for trace in dots)


@pytest.mark.parametrize("method", controls.METHODS)
@pytest.mark.parametrize("data", ["two_groups", "breast_cancer"])
def test_the_sentence_has_the_studys_numbers(data: str, method: str):
    app = open_page(**DECIDED, data=data, who_pays_method=method, lam="0.05")
    settings = replace(GROUPS, data=data, lam=0.05, knobs=KNOBS if data == "two_groups" else ())
    found, plain = answered(settings, method), answered(settings, "non_private")
    said = verdict(app)
    assert of_people(found.disagreement.mean()) in said
    cost = found.wrong.mean() - plain.wrong.mean()
    assert words.points(abs(cost)) in said
    shown = min(300, len(found.y))
    assert f"the figure shows the first {shown}" in text_of(app)
    assert people(app) == shown
    assert ("Disagreement is exact" in text_of(app)) == MECHANISMS[method].has_exact_chances


def test_release_again_rings_those_whose_answer_changed_and_counts_them():
    app = open_page(**DECIDED)
    assert rings(app) == 0
    assert "press, and see whose answer changes" in text_of(app)
    counted = []
    for _ in range(4):
        press(app, "Release again")
        (count, in_hundred) = re.search(
            r"Two releases.* (\d+) of these 300 people gets? .*; of all test records (\S+) in 100",
            text_of(app),
        ).groups()
        assert rings(app) == int(count)
        counted.append((int(count), in_hundred))
    assert len(set(counted)) > 1
    assert app.session_state["who_pays_pair"] == "4"


def test_a_link_opens_the_same_pair():
    pressed = press(press(open_page(**DECIDED), "Release again"), "Release again")
    linked = open_page(**DECIDED, who_pays_pair="2")
    assert rings(linked) == rings(pressed) > 0
    found = answered(replace(GROUPS, lam=0.01), "objective")
    differ = (found.says[1] != found.says[2])[:300]
    assert rings(open_page(**DECIDED, who_pays_pair="2", lam="0.01")) == differ.sum()


@pytest.mark.parametrize("pair", ["1000000", "999999", "89", "90", "91"])
@pytest.mark.parametrize("draws", ["2", "3", "10"])
def test_any_pair_is_answered(pair: str, draws: str):
    assert "Two releases" in text_of(open_page(**DECIDED, who_pays_pair=pair, draws=draws))


@pytest.mark.parametrize("pair", ["-1", "1000001", "x", "1.5", "inf"])
def test_a_pair_that_cannot_be_shows_none(pair: str):
    app = open_page(**DECIDED, who_pays_pair=pair)
    assert rings(app) == 0
    assert len(figures(app)) == 1


@pytest.mark.parametrize("method", controls.METHODS)
def test_without_noise_a_second_release_answers_alike(method: str):
    app = open_page(**DECIDED, epsilon="inf", who_pays_method=method, who_pays_pair="3")
    assert verdict(app).endswith("a second release would answer everybody alike.")
    assert rings(app) == 0
    (button,) = (each for each in app.button if each.label == "Release again")
    assert button.disabled


@pytest.mark.parametrize("method", controls.METHODS)
@pytest.mark.parametrize("epsilon", ["0.01", "0.1", "2", "inf"])
def test_along_epsilon_two_methods_are_there_and_the_chosen_one(method: str, epsilon: str):
    app = open_page(
        **DECIDED, who_pays_people="along", who_pays_method=method, epsilon=epsilon, draws="3"
    )
    (drawing,) = figures(app)
    lines = [trace for trace in drawing["data"] if trace.get("mode") == "lines+markers"]
    names = dict.fromkeys(("objective", "output", method))
    assert [trace["name"] for trace in lines] == 2 * [MECHANISMS[name].label for name in names]
    assert all(len(trace["x"]) == 11 for trace in lines)


def test_along_epsilon_the_sentence_has_each_methods_disagreement():
    app = open_page(**DECIDED, who_pays_people="along", lam="0.01")
    for name in ("objective", "output"):
        share = answered(replace(GROUPS, lam=0.01), name).disagreement.mean()
        assert f"{in_100(share)} with {name} perturbation" in text_of(app)


def test_by_group_it_is_the_disagreement_of_the_groups():
    app = open_page(**DECIDED, lam="0.01")
    settings = replace(GROUPS, lam=0.01)
    each = [group.disagreement for group in paid(settings, "objective").groups]
    larger, smaller = map(in_100, each)
    said = f"get the other answer: “larger group” {larger} and “smaller group” {smaller}."
    assert f"Of 100 people of each group, so many would {said}" in text_of(app)


@pytest.mark.parametrize("method", ["output", "objective"])
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
def test_extreme_settings_are_answered(query: dict[str, str], method: str):
    app = open_page(**DECIDED, **query, who_pays_method=method)
    assert refusals(app) == []
    assert len(figures(app)) == 1


def test_how_far_the_formula_is_off_is_measured():
    drawn, exact = (open_page(**DECIDED, who_pays_method=name) for name in ("objective", "output"))
    assert re.search(r"are \d+\.\d points away from it", text_of(drawn))
    assert "The curve is exact" in text_of(exact)
    names = [[trace.get("name") for trace in figures(app)[0]["data"]] for app in (drawn, exact)]
    assert ("chance to first order" in names[0], "exact chance" in names[1]) == (True, True)


@pytest.mark.parametrize("query", [{}, {"who_pays_method": "output"}], ids=str)
def test_the_code_prints_the_numbers_of_the_page(query: dict[str, str], capsys):
    app = open_page(**DECIDED, **query, lam="0.01")
    (source,) = (each.value for each in app.code if each.language == "python")
    exec(source, {})
    printed = capsys.readouterr().out
    found = answered(replace(GROUPS, lam=0.01), query.get("who_pays_method", "objective"))
    assert f"mean error {found.wrong.mean():.1%}" in printed
    assert f"otherwise {found.disagreement.mean():.2%}" in printed


def test_moving_epsilon_moves_the_sentence():
    app = open_page(**DECIDED)
    before = verdict(app)
    sound(box(app, "Privacy parameter ε").set_value(0.1).run())
    assert verdict(app) != before


def test_what_was_drawn_for_one_part_is_kept_for_the_other(monkeypatch):
    """A second look at either part draws no classifier."""
    open_page(seed="4242")
    asked = []
    monkeypatch.setattr(answers, "draw_all", lambda *_, **__: asked.append(1))
    app = open_page(seed="4242", **DECIDED)
    assert asked == []
    assert len(figures(app)) == 1
