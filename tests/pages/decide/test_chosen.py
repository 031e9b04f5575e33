"""The ε to sign: always inside the band, and the same in sentence, figure and file."""

import io
import math
import re
from decimal import ROUND_CEILING, Decimal
from itertools import pairwise
from typing import Any

import pandas as pd
import pytest

from dpcore.privacy.risk import limit
from dplab.simulation.comparison import DECISIVE
from dplab.studies.overview import dial
from edition import views
from pages.decide import sentences
from pages.decide.deployed import DEPLOYED
from pages.decide.values import EDITION, EPSILON, question
from pages.decide.view import chosen
from pages.kit import text
from pages.kit.figures.table import as_csv
from pages.kit.values import reading
from tests.pages.kit.dials import turned
from tests.pages.screen import complaints, figures, opened, words

WIDE = {"decide_risk": "95", "decide_cost": "200"}
RECORDS = views.RememberingRecords()


def shown(**texts: str):
    return views.view("decide", texts, RECORDS)


def to_sign(**texts: str):
    """Return the ε that an address signs, and what it costs."""
    return chosen(question(reading(texts)), shown(**texts).answer, RECORDS)


def upright(drawing: dict[str, Any]) -> set[float]:
    """Return where lines run through both panels."""
    above, below = (
        {each["x0"] for each in drawing["layout"]["shapes"] if each.get("yref") == f"{axis} domain"}
        for axis in ("y", "y2")
    )
    assert above == below
    return above


@pytest.mark.parametrize("asked", ["", "0.01", "0.79", "1.1", "1.3", "1.4", "5", "20"])
def test_the_chosen_epsilon_is_inside_of_the_band_whatever_is_asked_for(asked: str):
    band = shown().answer.band(0.8, 0.05)
    priced = to_sign(decide_epsilon=asked)
    assert band.least <= priced.epsilon <= band.most
    assert band.ends[0] <= priced.epsilon <= band.ends[1]
    assert 1000 * priced.cost <= 50


def test_what_is_asked_for_is_clipped_to_the_band_and_said_so():
    app = opened("decide", decide_epsilon="5")
    assert complaints(app) == []
    assert "“We release one classifier at ε = 1.3, by" in words(app)
    assert "5 is outside of the band: 1.3 is nearest." in words(app)
    assert "Your choice, inside the band." in words(opened("decide", decide_epsilon="0.9"))
    assert "In the middle of the band" in words(opened("decide"))


@pytest.mark.parametrize("typed", ["0", "-1", "many", "inf", "1e9"])
def test_an_epsilon_that_cannot_be_is_refused_in_a_sentence(typed: str):
    app = opened("decide", decide_epsilon=typed)
    refused = [each.value for each in (*app.error, *app.warning)]
    assert any("ε to sign must be" in each for each in refused)


@pytest.mark.parametrize("asked", ["0.2", "0.7", "1", "2.9"])
def test_sentence_figure_and_file_speak_of_the_same_epsilon(asked: str):
    texts = WIDE | {"decide_epsilon": asked}
    app = opened("decide", **texts)
    signed = re.search(r"at ε = ([\d.]+), by .* right at most ([\d.]+) times", words(app))
    epsilon, right = signed.groups()
    assert float(epsilon) == float(asked)
    (drawing,) = figures(app)
    assert upright(drawing) == {float(asked)}
    named = {each["text"] for each in drawing["layout"]["annotations"]}
    cost = to_sign(**texts).cost
    assert {f"<b>{right}</b>", f"<b>{1000 * cost:.0f}</b>"} <= named
    assert f"{1000 * cost:.0f} more get a wrong label than without noise" in words(app)
    view = shown(**texts)
    rows = pd.read_csv(io.StringIO(as_csv(view.rows())))
    assert set(rows["chosen_epsilon"]) == {float(asked)}
    assert rows["chosen_more_wrong_per_1000"].to_list() == pytest.approx([1000 * cost] * len(rows))
    assert f"ε = {asked}, to sign" in view.alt


@pytest.mark.parametrize("asked", ["0.2", "0.5", "0.7", "1", "1.5", "2"])
def test_at_one_epsilon_the_numbers_are_those_of_the_first_page(asked: str):
    stops = {stop.epsilon: stop for stop in dial.stored().stops}
    cost = 1000 * (stops[float(asked)].error - stops[math.inf].error)
    assert 1000 * to_sign(**WIDE, decide_epsilon=asked).cost == pytest.approx(cost, abs=1)


@pytest.mark.parametrize("asked", ["0.2", "0.35", "1", "2.9"])
def test_the_risk_that_is_signed_is_rounded_up(asked: str):
    said = sentences.signed(to_sign(**WIDE, decide_epsilon=asked), 200)
    (right,) = re.findall(r"right at most ([\d.]+) times in 100", said)
    exact = Decimal(limit(float(asked))) * 100
    assert Decimal(right) == exact.quantize(Decimal("0.1"), ROUND_CEILING) >= exact


def test_what_costs_more_than_was_accepted_is_not_signed():
    priced = to_sign()
    assert "“We release" in sentences.signed(priced, 50)
    said = sentences.signed(priced, 39)
    assert said.startswith("At ε = 1 the measured cost, 39.8 more wrong labels in 1,000, is above")
    assert "“We release" not in said


def test_the_dial_turns_inside_of_the_band_and_back_to_the_middle():
    app = turned(opened("decide"), EPSILON.name, "1.2")
    assert "“We release one classifier at ε = 1.2, by" in words(app)
    app = turned(app, EPSILON.name, "")
    assert "“We release one classifier at ε = 1, by" in words(app)


def test_where_nothing_meets_both_there_is_no_dial_and_no_upright_line():
    narrow = {"decide_risk": "60", "decide_cost": "20", "decide_epsilon": "1"}
    app = opened("decide", **narrow)
    assert complaints(app) == []
    assert to_sign(**narrow) is None
    (drawing,) = figures(app)
    assert upright(drawing) == set()
    assert "ε to sign" not in words(app)


@pytest.mark.parametrize("asked", ["0.001", "0.1", "1", "5", "100", "inf"])
def test_the_visitors_own_epsilon_is_marked_with_its_name(asked: str):
    drawing = shown(epsilon=asked).draw(dark=False, phone=False)
    named = [each["text"] for each in drawing["layout"]["annotations"]]
    assert f"your ε = {'∞' if asked == 'inf' else asked}" in named
    # It is a mark: the sheet is the same at any.
    assert shown(epsilon=asked).sentence == shown().sentence


def test_deployed_epsilons_have_sources_and_units_in_the_fold():
    keys = {each["key"] for each in text.references()}
    fold = text.sections("decide")["The mathematics"]
    drawing = shown().draw(dark=False, phone=True)
    named = [each["text"] for each in drawing["layout"]["annotations"]]
    assert len(DEPLOYED) == 3
    for each in DEPLOYED:
        assert each.source in keys
        assert f"({each.source}, " in fold
        assert f"ε = {each.epsilon} " in fold
        assert each.flag in named
        assert DECISIVE[0] <= each.epsilon <= DECISIVE[-1]
    assert "Their units differ, so that the numbers compare only roughly." in fold


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("risk", ["51", "55", "60", "70", "80", "99"])
def test_no_flag_lies_on_another_nor_on_the_tolerance_of_the_risk(risk: str, phone: bool):
    layout = shown(decide_risk=risk).draw(dark=False, phone=phone)["layout"]
    low, high = layout["yaxis"]["domain"]
    pixels = (layout["height"] - layout["margin"]["t"] - layout["margin"]["b"]) * (high - low)
    half = 6 * 50 / pixels  # of letters of 11 pixels
    unit = (layout["yaxis"]["range"][1] - layout["yaxis"]["range"][0]) / pixels
    flags = [each for each in layout["annotations"] if each.get("hovertext")]
    heights = sorted(each["y"] + each["yshift"] * unit for each in flags)
    assert len(heights) == 3
    assert all(abs(height - float(risk)) >= half for height in heights)
    assert all(above - below >= 2 * half for below, above in pairwise(heights))
    # The first stands below the limit at its ε, in the area.
    assert heights[0] + half <= 100 * limit(DEPLOYED[0].epsilon)


def test_where_few_records_make_it_dear_a_line_says_so_and_leads_along_n():
    app = opened("decide")
    said = "With 455 records ε = 1 costs 40 more wrong labels in 1,000; with 20,000 like them "
    assert f"{said}hardly any (extrapolated)." in words(app)
    (link,) = (x.proto for x in app.get("page_link") if x.proto.label == "Error against n")
    assert link.page == "trade-off"
    assert "axis%3Dn" in link.query_string
    # The largest ε that the risk allows, where none is to be signed.
    none = opened("decide", decide_risk="60", decide_cost="20")
    assert "With 455 records ε = 0.4 costs" in words(none)
    # Where Δ fills a given λ up, the table knows nothing of more records.
    assert "like them" not in words(opened("decide", lam="1e-4", decide_risk="55"))
    law = opened("decide", data="gaussian", n="500", draws="9")
    assert "like them" not in words(law)


def test_every_place_of_the_dial_without_a_server_signs_the_middle_or_nothing():
    for risk in EDITION.places[::4]:
        texts = EDITION.texts(risk)
        band, signs = shown(**texts).answer.band(risk / 100, 0.05), to_sign(**texts)
        assert (signs is not None) == band.holds
        if signs is not None:
            assert signs.epsilon == band.middle


def test_odds_stand_above_the_panel_at_its_right_end():
    there = shown(decide_risk="99.99", decide_cost="300", decide_epsilon="8")
    notes = there.draw(dark=False, phone=True)["layout"]["annotations"]
    (odds,) = (each for each in notes if "1 wrong in" in each["text"])
    assert odds["text"] == "<b>1 wrong in 2,990</b>"
    assert (odds["y"], odds["xanchor"], odds["yanchor"]) == (100, "right", "bottom")


def test_what_the_ticks_of_others_count_for_is_said_below_unless_an_attack_has_their_room():
    (said,) = shown().below
    for each in DEPLOYED:
        assert f"{each.flag} {each.unit}" in said
        assert each.source.split()[0] in text.sections("decide")["The mathematics"]
    assert shown(decide_risk_line="attack").below == ()
