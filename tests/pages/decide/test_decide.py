"""Decide: which ε keeps both tolerances, in a sentence, a sheet, and what a board can sign."""

import math
import re
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from dpcore.privacy.risk import limit
from dplab.simulation.comparison import DECISIVE
from dplab.simulation.constant import ConstantRule
from dplab.simulation.settings import Settings
from dplab.studies.decide import attack, with_delta
from dplab.studies.decide.band import Band
from dplab.studies.decide.sheet import Question, run
from pages.decide import figures, sentences
from tests.pages.kit.dials import turned
from tests.pages.screen import complaints, opened, words
from tests.pages.screen import figures as shown
from tests.pages.tables import declare, with_table

QUICK = {"data": "gaussian", "n": "1000", "draws": "9", "lam": "auto"}
SETTINGS = Settings(data="gaussian", n=1000, draws=9, lam="auto")
RULE = ConstantRule("no", 0.4, 0.01)


def opened_own(**query: str):
    """Open the page on an own table of 400 records."""
    rng = np.random.default_rng(0)
    ages = rng.integers(18, 80, 400)
    sick = np.where(ages + rng.normal(0, 9, 400) > 49, "yes", "no")
    lines = [f"{age},smith,{each}" for age, each in zip(ages, sick, strict=True)]
    app = declare(with_table("\n".join(["age,job,sick", *lines, ""]).encode()))
    for name, value in query.items():
        app.query_params[name] = value
    return sound(app.switch_page("decide/page.py").run())


def sound(app):
    assert complaints(app) == []
    assert "nan" not in words(app).casefold().split()
    return app


def test_the_first_state_has_a_band_on_the_patients_and_a_sentence_to_sign():
    app = sound(opened("decide"))
    begins = "Breast cancer table, 455 training records: any ε from 0.79 to 1.3 meets both limits"
    assert begins in words(app)
    assert "“We release one classifier at ε = 1, by objective perturbation." in words(app)
    assert "a coin, 50." in words(app)
    assert len(shown(app)) == 1


def test_at_narrow_tolerances_one_line_says_that_there_is_none():
    app = sound(opened("decide", decide_risk="60", decide_cost="20"))
    assert (
        "no ε meets both limits: a risk of 60 in 100 allows ε up to 0.4, and staying within 20 "
        "more wrong labels in 1,000 takes ε of 3.5 or more." in words(app)
    )
    assert "We release" not in words(app)


def test_tolerances_move_the_range_as_the_study_says():
    app = sound(opened("decide", **QUICK, decide_risk="75", decide_cost="50"))
    *_, found = run(Question(SETTINGS))
    band = found.band(0.75, 0.05)
    verdict = sentences.verdict(band, 75, 50, RULE)
    assert f"1,000 generated records (two Gaussian clouds): a{verdict[1:]}" in words(app)
    assert band.most == pytest.approx(1.0986, abs=1e-4)


def test_where_nothing_keeps_both_it_says_what_would_help():
    app = sound(opened("decide", **QUICK, decide_risk="60", decide_cost="1"))
    assert "no ε meets both limits: a risk of 60 in 100 allows ε up to 0.4" in words(app)
    assert "What would help" in words(app)
    assert "We release" not in words(app)


def test_where_the_risk_allows_only_what_is_of_no_use_that_is_said_first():
    app = sound(opened("decide", **QUICK, decide_risk="51", decide_cost="300"))
    said = words(app)
    assert "no ε can be proposed: a risk of 51 in 100 allows ε up to 0.04, and" in said
    assert re.search(
        r"clearly better than always predicting −?\+?1 \(.* only from ε = 0\.\d+ on", said
    )
    assert "We release" not in said
    assert "What would help" in said
    *_, found = run(Question(SETTINGS))
    assert found.band(0.51, 0.3).useful > found.band(0.51, 0.3).most


def test_which_epsilon_would_be_cheap_enough_and_is_of_no_use_stands_beside_the_range():
    band = Band(0.05, 2.0, 0.2)
    assert "Any ε from 0.2 to 2 meets both" in sentences.verdict(band, 88, 300, RULE)
    said = sentences.too_small(band, RULE)
    assert said.startswith("Below ε = 0.2 the private classifier is not clearly better than always")
    assert sentences.too_small(Band(0.3, 2.0, 0.2), RULE) == ""
    nowhere = sentences.verdict(Band(0.05, 2.0, None), 88, 300, RULE)
    assert nowhere.startswith("At no ε from 0.01 to 20 is the private classifier clearly better")


def test_the_share_of_single_draws_that_are_worse_stands_beside_what_is_signed():
    app = sound(opened("decide", **QUICK, decide_risk="75", decide_cost="50"))
    *_, found = run(Question(SETTINGS))
    said = re.search(r"at ε = ([\d.]+), (.*) worse than always", words(app))
    clear = found.prices[float(said[1])]
    assert said[2] == "no draw is"
    assert clear.lead.worse == 0
    prices = {e: replace(p, lead=replace(p.lead, worse=0.124)) for e, p in found.prices.items()}
    some = sentences.single_draws(float(said[1]), replace(found, prices=prices), RULE)
    assert "12 of 100 draws are worse than always predicting no (40.0 %)." in some


def test_what_can_be_signed_says_that_it_prints():
    app = sound(opened("decide", **QUICK, decide_risk="75", decide_cost="50"))
    assert sentences.TO_PRINT in [each.value for each in app.caption]


def test_nothing_is_signed_while_bounds_are_guesses():
    rng = np.random.default_rng(0)
    ages = rng.integers(18, 80, 400)
    sick = np.where(ages + rng.normal(0, 9, 400) > 49, "yes", "no")
    lines = [f"{age},{each}" for age, each in zip(ages, sick, strict=True)]
    app = with_table("\n".join(["age,sick", *lines, ""]).encode())
    quick = {"draws": "9", "lam": "auto", "decide_risk": "99", "decide_cost": "100"}
    for name, value in quick.items():
        app.query_params[name] = value
    guessed = sound(app.switch_page("decide/page.py").run())
    (promise,) = [each for each in words(guessed).split("\n") if "meets both limits" in each]
    assert promise.startswith("**No ε holds here yet")
    assert "We release" not in words(guessed)
    assert "We release" in words(opened_own(**quick))


@pytest.mark.parametrize("useful", [True, False])
def test_while_bounds_are_guesses_that_no_epsilon_holds_comes_first(useful: bool):
    *_, found = run(Question(SETTINGS))
    if not useful:
        prices = {e: replace(each, is_useful=False) for e, each in found.prices.items()}
        found = replace(found, prices=prices)
    declared = sentences.told(found, RULE, 75, 50, "A table")
    guessed = sentences.told(found, RULE, 75, 50, "A table", guessed=True)
    assert "No ε holds here yet" not in declared
    assert guessed.startswith("**No ε holds here yet: bounds and levels of your table are guesses")
    assert guessed.endswith(declared.replace("**", ""))
    assert guessed.count("**") == 2  # a promise that is none stands in no bold type
    assert "No ε holds here yet" in sentences.alt(found, RULE, 75, 50, "", guessed=True)


def test_a_sheet_that_still_grows_is_described_without_a_verdict():
    *growing, found = run(Question(replace(SETTINGS, draws=30)))
    assert len(growing) >= 1
    for each in growing:
        said = sentences.alt(each, RULE, 75, 50, "")
        assert said.endswith("below, how many more of 1,000 people get a wrong label.")
    assert "meets both" in sentences.alt(found, RULE, 75, 50, "")


@pytest.mark.parametrize("phone", [False, True])
def test_all_lines_of_a_heading_begin_above_the_panels_left_end(phone: bool):
    *_, found = run(Question(SETTINGS))
    drawing = figures.sheet(found, RULE, risk=60, cost=20, dark=False, phone=phone)["layout"]
    headings = [each for each in drawing["annotations"] if each["text"].startswith("<b>")]
    assert len(headings) == 2
    begins = {(each["x"], each["xanchor"], each["align"]) for each in headings}
    assert begins == {(0, "left", "left")}


@pytest.mark.parametrize("height", ["within", "above"])
def test_the_constant_rule_is_drawn_among_the_costs(height: str):
    *_, found = run(Question(SETTINGS))
    rule = replace(RULE, error=found.without_noise + (0.05 if height == "within" else 0.9))
    drawing = figures.sheet(found, rule, risk=60, cost=20, dark=False, phone=False)["layout"]
    of_cost = [each for each in drawing["shapes"] if each.get("yref") == "y2"]
    levels = [each for each in of_cost if each["y0"] == pytest.approx(50)]
    named = [each for each in drawing["annotations"] if "always predicting no" in each["text"]]
    assert len(levels) == (height == "within")
    assert named[0]["text"] == ("always predicting no" if levels else "↑ always predicting no: 900")
    low, top = drawing["yaxis2"]["range"]
    assert low <= named[0]["y"] <= top


@pytest.mark.parametrize(
    ("name", "typed"),
    [("decide_risk", "50"), ("decide_risk", "110"), ("decide_cost", "0"), ("decide_cost", "many")],
)
def test_what_cannot_be_is_refused_in_a_sentence(name: str, typed: str):
    app = opened("decide", **QUICK)
    turned(app, name, typed)
    (alert,) = [each.value for each in app.error] or [each.value for each in app.warning]
    assert "must be" in alert
    assert "shown instead" in alert


def test_without_an_own_table_there_is_one_sentence():
    app = opened("decide", data="upload")
    assert any("Upload the table" in each.value for each in app.error)
    assert shown(app) == []


def test_a_classifier_that_learned_nothing_is_nothing_to_decide_on():
    app = sound(opened("decide", data="circles", n="500", draws="5", lam="auto"))
    assert "there is nothing to decide yet" in words(app)
    assert "We release" not in words(app)


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (0.0721, 0.4054, "from 0.073 to 0.4"),
        (0.01, 4.595, "from 0.01 to 4.5"),
        (1.0, 1.0, "from 1 to 1"),
        (0.3, 0.41, "from 0.3 to 0.41"),
        # With two digits the range would end before it begins.
        (0.4051, 0.4054, "from 0.4051 to 0.4054"),
    ],
)
def test_ends_are_rounded_so_that_both_still_hold(least: float, most: float, said: str):
    assert said in sentences.verdict(Band(least, most), 60, 20, RULE)


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("dark", [False, True])
def test_plotly_knows_all_that_is_drawn(dark: bool, phone: bool):
    *_, found = run(Question(SETTINGS))
    for risk, cost in ((60, 20), (51, 1)):
        band = found.band(risk / 100, cost / 1000)
        drawing = figures.sheet(found, RULE, risk=risk, cost=cost, dark=dark, phone=phone)
        assert go.Figure(drawing)
        strips = [each for each in drawing["layout"]["shapes"] if each["type"] == "rect"]
        assert len(strips) == band.holds


def test_what_a_board_signs_is_on_average_and_its_risk_is_that_of_the_guarantee():
    app = sound(opened("decide", **QUICK, decide_risk="75", decide_cost="50"))
    found = re.search(r"at ε = ([\d.]+), by .* right at most ([\d.]+) times in 100", words(app))
    epsilon, right = map(float, found.groups())
    assert right - 1 <= 100 * math.e**epsilon / (1 + math.e**epsilon) <= right
    assert "than without noise, on average over the noise; we accept 50.”" in words(app)


def test_draws_that_did_not_converge_are_told():
    *_, found = run(Question(SETTINGS))
    assert "converge" not in sentences.protocol(found, "records")
    missed = sentences.protocol(replace(found, converged=False), "records")
    assert "Not every draw converged." in missed


def test_an_attack_is_drawn_on_demand_below_the_limit_and_never_stands_alone():
    app = sound(opened("decide", **QUICK))
    (without,) = shown(app)
    assert "attack on these records" not in words(app)
    app = sound(opened("decide", **QUICK, decide_risk_line="attack"))
    (drawing,) = shown(app)
    assert len(drawing["data"]) == len(without["data"]) + 1
    (thin,) = (each for each in drawing["data"] if "attack" in each.get("name", ""))
    line = dict(zip(thin["x"], thin["y"], strict=True))
    assert tuple(line) == DECISIVE
    assert all(50 <= right <= 100 * limit(epsilon) for epsilon, right in line.items())
    assert re.search(r"picks the right one of the two 50\.\d times", words(app))
    named = [each["text"] for each in drawing["layout"]["annotations"]]
    assert any("one can rely on" in each for each in named)  # On a slide the figure alone says so.
    assert not any("rely" in each["text"] for each in without["layout"]["annotations"])
    assert "rely on the limit, the line above." in words(app)


def test_an_attack_says_that_it_is_on_releases_without_class_weights():
    app = sound(opened("decide", **QUICK, decide_risk_line="attack", positive_share="0.9"))
    assert "The attack is on releases without class weights." in words(app)


def test_an_attack_that_cannot_be_measured_leaves_the_sheet_and_says_why(monkeypatch):
    monkeypatch.setattr(attack, "MOST_RECORDS", 999)
    app = sound(
        opened("decide", **QUICK | {"n": "1001"}, decide_cost="1", decide_risk_line="attack")
    )
    assert "An attack is measured on at most 999 training records" in words(app)
    assert "What would help" in words(app)


def test_the_dearest_group_and_the_disagreement_are_drawn_on_demand_one_at_a_time():
    (without,) = shown(sound(opened("decide", **QUICK)))
    for line, said in (
        ("dearest", r"by x1\. At ε = 0\.5 it is “[^”]+”: \d+ more wrong labels in 1,000"),
        ("disagreement", r"At ε = 0\.5, two releases answer \d+ of 1,000 people differently"),
    ):
        app = sound(opened("decide", **QUICK, decide_cost_line=line))
        (drawing,) = shown(app)
        assert len(drawing["data"]) == len(without["data"]) + 1
        assert re.search(said, words(app))
        names = {"dearest": "pays most", "disagreement": "disagreement"}
        (thin,) = (each for each in drawing["data"] if each.get("name") == names[line])
        assert drawing["layout"]["yaxis2"]["range"][1] >= max(thin["y"])


def test_an_old_address_draws_neither_line():
    app = sound(opened("decide", **QUICK, decide_risk="60", decide_cost="20"))
    assert "The thin line" not in words(app)


MANY_FEATURES = {"data": "breast_cancer", "draws": "9", "lam": "auto"}


def test_where_nothing_keeps_both_a_delta_is_tried_and_only_what_came_is_said():
    app = sound(opened("decide", **MANY_FEATURES, decide_risk="53", decide_cost="180"))
    assert "no ε can be proposed" in words(app)
    said = re.search(
        r"at δ = 1e-6, any ε from ([\d.]+) to ([\d.]+) meets both limits, by", words(app)
    )
    *_, without = run(Question(Settings(data="breast_cancer", draws=9, lam="auto")))
    *_, found = with_delta.run(without)
    band = found.band(0.53, 0.18)
    assert band.least <= float(said[1]) <= float(said[2]) <= band.most
    app = sound(opened("decide", **MANY_FEATURES, decide_risk="51", decide_cost="1"))
    assert "A δ does not help here" in words(app)
    app = sound(opened("decide", **MANY_FEATURES, decide_risk="80", decide_cost="100"))
    assert "at δ =" not in words(app)


def test_an_own_table_has_both_lines_and_no_name_of_it_stands_in_the_address():
    quick = {"draws": "9", "lam": "auto", "decide_cost_line": "dearest"}
    app = opened_own(**quick, decide_risk_line="attack")
    said = words(app)
    assert "The thin line of the cost is the group that pays most, by age" in said
    assert "rely on the limit" in said
    assert "age" not in str(app.query_params)


def test_a_delta_that_promises_nothing_gets_a_sentence():
    app = sound(opened("decide", **MANY_FEATURES, decide_risk="51", decide_cost="1", delta="0.01"))
    assert "What would help" in words(app)
    assert "must be" in words(app)


def test_lines_are_told_at_an_epsilon_that_flatters_nothing():
    *_, found = run(Question(SETTINGS))
    reached = attack.run(attack.Question(SETTINGS, found.mechanisms))
    for at, above, below in ((0.3, "0.5", "0.2"), (0.04, "0.05", "0.02"), (1.0, "1", "1")):
        assert f"after a release at ε = {above}, " in sentences.attack(reached, at)
        assert f"At ε = {below}, two releases" in sentences.disagreement(found, at)
